import { refuse, type RefusalCode } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import { addMilliseconds, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { uniqueViolation } from '#platform/server/db/violations.ts';
import type { Deps } from '#platform/server/deps.ts';
import { type Advance, closeWithin, providerIdOf, recordOutcome } from './order-outcome.ts';
import { lockOrder, updateOrder } from './order-store.ts';
import type { Capture, Order, Outcome } from './provider/wallet-provider.ts';
import { walletProvider } from './slots.ts';
import type { OrderRow } from './tables.ts';

/** Approved orders end after three hours; others are looked at no longer than this. */
const LONGEST_OPEN_MS = 72 * HOUR;

/**
 * Brings an order as far as the wallet lets it: collects what is approved, once, and learns what became of an attempt
 * that got no answer. Safe to repeat and to run twice at once: an order can be captured once at the wallet, and its
 * capture is posted once. Every write is a transaction of its own; none is open while the wallet is asked.
 */
async function advanceOrder(deps: Deps, id: Id): Promise<Advance> {
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
    if (seen.kind === 'unknown') return lookLater(deps, order);
    const { status, capture: captured } = seen.value;
    if (status === 'VOIDED') return close(deps, order.id, 'VOIDED');
    if (status !== 'APPROVED' && !captured) return lookLater(deps, order);
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

/** Another attempt goes out under the same key: from here on only its own refusal counts. */
async function captureAgain(deps: Deps, id: Id): Promise<Advance> {
  const order = await transact(deps.db, async (tx) => {
    const locked = await lockOrder(tx, id);
    if (locked.state !== 'capturing') return locked;
    return updateOrder(tx, id, { captureSentAt: deps.clock.now() });
  });
  return order.state === 'capturing' ? capture(deps, order) : { order, refusal: refusalIn(order) };
}

/** What a caller is told who finds that another has settled the order meanwhile. */
function refusalIn(order: OrderRow): RefusalCode | null {
  return order.state === 'captured' || order.state === 'bound' ? null : 'payment/provider-unknown';
}

async function capture(deps: Deps, order: OrderRow): Promise<Advance> {
  const wallet = deps.slots.get(walletProvider);
  const outcome = await wallet.captureOrder(providerIdOf(order), order.captureRequestId);
  // An answer was lost: perhaps the capture itself can be seen.
  if (outcome.kind === 'unknown') {
    const seen = await wallet.getOrder(providerIdOf(order));
    if (seen.kind === 'success' && seen.value.capture)
      return recordOutcome(deps, order, found(seen.value.capture));
  }
  return recordOutcome(deps, order, outcome);
}

/** An earlier attempt has had no last word: first look, and ask again only where nothing has happened. */
async function lookAgain(deps: Deps, order: OrderRow): Promise<Advance> {
  const wallet = deps.slots.get(walletProvider);
  if (order.state === 'pending' && order.providerCaptureId !== null) {
    return recordOutcome(deps, order, await wallet.getCapture(order.providerCaptureId));
  }
  const seen = await wallet.getOrder(providerIdOf(order));
  if (seen.kind !== 'success') return recordOutcome(deps, order, seen);
  return seen.value.capture
    ? recordOutcome(deps, order, found(seen.value.capture))
    : advanceUncaptured(deps, order, seen.value);
}

async function advanceUncaptured(deps: Deps, order: OrderRow, seen: Order): Promise<Advance> {
  switch (seen.status) {
    case 'APPROVED':
      return captureAgain(deps, order.id);
    case 'COMPLETED':
      // Captured, and the wallet does not show by what: look again later.
      return { order, refusal: 'payment/provider-unknown' };
    case 'VOIDED':
      return recordOutcome(deps, order, { kind: 'refused', issue: 'ORDER_VOIDED' });
    default:
      // An attempt that is still out may find it approved after all.
      return isAttemptOut(deps, order)
        ? { order, refusal: 'payment/provider-unknown' }
        : recordOutcome(deps, order, { kind: 'refused', issue: 'ORDER_NOT_APPROVED' });
  }
}

/** By then a call has ended, answered or not. */
const ATTEMPT_ENDS_MS = 30 * SECOND;

function isAttemptOut(deps: Deps, { captureSentAt }: OrderRow): boolean {
  return captureSentAt !== null && deps.clock.now().getTime() - captureSentAt.getTime() < ATTEMPT_ENDS_MS;
}

const found = (value: Capture): Outcome<Capture> => ({ kind: 'success', value });

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
