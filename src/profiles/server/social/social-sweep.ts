import { HOUR } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Sweep } from '#platform/server/outbox/outbox-worker.ts';
import { socialAccountOutdated } from '../events.ts';
import { isOutdated } from './social-rules.ts';
import * as store from './social-store.ts';

/** Asks once for each expired confirmation. */
export function outdatedSocialAccounts(deps: Deps): Sweep {
  return { name: 'profiles/outdated social accounts', everyMs: HOUR, run: () => askAgain(deps) };
}

async function askAgain(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const ids = await store.listOutdated(deps.db, deps.clock.now(), after);
    for (const id of ids) await askAbout(deps, id).catch((error) => failures.push(error));
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} accounts could not be asked again`);
}

async function askAbout(deps: Deps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const row = await store.lockSocialAccount(tx, id);
    // The account was confirmed again or disconnected in the meantime.
    if (!row || row.askedAgainAt !== null || !isOutdated(row, now)) return;
    await store.updateSocialAccount(tx, id, { askedAgainAt: now });
    // Don't notify marketers who have already asked for a new check.
    if (row.status !== 'approved') return;
    const ref = `${row.accountId}:${row.platform}:${row.verifiedUntil?.toISOString()}`;
    const payload = { userId: row.accountId, platform: row.platform };
    await announce(tx, socialAccountOutdated, { ref, payload }, deps.clock);
  });
}
