import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import {
  recordSurplus,
  closeOrder,
  hasFailed,
  isUnknownToWallet,
  getProviderOrderId,
  recordOutcome,
} from './order-outcome.ts';
import { isAlreadyPaidError, lockOrder, updateOrder } from './order-store.ts';
import { advanceOrder, toCaptureOutcome } from './orders.ts';
import type { OrderRow } from '../tables.ts';

/**
 * An order that the payer has not approved is closed after this time. The wallet ends approved orders after three
 * hours, so they wait for its answer: our clock may be wrong, and the payment due again once it is right.
 */
const LONGEST_OPEN_MS = 72 * HOUR;

/**
 * Polls an order that had no news for a while. Captures it if the payer has approved and the amount is due.
 */
export async function pollOrder(deps: Deps, order: OrderRow): Promise<void> {
  if (order.state === 'creating') return closeUnanswered(deps, order);
  if (order.state === 'open') return pollOpenOrder(deps, order);
  if (order.state === 'closed') return pollClosedOrder(deps, order);
  return advance(deps, order);
}

/**
 * The payer was told that the payment failed, and may have paid again or dropped the campaign. Money that the
 * wallet captured anyway is refunded.
 */
async function pollClosedOrder(deps: Deps, order: OrderRow): Promise<void> {
  if (order.providerOrderId === null) return;
  const seen = await deps.ports.getWallet().getOrder(order.providerOrderId);
  const capture = seen.kind === 'success' ? seen.value.capture : undefined;
  if (capture?.status === 'COMPLETED') {
    deps.log.warn({ orderId: order.id }, 'a late payment is refunded');
    await recordSurplus(deps, order, capture);
    return;
  }
  if (capture?.status === 'REFUNDED' || capture?.status === 'PARTIALLY_REFUNDED') {
    deps.log.error({ orderId: order.id }, 'a capture was refunded before it was booked');
  }
  const isDenied = seen.kind === 'refused' && !isUnknownToWallet(seen.issue);
  if (isDenied)
    deps.log.error({ orderId: order.id, reason: seen.issue }, 'the wallet does not show an order');
  const isUndecided = isDenied || seen.kind === 'unknown' || capture?.status === 'PENDING';
  const lookAt = isUndecided ? addMilliseconds(deps.clock.now(), HOUR) : null;
  await transact(deps.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked.state === 'closed') await updateOrder(tx, order.id, { lookAt });
  });
}

async function pollOpenOrder(deps: Deps, order: OrderRow): Promise<void> {
  const seen = await deps.ports.getWallet().getOrder(getProviderOrderId(order));
  if (seen.kind === 'refused') {
    if (isUnknownToWallet(seen.issue)) return close(deps, order, seen.issue);
    deps.log.error({ orderId: order.id, reason: seen.issue }, 'the wallet does not show an order');
    return schedulePoll(deps, order);
  }
  if (seen.kind === 'unknown') return schedulePoll(deps, order);
  const { status, capture } = seen.value;
  if (capture && !hasFailed(capture)) {
    await recordOutcome(deps, order, toCaptureOutcome(capture));
    return;
  }
  if (status === 'VOIDED') return close(deps, order, 'VOIDED');
  if (status === 'APPROVED') return advance(deps, order);
  return getAgeMs(deps, order) >= LONGEST_OPEN_MS
    ? close(deps, order, 'NEVER_APPROVED')
    : schedulePoll(deps, order);
}

const getAgeMs = ({ clock }: Deps, { createdAt }: OrderRow) => clock.now().getTime() - createdAt.getTime();

async function advance(deps: Deps, order: OrderRow): Promise<void> {
  try {
    const { order: advanced } = await advanceOrder(deps, order.id);
    if (advanced.state === 'open') await schedulePoll(deps, advanced);
  } catch (error) {
    if (!isAlreadyPaidError(error)) throw error;
    await close(deps, order, 'PAID_BY_ANOTHER_ORDER');
  }
}

/**
 * The wallet forgets a request after six hours. The order's URL was never shown, so the order cannot be
 * approved.
 */
async function closeUnanswered(deps: Deps, order: OrderRow): Promise<void> {
  if (order.lookAt === null || order.lookAt <= deps.clock.now()) await close(deps, order, 'NEVER_ANSWERED');
}

/** Polls older orders less often. */
async function schedulePoll(deps: Deps, order: OrderRow): Promise<void> {
  const ageMs = getAgeMs(deps, order);
  const leftMs = LONGEST_OPEN_MS - ageMs;
  const distanceMs = leftMs > 0 ? Math.min(Math.max(MINUTE, ageMs / 2), leftMs) : HOUR;
  const lookAt = addMilliseconds(deps.clock.now(), distanceMs);
  await transact(deps.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked.state !== 'open') return;
    await updateOrder(tx, order.id, { lookAt });
  });
}

async function close(deps: Deps, { id }: OrderRow, issue: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.state === 'creating' || order.state === 'open') await closeOrder(tx, deps, order, issue);
  });
}
