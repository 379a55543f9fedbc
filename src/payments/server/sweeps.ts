import type { Id } from '#kernel/id.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { resetCrashPointCounts } from '#platform/server/crash-point.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from './ports.ts';
import type { Sweep } from '#platform/server/outbox/outbox-worker.ts';
import { listChargebacksToPoll } from './chargebacks/chargeback-store.ts';
import { pollDispute } from './chargebacks/chargebacks.ts';
import { hasOrders, listOrdersToPoll } from './orders/order-store.ts';
import { pollOrder } from './orders/poll-order.ts';
import { listMarketersWithUnpaid, listPayoutsToPoll, listQueuedPayouts } from './payouts/payment-store.ts';
import { pollPayout } from './payouts/payout-outcome.ts';
import { payUnpaid, submitPayout } from './payouts/payouts.ts';
import { reconcileDaily } from './reconciliation/reconciliation.ts';
import { pollRefund } from './refunds/refund-outcome.ts';
import { listRefundsToPoll, listUnrefundedSurplus, listUnboundOrders } from './refunds/refund-store.ts';
import { refundSurplus, handleUnboundOrder } from './refunds/refund-surplus.ts';
import { takeRotating } from './rules.ts';
import { listReversedPayouts, listUnrecordedDisputes } from './webhooks/missed-webhooks.ts';

/** Returns the sweeps that poll for whatever webhooks and browsers have missed. */
export function paymentsSweeps(deps: Deps): Sweep[] {
  return [
    { name: 'payments/orders', everyMs: MINUTE, run: () => pollOrders(deps) },
    { name: 'payments/chargebacks', everyMs: MINUTE, run: () => pollChargebacks(deps) },
    { name: 'payments/payouts', everyMs: MINUTE, run: () => pollPayouts(deps) },
    { name: 'payments/refunds', everyMs: MINUTE, run: () => pollRefunds(deps) },
    { name: 'payments/unbound', everyMs: 5 * MINUTE, run: () => handleUnboundOrders(deps) },
    { name: 'payments/queued', everyMs: MINUTE, run: () => submitStaleQueued(deps) },
    { name: 'payments/waiting', everyMs: 15 * MINUTE, run: () => payAllUnpaid(deps) },
    { name: 'payments/unheard', everyMs: HOUR, run: () => pollMissedWebhooks(deps) },
    { name: 'payments/reconciliation', everyMs: HOUR, run: () => reconcileDaily(deps) },
  ];
}

/** Objects per round. The rest is due at the next one, a minute later. */
const BATCH_SIZE = 100;
/** If every call to the wallet times out, the round still ends well before it would count as lost. */
const ROUND_MS = 5 * MINUTE;

async function runRound<Row>(deps: Deps, rows: Row[], look: (row: Row) => Promise<void>): Promise<void> {
  const endsAt = addMilliseconds(deps.clock.now(), ROUND_MS);
  for (const row of rows) {
    if (deps.clock.now() >= endsAt) return;
    await look(row);
  }
}

async function pollOrders(deps: Deps): Promise<void> {
  const orders = await listOrdersToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(deps, orders, (order) =>
    logFailure(deps, { orderId: order.id }, () => pollOrder(deps, order)),
  );
}

async function pollPayouts(deps: Deps): Promise<void> {
  const payouts = await listPayoutsToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(deps, payouts, ({ id }) => logFailure(deps, { payoutId: id }, () => pollPayout(deps, id)));
}

async function pollChargebacks(deps: Deps): Promise<void> {
  const chargebacks = await listChargebacksToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(deps, chargebacks, ({ id, providerDisputeId }) =>
    logFailure(deps, { chargebackId: id }, () => pollDispute(deps, providerDisputeId)),
  );
}

/** Polls the same way as a webhook does, so a late webhook changes nothing. */
async function pollMissedWebhooks(deps: Deps): Promise<void> {
  if (!(await hasOrders(deps.db))) return;
  // Objects that a poll cannot resolve are listed again for a month, so take turns.
  const turn = Math.floor(deps.clock.now().getTime() / HOUR);
  const payoutIds = takeRotating(await listReversedPayouts(deps), BATCH_SIZE, turn);
  const disputeIds = takeRotating(await listUnrecordedDisputes(deps), BATCH_SIZE, turn);
  await runRound(
    deps,
    [
      ...payoutIds.map((payoutId) => ({ what: { payoutId }, look: () => pollPayout(deps, payoutId) })),
      ...disputeIds.map((disputeId) => ({ what: { disputeId }, look: () => pollDispute(deps, disputeId) })),
    ],
    ({ what, look }) => logFailure(deps, what, look),
  );
}

async function pollRefunds(deps: Deps): Promise<void> {
  const refundIds = await listRefundsToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(deps, refundIds, (refundId) =>
    logFailure(deps, { refundId }, () => pollRefund(deps, refundId)),
  );
}

/** Handles captured money that was never bound, and surplus that was not refunded yet. */
async function handleUnboundOrders(deps: Deps): Promise<void> {
  for (const orderId of await listUnboundOrders(deps.db, deps.clock.now(), BATCH_SIZE)) {
    await logFailure(deps, { orderId }, () => handleUnboundOrder(deps, orderId));
  }
  for (const orderId of await listUnrefundedSurplus(deps.db, deps.clock.now(), BATCH_SIZE)) {
    await logFailure(deps, { orderId }, () => transact(deps.db, (tx) => refundSurplus(tx, deps, orderId)));
  }
}

/**
 * An event is handled within seconds, or given up after many failures. The payout it announced must not be
 * lost.
 */
const FORGOTTEN_AFTER_MS = 10 * MINUTE;

async function submitStaleQueued(deps: Deps): Promise<void> {
  const before = addMilliseconds(deps.clock.now(), -FORGOTTEN_AFTER_MS);
  for (const { id: payoutId } of await listQueuedPayouts(deps.db, before, BATCH_SIZE)) {
    await logFailure(deps, { payoutId }, () =>
      transact(deps.db, (tx) => submitPayout(tx, deps, { payoutId })),
    );
  }
}

/** Some holds end with time: a changed wallet email after a day. */
async function payAllUnpaid(deps: Deps): Promise<void> {
  let after: Id = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const marketerIds = await listMarketersWithUnpaid(deps.db, after, BATCH_SIZE);
    for (const marketerId of marketerIds) {
      await logFailure(deps, { marketerId }, () =>
        transact(deps.db, (tx) => payUnpaid(tx, deps, marketerId)),
      );
    }
    const last = marketerIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Logs a failure, so that one object cannot block the others. */
async function logFailure(deps: Deps, what: Record<string, Id>, work: () => Promise<unknown>): Promise<void> {
  resetCrashPointCounts();
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error, ...what }, 'polling the wallet failed');
  }
}
