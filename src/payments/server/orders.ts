import { refuse, type RefusalCode } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { uniqueViolation } from '#platform/server/db/violations.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { paymentCaptured } from './events.ts';
import { postCapture, postPspFee } from './ledger.ts';
import { lockOrder, updateOrder } from './order-store.ts';
import type { Capture, Order, Outcome } from './provider/wallet-provider.ts';
import { walletProvider } from './slots.ts';
import type { OrderRow } from './tables.ts';

/** Where an order stands after the wallet was asked, and why it is not captured. */
export interface Advance {
  order: OrderRow;
  refusal: RefusalCode | null;
}

/** Approved orders end after three hours; others are looked at no longer than this. */
const LONGEST_OPEN_MS = 72 * HOUR;

/**
 * Brings an order as far as the wallet lets it: collects what is approved, once, and learns what became of an attempt
 * that got no answer. Safe to repeat and to run twice at once: an order can be captured once at the wallet, and its
 * capture is posted once. Every write is a transaction of its own; none is open while the wallet is asked.
 */
export async function advanceOrder(deps: Deps, id: Id): Promise<Advance> {
  const { before, order } = await claimCapture(deps, id);
  switch (before) {
    case 'captured':
    case 'bound':
      return { order, refusal: null };
    case 'creating':
      return { order, refusal: 'payment/not-approved' };
    case 'closed':
      return { order, refusal: 'payment/provider-refused' };
    case 'open':
      return capture(deps, order);
    case 'capturing':
    case 'pending':
      return lookAgain(deps, order);
  }
}

/** Looks at an order that nobody has heard of for a while, and captures it where the payer has approved. */
export async function lookAtOrder(deps: Deps, order: OrderRow): Promise<void> {
  if (order.state === 'creating') return forgetUnanswered(deps, order);
  if (order.state === 'open') {
    const seen = await deps.slots.get(walletProvider).getOrder(providerIdOf(order));
    if (seen.kind === 'refused') return close(deps, order.id, seen.issue);
    if (seen.kind === 'success' && seen.value.status === 'VOIDED') return close(deps, order.id, 'VOIDED');
    const isReady =
      seen.kind === 'success' && (seen.value.status === 'APPROVED' || seen.value.capture !== undefined);
    if (!isReady) return lookLater(deps, order);
  }
  try {
    const { order: advanced } = await advanceOrder(deps, order.id);
    if (advanced.state === 'open') await lookLater(deps, advanced);
  } catch (error) {
    if (!isPaidOtherwise(error)) throw error;
    await close(deps, order.id, 'PAID_BY_ANOTHER_ORDER');
  }
}

/** The wallet forgets a request after six hours; nobody has seen the order's address, so nobody can have approved it. */
async function forgetUnanswered(deps: Deps, order: OrderRow): Promise<void> {
  if (order.lookAt <= deps.clock.now()) await close(deps, order.id, 'NEVER_ANSWERED');
}

const isPaidOtherwise = (error: unknown) => uniqueViolation(error, 'payment_order_one_capture');

/** Refuses 'payment/used' where another order of the same purpose is captured or being captured. */
export async function advanceOwnOrder(deps: Deps, id: Id): Promise<Advance> {
  try {
    return await advanceOrder(deps, id);
  } catch (error) {
    if (!isPaidOtherwise(error)) throw error;
    throw refuse('payment/used', { message: 'A payment for this has already been made.' });
  }
}

/** Says before the call that it is about to be made, and takes the purpose's one capture for this order. */
async function claimCapture(deps: Deps, id: Id): Promise<{ before: OrderRow['state']; order: OrderRow }> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.state !== 'open') return { before: order.state, order };
    const now = deps.clock.now();
    const changes = { state: 'capturing' as const, captureSentAt: now, lookAt: addMilliseconds(now, MINUTE) };
    return { before: 'open', order: await updateOrder(tx, id, changes) };
  });
}

async function capture(deps: Deps, order: OrderRow): Promise<Advance> {
  const wallet = deps.slots.get(walletProvider);
  const outcome = await wallet.captureOrder(providerIdOf(order), order.captureRequestId);
  // An answer was lost: perhaps the capture itself can be seen.
  if (outcome.kind === 'unknown') {
    const seen = await wallet.getOrder(providerIdOf(order));
    if (seen.kind === 'success' && seen.value.capture) return record(deps, order, found(seen.value.capture));
  }
  return record(deps, order, outcome);
}

/** An earlier attempt has had no last word: first look, and ask again only where nothing has happened. */
async function lookAgain(deps: Deps, order: OrderRow): Promise<Advance> {
  const wallet = deps.slots.get(walletProvider);
  if (order.state === 'pending' && order.providerCaptureId !== null) {
    return record(deps, order, await wallet.getCapture(order.providerCaptureId));
  }
  const seen = await wallet.getOrder(providerIdOf(order));
  if (seen.kind !== 'success') return record(deps, order, seen);
  return seen.value.capture
    ? record(deps, order, found(seen.value.capture))
    : advanceUncaptured(deps, order, seen.value);
}

async function advanceUncaptured(deps: Deps, order: OrderRow, seen: Order): Promise<Advance> {
  switch (seen.status) {
    case 'APPROVED':
      return capture(deps, order);
    case 'COMPLETED':
      // Captured, and the wallet does not show by what: look again later.
      return { order, refusal: 'payment/provider-unknown' };
    case 'VOIDED':
      return record(deps, order, { kind: 'refused', issue: 'ORDER_VOIDED' });
    default:
      return record(deps, order, { kind: 'refused', issue: 'ORDER_NOT_APPROVED' });
  }
}

const found = (value: Capture): Outcome<Capture> => ({ kind: 'success', value });

