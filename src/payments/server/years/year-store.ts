import { sql } from 'drizzle-orm';
import type { Period } from '#kernel/calendar.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { numberPeriod } from '#platform/server/db/periods.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { PaidPart } from './year-rules.ts';

/** By month and campaign. A payment that the wallet took back counts against the month in which it did. */
export async function listPaidByMonth(
  reader: Reader,
  marketerId: Id,
  { months, end }: { months: readonly Period[]; end: Date },
): Promise<PaidPart[]> {
  // A payout leaves by its own account, or by the balance if it was returned before it arrived.
  const { rows } = await reader.execute<{
    month: number;
    campaign_id: Id;
    campaign_title: string;
    is_tip: boolean;
    payments: number;
    cents: Cents;
  }>(sql`
    with own as (
      select o.id as payout_id, p.campaign_id, p.campaign_title, p.tip_id is not null as is_tip
      from payment p join payout o on o.payment_id = p.id where p.marketer_id = ${marketerId}
    ),
    move as (
      select t.occurred_at, e.amount, split_part(t.dedupe_key, ':', 2) as payout_id
      from ledger.account a
      join ledger.entry e on e.account_id = a.id
      join ledger.txn t on t.id = e.txn_id
      where a.code = any(array(
          select 'payout_in_flight:' || payout_id from own union all select ${`payable:${marketerId}`}::text))
        and t.kind in ('payout_settle', 'payout_reverse', 'write_off')
        and t.occurred_at >= ${months[0]?.start} and t.occurred_at < ${end}
    )
    select ${numberPeriod(sql`move.occurred_at`, months)} as month, own.campaign_id,
      max(own.campaign_title) as campaign_title, own.is_tip, sum(sign(move.amount))::int as payments,
      sum(move.amount)::bigint as cents
    from move join own on own.payout_id::text = move.payout_id
    group by 1, 2, 4`);
  return rows.map((row) => ({
    month: row.month,
    campaignId: row.campaign_id,
    campaignTitle: row.campaign_title,
    isTip: row.is_tip,
    payments: row.payments,
    cents: row.cents,
  }));
}

export async function findFirstPayment(reader: Reader, marketerId: Id): Promise<Date | null> {
  const { rows } = await reader.execute<{ at: Date }>(sql`
    select created_at as at from payment where marketer_id = ${marketerId} order by created_at, id limit 1`);
  return rows[0]?.at ?? null;
}
