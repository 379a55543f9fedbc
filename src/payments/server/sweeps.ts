import { gt, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from './ports.ts';
import type { Sweep } from '#platform/server/outbox/outbox-worker.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import { listChargebacksToPoll } from './chargebacks/chargeback-store.ts';
import { pollDispute } from './chargebacks/chargebacks.ts';
import { sweepCreditNotes } from './invoices/invoice-service.ts';
import { hasOrders, listOrdersToPoll } from './orders/order-store.ts';
import { pollOrder } from './orders/poll-order.ts';
import { listMarketersWithUnpaid, listPayoutsToPoll } from './payouts/payment-store.ts';
import { pollPayout } from './payouts/payout-outcome.ts';
import { payUnpaid } from './payouts/payouts.ts';
import { reconcileDaily } from './reconciliation/reconciliation.ts';
import { pollRefund } from './refunds/refund-outcome.ts';
import { listRefundsToPoll, listUnrefundedSurplus, listUnboundOrders } from './refunds/refund-store.ts';
import { refundSurplus, handleUnboundOrder } from './refunds/refund-surplus.ts';
import { GIVE_UP_AFTER_MS } from '../shortfall-contract.ts';
import { LONGEST_POLL_WAIT_MS, takeTurn } from './rules.ts';
import { listShortfallsToGiveUp } from './shortfalls/shortfall-store.ts';
import { giveUpShortfall } from './shortfalls/shortfalls.ts';
import { chargeback, paymentOrder, payout, refund } from './tables.ts';
import { listReversedPayouts, listUnrecordedDisputes } from './webhooks/missed-webhooks.ts';
import { deleteOldWebhooks } from './webhooks/webhook-retention.ts';

export function paymentsSweeps(deps: Deps): Sweep[] {
  return [
    { name: 'payments/orders', everyMs: MINUTE, run: () => pollOrders(deps) },
    { name: 'payments/chargebacks', everyMs: MINUTE, run: () => pollChargebacks(deps) },
    { name: 'payments/payouts', everyMs: MINUTE, run: () => pollPayouts(deps) },
    { name: 'payments/refunds', everyMs: MINUTE, run: () => pollRefunds(deps) },
    { name: 'payments/shortfalls', everyMs: HOUR, run: () => giveUpShortfalls(deps) },
    { name: 'payments/unbound', everyMs: 5 * MINUTE, run: () => handleUnboundOrders(deps) },
    { name: 'payments/waiting', everyMs: 15 * MINUTE, run: () => payAllUnpaid(deps) },
    { name: 'payments/unheard', everyMs: HOUR, run: () => pollMissedWebhooks(deps) },
    { name: 'payments/reconciliation', everyMs: HOUR, run: () => reconcileDaily(deps) },
    { name: 'payments/due times', everyMs: HOUR, run: () => limitPollTimes(deps) },
    { name: 'payments/credit notes', everyMs: HOUR, run: () => sweepCreditNotes(deps, BATCH_SIZE) },
    { name: 'payments/old webhooks', everyMs: HOUR, run: () => deleteOldWebhooks(deps) },
  ];
}

/** Objects per round. The rest is due at the next one, a minute later. */
const BATCH_SIZE = 100;
/** If every call to the wallet times out, the round still ends well before it would count as lost. */
const ROUND_MS = 5 * MINUTE;

async function tryEach<Row>(
  deps: Deps,
  rows: readonly Row[],
  toId: (row: Row) => Record<string, Id>,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  await forEachObject(rows, work, (error, row) =>
    deps.log.error({ err: error, ...toId(row) }, 'polling the wallet failed'),
  );
}

async function runRound<Row>(
  deps: Deps,
  rows: readonly Row[],
  toId: (row: Row) => Record<string, Id>,
  look: (row: Row) => Promise<unknown>,
): Promise<void> {
  const endsAt = addMilliseconds(deps.clock.now(), ROUND_MS);
  await tryEach(deps, rows, toId, async (row) => {
    if (deps.clock.now() < endsAt) await look(row);
  });
}

async function pollOrders(deps: Deps): Promise<void> {
  const orders = await listOrdersToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(
    deps,
    orders,
    ({ id }) => ({ orderId: id }),
    (order) => pollOrder(deps, order),
  );
}

async function pollPayouts(deps: Deps): Promise<void> {
  const payouts = await listPayoutsToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(
    deps,
    payouts,
    ({ id }) => ({ payoutId: id }),
    ({ id }) => pollPayout(deps, id),
  );
}

async function pollChargebacks(deps: Deps): Promise<void> {
  const chargebacks = await listChargebacksToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(
    deps,
    chargebacks,
    ({ id }) => ({ chargebackId: id }),
    ({ providerDisputeId }) => pollDispute(deps, providerDisputeId),
  );
}

/** Polls the same way as a webhook does, so a late webhook changes nothing. */
async function pollMissedWebhooks(deps: Deps): Promise<void> {
  if (!(await hasOrders(deps.db))) return;
  // Objects that a poll cannot resolve are listed again for a month, so take turns.
  const turn = Math.floor(deps.clock.now().getTime() / HOUR);
  const payoutIds = takeTurn(await listReversedPayouts(deps), BATCH_SIZE, turn);
  const disputeIds = takeTurn(await listUnrecordedDisputes(deps), BATCH_SIZE, turn);
  await runRound(
    deps,
    [
      ...payoutIds.map((payoutId) => ({ what: { payoutId }, look: () => pollPayout(deps, payoutId) })),
      ...disputeIds.map((disputeId) => ({ what: { disputeId }, look: () => pollDispute(deps, disputeId) })),
    ],
    ({ what }) => what,
    ({ look }) => look(),
  );
}

async function pollRefunds(deps: Deps): Promise<void> {
  const refundIds = await listRefundsToPoll(deps.db, deps.clock.now(), BATCH_SIZE);
  await runRound(
    deps,
    refundIds,
    (refundId) => ({ refundId }),
    (refundId) => pollRefund(deps, refundId),
  );
}

async function handleUnboundOrders(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const toId = (orderId: Id) => ({ orderId });
  await tryEach(deps, await listUnboundOrders(deps.db, now, BATCH_SIZE), toId, (orderId) =>
    handleUnboundOrder(deps, orderId),
  );
  await tryEach(deps, await listUnrefundedSurplus(deps.db, now, BATCH_SIZE), toId, (orderId) =>
    transact(deps.db, (tx) => refundSurplus(tx, deps, orderId)),
  );
}

async function giveUpShortfalls(deps: Deps): Promise<void> {
  const before = addMilliseconds(deps.clock.now(), -GIVE_UP_AFTER_MS);
  const ids = await listShortfallsToGiveUp(deps.db, { before, limit: BATCH_SIZE });
  const toId = (shortfallId: Id) => ({ shortfallId });
  await tryEach(deps, ids, toId, (id) => giveUpShortfall(deps, id));
}

/**
 * Only old orders are polled more rarely. All other later times were set by a clock that was ahead. Our own may be
 * behind, so a time must be too late by the database's clock too.
 */
async function limitPollTimes({ db, clock }: Deps): Promise<void> {
  const latest = addMilliseconds(clock.now(), LONGEST_POLL_WAIT_MS);
  for (const table of [paymentOrder, payout, refund, chargeback])
    await db
      .update(table)
      .set({ lookAt: latest })
      .where(
        gt(
          table.lookAt,
          sql`greatest(${latest}::timestamptz, now() + ${milliseconds(LONGEST_POLL_WAIT_MS)})`,
        ),
      );
}

/** Some holds end with time: a changed wallet email after a day. */
async function payAllUnpaid(deps: Deps): Promise<void> {
  let after: Id = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const marketerIds = await listMarketersWithUnpaid(deps.db, after, BATCH_SIZE);
    await tryEach(
      deps,
      marketerIds,
      (marketerId) => ({ marketerId }),
      (marketerId) => transact(deps.db, (tx) => payUnpaid(tx, deps, marketerId)),
    );
    const last = marketerIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
