import { MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';
import { ratingPublished } from './events.ts';
import { isPublished } from './rules.ts';
import { loadEventPayload } from './service.ts';
import * as store from './store.ts';

const AT_ONCE = 200;

/** Only tells the rated side: `published_at` alone decides who may read a rating. */
export function publicationSweep(deps: Deps): Sweep {
  return {
    name: 'announce public ratings',
    everyMs: MINUTE,
    run: async () => {
      const ids = await store.listUnannounced(deps.db, deps.clock.now(), AT_ONCE);
      await forEachObject(
        ids,
        (id) => announcePublication(deps, id),
        (error, id) => deps.log.error({ err: error, ratingId: id }, 'a rating could not be announced'),
      );
    },
  };
}

async function announcePublication(deps: Deps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const present = await store.lockRating(tx, id);
    const now = deps.clock.now();
    if (!present || present.announcedAt || !isPublished(present, now)) return;
    await store.updateRating(tx, id, { announcedAt: now });
    await announce(tx, ratingPublished, { ref: id, payload: await loadEventPayload(tx, id) }, deps.clock);
  });
}
