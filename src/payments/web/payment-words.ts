import { type Cents, fromDecimal } from '#kernel/money.ts';
import type { StatusTone } from '#platform/web/ui/status-badge.tsx';
import type { Payment } from '../contract.ts';

const known: Readonly<Record<string, { label: string; tone: StatusTone }>> = {
  completed: { label: 'Completed', tone: 'positive' },
  pending: { label: 'Pending', tone: 'waiting' },
  failed: { label: 'Failed', tone: 'negative' },
};

/** A payment's state in words; one that this screen does not know yet gets the neutral style. */
export function paymentStateWords(status: string): { label: string; tone: StatusTone } {
  return known[status] ?? { label: status, tone: 'neutral' };
}

/** What has arrived in the wallet, of all payments or of those that `counts` lets through. */
export function completedCents(
  payments: readonly Pick<Payment, 'amount' | 'status' | 'createdAt'>[],
  counts: (createdAt: Date) => boolean = () => true,
): Cents {
  return payments
    .filter(({ status, createdAt }) => status === 'completed' && counts(new Date(createdAt)))
    .reduce((sum, { amount }) => sum + fromDecimal(amount), 0);
}

/** The same month of the same year, in the reader's own time zone. */
export function isSameMonth(moment: Date, now: Date): boolean {
  return moment.getMonth() === now.getMonth() && moment.getFullYear() === now.getFullYear();
}
