import { z } from 'zod';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';
import { deleteUpload, lockOwnUpload } from './store.ts';

const removeStoredFile = defineEffect('upload.remove-file', z.object({ storageKey: z.string() }));

/**
 * Ends an upload that had become part of something, in the transaction that lets go of it; its file goes once that has
 * committed. What is not there, or somebody else's, is left alone.
 */
export async function discardUpload(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  { uploadId, ownerId }: { uploadId: string; ownerId: string },
): Promise<void> {
  const found = await lockOwnUpload(tx, ownerId, uploadId);
  if (!found) return;
  await deleteUpload(tx, uploadId);
  const { storageKey } = found;
  if (storageKey === null) return;
  await enqueue(tx, removeStoredFile, { ref: uploadId, payload: { storageKey } }, deps.clock, deps.random);
}

export function removeFileEffect({ storage }: Pick<Deps, 'storage'>): EffectHandler {
  return handleEffect(removeStoredFile, {
    // Removing what is gone is no error, so an attempt of unknown outcome is simply made again.
    perform: async ({ storageKey }) => {
      await storage.remove(storageKey);
      return { status: 'done', value: undefined };
    },
  });
}
