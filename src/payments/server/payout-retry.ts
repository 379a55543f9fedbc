import { refuse } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { readPayee } from './holds.ts';
import { findNewestPayouts, findPayout, listContradicted, lockPayout } from './payment-store.ts';
import { askForCancel } from './payout-cancel.ts';
import { queuePayout } from './payouts.ts';

/**
 * An administrator has a payout sent once more, in the caller's transaction, which writes the audit entry. One that has
 * come back is paid again at once as a new attempt, also to the same address: 'queued'. One that waits to be claimed is
 * asked back first: 'cancel-asked'; it can be retried when the wallet has returned it. Refuses 'payment/not-retryable' for any
 * other, for one that a newer attempt has followed, and where something else holds the payment.
 */
export async function retryPayout(
  tx: Tx,
  deps: Deps,
  { payoutId, by }: { payoutId: Id; by: Id },
): Promise<'queued' | 'cancel-asked'> {
  if (!(await findPayout(tx, payoutId))) throw notRetryable('There is no such payout.');
  const { payout, payment } = await lockPayout(tx, payoutId);
  const newest = (await findNewestPayouts(tx, [payment.id])).get(payment.id);
  if (newest?.id !== payoutId) throw notRetryable('A newer attempt has followed this payout.');
  switch (payout.state) {
    case 'unclaimed':
    case 'held':
      await askForCancel(tx, deps, payout);
      return 'cancel-asked';
    case 'failed':
    case 'returned':
    case 'blocked':
    case 'refunded':
    case 'reversed':
      break;
    default:
      throw notRetryable('This payout has not come back.');
  }
  if ((await listContradicted(tx, [payment.id])).has(payment.id)) {
    throw notRetryable('The wallet says that an attempt which came back was paid after all.');
  }
  const payee = await readPayee(tx, deps, payment.marketerId);
  if (await queuePayout(tx, deps, payment, payee, by)) return 'queued';
  const reasons = payee.waitsFor(payment);
  // Not the marketer's to mend.
  if (reasons.includes('suspended')) {
    throw notRetryable('The marketer is suspended. Reactivate the account first.');
  }
  throw notRetryable(`This payment waits for the marketer: ${reasons.join(', ')}.`);
}

const notRetryable = (message: string) => refuse('payment/not-retryable', { message });
