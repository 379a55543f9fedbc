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

export interface KeptTextOwner {
  /** Another user may sign in later in the same tab. */
  accountId: string;
  applicationId: string;
}

const toKey = ({ accountId, applicationId }: KeptTextOwner) =>
  `promenade-message-${accountId}-${applicationId}`;

/** Returns what the user wrote in this tab and did not send. It survives a reload, but not the tab. */
export function readKeptText(owner: KeptTextOwner): KeptText {
  try {
    return Kept.parse(JSON.parse(window.sessionStorage.getItem(toKey(owner)) ?? ''));
  } catch {
    return { draft: '', unsent: [] };
  }
}

export function storeKeptText(owner: KeptTextOwner, kept: KeptText): void {
  try {
    if (kept.draft === '' && kept.unsent.length === 0) window.sessionStorage.removeItem(toKey(owner));
    else window.sessionStorage.setItem(toKey(owner), JSON.stringify(kept));
  } catch {
    // The storage is full or blocked: the text stays on the page.
  }
}
