import type { Refusal } from '#kernel/errors.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import type { RefusalCode } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { paymentCaptured, repaymentCaptured, surplusFound } from '../events.ts';
import { postCapture, postPspFee } from '../ledger/ledger.ts';
import { isAlreadyPaidError, isForCampaign, lockOrder, updateOrder } from './order-store.ts';
import type { Capture, Outcome } from '../provider/wallet-provider.ts';
import type { OrderRow } from '../tables.ts';
import { refuseSurplus } from './surplus-refusal.ts';

export interface AdvanceResult {
  order: OrderRow;
  refusal: Refusal | RefusalCode | null;
}

/** `asked` is the order as it was before the call. */
export async function recordOutcome(
  deps: Deps,
  asked: OrderRow,
  outcome: Outcome<Capture>,
): Promise<AdvanceResult> {
  try {
    return await recordFirstPayment(deps, asked, outcome);
  } catch (error) {
    if (outcome.kind !== 'success' || !isAlreadyPaidError(error)) throw error;
    return recordSecondPayment(deps, asked, outcome.value);
  }
}

/** Throws an error matched by isAlreadyPaidError if another order has paid for the campaign. */
async function recordFirstPayment(
  deps: Deps,
  asked: OrderRow,
  outcome: Outcome<Capture>,
): Promise<AdvanceResult> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, asked.id);
    if (isRecorded(order))
      return { order, refusal: order.state === 'surplus' ? await refuseSurplus(tx, order) : null };
    switch (outcome.kind) {
      case 'success':
        return recordCapture(tx, deps, order, { seen: outcome.value, isLatest: isSameAttempt(order, asked) });
      case 'refused':
        return recordRefusal(tx, deps, order, {
          issue: outcome.issue,
          isLatest: isSameAttempt(order, asked),
        });
      case 'unknown':
        return { order: await schedulePoll(tx, deps, order), refusal: 'payment/provider-unknown' };
    }
  });
}

/** The money was captured anyway, so it is recorded and refunded. */
async function recordSecondPayment(deps: Deps, asked: OrderRow, seen: Capture): Promise<AdvanceResult> {
  if (seen.status === 'COMPLETED') {
    deps.log.warn({ orderId: asked.id }, 'a second payment for one campaign is refunded');
    const order = await recordSurplus(deps, asked, seen);
    return { order, refusal: await refuseSurplus(deps.db, order) };
  }
  const lookAt = addMilliseconds(deps.clock.now(), HOUR);
  const order = await transact(deps.db, async (tx) => {
    const locked = await lockOrder(tx, asked.id);
    return isRecorded(locked) ? locked : updateOrder(tx, asked.id, { lookAt });
  });
  return { order, refusal: 'payment/pending' };
}

/** Records captured money that cannot fund its campaign. The surplus event then refunds it. */
export async function recordSurplus(deps: Deps, asked: OrderRow, seen: Capture): Promise<OrderRow> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, asked.id);
    if (isRecorded(order)) return order;
    assertSameAmount(order, seen);
    const surplus = await saveCapture(tx, deps, order, { seen, state: 'surplus' });
    await announce(tx, surplusFound, { ref: order.id, payload: { orderId: order.id } }, deps.clock);
    return surplus;
  });
}

/** Has captured money refunded that cannot be used for what its order pays. The order must be locked. */
export async function markAsSurplus(
  tx: Tx,
  deps: Deps,
  orderId: string,
  changes: { lastIssue: string; lookAt?: Date },
): Promise<void> {
  await updateOrder(tx, orderId, { state: 'surplus', ...changes });
  await announce(tx, surplusFound, { ref: orderId, payload: { orderId } }, deps.clock);
}

const isRecorded = ({ capturedAt }: OrderRow) => capturedAt !== null;

function assertSameAmount(order: OrderRow, seen: Capture): void {
  if (seen.amountCents === order.amountCents) return;
  throw new Error(
    `order ${order.id} is for ${order.amountCents} cents, but ${seen.amountCents} were captured`,
  );
}

