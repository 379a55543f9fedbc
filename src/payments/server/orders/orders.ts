import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds, MINUTE, SECOND } from '#kernel/time.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import {
  type AdvanceResult,
  hasFailed,
  isUnknownToWallet,
  getProviderOrderId,
  recordOutcome,
  REPLACED,
  reopenOrder,
  toRecordedRefusal,
} from './order-outcome.ts';
import { refuseSurplus } from './surplus-refusal.ts';
import { getOrder, isAlreadyPaidError, lockOrder, type OrderPurpose, updateOrder } from './order-store.ts';
import type { Capture, Order, Outcome } from '../provider/wallet-provider.ts';
import { checkDebtDue } from '../chargebacks/debt-store.ts';
import { checkShortfallDue } from '../shortfalls/shortfall-store.ts';
import type { OrderRow } from '../tables.ts';
import { checkTip } from '../tips/tip-check.ts';

/**
 * Captures an order once if it is approved and due, and resolves attempts that got no response. Safe to
 * repeat and to run concurrently: the wallet captures an order once, and the capture is posted once. No
 * transaction is open during a call to the wallet.
 */
export async function advanceOrder(deps: Deps, id: Id): Promise<AdvanceResult> {
  const { before, order, refusal } = await claimCapture(deps, id);
  if (refusal) return { order, refusal };
  switch (before) {
    case 'captured':
    case 'bound':
      return { order, refusal: null };
    case 'creating':
      return { order, refusal: 'payment/not-approved' };
    case 'closed':
      return {
        order,
        refusal: order.lastIssue === REPLACED ? 'payment/replaced' : 'payment/provider-refused',
      };
    case 'surplus':
      return { order, refusal: await refuseSurplus(deps.db, order) };
    case 'open':
      return capture(deps, order);
    case 'capturing':
    case 'pending':
      return resolveAttempt(deps, order);
  }
}

/** Refuses with 'payment/used' if another order of the same campaign is captured or being captured. */
export async function advanceOwnOrder(deps: Deps, id: Id): Promise<AdvanceResult> {
  try {
    return await advanceOrder(deps, id);
  } catch (error) {
    if (!isAlreadyPaidError(error)) throw error;
    throw refuse('payment/used', { message: t('This has already been paid for.') });
  }
}

/**
 * Saves the intent before the call, and takes the campaign's only capture for this order. It locks the campaign
 * first, so the amount due cannot change before that.
 */
async function claimCapture(
  deps: Deps,
  id: Id,
): Promise<{ before: OrderRow['state']; order: OrderRow; refusal: Refusal | null }> {
  const known = await getOrder(deps.db, id);
  return transact(deps.db, async (tx) => {
    const refusal = await checkDue(tx, deps, known);
    const order = await lockOrder(tx, id);
    if (order.state !== 'open') return { before: order.state, order, refusal: null };
    if (refusal) return { before: order.state, order, refusal };
    const now = deps.clock.now();
    const changes = { state: 'capturing' as const, captureSentAt: now, lookAt: addMilliseconds(now, MINUTE) };
    return { before: 'open', order: await updateOrder(tx, id, changes), refusal: null };
  });
}

/** Returns null if the amount is due. Locks the campaign. */
export function checkDue(
  tx: Tx,
  deps: Deps,
  order: OrderPurpose & Pick<OrderRow, 'payCents' | 'feeCents'>,
): Promise<Refusal | null> {
  const { shortfallId, chargebackId, tipId } = order;
  if (shortfallId !== null) return checkShortfallDue(tx, deps, { ...order, shortfallId });
  if (chargebackId !== null) return checkDebtDue(tx, deps, { ...order, chargebackId });
  if (tipId !== null) return checkTip(tx, deps, { tipId, amountCents: order.payCents });
  return deps.ports.checkOrderDue(tx, order);
}

/**
 * Sends another attempt with the same key. From then on only that attempt's refusal counts. If nothing is due
 * any longer, it sends none, and reopens the order once the last attempt can no longer arrive.
 */
