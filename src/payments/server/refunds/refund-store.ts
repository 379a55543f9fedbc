import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { disputedIssues, type RefundableCapture } from './refund-rules.ts';
import { paymentOrder, refund, type RefundRow, type RefundState } from '../tables.ts';

const inFlightStates: RefundState[] = ['submitting', 'pending'];

export const isRefundInFlight = ({ state }: RefundRow): boolean => inFlightStates.includes(state);

export async function insertRefund(tx: Tx, row: typeof refund.$inferInsert): Promise<RefundRow> {
  const [inserted] = await tx.insert(refund).values(row).returning();
  if (!inserted) throw new Error('insert returned no row');
  return inserted;
}

export async function findRefund(reader: Reader, id: Id): Promise<RefundRow | undefined> {
  const [found] = await reader.select().from(refund).where(eq(refund.id, id));
  return found;
}

export async function findRefundByAnyId(
  reader: Reader,
  ids: readonly string[],
): Promise<RefundRow | undefined> {
  const list = sql.param([...ids]);
  const [found] = await reader
    .select()
    .from(refund)
    .where(sql`${refund.providerRefundId} = any(${list}) or ${refund.id}::text = any(${list})`)
    .limit(1);
  return found;
}

/** Lock the campaign first. */
export async function lockRefund(tx: Tx, id: Id): Promise<RefundRow> {
  const [found] = await tx.select().from(refund).where(eq(refund.id, id)).for('update');
  if (!found) throw new Error(`refund ${id} not found`);
  return found;
}

export async function updateRefund(
  tx: Tx,
  id: Id,
  changes: Partial<Omit<RefundRow, 'id' | 'amountCents'>>,
): Promise<RefundRow> {
  const [updated] = await tx.update(refund).set(changes).where(eq(refund.id, id)).returning();
  if (!updated) throw new Error(`refund ${id} not found`);
  return updated;
}

export async function listRefundsInFlight(reader: Reader, orderId: Id): Promise<Id[]> {
  const rows = await reader
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), inArray(refund.state, inFlightStates)));
  return rows.map(({ id }) => id);
}

/** Returns true while a refund of this order's unused money has no result. */
export async function isUnusedRefundInFlight(reader: Reader, orderId: Id): Promise<boolean> {
  const [found] = await reader
    .select({ id: refund.id })
    .from(refund)
    .where(
      and(eq(refund.orderId, orderId), eq(refund.origin, 'suspense'), inArray(refund.state, inFlightStates)),
    )
    .limit(1);
  return found !== undefined;
}