async function record(deps: Deps, asked: OrderRow, outcome: Outcome<Capture>): Promise<Advance> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, asked.id);
    // Somebody else was told before us.
    if (order.state === 'captured' || order.state === 'bound') return { order, refusal: null };
    switch (outcome.kind) {
      case 'success':
        return recordCapture(tx, deps, order, outcome.value);
      case 'refused':
        return recordRefusal(tx, deps, order, outcome.issue);
      case 'unknown':
        return { order: await expectNews(tx, deps, order), refusal: 'payment/provider-unknown' };
    }
  });
}

async function recordCapture(tx: Tx, deps: Deps, order: OrderRow, seen: Capture): Promise<Advance> {
  if (seen.amountCents !== order.amountCents) {
    throw new Error(
      `order ${order.id} is over ${order.amountCents} and was captured over ${seen.amountCents}`,
    );
  }
  switch (seen.status) {
    case 'COMPLETED':
      return { order: await bookCapture(tx, deps, order, seen), refusal: null };
    case 'PENDING': {
      const changes = { state: 'pending' as const, providerCaptureId: seen.captureId };
      const pending = await updateOrder(tx, order.id, changes);
      return { order: await expectNews(tx, deps, pending), refusal: 'payment/pending' };
    }
    case 'DECLINED':
    case 'FAILED':
      return { order: await reopen(tx, deps, order, `CAPTURE_${seen.status}`), refusal: 'payment/declined' };
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      // It came and was given back before we knew of it, by somebody's hand at the wallet: a person must look.
      deps.log.error({ orderId: order.id }, 'a capture was refunded before it was booked');
      return { order: await expectNews(tx, deps, order), refusal: 'payment/provider-unknown' };
  }
}

async function bookCapture(tx: Tx, deps: Deps, order: OrderRow, seen: Capture): Promise<OrderRow> {
  const now = deps.clock.now();
  const occasion = { actor: 'wallet', at: now };
  const { captureId, amountCents, feeCents = 0 } = seen;
  const captured = await updateOrder(tx, order.id, {
    state: 'captured',
    providerCaptureId: captureId,
    pspFeeCents: feeCents,
    capturedAt: now,
    lastIssue: null,
  });
  await postCapture(tx, { orderId: order.id, captureId, amountCents }, occasion);
  await postPspFee(tx, { captureId, feeCents }, occasion);
  const payload = {
    orderId: providerIdOf(order),
    captureId,
    purposeId: order.purposeId,
    payerId: order.createdBy,
    amountCents,
  };
  await announce(tx, paymentCaptured, { ref: captureId, payload }, deps.clock);
  return captured;
}

/** The wallet has said no and nothing happened. Whether the payer may try again depends on why. */
async function recordRefusal(tx: Tx, deps: Deps, order: OrderRow, issue: string): Promise<Advance> {
  const verdict = refusedCaptures[issue] ?? { next: 'open', refusal: 'payment/provider-refused' };
  switch (verdict.next) {
    case 'open':
      return { order: await reopen(tx, deps, order, issue), refusal: verdict.refusal };
    case 'closed':
      return { order: await closeWithin(tx, order.id, issue), refusal: verdict.refusal };
    case 'unknown':
      return { order: await expectNews(tx, deps, order), refusal: verdict.refusal };
  }
}

const notApproved = { next: 'open', refusal: 'payment/not-approved' } as const;
const declined = { next: 'open', refusal: 'payment/declined' } as const;
const final = { next: 'closed', refusal: 'payment/provider-refused' } as const;
const unclear = { next: 'unknown', refusal: 'payment/provider-unknown' } as const;

/** What the wallet's words mean for a capture (money.md 1.5). */
const refusedCaptures: Readonly<
  Record<string, { next: 'open' | 'closed' | 'unknown'; refusal: RefusalCode } | undefined>
> = {
  ORDER_NOT_APPROVED: notApproved,
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
  // Someone has paid this very invoice: to be looked up, never to be tried again blindly.
  DUPLICATE_INVOICE_ID: unclear,
};

/** The next attempt gets a key of its own: under the old one the wallet would repeat its old no. */
async function reopen(tx: Tx, deps: Deps, order: OrderRow, issue: string): Promise<OrderRow> {
  return updateOrder(tx, order.id, {
    state: 'open',
    captureRequestId: deps.random.uuid(),
    captureSentAt: null,
    providerCaptureId: null,
    lastIssue: issue,
  });
}

async function expectNews(tx: Tx, deps: Deps, order: OrderRow): Promise<OrderRow> {
  return updateOrder(tx, order.id, { lookAt: addMilliseconds(deps.clock.now(), MINUTE) });
}

/** The older the order, the rarer the look. */
async function lookLater(deps: Deps, { id, createdAt }: OrderRow): Promise<void> {
  const now = deps.clock.now();
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs >= LONGEST_OPEN_MS) return close(deps, id, 'NEVER_APPROVED');
  const distanceMs = Math.min(Math.max(MINUTE, ageMs / 2), LONGEST_OPEN_MS - ageMs);
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.state !== 'open') return;
    await updateOrder(tx, id, { lookAt: addMilliseconds(now, distanceMs) });
  });
}

async function close(deps: Deps, id: Id, issue: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.state === 'creating' || order.state === 'open') await closeWithin(tx, id, issue);
  });
}

async function closeWithin(tx: Tx, id: Id, issue: string): Promise<OrderRow> {
  return updateOrder(tx, id, { state: 'closed', lastIssue: issue });
}

function providerIdOf(order: OrderRow): string {
  if (order.providerOrderId === null) throw new Error(`order ${order.id} is not known to the wallet`);
  return order.providerOrderId;
}
