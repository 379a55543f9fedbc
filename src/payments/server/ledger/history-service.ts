import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#kernel/calendar.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { fillPeriods, numberPeriod } from '#platform/server/db/periods.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import { familySumSql } from './balance-service.ts';
import { DISORDER_MS } from './held-changes-service.ts';

/** Money over time for charts, all from the ledger. Each function returns one entry per period, oldest first. */

const period = (periods: readonly Period[]) => numberPeriod(sql`t.occurred_at`, periods);

/** Returns the sum of the entries of one of these kinds of transaction. Credits are positive. */
const sumKinds = (kinds: SQL) => sql`coalesce(-sum(e.amount) filter (where t.kind in (${kinds})), 0)::bigint`;

interface EarnedPart {
  date: string;
  /** Released pay, less what disputes took back. Negative if they took back more. */
  payCents: Cents;
  tipCents: Cents;
}

/** Over all time it is `earnedCents` of `earnings`. */
export async function listEarnedByPeriod(
  reader: Reader,
  marketerId: Id,
  periods: readonly Period[],
): Promise<EarnedPart[]> {
  const codes = sql.param([`payable:${marketerId}`, `tax_hold:${marketerId}`]);
  const { rows } = await reader.execute<{ period: number; pay: number; tips: number }>(sql`
    select ${period(periods)} as period, ${sumKinds(sql`'release', 'take_back'`)} as pay,
      ${sumKinds(sql`'tip_release'`)} as tips
    from ledger.account a
    join ledger.entry e on e.account_id = a.id
    join ledger.txn t on t.id = e.txn_id
    where a.code = any(${codes}) and t.kind in ('release', 'take_back', 'tip_release')
      and t.occurred_at >= ${periods[0]?.start}
    group by 1`);
  return fillPeriods(periods, rows, (date, row) => ({
    date,
    payCents: row?.pay ?? 0,
    tipCents: row?.tips ?? 0,
  }));
}

interface CampaignMoney {
  date: string;
  /** Released for approved work, fee included, less what disputes took back. */
  spentCents: Cents;
  /** Sent back to the wallet, less failed refunds. */
  refundedCents: Cents;
  /** Escrow and unearned fee at the end of the period. */
  heldCents: Cents;
}

export async function listCampaignMoneyByPeriod(
  reader: Reader,
  campaignIds: readonly Id[],
  periods: readonly Period[],
): Promise<CampaignMoney[]> {
  const ids = sql.param([...campaignIds]);
  const start = periods[0]?.start;
  // Each lateral reads an index by key, also if the planner thinks that reading whole tables would cost less.
  const { rows } = await reader.execute<{
    period: number;
    spent: number;
    refunded: number;
    moved: number;
  }>(sql`
    with place as (
      select a.id, a.version, a.balance
      from unnest(${ids}::uuid[]) own (id)
      cross join (values ('escrow:'), ('fee_unearned:')) part (prefix)
      cross join lateral (select * from ledger.account where account.code = part.prefix || own.id limit 1) a
    ),
    recent as (
      select place.id
      from place
      cross join lateral (
        select txn_id from ledger.entry
        where entry.account_id = place.id and entry.account_version = place.version limit 1) e
      cross join lateral (select occurred_at from ledger.txn where txn.id = e.txn_id limit 1) t
      where t.occurred_at >= ${start}::timestamptz - ${milliseconds(DISORDER_MS)}
    )
    select ${period(periods)} as period, ${sumKinds(sql`'release', 'take_back'`)} as spent,
      ${sumKinds(sql`'refund_submit', 'refund_fail'`)} as refunded, (-sum(e.amount))::bigint as moved
    from recent
    cross join lateral (select txn_id, amount from ledger.entry where entry.account_id = recent.id offset 0) e
    cross join lateral (select kind, occurred_at from ledger.txn where txn.id = e.txn_id limit 1) t
    where t.occurred_at >= ${start}
    group by 1
    union all select 0, 0, 0, coalesce(sum(balance), 0)::bigint from place`);
  const sinceStart = rows.reduce((sum, row) => sum + (row.period === 0 ? 0 : row.moved), 0);
  let heldCents = (rows.find((row) => row.period === 0)?.moved ?? 0) - sinceStart;
  return fillPeriods(periods, rows, (date, row) => {
    heldCents += row?.moved ?? 0;
    return { date, spentCents: 0 - (row?.spent ?? 0), refundedCents: 0 - (row?.refunded ?? 0), heldCents };
  });
}

const sumFamily = (family: string) =>
  sql`coalesce(-sum(e.amount) filter (where a.family = ${family}), 0)::bigint`;

interface Held {
  date: string;
  escrowCents: Cents;
  unearnedFeeCents: Cents;
}

export async function listHeldByPeriod(reader: Reader, periods: readonly Period[]): Promise<Held[]> {
  const { rows } = await reader.execute<{ period: number; escrow: number; fee: number }>(sql`
    select ${period(periods)} as period, ${sumFamily('escrow')} as escrow, ${sumFamily('fee_unearned')} as fee
    from ledger.txn t
    join ledger.entry e on e.txn_id = t.id
    join ledger.account a on a.id = e.account_id and a.family in ('escrow', 'fee_unearned')
    where t.occurred_at >= ${periods[0]?.start}
    group by 1
    union all select 0, -${familySumSql('escrow')}, -${familySumSql('fee_unearned')}`);
  const now = rows.find((row) => row.period === 0);
  const sumMoved = (part: 'escrow' | 'fee') =>
    rows.reduce((sum, row) => sum + (row.period === 0 ? 0 : row[part]), 0);
  let escrowCents = (now?.escrow ?? 0) - sumMoved('escrow');
  let unearnedFeeCents = (now?.fee ?? 0) - sumMoved('fee');
  return fillPeriods(periods, rows, (date, row) => {
    escrowCents += row?.escrow ?? 0;
    unearnedFeeCents += row?.fee ?? 0;
    return { date, escrowCents, unearnedFeeCents };
  });
}
