import {
  and,
  asc,
  type Column,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lte,
  notExists,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { PaymentState } from '#payments/contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { TAX_ZONE } from '../../year-contract.ts';
import { payment, type PaymentRow, payout, type PayoutRow, type PayoutState } from '../tables.ts';

/** Payouts in these states may still pay, or have paid. No other attempt may start. */
export const liveStates: PayoutState[] = ['submitting', 'processing', 'unclaimed', 'held', 'succeeded'];

/** A payment in these states is never sent again. */
const finalStates: PaymentState[] = ['completed', 'cancelled'];

/** On the way to the wallet or sent to it, without a final result. */
export const inFlightStates: PayoutState[] = ['submitting', 'processing', 'unclaimed', 'held'];

export function buildPaymentInsert(tx: Tx, row: PaymentRow) {
  return tx.insert(payment).values(row).returning({ id: payment.id });
}

export async function getPaymentBySource(reader: Reader, sourceId: Id): Promise<PaymentRow> {
  const [found] = await reader.select().from(payment).where(eq(payment.sourceId, sourceId));
  if (!found) throw new Error(`no payment found for source ${sourceId}`);
  return found;
}

export async function loadPaymentsBySource(
  reader: Reader,
  sourceIds: readonly Id[],
): Promise<Map<Id, PaymentRow>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await reader.select().from(payment).where(isAmong(payment.sourceId, sourceIds));
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** Returns true while the advertiser disputes an approval of this campaign, so its money may come back. */
export async function hasDisputedPayment(reader: Reader, campaignId: Id): Promise<boolean> {
  const [found] = await reader
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.campaignId, campaignId), isNotNull(payment.disputedSince)))
    .limit(1);
  return found !== undefined;
}

export async function lockPayment(tx: Tx, id: Id): Promise<PaymentRow> {
  const [found] = await tx.select().from(payment).where(eq(payment.id, id)).for('update');
  if (!found) throw new Error(`payment ${id} not found`);
  return found;
}

type PaymentChanges = Partial<
  Pick<
    PaymentRow,
    | 'status'
    | 'completedAt'
    | 'failedAt'
    | 'isTaxHeld'
    | 'isShort'
    | 'releasedAt'
    | 'amountCents'
    | 'feeCents'
    | 'disputeId'
    | 'disputedSince'
  >
>;

export function buildPaymentUpdate(tx: Tx, id: Id, changes: PaymentChanges) {
  return tx.update(payment).set(changes).where(eq(payment.id, id)).returning({ id: payment.id });
}

export async function updatePayment(tx: Tx, id: Id, changes: PaymentChanges): Promise<void> {
  await buildPaymentUpdate(tx, id, changes);
}

/** Those that the escrow has covered, oldest first, locked in that order. */
export async function lockUnpaidPayments(tx: Tx, marketerId: Id): Promise<PaymentRow[]> {
  return tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.marketerId, marketerId),
        notInArray(payment.status, finalStates),
        eq(payment.isShort, false),
      ),
    )
    .orderBy(asc(payment.createdAt), asc(payment.id))
    .for('update');
}

/** Without a live attempt, paged by id. */
export async function listMarketersWithUnpaid(reader: Reader, after: Id, limit: number): Promise<Id[]> {
  const attempt = reader
    .select({ id: payout.id })
    .from(payout)
    .where(and(eq(payout.paymentId, payment.id), inArray(payout.state, liveStates)));
  const rows = await reader
    .selectDistinct({ marketerId: payment.marketerId })
    .from(payment)
    .where(
      and(
        notInArray(payment.status, finalStates),
        eq(payment.isShort, false),
        gt(payment.marketerId, after),
        notExists(attempt),
      ),
    )
    .orderBy(asc(payment.marketerId))
    .limit(limit);
  return rows.map(({ marketerId }) => marketerId);
}

export async function sumReleasedInYear(
  reader: Reader,
  { marketerId, at }: { marketerId: Id; at: Date },
): Promise<Cents> {
  const year = (moment: SQL | Column) => sql`date_part('year', ${moment} at time zone ${TAX_ZONE})`;
  const [found] = await reader
    .select({ cents: sql<number>`coalesce(sum(${payment.amountCents}), 0)::bigint` })
    .from(payment)
    .where(
      and(eq(payment.marketerId, marketerId), eq(year(payment.releasedAt), year(sql`${at}::timestamptz`))),
    );
  return found?.cents ?? 0;
}

export function buildPayoutInsert(tx: Tx, row: typeof payout.$inferInsert) {
  return tx.insert(payout).values(row).returning({ id: payout.id });
}

export async function findPayout(reader: Reader, id: Id): Promise<PayoutRow | undefined> {
  const [found] = await reader.select().from(payout).where(eq(payout.id, id));
  return found;
}

