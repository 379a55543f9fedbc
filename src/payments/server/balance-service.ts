import { inArray, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { ledgerAccount } from './tables.ts';

/** Money on screens: all of it from the ledger. */

/** What is left of a purpose's money; zeros before funding. */
export async function escrowLeft(
  reader: Reader,
  purposeId: Id,
): Promise<{ payCents: Cents; feeCents: Cents }> {
  const left = await balancesOf(reader, [`escrow:${purposeId}`, `fee_unearned:${purposeId}`]);
  return {
    payCents: left.get(`escrow:${purposeId}`) ?? 0,
    feeCents: left.get(`fee_unearned:${purposeId}`) ?? 0,
  };
}

export interface Earnings {
  /** All that was ever released to the marketer: earned = paid + in flight + payable. */
  earnedCents: Cents;
  /** Confirmed by the wallet. */
  paidCents: Cents;
  /** Sent, and not confirmed yet. */
  inFlightCents: Cents;
  /** Waiting to be sent, or returned. */
  payableCents: Cents;
}

export async function earnings(reader: Reader, marketerId: Id): Promise<Earnings> {
  const { rows } = await reader.execute<{ earned: number; in_flight: number; payable: number }>(sql`
    select
      (select coalesce(-sum(e.amount), 0)::bigint from ledger.account a
         join ledger.entry e on e.account_id = a.id join ledger.txn t on t.id = e.txn_id
         where a.code = ${`payable:${marketerId}`} and t.kind = 'release') as earned,
      (select coalesce(sum(a.balance), 0)::bigint from payout p
         join ledger.account a on a.code = 'payout_in_flight:' || p.id
         where p.marketer_id = ${marketerId} and p.state in ('submitting', 'processing', 'unclaimed', 'held')) as in_flight,
      (select coalesce(max(a.balance), 0)::bigint from ledger.account a
         where a.code = ${`payable:${marketerId}`}) as payable`);
  const { earned = 0, in_flight: inFlightCents = 0, payable: payableCents = 0 } = rows[0] ?? {};
  return {
    earnedCents: earned,
    paidCents: earned - inFlightCents - payableCents,
    inFlightCents,
    payableCents,
  };
}

/** What approved work has cost for these purposes together, fees included. */
export async function spentCents(reader: Reader, purposeIds: readonly Id[]): Promise<Cents> {
  if (purposeIds.length === 0) return 0;
  const codes = purposeIds.flatMap((id) => [`escrow:${id}`, `fee_unearned:${id}`]);
  const { rows } = await reader.execute<{ cents: number }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as cents from ledger.account a
      join ledger.entry e on e.account_id = a.id join ledger.txn t on t.id = e.txn_id
      where a.code = any(${sql.param(codes)}) and t.kind = 'release'`);
  return rows[0]?.cents ?? 0;
}

/** All fees that the platform has earned. */
export async function feeRevenueCents(reader: Reader): Promise<Cents> {
  const { rows } = await reader.execute<{ cents: number }>(sql`
    select coalesce(-sum(e.amount), 0)::bigint as cents from ledger.account a
      join ledger.entry e on e.account_id = a.id where a.code = 'fee_revenue'`);
  return rows[0]?.cents ?? 0;
}

async function balancesOf(reader: Reader, codes: string[]): Promise<Map<string, Cents>> {
  const rows = await reader
    .select({ code: ledgerAccount.code, cents: ledgerAccount.balanceCents })
    .from(ledgerAccount)
    .where(inArray(ledgerAccount.code, codes));
  return new Map(rows.map(({ code, cents }) => [code, cents]));
}
