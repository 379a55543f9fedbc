import { sql } from 'drizzle-orm';
import { addMilliseconds } from '#kernel/time.ts';
import type { StuckSearch } from '#payments/server/ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { transact } from '#platform/server/db/transact.ts';
import { ADMIN_PERIOD_MS } from '#proofs/weak-contract.ts';
import { weakProofOverdue } from '../events.ts';
import type { Deps } from '../ports.ts';
import { markAdminsTold } from '../due-store.ts';

/** Weak proofs that no admin has decided in time, for the list of stuck money (decision 38.4). */
export const overdueProofs: StuckSearch = {
  kind: 'proof',
  from: sql`proof w join campaign c on c.id = w.campaign_id`,
  where: (before) => sql`w.status = 'pending' and w.strength = 'weak'
    and w.review_due_at < ${addMilliseconds(before, -ADMIN_PERIOD_MS)}`,
  since: sql`w.review_due_at`,
  key: sql`w.id`,
  state: sql`w.status`,
  issue: sql`null::text`,
  amount: sql`c.pay_cents`,
  person: sql`w.marketer_id`,
  about: sql`c.title`,
};

const BATCH_SIZE = 100;

/** Announces each weak proof once. The rest follows next time. */
export async function announceWeakProofs(deps: Deps): Promise<void> {
  await transact(deps.db, async (tx) => {
    for (const { id, campaignId } of await markAdminsTold(tx, deps.clock.now(), BATCH_SIZE))
      await announce(tx, weakProofOverdue, { ref: id, payload: { proofId: id, campaignId } }, deps.clock);
  });
}