async function recordCapture(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { seen, isLatest }: { seen: Capture; isLatest: boolean },
): Promise<AdvanceResult> {
  assertSameAmount(order, seen);
  switch (seen.status) {
    case 'COMPLETED': {
      const captured = await saveCapture(tx, deps, order, { seen, state: 'captured' });
      await announceCaptured(tx, deps, captured, { ref: seen.captureId });
      return { order: captured, refusal: null };
    }
    case 'PENDING': {
      const changes = { state: 'pending' as const, providerCaptureId: seen.captureId };
      const pending = await updateOrder(tx, order.id, changes);
      return { order: await scheduleSlowPoll(tx, deps, pending), refusal: 'payment/pending' };
    }
    case 'DECLINED':
    case 'FAILED': {
      const reopened = isLatest ? await reopenOrder(tx, deps, order, `CAPTURE_${seen.status}`) : order;
      return { order: reopened, refusal: 'payment/declined' };
    }
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      deps.log.error({ orderId: order.id }, 'a capture was refunded before it was booked');
      return { order: await scheduleSlowPoll(tx, deps, order), refusal: 'payment/provider-unknown' };
  }
}

async function saveCapture(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { seen, state }: { seen: Capture; state: 'captured' | 'surplus' },
): Promise<OrderRow> {
  const now = deps.clock.now();
  const occasion = { actor: 'wallet', at: now };
  const { captureId, amountCents, feeCents = 0 } = seen;
  const captured = await updateOrder(tx, order.id, {
    state,
    providerCaptureId: captureId,
    pspFeeCents: feeCents,
    capturedAt: now,
    seller: deps.config.operator,
    lookAt: addMilliseconds(now, UNBOUND_AFTER_MS),
    lastIssue: null,
  });
  await postCapture(tx, { orderId: order.id, captureId, amountCents }, occasion);
  await postPspFee(tx, { captureId, feeCents }, occasion);
  return captured;
}

/** Binding or refunding takes seconds. Money in suspense for longer is stuck. */
export const UNBOUND_AFTER_MS = 10 * MINUTE;

/**
 * Announces that money is in suspense and can be bound to what the order pays. `ref` is the
 * idempotency key.
 */
export async function announceCaptured(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { ref }: { ref: string },
): Promise<void> {
  const { campaignId, createdBy: payerId, amountCents, providerCaptureId: captureId } = order;
  if (captureId === null) throw new Error(`order ${order.id} is not captured`);
  if (!isForCampaign(order)) {
    await announce(tx, repaymentCaptured, { ref, payload: { orderId: order.id } }, deps.clock);
    return;
  }
  const payload = { orderId: getProviderOrderId(order), captureId, campaignId, payerId, amountCents };
  await announce(tx, paymentCaptured, { ref, payload }, deps.clock);
}

/** Another capture may still exist next to this one. */
export const hasFailed = ({ status }: Capture) => status === 'DECLINED' || status === 'FAILED';

/** Any other refusal of a lookup says nothing about the object. */
export const isUnknownToWallet = (issue: string) =>
  issue === 'INVALID_RESOURCE_ID' || issue === 'RESOURCE_NOT_FOUND';

const isSameAttempt = (order: OrderRow, asked: OrderRow) =>
  order.state === asked.state && order.captureSentAt?.getTime() === asked.captureSentAt?.getTime();

/**
 * The wallet refused, and no money moved. The issue decides whether the payer may try again. A refusal of an
 * older attempt is returned but changes nothing: a newer attempt is in progress.
 */
async function recordRefusal(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { issue, isLatest }: { issue: string; isLatest: boolean },
): Promise<AdvanceResult> {
  const { next, refusal } = refusedCaptures[issue] ?? { next: 'open', refusal: 'payment/provider-refused' };
  if (!isLatest) return { order, refusal };
  switch (next) {
    case 'open':
      return { order: await reopenOrder(tx, deps, order, issue), refusal };
    case 'closed':
      return { order: await closeOrder(tx, deps, order, issue), refusal };
    case 'unknown': {
      const named = await updateOrder(tx, order.id, { lastIssue: issue });
      return { order: await scheduleSlowPoll(tx, deps, named), refusal };
    }
  }
}

