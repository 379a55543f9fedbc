import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { paymentBound } from './events.ts';
import type { Deps } from './ports.ts';
import { hasOpenChargeback } from './chargebacks/chargeback-store.ts';
import { postFund } from './ledger/ledger.ts';
import {
  findOwnOrder,
  getOrder,
  insertOrder,
  isForCampaign,
  isPaidFor,
  lockOrder,
  lockOwnOrder,
  lockUnfinishedOrders,
  updateOrder,
} from './orders/order-store.ts';
import { closeOrder, REPLACED } from './orders/order-outcome.ts';
import { advanceOwnOrder, checkDue } from './orders/orders.ts';
import type { CreatedOrder, Refused, Success } from './provider/wallet-provider.ts';
import type { OrderRow } from './tables.ts';

/**
 * Payments know a campaign, and the source that a marketer is paid for (an approved proof), only by id. Later
 * results from the wallet arrive as events of events.ts.
 */

export { findOwnOrder, findPaymentInProgress, isForCampaign } from './orders/order-store.ts';

export interface NewOrder {
  campaignId: Id;
  payerId: Id;
  /** The marketers' pay and the platform fee. The payer is charged both. */
  payCents: Cents;
  feeCents: Cents;
  /** The shortfall, the chargeback's debt, or the tip that it pays. All are missing if it pays for the campaign. */
  shortfallId?: Id;
  chargebackId?: Id;
  tipId?: Id;
  description: string;
  returnUrl: string;
  cancelUrl: string;
}

export interface OpenedOrder {
  orderId: string;
  status: 'CREATED';
  approveUrl: string;
}

/**
 * Returns the payer's unfinished order of the same content, if there is one. The caller computes the amount
 * and checks that the user may pay for this campaign. Refuses with the campaign's own refusal if the sum is
 * not due, with 'payment/used' if the campaign is paid, with 'payment/provider-refused', and with
 * 'payment/provider-unknown'. After the last of these, the same call retries with the same request id.
 */
export async function openOrder(deps: Deps, input: NewOrder): Promise<OpenedOrder> {
  const order = await transact(deps.db, (tx) => prepareOrder(tx, deps, input));
  if (order.state === 'open') return toOpenedOrder(order);
  const outcome = await deps.ports.getWallet().createOrder({
    requestId: order.createRequestId,
    amountCents: order.amountCents,
    customId: order.id,
    invoiceId: order.id,
    description: order.description,
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
  });
  if (outcome.kind === 'unknown') {
    // Another call with the same request id may have got the response.
    const current = await getOrder(deps.db, order.id);
    if (current.state === 'open') return toOpenedOrder(current);
    throw refuse('payment/provider-unknown');
  }
  return toOpenedOrder(await transact(deps.db, (tx) => recordOpening(tx, deps, order.id, outcome)));
}

function toOpenedOrder({ providerOrderId: orderId, approveUrl }: OrderRow): OpenedOrder {
  if (orderId === null || approveUrl === null) throw refuse('payment/provider-refused');
  return { orderId, status: 'CREATED', approveUrl };
}

/**
 * Another call with the same request id may have recorded a response already. Then the order stays as it is.
 */
async function recordOpening(
  tx: Tx,
  deps: Deps,
  id: Id,
  outcome: Success<CreatedOrder> | Refused,
): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (order.state !== 'creating') return order;
  if (outcome.kind === 'refused') return closeOrder(tx, deps, order, outcome.issue);
  const { orderId: providerOrderId, approveUrl = order.returnUrl } = outcome.value;
  const lookAt = addMilliseconds(deps.clock.now(), FIRST_LOOK_MS);
  return updateOrder(tx, id, { state: 'open', providerOrderId, approveUrl, lookAt });
}

/**
 * The browser handles an open order for this long. Then the sweep checks whether the payer has approved and
 * left.
 */
const FIRST_LOOK_MS = 2 * MINUTE;
/**
 * Within this time the wallet still knows the order and its request id. It keeps ids for six hours, and
 * approved orders for three.
 */
const REUSE_WITHIN_MS = HOUR;
const FORGET_UNANSWERED_MS = 6 * HOUR;

/**
 * Returns the order to open. Runs with the campaign locked, so repeated and concurrent calls get one order.
 * Closes the payer's unfinished orders of another content: their amount may no longer be due.
 */
async function prepareOrder(tx: Tx, deps: Deps, input: NewOrder): Promise<OrderRow> {
  const { payerId: createdBy, shortfallId = null, chargebackId = null, tipId = null, ...rest } = input;
  const purpose = { ...rest, shortfallId, chargebackId, tipId };
  const refusal = await checkDue(tx, deps, purpose);
  if (refusal) throw refusal;
  if (await isPaidFor(tx, purpose)) {
    throw refuse('payment/used', { message: t('This has already been paid for.') });
  }
  const now = deps.clock.now();
  const unfinished = await lockUnfinishedOrders(tx, { ...purpose, createdBy });
  const same = unfinished.filter((order) => hasSameContent(order, input));
  for (const order of unfinished) {
    if (!same.includes(order)) await closeOrder(tx, deps, order, REPLACED);
  }
  const [newest] = same;
  if (newest && now.getTime() - newest.createdAt.getTime() < REUSE_WITHIN_MS) return newest;
  return insertOrder(tx, {
    ...rest,
    createdBy,
    shortfallId,
    chargebackId,
    tipId,
    amountCents: input.payCents + input.feeCents,
    id: deps.random.uuid(),
    createRequestId: deps.random.uuid(),
    captureRequestId: deps.random.uuid(),
    lookAt: addMilliseconds(now, FORGET_UNANSWERED_MS),
    createdAt: now,
  });
}

