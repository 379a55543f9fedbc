import { refuse } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { addMilliseconds, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { hasOpenChargeback } from './chargeback-store.ts';
import { postFund } from './ledger.ts';
import {
  findOrderOf,
  insertOrder,
  isPaidFor,
  lockOrder,
  lockOrderOf,
  lockUnansweredOrder,
  updateOrder,
} from './order-store.ts';
import { closeWithin } from './order-outcome.ts';
import { advanceOwnOrder } from './orders.ts';
import type { CreatedOrder, Refused, Success } from './provider/wallet-provider.ts';
import { walletProvider } from './slots.ts';
import type { OrderRow } from './tables.ts';

/**
 * What later domains ask of payments. A purpose is whatever somebody pays for (a campaign), a source whatever somebody
 * is paid for (an approved proof); payments know both by their ids alone. What comes back from the wallet later is told by
 * the events of events.ts, balances by balance-service.ts.
 */

/** Orders as their purposes' domains look at them; only payments write them. */
export { findOrderOf, findPaymentUnderWay } from './order-store.ts';

export interface NewOrder {
  purposeId: Id;
  payerId: Id;
  /** What marketers will be paid, and the platform's fee on it; the payer is asked for both together. */
  payCents: Cents;
  feeCents: Cents;
  /** Shown to the payer by the wallet. */
  description: string;
  /** Where the wallet sends the payer afterwards; absolute. */
  returnUrl: string;
  cancelUrl: string;
}

export interface OpenedOrder {
  /** The wallet's id of the order. */
  orderId: string;
  status: 'CREATED';
  /** Where the payer approves. */
  approveUrl: string;
}

/**
 * Opens an order at the wallet; the amount is the caller's own computation. Whether the payer may pay for this purpose is
 * the caller's to check. Refuses 'payment/used' where the purpose is paid, 'payment/provider-refused', and
 * 'payment/provider-unknown', after which the same call again asks with the same request id.
 */
export async function openOrder(deps: Deps, input: NewOrder): Promise<OpenedOrder> {
  // Stored before it is sent, so that the answer finds it whatever happens to us meanwhile.
  const order = await transact(deps.db, (tx) => prepareOrder(tx, deps, input));
  const outcome = await deps.slots.get(walletProvider).createOrder({
    requestId: order.createRequestId,
    amountCents: order.amountCents,
    customId: order.id,
    invoiceId: order.id,
    description: order.description,
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
  });
  if (outcome.kind === 'unknown') throw refuse('payment/provider-unknown');
  const settled = await transact(deps.db, (tx) => recordOpening(tx, deps, order.id, outcome));
  const { providerOrderId: orderId, approveUrl } = settled;
  if (orderId === null || approveUrl === null) throw refuse('payment/provider-refused');
  return { orderId, status: 'CREATED', approveUrl };
}

/** The same request may have been answered to another call before: then the order may be anywhere by now, and stays there. */
async function recordOpening(
  tx: Tx,
  deps: Deps,
  id: Id,
  outcome: Success<CreatedOrder> | Refused,
): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (order.state !== 'creating') return order;
  if (outcome.kind === 'refused') return closeWithin(tx, deps, order, outcome.issue);
  const { orderId: providerOrderId, approveUrl = order.returnUrl } = outcome.value;
  const lookAt = addMilliseconds(deps.clock.now(), FIRST_LOOK_MS);
  return updateOrder(tx, id, { state: 'open', providerOrderId, approveUrl, lookAt });
}

/** An open order is the browser's business for so long; then the sweep looks whether the payer has approved and gone. */
const FIRST_LOOK_MS = 2 * MINUTE;
/** The wallet keeps the keys of orders for six hours: within half of that the same id finds the same order. */
const SAME_REQUEST_WITHIN_MS = 3 * HOUR;
/** By then an attempt of ours has ended, answered or not. */
const ATTEMPT_ENDS_MS = 30 * SECOND;
const FORGET_UNANSWERED_MS = 6 * HOUR;

