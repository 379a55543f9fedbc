import type { Id } from '#kernel/id.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { refuse } from '#payments/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { hasOpenChargeback } from '../chargebacks/chargeback-store.ts';
import { suspenseLeft } from '../ledger/balance-service.ts';
import { getOrder } from '../orders/order-store.ts';
import type { Deps } from '../ports.ts';
import type { RefundRow } from '../tables.ts';
import { lockRefundWithCampaign } from './refund-outcome.ts';
import { planRefund, type RefundPart, type RefundSums } from './refund-rules.ts';
import { findRefund, isRetried, listRefundableCaptures, refundableCents } from './refund-store.ts';
import { submitRefund } from './refunds.ts';

/**
 * A new attempt with a key of its own, up to what is still due. If its payment cannot be refunded that far,
 * another payment of the campaign is. Runs in the caller's transaction and locks the campaign. Refuses with
 * 'payment/not-retryable' for other states, for a refund that was already retried, and for the reasons of
 * `RetryObstacle`. Refuses with 'payment/disputed' while the payment is disputed.
 */
export async function retryRefund(
  tx: Tx,
  deps: Deps,
  { refundId, by }: { refundId: Id; by: Id },
): Promise<RefundRow> {
  const known = await findRefund(tx, refundId);
  if (!known) throw refuse('payment/not-retryable');
  const failed = await lockRefundWithCampaign(tx, deps, known);
  const { origin, campaignId } = failed;
  const hasFailed = failed.state === 'failed' || failed.state === 'cancelled';
  if (!hasFailed || (await isRetried(tx, refundId))) throw refuse('payment/not-retryable');
  if (await hasOpenChargeback(tx, campaignId)) throw refuse('payment/disputed');
  const part = await planRetry(tx, failed, () => deps.ports.claimRefundDue(tx, campaignId));
  if (typeof part === 'string') throw refuse('payment/not-retryable', { message: t(obstacles[part]) });
  const { payCents, feeCents } = part;
  const order = await getOrder(tx, part.orderId);
  return submitRefund(tx, deps, { order, origin, payCents, feeCents, requestedBy: by, retryOf: refundId });
}

/**
 * Why a retry would send nothing. 'not-due': marketers can still claim what is left, or it is gone. 'unrefundable': the
 * wallet can refund no payment that far.
 */
export type RetryObstacle = 'not-due' | 'unrefundable';

const obstacles: Record<RetryObstacle, Message> = {
  'not-due': msg(
    'Nothing of this refund is due now. What is left is kept for marketers who can still be paid.',
  ),
  unrefundable: msg(
    'The wallet can no longer refund this payment. Send the money another way and record it.',
  ),
};

/** Null if a retry would send money. */
export async function findRetryObstacle(deps: Deps, refundId: Id): Promise<RetryObstacle | null> {
  const failed = await findRefund(deps.db, refundId);
  if (!failed) return null;
  const part = await planRetry(deps.db, failed, () => deps.ports.getRefundDue(deps.db, failed.campaignId));
  return typeof part === 'string' ? part : null;
}

/**
 * Returns what of a failed refund is sent again, and from which payment. Another refund may have replaced it, or a lost
 * dispute may have taken part of its money.
 */
async function planRetry(
  reader: Reader,
  failed: RefundRow,
  loadCampaignDue: () => Promise<RefundSums>,
): Promise<RefundPart | RetryObstacle> {
  const { origin, campaignId, orderId } = failed;
  const isFromEscrow = origin === 'escrow';
  const due = isFromEscrow ? await loadCampaignDue() : await loadUnusedMoney(reader, failed);
  const payCents = Math.min(failed.payCents, due.payCents);
  const feeCents = Math.min(failed.feeCents, due.feeCents);
  if (payCents + feeCents === 0) return 'not-due';
  const captures = isFromEscrow
    ? await listRefundableCaptures(reader, campaignId)
    : [{ orderId, refundableCents: await refundableCents(reader, orderId) }];
  // A refund larger than one payment continues with the next one, as after every retry.
  const [part] = planRefund(captures, { payCents, feeCents }) ?? [];
  return part ?? 'unrefundable';
}

async function loadUnusedMoney(reader: Reader, { orderId, payCents: failedPayCents }: RefundRow) {
  const leftCents = await suspenseLeft(reader, orderId);
  const payCents = Math.min(failedPayCents, leftCents);
  return { payCents, feeCents: leftCents - payCents };
}
