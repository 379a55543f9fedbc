import { z } from 'zod';
import { readStoredJson, storeText } from '#platform/web/browser-storage.ts';

const UnsentMessage = z.object({
  id: z.string(),
  text: z.string(),
  files: z.array(z.object({ uploadId: z.string(), name: z.string() })),
});
export type UnsentMessage = z.infer<typeof UnsentMessage>;

const Kept = z.object({ draft: z.string(), unsent: z.array(UnsentMessage) });
export type KeptText = z.infer<typeof Kept>;

export interface KeptTextOwner {
  /** Another user may sign in later in the same tab. */
  accountId: string;
  applicationId: string;
}

const toKey = ({ accountId, applicationId }: KeptTextOwner) =>
  `promenade-message-${accountId}-${applicationId}`;

/** It survives a reload, but not the tab. */
export function readKeptText(owner: KeptTextOwner): KeptText {
  return readStoredJson('sessionStorage', toKey(owner), Kept) ?? { draft: '', unsent: [] };
}

export function storeKeptText(owner: KeptTextOwner, kept: KeptText): void {
  const isEmpty = kept.draft === '' && kept.unsent.length === 0;
  storeText('sessionStorage', toKey(owner), isEmpty ? null : JSON.stringify(kept));
}
