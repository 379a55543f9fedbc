import { addMilliseconds, HOUR } from '#kernel/time.ts';
import { deleteInBatches } from '#platform/server/db/delete-in-batches.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';
import { ENDED_SESSION_KEPT_MS, PENDING_SIGN_IN_MS, SESSION_LIFETIME_MS } from './rules.ts';
import { deleteFactorChallenges } from './second-factor/second-factor-store.ts';
import { deleteChallenges, deleteSessions, eraseDevices } from './store.ts';

/** Needed because anyone can type any address into the sign-in page. */
export function expiredChallengesSweep({ db, clock }: Deps): Sweep {
  return {
    name: 'auth/forget challenges',
    everyMs: HOUR,
    run: async () => {
      const now = clock.now();
      await deleteChallenges(db, addMilliseconds(now, -PENDING_SIGN_IN_MS));
      await deleteFactorChallenges(db, now);
    },
  };
}

/** Covers sessions older than the longest session lifetime, even if they ended early. */
export function devicesSweep({ db, clock }: Deps): Sweep {
  return {
    name: 'auth/forget devices',
    everyMs: HOUR,
    run: () => eraseDevices(db, addMilliseconds(clock.now(), -SESSION_LIFETIME_MS)),
  };
}

export function oldSessionsSweep(deps: Deps): Sweep {
  return { name: 'auth/delete old sessions', everyMs: HOUR, run: () => deleteOldSessions(deps) };
}

export async function deleteOldSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = addMilliseconds(clock.now(), -ENDED_SESSION_KEPT_MS);
  await deleteInBatches((limit) => deleteSessions(db, before, SESSION_LIFETIME_MS, limit));
}
