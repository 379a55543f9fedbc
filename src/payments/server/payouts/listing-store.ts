import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Id } from '#kernel/id.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { PaymentState } from '../../contract.ts';
import { payment, type PaymentRow, payout, type PayoutRow } from '../tables.ts';

/** Returns payments newest first. */
export async function listPaymentsByMarketer(
  reader: Reader,
  marketerId: Id,
  { limit, after }: TimePage,
): Promise<PaymentRow[]> {
  const behind = isAfterRow({ at: payment.createdAt, id: payment.id }, after, 'falling');
  return reader
    .select()
    .from(payment)
    .where(and(eq(payment.marketerId, marketerId), behind))
    .orderBy(desc(payment.createdAt), desc(payment.id))
    .limit(limit);
}

export async function countPaymentsByStatus(
  reader: Reader,
  marketerId: Id,
): Promise<Record<PaymentState, number>> {
  const rows = await reader
    .select({ status: payment.status, rows: count() })
    .from(payment)
    .where(eq(payment.marketerId, marketerId))
    .groupBy(payment.status);
  const counts: Record<PaymentState, number> = { pending: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { status, rows: number } of rows) counts[status] = number;
  return counts;
}

/**
 * The condition for payments whose pay is still here, so that a dispute can hold it. A payout that is being sent
 * counts: the wallet may not have been called yet.
 */
export const isHoldable = and(
  inArray(payment.status, ['pending', 'failed']),
  eq(payment.isShort, false),
  sql`not exists (
    select from ${payout} where ${payout.paymentId} = ${payment.id}
      and ${payout.state} in ('processing', 'unclaimed', 'held', 'succeeded'))`,
);

/** Returns those of these sources whose pay a dispute can hold. */
export async function listHoldable(reader: Reader, sourceIds: readonly Id[]): Promise<Set<Id>> {
  if (sourceIds.length === 0) return new Set();
  const rows = await reader
    .select({ sourceId: payment.sourceId })
    .from(payment)
    .where(and(isAmong(payment.sourceId, sourceIds), isHoldable));
  return new Set(rows.map(({ sourceId }) => sourceId));
}

/** Returns undefined also if the payment belongs to another marketer. */
export async function findOwnPayment(
  reader: Reader,
  id: Id,
  marketerId: Id,
): Promise<PaymentRow | undefined> {
  const [found] = await reader
    .select()
    .from(payment)
    .where(and(eq(payment.id, id), eq(payment.marketerId, marketerId)));
  return found;
}

/** Returns the attempt that paid this payment. */
export async function findArrivedPayout(reader: Reader, paymentId: Id): Promise<PayoutRow | undefined> {
  const [found] = await reader
    .select()
    .from(payout)
    .where(and(eq(payout.paymentId, paymentId), eq(payout.state, 'succeeded')));
  return found;
}
