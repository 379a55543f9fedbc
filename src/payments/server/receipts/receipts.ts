import { loadContacts } from '#auth/server/service.ts';
import type { Id } from '#kernel/id.ts';
import { refuse } from '#payments/domain.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { formatFullName, loadNameParts } from '#profiles/server/service.ts';
import { findArrivedPayout, findOwnPayment } from '../payouts/listing-store.ts';
import { drawReceipt } from './receipt-document.ts';

/** Refuses with 'payment/not-found', also if the payment is another marketer's, and with 'payment/not-completed'. */
export async function openReceipt(
  deps: Deps,
  { userId }: Pick<Actor, 'userId'>,
  paymentId: Id,
): Promise<{ filename: string; content: Buffer }> {
  const payment = await findOwnPayment(deps.db, paymentId, userId);
  if (!payment) throw refuse('payment/not-found');
  const payout = await findArrivedPayout(deps.db, paymentId);
  const { completedAt } = payment;
  if (payment.status !== 'completed' || completedAt === null || !payout) {
    throw refuse('payment/not-completed');
  }
  const payeeEmail = (await loadContacts(deps.db, [userId])).get(userId)?.email ?? '';
  const name = (await loadNameParts(deps.db, [userId])).get(userId);
  const content = await drawReceipt({
    number: payment.id,
    paidAt: completedAt,
    payee: formatFullName(name) || payeeEmail,
    payeeEmail,
    isTip: payment.tipId !== null,
    campaignTitle: payment.campaignTitle,
    campaignId: payment.campaignId,
    amountCents: payment.amountCents,
    feeCents: payment.feeCents,
    paidTo: payout.receiverEmail,
    walletBatchId: payout.providerBatchId,
    walletTransactionId: payout.providerTransactionId,
  });
  const day = completedAt.toISOString().slice(0, 10);
  return { filename: `promenade-receipt-${day}-${payment.id.slice(0, 8)}.pdf`, content };
}
