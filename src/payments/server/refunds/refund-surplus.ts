import type { Id } from '#kernel/id.ts';
import { addMilliseconds, DAY, HOUR } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { suspenseLeft } from '../ledger/balance-service.ts';
import { hasOpenChargeback, isOrderDisputed } from '../chargebacks/chargeback-store.ts';
import { announceCaptured, UNBOUND_AFTER_MS } from '../orders/order-outcome.ts';
import { getOrder, isForCampaign, lockOrder, updateOrder } from '../orders/order-store.ts';
import { refundableCents } from './refund-store.ts';
import { submitRefund } from './refunds.ts';
import type { OrderRow } from '../tables.ts';

/**
 * Refunds what is left of an order that funds nothing. Safe to repeat: money in flight has already left.
 * Waits while the campaign's payment is disputed.
 */
export async function refundSurplus(tx: Tx, deps: Deps, orderId: Id): Promise<void> {
  const order = await lockOrderWithCampaign(tx, deps, orderId);
  if (order.state !== 'surplus' || (await hasOpenChargeback(tx, order.campaignId))) return;
  const leftCents = Math.min(await suspenseLeft(tx, orderId), await refundableCents(tx, orderId));
  if (leftCents === 0) return;
  const payCents = Math.min(leftCents, order.payCents);
  await submitRefund(tx, deps, { order, origin: 'suspense', payCents, feeCents: leftCents - payCents });
}

/** Until then, the campaign's domain may still bind the money. */
const REFUND_AFTER_MS = 7 * DAY;

/**
 * Handles a captured order that was never bound: announces it again, less and less often, and refunds it
 * after a week. Waits while its payment is disputed.
 */
export async function handleUnboundOrder(deps: Deps, orderId: Id): Promise<void> {
  const now = deps.clock.now();
  await transact(deps.db, async (tx) => {
    const order = await lockOrderWithCampaign(tx, deps, orderId);
    if (order.state !== 'captured' || order.capturedAt === null) return;
    const ageMs = now.getTime() - order.capturedAt.getTime();
    const isDisputed = isForCampaign(order)
      ? await hasOpenChargeback(tx, order.campaignId)
      : await isOrderDisputed(tx, orderId);
    if (ageMs >= REFUND_AFTER_MS && !isDisputed) {
      await updateOrder(tx, orderId, { state: 'surplus', lastIssue: 'NEVER_BOUND' });
      await refundSurplus(tx, deps, orderId);
      return;
    }
    const distanceMs = isDisputed
      ? HOUR
      : Math.min(Math.max(UNBOUND_AFTER_MS, ageMs), DAY, REFUND_AFTER_MS - ageMs);
    await updateOrder(tx, orderId, { lookAt: addMilliseconds(now, distanceMs) });
    if (!isDisputed) await announceCaptured(tx, deps, order, { ref: `${orderId} at ${now.toISOString()}` }); // not for users
  });
}

async function lockOrderWithCampaign(tx: Tx, deps: Deps, orderId: Id): Promise<OrderRow> {
  const { campaignId } = await getOrder(tx, orderId);
  await deps.ports.lockPaidCampaign(tx, campaignId);
  return lockOrder(tx, orderId);
}