const notApproved = { next: 'open', refusal: 'payment/not-approved' } as const;
const declined = { next: 'open', refusal: 'payment/declined' } as const;
const final = { next: 'closed', refusal: 'payment/provider-refused' } as const;
const unclear = { next: 'unknown', refusal: 'payment/provider-unknown' } as const;

/** How to handle each refusal of a capture (decision 20.9). */
const refusedCaptures: Readonly<
  Record<string, { next: 'open' | 'closed' | 'unknown'; refusal: RefusalCode } | undefined>
> = {
  ORDER_NOT_APPROVED: notApproved,
  // These two are a capture's own states.
  CAPTURE_DECLINED: declined,
  CAPTURE_FAILED: declined,
  INSTRUMENT_DECLINED: declined,
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: declined,
  PAYER_ACTION_REQUIRED: declined,
  PAYER_CANNOT_PAY: declined,
  TRANSACTION_REFUSED: final,
  COMPLIANCE_VIOLATION: final,
  PAYEE_ACCOUNT_RESTRICTED: final,
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: final,
  ORDER_VOIDED: final,
  ORDER_EXPIRED: final,
  INVALID_RESOURCE_ID: final,
  RESOURCE_NOT_FOUND: final,
  // This invoice was paid before. Look it up; never retry blindly.
  DUPLICATE_INVOICE_ID: unclear,
};

/** Returns the refusal for a caller if another request has finished the attempt in between. Null if it was captured. */
export function toRecordedRefusal({ state, lastIssue }: OrderRow): RefusalCode | null {
  if (state === 'captured' || state === 'bound') return null;
  return refusedCaptures[lastIssue ?? '']?.refusal ?? 'payment/provider-unknown';
}

/** The next attempt needs a new key: under the old one the wallet repeats its refusal. */
export async function reopenOrder(tx: Tx, deps: Deps, order: OrderRow, issue: string): Promise<OrderRow> {
  return updateOrder(tx, order.id, {
    state: 'open',
    captureRequestId: deps.random.uuid(),
    captureSentAt: null,
    providerCaptureId: null,
    lastIssue: issue,
  });
}

async function schedulePoll(tx: Tx, deps: Deps, order: OrderRow): Promise<OrderRow> {
  return updateOrder(tx, order.id, { lookAt: addMilliseconds(deps.clock.now(), MINUTE) });
}

/** The wallet has answered, so its answer rarely changes within a minute. Polls older orders less often. */
async function scheduleSlowPoll(tx: Tx, deps: Deps, order: OrderRow): Promise<OrderRow> {
  const now = deps.clock.now();
  const ageMs = now.getTime() - order.createdAt.getTime();
  const distanceMs = Math.min(6 * HOUR, Math.max(MINUTE, ageMs));
  return updateOrder(tx, order.id, { lookAt: addMilliseconds(now, distanceMs) });
}

export const REPLACED = 'REPLACED';

/** Polls the wallet one last time, because a late attempt may have captured the payer's money. */
export async function closeOrder(
  tx: Tx,
  deps: Deps,
  { id, providerOrderId }: Pick<OrderRow, 'id' | 'providerOrderId'>,
  issue: string,
): Promise<OrderRow> {
  const lookAt = providerOrderId === null ? null : addMilliseconds(deps.clock.now(), LAST_LOOK_AFTER_MS);
  return updateOrder(tx, id, { state: 'closed', lastIssue: issue, lookAt });
}

/** The wallet drops an approved order after three hours. After that no attempt can succeed. */
const LAST_LOOK_AFTER_MS = 4 * HOUR;

export function getProviderOrderId(order: OrderRow): string {
  if (order.providerOrderId === null) throw new Error(`order ${order.id} has no wallet id`);
  return order.providerOrderId;
}
