import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { inFlightStates } from '../payouts/payment-store.ts';
import { ledgerAccount, ledgerEntry, ledgerTxn, payout } from '../tables.ts';

/** Balances for screens, all from the ledger. */

export interface EscrowLeft {
  payCents: Cents;
  feeCents: Cents;
}

export async function getEscrowLeft(reader: Reader, campaignId: Id): Promise<EscrowLeft> {
  const left = await loadBalances(reader, [`escrow:${campaignId}`, `fee_unearned:${campaignId}`]);
  return {
    payCents: left.get(`escrow:${campaignId}`) ?? 0,
    feeCents: left.get(`fee_unearned:${campaignId}`) ?? 0,
  };
}

/** Returns the escrow of all campaigns. */
export async function getEscrowHeld(reader: Reader): Promise<EscrowLeft> {
  const [found] = (
    await reader.execute<{ pay: Cents; fee: Cents }>(
      sql`select -${familySumSql('escrow')} as pay, -${familySumSql('fee_unearned')} as fee`,
    )
  ).rows;
  return { payCents: found?.pay ?? 0, feeCents: found?.fee ?? 0 };
}

/** What was not moved to the order's campaign. */
export async function suspenseLeft(reader: Reader, orderId: Id): Promise<Cents> {
  const code = `suspense:${orderId}`;
  return (await loadBalances(reader, [code])).get(code) ?? 0;
}

/** Returns the amount refunded to the payer, including refunds in flight but not money lost in disputes. */
export async function refundedCents(reader: Reader, campaignId: Id): Promise<Cents> {
  const codes = [`escrow:${campaignId}`, `fee_unearned:${campaignId}`];
  return sumEntries(reader, codes, ['refund_submit', 'refund_fail']);
}

export interface Earnings {
  /** Everything released to the marketer, tips included, and not taken back: earned = paid + in flight + payable. */
  earnedCents: Cents;
  /** Confirmed by the wallet. */
  paidCents: Cents;
  inFlightCents: Cents;
  payableCents: Cents;
}

export async function earnings(reader: Reader, marketerId: Id): Promise<Earnings> {
  const id = sql.param(marketerId);
  const { rows } = await reader.execute<Omit<Earnings, 'paidCents'>>(sql`
    select ${earnedSql(id)} as "earnedCents", ${inFlightSql(id)} as "inFlightCents", ${payableSql(id)} as "payableCents"`);
  const [found] = rows;
  if (!found) throw new Error('unreachable: a select without from has one row');
  return { ...found, paidCents: found.earnedCents - found.inFlightCents - found.payableCents };
}

export function paidCentsSql(marketerId: SQLWrapper): SQL<Cents> {
  return sql<Cents>`(${earnedSql(marketerId)} - ${inFlightSql(marketerId)} - ${payableSql(marketerId)})`;
}

/** Money above the tax threshold moves from tax_hold to payable. Both count as earned. */
const codesSql = (marketerId: SQLWrapper) =>
  sql`('payable:' || ${marketerId}::uuid, 'tax_hold:' || ${marketerId}::uuid)`;

// Written into the text, because an index only of these states is not used for values that follow later.
const isInFlight = sql`p.state in ${inFlightStates}`.inlineParams();

const earnedSql = (marketerId: SQLWrapper) => sql`(
  select coalesce(sum(a.released), 0)::bigint from ledger.account a where a.code in ${codesSql(marketerId)})`;

const payableSql = (marketerId: SQLWrapper) => sql`(
  select coalesce(sum(a.balance), 0)::bigint from ledger.account a where a.code in ${codesSql(marketerId)})`;

const inFlightSql = (marketerId: SQLWrapper) => sql`(
  select coalesce(sum(a.balance), 0)::bigint
  from ${payout} p join ledger.account a on a.code = 'payout_in_flight:' || p.id
  where p.marketer_id = ${marketerId}::uuid and ${isInFlight})`;

export function paidCentsSinceSql(marketerId: SQLWrapper, since: SQLWrapper): SQL<Cents> {
  return sql<Cents>`(
    select coalesce(sum(p.amount_cents), 0)::bigint from payment p
    where p.marketer_id = ${marketerId} and p.status = 'completed' and p.created_at >= ${since}::timestamptz)`;
}

/** The SQL expression for the cost of approved work, fees included. `campaigns` is a table with their ids. */
export function spentCentsSql(campaigns: SQL): SQL<Cents> {
  return sql<Cents>`(
    select coalesce(-sum(a.released), 0)::bigint
    from ${campaigns} c
    cross join lateral (values ('escrow:' || c.id), ('fee_unearned:' || c.id)) as codes (code)
    join ledger.account a on a.code = codes.code)`;
}

/**
 * The SQL expression for the tips that were passed on for work in these campaigns. Campaigns did not pay them
 * (decision 57).
 */
export function tippedCentsSql(campaigns: SQL): SQL<Cents> {
  return sql<Cents>`(
    select coalesce(sum(tip.amount_cents), 0)::bigint
    from ${campaigns} c join tip on tip.campaign_id = c.id and tip.paid_at is not null)`;
}

export async function feeRevenueCents(reader: Reader): Promise<Cents> {
  const { rows } = await reader.execute<{ cents: Cents }>(
    sql`select -${familySumSql('fee_revenue')} as cents`,
  );
  return rows[0]?.cents ?? 0;
}

/** The SQL expression for the sum of all entries on the accounts of a family. Debits are positive. */
export function familySumSql(family: string): SQL<Cents> {
  return sql<Cents>`(
    select coalesce(sum(s.amount), 0)::bigint from ledger.subtotal s where s.family = ${family})`;
}

/** Returns the sum of the entries of these transaction kinds on these accounts. Debits are positive. */
async function sumEntries(reader: Reader, codes: string[], kinds: string[]): Promise<Cents> {
  const [found] = await reader
    .select({ cents: sql<number>`coalesce(sum(${ledgerEntry.amountCents}), 0)::bigint` })
    .from(ledgerAccount)
    .innerJoin(ledgerEntry, eq(ledgerEntry.accountId, ledgerAccount.id))
    .innerJoin(ledgerTxn, eq(ledgerTxn.id, ledgerEntry.txnId))
    .where(and(inArray(ledgerAccount.code, codes), inArray(ledgerTxn.kind, kinds)));
  return found?.cents ?? 0;
}

async function loadBalances(reader: Reader, codes: string[]): Promise<Map<string, Cents>> {
  const rows = await reader
    .select({ code: ledgerAccount.code, cents: ledgerAccount.balanceCents })
    .from(ledgerAccount)
    .where(inArray(ledgerAccount.code, codes));
  return new Map(rows.map(({ code, cents }) => [code, cents]));
}