async function prepareOrder(tx: Tx, deps: Deps, input: NewOrder): Promise<OrderRow> {
  if (await isPaidFor(tx, input.purposeId)) {
    throw refuse('payment/used', { message: 'A payment for this has already been made.' });
  }
  const now = deps.clock.now();
  const { payerId: createdBy, ...rest } = input;
  const unanswered = await lockUnansweredOrder(
    tx,
    { ...rest, createdBy },
    { after: addMilliseconds(now, -SAME_REQUEST_WITHIN_MS), before: addMilliseconds(now, -ATTEMPT_ENDS_MS) },
  );
  if (unanswered) return unanswered;
  return insertOrder(tx, {
    ...rest,
    createdBy,
    amountCents: input.payCents + input.feeCents,
    id: deps.random.uuid(),
    createRequestId: deps.random.uuid(),
    captureRequestId: deps.random.uuid(),
    lookAt: addMilliseconds(now, FORGET_UNANSWERED_MS),
    createdAt: now,
  });
}

export interface CapturedOrder {
  /** The wallet's ids. */
  captureId: string;
  orderId: string;
  status: 'COMPLETED';
}

/**
 * Collects an order that its payer has approved; repeating it answers the same capture. The money is in suspense then and
 * 'payment.captured' is announced. Refuses 'payment/order-not-found' (also for somebody else's order), 'payment/used' where
 * another order has paid for the purpose, what the purpose says where the sum is not due, 'payment/not-approved',
 * 'payment/declined', 'payment/pending', 'payment/provider-refused', and 'payment/provider-unknown': then it may have happened,
 * and the sweep finds out.
 */
export async function captureOrder(
  deps: Deps,
  input: { orderId: string; payerId: Id },
): Promise<CapturedOrder> {
  const known = await findOrderOf(deps.db, input.orderId, input.payerId);
  if (!known) throw refuse('payment/order-not-found');
  const { order, refusal } = await advanceOwnOrder(deps, known.id);
  if (refusal !== null) throw typeof refusal === 'string' ? refuse(refusal) : refusal;
  if (order.providerCaptureId === null) throw new Error(`order ${order.id} is captured and has no capture`);
  return { captureId: order.providerCaptureId, orderId: input.orderId, status: 'COMPLETED' };
}

/**
 * For the moment before `bindCapture`, outside any transaction: where the wallet has not had the last word about a capture,
 * asks it once more. Throws nothing for what it finds; bindCapture judges.
 */
export async function refreshOrder(deps: Deps, input: { orderId: string; payerId: Id }): Promise<void> {
  const known = await findOrderOf(deps.db, input.orderId, input.payerId);
  if (known?.state === 'capturing' || known?.state === 'pending') await advanceOwnOrder(deps, known.id);
}

export interface Binding {
  purposeId: Id;
  payerId: Id;
  /** The wallet's ids; only names to look up what we know ourselves. */
  orderId: string;
  captureId: string;
  /** What the purpose costs now without the fee; it must be what was paid for. */
  payCents: Cents;
}

/**
 * Gives a captured payment to its purpose: suspense → escrow and unearned fee, once. In the caller's transaction, after the
 * purpose is locked. Answers the fee as it was when the order was opened. Refuses 'payment/order-not-found' (also another
 * payer's or purpose's), 'payment/not-captured', 'payment/pending', 'payment/provider-unknown', 'payment/used',
 * 'payment/amount-differs' and 'payment/disputed'.
 */
export async function bindCapture(tx: Tx, deps: Deps, input: Binding): Promise<{ feeCents: Cents }> {
  const order = await lockOrderOf(tx, input.orderId, input.payerId);
  if (!order || order.purposeId !== input.purposeId) throw refuse('payment/order-not-found');
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
  const { purposeId } = input;
  const { payCents, feeCents } = order;
  if (payCents !== input.payCents) throw refuse('payment/amount-differs');
  // Held by the wallet: bound once the dispute is won, given back where it is lost.
  if (await hasOpenChargeback(tx, purposeId)) throw refuse('payment/disputed');
  const now = deps.clock.now();
  await updateOrder(tx, order.id, { state: 'bound', boundAt: now });
  const occasion = { actor: `user:${input.payerId}`, at: now };
  const isNew = await postFund(tx, { purposeId, orderId: order.id, payCents, feeCents }, occasion);
  if (!isNew) throw refuse('payment/used');
  return { feeCents };
}

/** Paying for a piece of work, and giving back what nobody has earned. */
export { release, type Released } from './releases.ts';
export { refundPurpose, retryRefund } from './refunds.ts';

/** What stands against giving back. */
export { hasOpenChargeback } from './chargeback-store.ts';
export { listPurposesToRefundAgain, mayRefund } from './refund-store.ts';

/** What moved a purpose's money, for whoever owns it. */
export { listPurposeEntries, type PurposeEntry, type PurposeMove } from './purpose-ledger.ts';
