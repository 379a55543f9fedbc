import type { Id } from '#kernel/id.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { isOrderDisputed } from '../chargebacks/chargeback-store.ts';
import { tipPaid } from '../events.ts';
import { postTipCapture, postTipRelease } from '../ledger/tip-postings.ts';
import { markAsSurplus } from '../orders/order-outcome.ts';
import { lockOrder, updateOrder } from '../orders/order-store.ts';
import { exceedsTaxThreshold, loadPayee } from '../payouts/holds.ts';
import { buildPaymentInsert } from '../payouts/payment-store.ts';
import { queuePayout } from '../payouts/payouts.ts';
import { toPendingPayment } from '../payouts/releases.ts';
import type { Deps } from '../ports.ts';
import type { OrderRow } from '../tables.ts';
import { getTip, updateTip } from './tip-store.ts';
import type { TipRow } from './tip-tables.ts';

/**
 * Passes a captured tip on to the marketer and queues its payout. The money goes back if the proof was rejected by a
 * dispute meanwhile, or the marketer deleted the account. Waits while the order itself is disputed.
 */
export async function bindTip(
  tx: Tx,
  deps: Deps,
  { tipId, orderId }: { tipId: Id; orderId: Id },
): Promise<void> {
  const tip = await getTip(tx, tipId);
  const refusal = await deps.ports.checkTipDue(tx, { proofId: tip.proofId, isCaptured: true });
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'captured' || (await isOrderDisputed(tx, orderId))) return;
  if (refusal) return markAsSurplus(tx, deps, orderId, { lastIssue: 'TIP_NOT_DUE' });
  const now = deps.clock.now();
  await updateOrder(tx, orderId, { state: 'bound', boundAt: now });
  await updateTip(tx, tipId, { amountCents: order.amountCents, paidAt: now });
  const paymentId = await releaseTip(tx, deps, tip, order);
  const { campaignId, campaignTitle, marketerId } = tip;
  const { amountCents } = order;
  const payload = { paymentId, campaignId, campaignTitle, marketerId, amountCents };
  await announce(tx, tipPaid, { ref: tipId, payload }, deps.clock);
  const actor = { userId: order.createdBy, role: 'advertiser' } as const;
  const object = { kind: 'proof', id: tip.proofId };
  await audit(tx, deps, { actor, action: 'proof.tipped', object, details: { amountCents } });
}

async function releaseTip(tx: Tx, deps: Deps, tip: TipRow, order: OrderRow): Promise<Id> {
  const { id: tipId, campaignId, campaignTitle, marketerId } = tip;
  const { amountCents } = order;
  const now = deps.clock.now();
  const payee = await loadPayee(tx, deps, marketerId);
  const isTaxHeld =
    !payee.facts.hasTaxId &&
    (await exceedsTaxThreshold(tx, deps, { marketerId, at: now, addedCents: amountCents }));
  const payment = toPendingPayment({
    id: deps.random.uuid(),
    sourceId: tipId,
    tipId,
    factId: tipId,
    campaignId,
    campaignTitle,
    marketerId,
    amountCents,
    createdAt: now,
    releasedAt: now,
    isTaxHeld,
  });
  await buildPaymentInsert(tx, payment);
  const occasion = { actor: `user:${order.createdBy}`, at: now };
  await postTipCapture(tx, { tipId, orderId: order.id, amountCents }, occasion);
  await postTipRelease(tx, { tipId, marketerId, amountCents, isTaxHeld }, occasion);
  await queuePayout(tx, deps, payment, payee);
  return payment.id;
}
