import { sql } from 'drizzle-orm';
import { addMilliseconds } from '#kernel/time.ts';
import type { StuckSearch } from '#payments/server/ports.ts';
import { ADMIN_PERIOD_MS } from '#proofs/contract.ts';

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
