import { sql } from 'drizzle-orm';
import type { Cents } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { familySumSql } from '../ledger/balance-service.ts';
import type { PendingMoves } from './reconciliation-moves.ts';

export interface OurBalance {
  cents: Cents;
  wayOutCents: Cents;
  wayInCents: Cents;
}

/**
 * Returns psp plus psp_held, adjusted for requests that the wallet's report already shows (an unclaimed
 * payout has left). The wallet may or may not have counted other money in transit, and entries after
 * `laggingAt`.
 */
export async function loadOurBalance(
  reader: Reader,
  ahead: PendingMoves,
  laggingAt: Date,
): Promise<OurBalance> {
  const isUnseen = sql`id <> all(${sql.param(ahead.ids)}::uuid[])`;
  const { rows } = await reader.execute<{ booked: number; out: number; in: number }>(sql`
    with late as (
      select sum(e.amount) as net from ledger.txn t
      join ledger.entry e on e.txn_id = t.id
      join ledger.account a on a.id = e.account_id and a.family in ('psp', 'psp_held')
      where t.occurred_at >= ${laggingAt} group by t.id
    )
    select
      ${familySumSql('psp')} + ${familySumSql('psp_held')} as booked,
      ((select coalesce(sum(amount_cents), 0) from payout
          where state in ('submitting', 'processing', 'unclaimed', 'held') and ${isUnseen})
        + (select coalesce(sum(amount_cents), 0) from refund where state in ('submitting', 'pending') and ${isUnseen})
        + (select coalesce(sum(net), 0) from late where net > 0))::bigint as out,
      ((select coalesce(sum(amount_cents), 0) from payment_order where state in ('capturing', 'pending') and ${isUnseen})
        - (select coalesce(sum(net), 0) from late where net < 0))::bigint as in`);
  const { booked = 0, out = 0, in: into = 0 } = rows[0] ?? {};
  return { cents: booked + ahead.cents, wayOutCents: out, wayInCents: into };
}