async function retryCapture(deps: Deps, known: OrderRow): Promise<AdvanceResult> {
  const { order, refusal } = await transact(deps.db, async (tx) => {
    const refusal = await checkDue(tx, deps, known);
    const locked = await lockOrder(tx, known.id);
    if (locked.state !== 'capturing') return { order: locked, refusal: toRecordedRefusal(locked) };
    if (!refusal)
      return { order: await updateOrder(tx, known.id, { captureSentAt: deps.clock.now() }), refusal };
    return {
      order: isAttemptInProgress(deps, locked) ? locked : await reopenOrder(tx, deps, locked, 'NOT_DUE'),
      refusal,
    };
  });
  return order.state === 'capturing' && !refusal ? capture(deps, order) : { order, refusal };
}

async function capture(deps: Deps, order: OrderRow): Promise<AdvanceResult> {
  const wallet = deps.ports.getWallet();
  const outcome = await wallet.captureOrder(getProviderOrderId(order), order.captureRequestId);
  // The response was lost, so check whether a capture exists. A failed one may belong to an earlier attempt.
  if (outcome.kind === 'unknown') {
    const seen = await wallet.getOrder(getProviderOrderId(order));
    if (seen.kind === 'success' && seen.value.capture && !hasFailed(seen.value.capture))
      return recordOutcome(deps, order, toCaptureOutcome(seen.value.capture));
  }
  return recordOutcome(deps, order, outcome);
}

/** An earlier attempt has no final result. Looks it up first, and retries only if nothing has happened. */
async function resolveAttempt(deps: Deps, order: OrderRow): Promise<AdvanceResult> {
  const wallet = deps.ports.getWallet();
  if (order.state === 'pending' && order.providerCaptureId !== null) {
    const seen = await wallet.getCapture(order.providerCaptureId);
    return recordOutcome(
      deps,
      order,
      seen.kind === 'refused' ? toUnknownOutcome(deps, order, seen.issue) : seen,
    );
  }
  const seen = await wallet.getOrder(getProviderOrderId(order));
  if (seen.kind === 'refused' && !isUnknownToWallet(seen.issue))
    return recordOutcome(deps, order, toUnknownOutcome(deps, order, seen.issue));
  if (seen.kind !== 'success') return recordOutcome(deps, order, seen);
  const { capture: shown } = seen.value;
  const isShownOfThisAttempt = shown && !(hasFailed(shown) && isAttemptInProgress(deps, order));
  return isShownOfThisAttempt
    ? recordOutcome(deps, order, toCaptureOutcome(shown))
    : advanceUncaptured(deps, order, seen.value);
}

async function advanceUncaptured(deps: Deps, order: OrderRow, seen: Order): Promise<AdvanceResult> {
  switch (seen.status) {
    case 'APPROVED':
      return retryCapture(deps, order);
    case 'COMPLETED':
      // Captured, but the wallet does not show the capture. Look again later.
      return { order, refusal: 'payment/provider-unknown' };
    case 'VOIDED':
      return recordOutcome(deps, order, { kind: 'refused', issue: 'ORDER_VOIDED' });
    default:
      // An attempt in progress may still find the order approved.
      return isAttemptInProgress(deps, order)
        ? { order, refusal: 'payment/provider-unknown' }
        : recordOutcome(deps, order, { kind: 'refused', issue: 'ORDER_NOT_APPROVED' });
  }
}

/** A call has ended after this time, with or without a response. */
const ATTEMPT_TIMEOUT_MS = 30 * SECOND;

function isAttemptInProgress(deps: Deps, { captureSentAt }: OrderRow): boolean {
  return captureSentAt !== null && deps.clock.now().getTime() - captureSentAt.getTime() < ATTEMPT_TIMEOUT_MS;
}

export const toCaptureOutcome = (value: Capture): Outcome<Capture> => ({ kind: 'success', value });

function toUnknownOutcome(deps: Deps, { id }: OrderRow, issue: string): Outcome<Capture> {
  deps.log.error({ orderId: id, reason: issue }, 'the wallet does not show what became of a payment');
  return { kind: 'unknown', reason: 'unreadable' };
}
