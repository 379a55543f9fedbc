import type { Id } from '#kernel/id.ts';
import { MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Sweep } from '#platform/server/outbox/outbox-worker.ts';
import { listChargebacksToLookAt } from './chargeback-store.ts';
import { lookAtDispute } from './chargebacks.ts';
import { listOrdersToLookAt } from './order-store.ts';
import { lookAtOrder } from './order-look.ts';
import { listMarketersWaiting, listPayoutsToLookAt } from './payment-store.ts';
import { lookAtPayout } from './payout-outcome.ts';
import { payWaiting } from './payouts.ts';

/** What webhooks and browsers should have brought about, found by looking. */
export function paymentsSweeps(deps: Deps): Sweep[] {
  return [
    { name: 'payments/orders', everyMs: MINUTE, run: () => lookAtOrders(deps) },
    { name: 'payments/chargebacks', everyMs: MINUTE, run: () => lookAtChargebacks(deps) },
    { name: 'payments/payouts', everyMs: MINUTE, run: () => lookAtPayouts(deps) },
    { name: 'payments/waiting', everyMs: 15 * MINUTE, run: () => payAllWaiting(deps) },
  ];
}

/** At one look; what is left over is due at the next, a minute later. */
const AT_ONCE = 100;

async function lookAtOrders(deps: Deps): Promise<void> {
  const orders = await listOrdersToLookAt(deps.db, deps.clock.now(), AT_ONCE);
  for (const order of orders) {
    await shielded(deps, { orderId: order.id }, () => lookAtOrder(deps, order));
  }
}

async function lookAtPayouts(deps: Deps): Promise<void> {
  const payouts = await listPayoutsToLookAt(deps.db, deps.clock.now(), AT_ONCE);
  for (const { id } of payouts) {
    await shielded(deps, { payoutId: id }, () => lookAtPayout(deps, id));
  }
}

async function lookAtChargebacks(deps: Deps): Promise<void> {
  const chargebacks = await listChargebacksToLookAt(deps.db, deps.clock.now(), AT_ONCE);
  for (const { id, providerDisputeId } of chargebacks) {
    await shielded(deps, { chargebackId: id }, () => lookAtDispute(deps, providerDisputeId));
  }
}

/** Holds end by time too: a changed wallet email after a day. */
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

/** One object that cannot be settled must not keep the others from it. */
async function shielded(deps: Deps, what: Record<string, Id>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error, ...what }, 'a look at the wallet failed');
  }
}
