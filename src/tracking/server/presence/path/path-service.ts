import { setImmediate } from 'node:timers/promises';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { signFound } from '../../events.ts';
import { lockSession } from '../../store.ts';
import * as store from './path-store.ts';
import { agreeWith, RESEMBLING, tellingWindows } from './same-path.ts';

const AT_ONCE = 100;
const LONGEST_RUN_MS = MINUTE;
const LOADED_AT_ONCE = 50;
/** Comparing two hours takes 0.8 ms (docs/presence.md), and with the queries 400 paths take 0.5 s. */
const COMPARED = { ofMarketer: 100, inCity: 400 };

/**
 * A path that agrees makes the session's summary due, which then shows the sign, and announces it. Stops after a minute
 * and leaves the rest to the next run. A failed session does not stop the others.
 */
export async function compareDuePaths(deps: Deps): Promise<void> {
  const until = addMilliseconds(deps.clock.now(), LONGEST_RUN_MS);
  const failures: unknown[] = [];
  for (const profile of await store.listUncompared(deps.db, AT_ONCE)) {
    if (deps.clock.now() >= until) break;
    await comparePath(deps, profile).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} paths were not compared`);
}

async function comparePath(deps: Deps, profile: store.StoredProfile): Promise<void> {
  const windows = tellingWindows(profile);
  let agreement = -1;
  const earlier = windows.length > 0 ? await store.listEarlier(deps.db, profile, COMPARED) : [];
  for (let from = 0; from < earlier.length; from += LOADED_AT_ONCE) {
    for (const other of await store.loadProfiles(deps.db, earlier.slice(from, from + LOADED_AT_ONCE))) {
      agreement = Math.max(agreement, agreeWith(windows, other));
      // Requests come first.
      await setImmediate();
    }
  }
  await transact(deps.db, async (tx) => {
    const session = await lockSession(tx, profile.sessionId);
    if (!session || session.fixesErasedAt) return;
    const isSaved = await store.saveAgreement(tx, profile, agreement);
    if (!isSaved || agreement < RESEMBLING) return;
    await store.makeSummaryDue(tx, session);
    const what = { ref: deps.random.uuid(), payload: { sessionId: session.id } };
    await announce(tx, signFound, what, deps.clock);
  });
}
