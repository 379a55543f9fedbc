import { and, count, desc, eq } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { isBehind, type MomentPage } from '#platform/server/moment-page.ts';
import type { PaymentState } from '../contract.ts';
import { payment, type PaymentRow, payout, type PayoutRow } from './tables.ts';

/** Returns payments newest first. */
export async function listPaymentsOf(
  reader: Reader,
  marketerId: Id,
  { limit, after }: MomentPage,
): Promise<PaymentRow[]> {
  const behind = isBehind({ at: payment.createdAt, id: payment.id }, after, 'falling');
  return reader
    .select()
    .from(payment)
    .where(and(eq(payment.marketerId, marketerId), behind))
    .orderBy(desc(payment.createdAt), desc(payment.id))
    .limit(limit);
}

export async function countPaymentsOf(reader: Reader, marketerId: Id): Promise<Record<PaymentState, number>> {
  const rows = await reader
    .select({ status: payment.status, rows: count() })
    .from(payment)
    .where(eq(payment.marketerId, marketerId))
    .groupBy(payment.status);
  const counts: Record<PaymentState, number> = { pending: 0, completed: 0, failed: 0 };
  for (const { status, rows: number } of rows) counts[status] = number;
  return counts;
}

/** Returns undefined also if the payment belongs to another marketer. */
export async function findPaymentOf(reader: Reader, id: Id, marketerId: Id): Promise<PaymentRow | undefined> {
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
