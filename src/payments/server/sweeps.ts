import type { Id } from '#kernel/id.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { countAnew } from '#platform/server/crash-point.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Sweep } from '#platform/server/outbox/outbox-worker.ts';
import { listChargebacksToLookAt } from './chargeback-store.ts';
import { lookAtDispute } from './chargebacks.ts';
import { hasOrders, listOrdersToLookAt } from './order-store.ts';
import { lookAtOrder } from './order-look.ts';
import { listMarketersWaiting, listPayoutsToLookAt, listQueuedPayouts } from './payment-store.ts';
import { lookAtPayout } from './payout-outcome.ts';
import { payWaiting, submitPayout } from './payouts.ts';
import { reconcileDaily } from './reconciliation.ts';
import { lookAtRefund } from './refund-outcome.ts';
import { listRefundsToLookAt, listSurplusLeft, listUnboundOrders } from './refund-store.ts';
import { giveBackSurplus, settleUnbound } from './refund-surplus.ts';
import { takeTurn } from './rules.ts';
import { listPayoutsTakenBack, listUnheardDisputes } from './wallet-lists.ts';

/** Returns the sweeps that poll for whatever webhooks and browsers have missed. */
export function paymentsSweeps(deps: Deps): Sweep[] {
  return [
    { name: 'payments/orders', everyMs: MINUTE, run: () => lookAtOrders(deps) },
    { name: 'payments/chargebacks', everyMs: MINUTE, run: () => lookAtChargebacks(deps) },
    { name: 'payments/payouts', everyMs: MINUTE, run: () => lookAtPayouts(deps) },
    { name: 'payments/refunds', everyMs: MINUTE, run: () => lookAtRefunds(deps) },
    { name: 'payments/unbound', everyMs: 5 * MINUTE, run: () => settleAllUnbound(deps) },
    { name: 'payments/queued', everyMs: MINUTE, run: () => submitForgotten(deps) },
    { name: 'payments/waiting', everyMs: 15 * MINUTE, run: () => payAllWaiting(deps) },
    { name: 'payments/unheard', everyMs: HOUR, run: () => lookAtUnheard(deps) },
    { name: 'payments/reconciliation', everyMs: HOUR, run: () => reconcileDaily(deps) },
  ];
}

/** Objects per round. The rest is due at the next one, a minute later. */
const AT_ONCE = 100;
/** If every call to the wallet times out, the round still ends well before it would count as lost. */
const ROUND_MS = 5 * MINUTE;

async function inRound<Row>(deps: Deps, rows: Row[], look: (row: Row) => Promise<void>): Promise<void> {
  const endsAt = addMilliseconds(deps.clock.now(), ROUND_MS);
  for (const row of rows) {
    if (deps.clock.now() >= endsAt) return;
    await look(row);
  }
}

async function lookAtOrders(deps: Deps): Promise<void> {
  const orders = await listOrdersToLookAt(deps.db, deps.clock.now(), AT_ONCE);
  await inRound(deps, orders, (order) =>
    shielded(deps, { orderId: order.id }, () => lookAtOrder(deps, order)),
  );
}

async function lookAtPayouts(deps: Deps): Promise<void> {
  const payouts = await listPayoutsToLookAt(deps.db, deps.clock.now(), AT_ONCE);
  await inRound(deps, payouts, ({ id }) => shielded(deps, { payoutId: id }, () => lookAtPayout(deps, id)));
}

async function lookAtChargebacks(deps: Deps): Promise<void> {
  const chargebacks = await listChargebacksToLookAt(deps.db, deps.clock.now(), AT_ONCE);
  await inRound(deps, chargebacks, ({ id, providerDisputeId }) =>
    shielded(deps, { chargebackId: id }, () => lookAtDispute(deps, providerDisputeId)),
  );
}

/** Polls the same way as a webhook does, so a late webhook changes nothing. */
async function lookAtUnheard(deps: Deps): Promise<void> {
  if (!(await hasOrders(deps.db))) return;
  // Objects that a poll cannot resolve are listed again for a month, so take turns.
  const turn = Math.floor(deps.clock.now().getTime() / HOUR);
  const payoutIds = takeTurn(await listPayoutsTakenBack(deps), AT_ONCE, turn);
  const disputeIds = takeTurn(await listUnheardDisputes(deps), AT_ONCE, turn);
  await inRound(
    deps,
    [
      ...payoutIds.map((payoutId) => ({ what: { payoutId }, look: () => lookAtPayout(deps, payoutId) })),
      ...disputeIds.map((disputeId) => ({ what: { disputeId }, look: () => lookAtDispute(deps, disputeId) })),
    ],
    ({ what, look }) => shielded(deps, what, look),
  );
}

async function lookAtRefunds(deps: Deps): Promise<void> {
  const refundIds = await listRefundsToLookAt(deps.db, deps.clock.now(), AT_ONCE);
  await inRound(deps, refundIds, (refundId) =>
    shielded(deps, { refundId }, () => lookAtRefund(deps, refundId)),
  );
}

/** Handles captured money that was never bound, and surplus that was not refunded yet. */
async function settleAllUnbound(deps: Deps): Promise<void> {
  for (const orderId of await listUnboundOrders(deps.db, deps.clock.now(), AT_ONCE)) {
    await shielded(deps, { orderId }, () => settleUnbound(deps, orderId));
  }
  for (const orderId of await listSurplusLeft(deps.db, deps.clock.now(), AT_ONCE)) {
    await shielded(deps, { orderId }, () => transact(deps.db, (tx) => giveBackSurplus(tx, deps, orderId)));
  }
}

/**
 * An event is handled within seconds, or given up after many failures. The payout it announced must not be
 * lost.
 */
const FORGOTTEN_AFTER_MS = 10 * MINUTE;

async function submitForgotten(deps: Deps): Promise<void> {
  const before = addMilliseconds(deps.clock.now(), -FORGOTTEN_AFTER_MS);
  for (const { id: payoutId } of await listQueuedPayouts(deps.db, before, AT_ONCE)) {
    await shielded(deps, { payoutId }, () => transact(deps.db, (tx) => submitPayout(tx, deps, { payoutId })));
  }
}

/** Some holds end with time: a changed wallet email after a day. */
async function payAllWaiting(deps: Deps): Promise<void> {
  let after: Id = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const marketerIds = await listMarketersWaiting(deps.db, after, AT_ONCE);
    for (const marketerId of marketerIds) {
      await shielded(deps, { marketerId }, () => transact(deps.db, (tx) => payWaiting(tx, deps, marketerId)));
    }
    const last = marketerIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Logs a failure, so that one object cannot block the others. */
async function shielded(deps: Deps, what: Record<string, Id>, work: () => Promise<unknown>): Promise<void> {
  countAnew();
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error, ...what }, 'polling the wallet failed');
  }
}
