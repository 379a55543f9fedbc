import { z } from 'zod';

/** A message that was not sent yet, or whose sending failed. */
export interface UnsentMessage {
  id: string;
  text: string;
  files: { uploadId: string; name: string }[];
}

const Kept = z.object({
  draft: z.string(),
  unsent: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      files: z.array(z.object({ uploadId: z.string(), name: z.string() })),
    }),
  ),
});
export type KeptText = z.infer<typeof Kept>;

const toKey = (applicationId: string) => `promenade-message-${applicationId}`;

/** Returns what the user wrote in this tab and did not send. It survives a reload, but not the tab. */
export function readKeptText(applicationId: string): KeptText {
  try {
    return Kept.parse(JSON.parse(window.sessionStorage.getItem(toKey(applicationId)) ?? ''));
  } catch {
    return { draft: '', unsent: [] };
  }
}

export function storeKeptText(applicationId: string, kept: KeptText): void {
  try {
    if (kept.draft === '' && kept.unsent.length === 0) window.sessionStorage.removeItem(toKey(applicationId));
    else window.sessionStorage.setItem(toKey(applicationId), JSON.stringify(kept));
  } catch {
    // The storage is full or blocked: the text stays on the page.
  }
}
