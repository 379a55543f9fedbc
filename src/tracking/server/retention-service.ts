import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { slot } from '#platform/server/slots.ts';
import * as store from './retention-store.ts';
import { FIXES_KEPT_MS, whenFixesGo } from './rules.ts';
import { endForWithdrawnConsent } from './service.ts';
import { lockSession } from './store.ts';
import { settleSummary } from './summary-service.ts';

/**
 * Filled by main from disputes: for those of these applications for which proof was sent, when the last word about it was
 * spoken; null while a proof waits or its rejection is disputed.
 */
export const workDecidedAt =
  slot<(reader: Reader, applicationIds: readonly string[]) => Promise<ReadonlyMap<string, Date | null>>>(
    'work decided at',
  );

const AT_ONCE = 100;

/**
 * Erases exact positions whose time is over (decisions.md 5.6 and 12.4), each session's in a transaction of its own, so that a run
 * that was cut off goes on where it stood. Proofs and disputes are asked every time: what was decided may be disputed since.
 */
export async function eraseOldFixes(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const failures: unknown[] = [];
  let after: store.ErasableSession['session'] | null = null;
  do {
    // Nothing is decided before its session has ended, so that for a decision the younger ones need not be looked at.
    const endedBy = addMilliseconds(now, -FIXES_KEPT_MS);
    const page: store.ErasableSession[] = await store.listErasable(deps.db, {
      endedBy,
      now,
      after,
      limit: AT_ONCE,
    });
    const decided = await deps.slots.get(workDecidedAt)(
      deps.db,
      page.map(({ session }) => session.applicationId),
    );
    for (const each of page) {
      const at = each.isWithdrawn
        ? now
        : whenFixesGo(each.session, each.closesAt, decided.get(each.session.applicationId));
      await eraseOrWait(deps, each, at, now).catch((error) => failures.push(error));
    }
    after = page.length < AT_ONCE ? null : (page.at(-1)?.session ?? null);
  } while (after);
  if (failures.length > 0)
    throw new AggregateError(failures, `the positions of ${failures.length} sessions were not erased`);
}

async function eraseOrWait(
  deps: Deps,
  { session, isWithdrawn }: store.ErasableSession,
  at: Date | null,
  now: Date,
): Promise<void> {
  if (at && at <= now) {
    await transact(deps.db, async (tx) => {
      await eraseFixes(tx, deps, session, isWithdrawn ? 'figures' : 'all');
    });
  } else if (at?.getTime() !== session.eraseFixesAt?.getTime()) {
    await store.setEraseFixesAt(deps.db, session.id, at);
  }
}

/** The summary is what stays of them, so it comes first; it locks the session. */
async function eraseFixes(
  tx: Tx,
  deps: Deps,
  session: { id: string },
  stays: 'all' | 'figures',
): Promise<void> {
  await settleSummary(tx, deps, session, stays);
  const locked = await lockSession(tx, session.id);
  if (locked && !locked.fixesErasedAt) await store.removeFixes(tx, session.id, deps.clock.now());
}

/**
 * Somebody who no longer agrees to be tracked: the session that runs ends, and every exact position that was taken by then
 * goes at once, whatever proof or dispute rests on it (location.md 3.1). The heat map keeps what it has shown until then.
 */
export async function forgetForWithdrawnConsent(tx: Tx, deps: Deps, userId: string, at: Date): Promise<void> {
  const sessions = await store.lockUnerased(tx, userId, at);
  await endForWithdrawnConsent(tx, deps, userId, at);
  for (const session of sessions) await eraseFixes(tx, deps, session, 'figures');
  await store.removeShapes(tx, userId, at);
}

/** Positions cannot come earlier than their session nor later than now; room for two more months is more than any outage takes. */
export async function turnMonths(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await store.prepareMonths(deps.db, now, addMilliseconds(now, 62 * DAY));
  await store.dropEmptyMonths(deps.db, now);
}
