import { z } from 'zod';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineEffect, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';

const forgetFile = defineEffect('kyc.forget-file', z.object({ storageKey: z.string() }));

/** Removes the files after the commit. Survives a crash. */
export async function enqueueFileRemoval(
  tx: Tx,
  deps: Deps,
  files: readonly { storageKey: string }[],
): Promise<void> {
  for (const { storageKey } of files) {
    await enqueue(tx, forgetFile, { ref: storageKey, payload: { storageKey } }, deps.clock, deps.random);
  }
}

export function fileRemovalEffect(deps: Deps) {
  return handleEffect(forgetFile, {
    lane: { name: 'files' },
    async perform({ storageKey }) {
      await deps.storage.remove(storageKey);
      return { status: 'done', value: undefined };
    },
  });
}
