import type { Id } from '#kernel/id.ts';
import { t } from '#kernel/text.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import { loadPayee } from './holds.ts';
import { loadLatestPayouts, findPayout, isPaidAfterReturn, lockPayout } from './payment-store.ts';
import { requestCancel } from './payout-cancel.ts';
import { queuePayout } from './payouts.ts';

/**
 * In the caller's transaction, which also writes the audit entry. Returns 'cancel-asked' if an unclaimed
 * payout is being cancelled: it can be retried once the wallet has returned it. Refuses with
 * 'payment/not-retryable' for other states, if a newer attempt exists, or if the payment is on hold.
 */
export async function retryPayout(
  tx: Tx,
  deps: Deps,
  { payoutId, by }: { payoutId: Id; by: Id },
): Promise<'queued' | 'cancel-asked'> {
  if (!(await findPayout(tx, payoutId))) throw notRetryable(t('This payout doesn’t exist.'));
  const { payout, payment } = await lockPayout(tx, payoutId);
  const newest = (await loadLatestPayouts(tx, [payment.id])).get(payment.id);
  if (newest?.id !== payoutId) throw notRetryable(t('A newer attempt has replaced this payout.'));
  // A loss became the payment when the attempt after it was reversed.
  if (payment.status === 'completed') throw notRetryable(t('This payment has been paid.'));
  if (payment.status === 'cancelled') throw notRetryable(t('A dispute has cancelled this payment.'));
  switch (payout.state) {
    case 'unclaimed':
    case 'held':
      await requestCancel(tx, deps, payout);
      return 'cancel-asked';
    case 'failed':
    case 'returned':
    case 'blocked':
    case 'refunded':
    case 'reversed':
      break;
    default:
      throw notRetryable(t('Only unclaimed or returned payouts can be retried.'));
  }
  if (await isPaidAfterReturn(tx, payment.id)) {
    throw notRetryable(t('PayPal reports that a returned attempt was paid. Resolve this with PayPal first.'));
  }
  const payee = await loadPayee(tx, deps, payment.marketerId);
  if (await queuePayout(tx, deps, payment, payee, by)) return 'queued';
  const reasons = payee.waitsFor(payment);
  if (reasons.includes('dispute')) {
    throw notRetryable(t('This payment is on hold until its dispute ends.'));
  }
  // The marketer cannot fix a suspension.
  if (reasons.includes('suspended')) {
    throw notRetryable(t('The marketer is suspended. Reactivate the account first.'));
  }
  throw notRetryable(
    t('This payment is on hold until the marketer acts: {reasons}.', { reasons: reasons.join(', ') }),
  );
}

const notRetryable = (message: string) => refuse('payment/not-retryable', { message });
