import { z } from 'zod';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';
import { deleteUpload, lockOwnUpload } from './store.ts';

const removeStoredFile = defineEffect('upload.remove-file', z.object({ storageKey: z.string() }));

/**
 * Call it in the transaction that releases the upload. The file is deleted after the commit. Does nothing if the upload
 * is missing or another user's.
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
    lane: { name: 'files' },
    // Removing a missing file is not an error, so an attempt with an unknown outcome can be retried.
    perform: async ({ storageKey }) => {
      await storage.remove(storageKey);
      return { status: 'done', value: undefined };
    },
  });
}