export async function getPayout(reader: Reader, id: Id): Promise<{ payout: PayoutRow; payment: PaymentRow }> {
  const [found] = await reader
    .select()
    .from(payout)
    .innerJoin(payment, eq(payment.id, payout.paymentId))
    .where(eq(payout.id, id));
  if (!found) throw new Error(`payout ${id} not found`);
  return found;
}

export async function findPayoutByAnyId(
  reader: Reader,
  ids: readonly string[],
): Promise<PayoutRow | undefined> {
  const list = sql.param([...ids]);
  const [found] = await reader
    .select()
    .from(payout)
    .where(
      sql`${payout.providerBatchId} = any(${list}) or ${payout.providerItemId} = any(${list})
        or ${payout.id}::text = any(${list})`,
    )
    .limit(1);
  return found;
}

/** Locks the payment first. */
export async function lockPayout(tx: Tx, id: Id): Promise<{ payout: PayoutRow; payment: PaymentRow }> {
  const known = await findPayout(tx, id);
  if (!known) throw new Error(`payout ${id} not found`);
  const lockedPayment = await lockPayment(tx, known.paymentId);
  const [locked] = await tx.select().from(payout).where(eq(payout.id, id)).for('update');
  if (!locked) throw new Error(`payout ${id} not found`);
  return { payout: locked, payment: lockedPayment };
}

export async function updatePayout(
  tx: Tx,
  id: Id,
  changes: Partial<Omit<PayoutRow, 'id'>>,
): Promise<PayoutRow> {
  const [updated] = await tx.update(payout).set(changes).where(eq(payout.id, id)).returning();
  if (!updated) throw new Error(`payout ${id} not found`);
  return updated;
}

export async function loadLatestPayouts(reader: Reader, paymentIds: Id[]): Promise<Map<Id, PayoutRow>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await reader
    .selectDistinctOn([payout.paymentId])
    .from(payout)
    .where(isAmong(payout.paymentId, paymentIds))
    .orderBy(payout.paymentId, desc(payout.createdAt), desc(payout.id));
  return new Map(rows.map((row) => [row.paymentId, row]));
}

export const isLive = (attempt: PayoutRow | undefined): boolean =>
  attempt !== undefined && liveStates.includes(attempt.state);

/**
 * The issue of a returned attempt that the wallet later reports as paid. A person must resolve it with the
 * wallet.
 */
export const PAID_AFTER_RETURN = 'PAID_AFTER_RETURN';

/**
 * The issue of such an attempt after its amount was booked as a loss: another attempt paid, or a dispute cancelled it.
 */
export const PAID_TWICE = 'PAID_TWICE';

export async function listPaidAfterReturn(reader: Reader, paymentIds: Id[]): Promise<Set<Id>> {
  if (paymentIds.length === 0) return new Set();
  const rows = await reader
    .select({ paymentId: payout.paymentId })
    .from(payout)
    .where(
      and(isAmong(payout.paymentId, paymentIds), inArray(payout.lastIssue, [PAID_AFTER_RETURN, PAID_TWICE])),
    );
  return new Set(rows.map(({ paymentId }) => paymentId));
}

export async function isPaidAfterReturn(reader: Reader, paymentId: Id): Promise<boolean> {
  return (await listPaidAfterReturn(reader, [paymentId])).has(paymentId);
}

export async function findPaidTwice(tx: Tx, paymentId: Id): Promise<PayoutRow | undefined> {
  const [found] = await tx
    .select()
    .from(payout)
    .where(and(eq(payout.paymentId, paymentId), eq(payout.lastIssue, PAID_TWICE)))
    .orderBy(asc(payout.createdAt), asc(payout.id))
    .limit(1);
  return found;
}

/** A dispute may have taken back a part of the payment after the wallet had returned the payout. */
export function toOwedPayout(payout: PayoutRow, { amountCents }: Pick<PaymentRow, 'amountCents'>) {
  return { ...payout, payoutId: payout.id, owedCents: Math.min(payout.amountCents, amountCents) };
}

export const isInFlight = (attempt: PayoutRow): boolean => inFlightStates.includes(attempt.state);

export async function listPayoutsToPoll(reader: Reader, now: Date, limit: number): Promise<PayoutRow[]> {
  return reader
    .select()
    .from(payout)
    .where(and(lte(payout.lookAt, now), inArray(payout.state, inFlightStates)))
    .orderBy(asc(payout.lookAt))
    .limit(limit);
}

/** By the wallet's transaction id or by our id. */
export async function listArrivedPayouts(reader: Reader, names: readonly string[]): Promise<Id[]> {
  const list = sql.param([...names]);
  const rows = await reader
    .select({ id: payout.id })
    .from(payout)
    .where(
      and(
        eq(payout.state, 'succeeded'),
        sql`(${payout.providerTransactionId} = any(${list}) or ${payout.id}::text = any(${list}))`,
      ),
    );
  return rows.map(({ id }) => id);
}