function hasSameContent(order: OrderRow, input: NewOrder): boolean {
  const names = ['payCents', 'feeCents', 'description', 'returnUrl', 'cancelUrl'] as const;
  return names.every((name) => order[name] === input[name]);
}

export interface CapturedOrder {
  captureId: string;
  orderId: string;
  status: 'COMPLETED';
}

/**
 * Captures an approved order. Repeating it returns the same capture. Moves the money to suspense and
 * announces 'payment.captured'.
 * Refuses with 'payment/order-not-found' (also for another user's order), and with 'payment/used' if another
 * order paid for the campaign. If the sum is not due, refuses with the campaign's own refusal. Also refuses
 * with 'payment/not-approved', 'payment/declined', 'payment/pending', 'payment/replaced',
 * 'payment/provider-refused', and 'payment/provider-unknown'. After the last of these the capture may have happened,
 * and the sweep finds out.
 */
export async function captureOrder(
  deps: Deps,
  input: { orderId: string; payerId: Id },
): Promise<CapturedOrder> {
  const known = await findOwnOrder(deps.db, input.orderId, input.payerId);
  if (!known) throw refuse('payment/order-not-found');
  const { order, refusal } = await advanceOwnOrder(deps, known.id);
  if (refusal !== null) throw typeof refusal === 'string' ? refuse(refusal) : refusal;
  if (order.providerCaptureId === null)
    throw new Error(`order ${order.id} is captured but has no capture id`);
  return { captureId: order.providerCaptureId, orderId: input.orderId, status: 'COMPLETED' };
}

/**
 * Call before `bindCapture`, outside any transaction. If a capture has no final result, polls the wallet once
 * more. Does not throw for what it finds: bindCapture decides.
 */
export async function refreshOrder(deps: Deps, input: { orderId: string; payerId: Id }): Promise<void> {
  const known = await findOwnOrder(deps.db, input.orderId, input.payerId);
  if (known?.state === 'capturing' || known?.state === 'pending') await advanceOwnOrder(deps, known.id);
}

export interface Binding {
  campaignId: Id;
  payerId: Id;
  orderId: string;
  captureId: string;
  payCents: Cents;
}

/**
 * Moves a captured payment to its campaign, from suspense to escrow and unearned fee, once. Runs in the
 * caller's transaction, after the campaign is locked. Returns the fee from the time the order was created.
 * Refuses with 'payment/order-not-found' (also for another payer or campaign), 'payment/not-captured',
 * 'payment/pending', 'payment/provider-unknown', 'payment/used', 'payment/amount-differs' and
 * 'payment/disputed'.
 */
export async function bindCapture(tx: Tx, deps: Deps, input: Binding): Promise<{ feeCents: Cents }> {
  const order = await lockOwnOrder(tx, input.orderId, input.payerId);
  if (!order || order.campaignId !== input.campaignId || !isForCampaign(order))
    throw refuse('payment/order-not-found');
  switch (order.state) {
    case 'bound':
      throw refuse('payment/used');
    case 'pending':
      throw refuse('payment/pending');
    case 'capturing':
      throw refuse('payment/provider-unknown');
    case 'creating':
    case 'open':
    case 'closed':
    case 'surplus':
      throw refuse('payment/not-captured');
    case 'captured':
  }
  if (order.providerCaptureId !== input.captureId) throw refuse('payment/order-not-found');
  const { campaignId } = input;
  const { payCents, feeCents } = order;
  if (payCents !== input.payCents) throw refuse('payment/amount-differs');
  // The wallet holds the money. It is bound if the dispute is won, and refunded if it is lost.
  if (await hasOpenChargeback(tx, campaignId)) throw refuse('payment/disputed');
  const now = deps.clock.now();
  await updateOrder(tx, order.id, { state: 'bound', boundAt: now });
  const occasion = { actor: `user:${input.payerId}`, at: now };
  const isNew = await postFund(tx, { campaignId, orderId: order.id, payCents, feeCents }, occasion);
  if (!isNew) throw refuse('payment/used');
  await announce(tx, paymentBound, { ref: order.id, payload: { orderId: order.id } }, deps.clock);
  return { feeCents };
}

export { hasDisputedPayment, loadPaymentsBySource } from './payouts/payment-store.ts';
export { type NewRelease, release, type Released } from './payouts/releases.ts';
export { isHoldable, listHoldable } from './payouts/listing-store.ts';
export { endDisputeHold, holdForDispute } from './payouts/disputed-payments.ts';
export { loadTips, saveTip } from './tips/tip-store.ts';
export { retryRefund } from './refunds/refund-retry.ts';
export { refundCampaign } from './refunds/refunds.ts';

export { hasChargeback, hasOpenChargeback } from './chargebacks/chargeback-store.ts';
export { hasUnpaidShortfall, owesAfterDispute } from './shortfalls/shortfall-store.ts';
export { planRecovery, repayPlatform } from './refunds/repay-platform.ts';
export { listCampaignsToRefundAgain, mayRefund } from './refunds/refund-store.ts';

export { listCampaignEntries, type CampaignEntry, type CampaignMove } from './ledger/campaign-entries.ts';