export async function listRefundsToPoll(reader: Reader, now: Date, limit: number): Promise<Id[]> {
  const rows = await reader
    .select({ id: refund.id })
    .from(refund)
    .where(and(lte(refund.lookAt, now), inArray(refund.state, inFlightStates)))
    .orderBy(asc(refund.lookAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function isRetried(reader: Reader, id: Id): Promise<boolean> {
  const [found] = await reader.select({ id: refund.id }).from(refund).where(eq(refund.retryOf, id)).limit(1);
  return found !== undefined;
}

/** Returns the captures that paid for a campaign, without tips, oldest first, with the amount still refundable. */
export function listRefundableCaptures(reader: Reader, campaignId: Id): Promise<RefundableCapture[]> {
  return selectRefundable(
    reader,
    sql`${paymentOrder.campaignId} = ${campaignId} and ${paymentOrder.state} = 'bound'
      and ${paymentOrder.tipId} is null`,
  );
}

export async function refundableCents(reader: Reader, orderId: Id): Promise<Cents> {
  const [found] = await selectRefundable(reader, sql`${paymentOrder.id} = ${orderId}`);
  return found?.refundableCents ?? 0;
}

/** The captured amount, minus refunds made or in flight, minus what disputes took or hold. */
function selectRefundable(reader: Reader, which: SQL): Promise<RefundableCapture[]> {
  return reader
    .select({
      orderId: paymentOrder.id,
      // Written as text, because in a subquery drizzle would drop the table name.
      refundableCents: sql<Cents>`greatest(0, payment_order.amount_cents
        - coalesce((select sum(r.amount_cents) from refund r
            where r.order_id = payment_order.id and r.state not in ('failed', 'cancelled')), 0)
        - coalesce((select sum(case c.state when 'open' then c.amount_cents
              else c.lost_pay_cents + c.lost_fee_cents + c.lost_suspense_cents + c.owed_cents end)
            from chargeback c where c.order_id = payment_order.id), 0))::bigint`,
    })
    .from(paymentOrder)
    .where(which)
    .orderBy(asc(paymentOrder.capturedAt), asc(paymentOrder.id));
}

/** Returns captured orders that have not been bound for a while. */
export async function listUnboundOrders(reader: Reader, now: Date, limit: number): Promise<Id[]> {
  const rows = await reader
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.state, 'captured'), lte(paymentOrder.lookAt, now)))
    .orderBy(asc(paymentOrder.lookAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Returns surplus orders whose money is still here although nothing blocks its refund. Open disputes block
 * it. So does a refused refund, which needs a person unless a dispute caused it and is closed.
 */
export async function listUnrefundedSurplus(reader: Reader, now: Date, limit: number): Promise<Id[]> {
  const { rows } = await reader.execute<{ id: Id }>(sql`
    select o.id from payment_order o join ledger.account a on a.code = 'suspense:' || o.id
    where o.state = 'surplus' and o.look_at <= ${now} and a.balance > 0
      and not exists (select from chargeback c where c.campaign_id = o.campaign_id and c.state = 'open')
      and not exists (
        select from refund r
        where r.order_id = o.id and r.origin = 'suspense' and r.state in ('failed', 'cancelled')
          and not exists (select from refund again where again.retry_of = r.id)
          and not (r.last_issue = any(${sql.param(disputedIssues)}) and exists (
            select from chargeback c where c.order_id = o.id and c.closed_at >= r.ended_at)))
    order by o.captured_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Returns false if the latest refund of this campaign's escrow failed for a reason that persists. After a
 * dispute, a retry is allowed once the dispute is closed, or after a day if none was found. An admin retries
 * the rest.
 */
export async function mayRefund(reader: Reader, campaignId: Id, now: Date): Promise<boolean> {
  const { rows } = await reader.execute(sql`
    select from (${newestAttempts}) r where r.campaign_id = ${campaignId} and not (${isRetryDue(now)})`);
  return rows.length === 0;
}

/**
 * Returns campaigns that may be refunded again: their latest refund was refused because of a dispute, or was a
 * retry, after which more may have become due. Also returns those whose latest refund failed before failed refunds
 * repaid the platform (decision 37), and those to which a dispute about a proof returned pay after they had completed.
 */
export async function listCampaignsToRefundAgain(reader: Reader, now: Date): Promise<Id[]> {
  const { rows } = await reader.execute<{ campaign_id: Id }>(sql`
    select r.campaign_id from (${newestAttempts}) r
    where ((r.retry_of is not null or r.last_issue = any(${sql.param(disputedIssues)})) and ${isRetryDue(now)}
        or r.state in ('failed', 'cancelled') and ${isPlatformOwed})
      and not exists (select from chargeback c where c.campaign_id = r.campaign_id and c.state = 'open')
      and exists (select from ledger.account a
        where a.code in ('escrow:' || r.campaign_id, 'fee_unearned:' || r.campaign_id) and a.balance > 0)
    union
    select p.campaign_id from payment p
    where p.dispute_id is not null and p.disputed_since is null and exists (select from ledger.account a
      where a.code in ('escrow:' || p.campaign_id, 'fee_unearned:' || p.campaign_id) and a.balance > 0)`);
  return rows.map(({ campaign_id }) => campaign_id);
}

const isPlatformOwed = sql`(
  exists (select from chargeback c where c.campaign_id = r.campaign_id and c.state = 'lost'
    and (c.written_off_cents > 0 or c.owed_cents > c.repaid_cents + c.recovered_cents))
  or exists (select from shortfall s where s.campaign_id = r.campaign_id and s.state = 'covered'))`;

const newestAttempts = sql`
  select distinct on (campaign_id) * from refund where origin = 'escrow'
  order by campaign_id, created_at desc, id`;

function isRetryDue(now: Date): SQL {
  return sql`(r.state not in ('failed', 'cancelled') or (
    r.last_issue = any(${sql.param(disputedIssues)}) and (
      r.ended_at <= ${addMilliseconds(now, -DAY)}
      or exists (select from chargeback c where c.campaign_id = r.campaign_id and c.closed_at >= r.ended_at))))`;
}
