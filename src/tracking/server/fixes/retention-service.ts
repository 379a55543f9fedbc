import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import * as store from './retention-store.ts';
import { FIXES_KEPT_MS } from '#tracking/contract.ts';
import { getErasureTime } from '../rules.ts';
import { endOfUser } from '../service.ts';
import { lockSession } from '../store.ts';
import { updateSummary } from '../presence/summary-service.ts';

const AT_ONCE = 100;

/**
 * Uses one transaction per session, so that an interrupted run can be repeated. Checks proofs and disputes every time,
 * because a decision may have been disputed since (decisions 18.6 and 22.4).
 */
export async function eraseOldFixes(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const failures: unknown[] = [];
  let after: store.ErasableSession['session'] | null = null;
  do {
    // A decision never precedes the session's end, so younger sessions cannot be due because of one.
    const endedBy = addMilliseconds(now, -FIXES_KEPT_MS);
    const page: store.ErasableSession[] = await store.listErasable(deps.db, {
      endedBy,
      now,
      after,
      limit: AT_ONCE,
    });
    const decided = await deps.ports.listDecidedWork(
      deps.db,
      page.map(({ session }) => session.applicationId),
    );
    for (const each of page) {
      const at = each.isWithdrawn
        ? now
        : getErasureTime(each.session, each.closesAt, decided.get(each.session.applicationId));
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

/** Saves the summary first, which also locks the session, because only the summary remains. */
async function eraseFixes(
  tx: Tx,
  deps: Deps,
  session: { id: string },
  stays: 'all' | 'figures',
): Promise<void> {
  await updateSummary(tx, deps, session, stays);
  const locked = await lockSession(tx, session.id);
  if (locked && !locked.fixesErasedAt) await store.removeFixes(tx, session.id, deps.clock.now());
}

/**
 * Handles a marketer's withdrawal of consent. Ends the running session and erases every exact position taken
 * by then at once, even if a proof or dispute relies on it (decision 23.3). The heat map keeps what it has
 * shown so far.
 */
export async function eraseForWithdrawnConsent(tx: Tx, deps: Deps, userId: string, at: Date): Promise<void> {
  const sessions = await store.lockUnerased(tx, userId, at);
  await endOfUser(tx, deps, userId, 'consent-withdrawn', at);
  for (const session of sessions) await eraseFixes(tx, deps, session, 'figures');
  await store.removeShapes(tx, userId, at);
}

/** Positions are never older than their session nor later than now. Two more months in advance cover any outage. */
export async function rotateMonths(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await store.prepareMonths(deps.db, now, addMilliseconds(now, 62 * DAY));
  await store.dropEmptyMonths(deps.db, now);
}
