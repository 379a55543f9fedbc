import { z } from 'zod';
import type { Id } from '#kernel/id.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { walletLane } from '../provider/wallet-lane.ts';
import type { Deps } from '../ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';
import { getEscrowLeft, suspenseLeft } from '../ledger/balance-service.ts';
import {
  insertChargeback,
  hasFundingChargeback,
  listDisputes,
  lockChargebackByDispute,
  updateChargeback,
} from './chargeback-store.ts';
import { chargebackClosed, chargebackOpened, type DisputedPurpose } from '../events.ts';
import { postDisputeEnd, postDisputeHold, postDisputeHoldExtension } from '../ledger/dispute-postings.ts';
import {
  announceCaptured,
  isUnknownToWallet,
  markAsSurplus,
  UNBOUND_AFTER_MS,
} from '../orders/order-outcome.ts';
import { findOrderByAnyId, lockOrder } from '../orders/order-store.ts';
import type { Dispute } from '../provider/wallet-provider.ts';
import { nextPollAt } from '../rules.ts';
import { payShortfalls } from '../shortfalls/shortfalls.ts';
import type { ChargebackRow, OrderRow } from '../tables.ts';

/**
 * The result of a poll. 'unknown': the wallet has not answered, or the payment is not recorded yet, so poll
 * again later. 'not ours': the payment is not ours, or there is no such dispute.
 */
export type DisputePollResult = 'booked' | 'not ours' | 'unknown';

/**
 * Records the hold while the dispute is open, and the money returned or lost at the end. Safe to repeat: late
 * or reordered webhooks lead to the same result. Calls the wallet outside any transaction.
 */
export async function pollDispute(deps: Deps, disputeId: string): Promise<DisputePollResult> {
  const seen = await deps.ports.getWallet().getDispute(disputeId);
  switch (seen.kind) {
    case 'success':
      return recordDispute(deps, seen.value);
    case 'unknown':
      return 'unknown';
    case 'refused':
      if (isUnknownToWallet(seen.issue)) return 'not ours'; // not for users
      deps.log.error({ reason: seen.issue }, 'the wallet does not show a dispute');
      return 'unknown';
  }
}

/** If only the capture is known. Returns 'not ours' if there are no disputes. */
export async function pollDisputesOfCapture(deps: Deps, captureId: string): Promise<DisputePollResult> {
  const seen = await deps.ports.getWallet().listDisputes({ captureId });
  if (seen.kind !== 'success') return 'unknown';
  const looks: DisputePollResult[] = [];
  for (const dispute of seen.value) looks.push(await recordDispute(deps, dispute));
  if (looks.includes('unknown')) return 'unknown';
  return looks.includes('booked') ? 'booked' : 'not ours'; // not for users
}

export async function scheduleDisputePoll(
  tx: Tx,
  deps: Deps,
  hint: { captureId: string; ref: string },
): Promise<void> {
  const { captureId, ref } = hint;
  await enqueue(tx, lookForDisputesLater, { ref, payload: { captureId } }, deps.clock, deps.random);
}

const lookForDisputesLater = defineEffect('payment.look-for-disputes', z.object({ captureId: z.string() }));

/** Each dispute is recorded in a transaction of its own, so repeating this effect is safe. */
export function pollDisputesEffect(deps: Deps): EffectHandler {
  return handleEffect(lookForDisputesLater, {
    lane: walletLane(deps),
    perform: async ({ captureId }) => {
      const look = await pollDisputesOfCapture(deps, captureId);
      if (look === 'booked') return { status: 'done', value: undefined };
      if (look === 'unknown') return { status: 'unknown', reason: 'the wallet has not said' };
      // The wallet's list may lag behind its refusals.
      return { status: 'retry', reason: 'the wallet lists no dispute' };
    },
  });
}

async function recordDispute(deps: Deps, seen: Dispute): Promise<DisputePollResult> {
  const known = await findOrderByAnyId(deps.db, seen.captureIds);
  if (!known) return 'not ours'; // not for users
  if (await hasUnknownEarlierDispute(deps, known.id, seen)) return 'unknown';
  return transact(deps.db, async (tx) => {
    await deps.ports.lockPaidCampaign(tx, known.campaignId);
    const order = await lockOrder(tx, known.id);
    // The capture is still under review, so the held or lost money is not in our ledger yet.
    if (order.capturedAt === null) return order.state === 'closed' ? 'not ours' : 'unknown'; // not for users
    const before = await lockChargebackByDispute(tx, seen.disputeId);
    if (before) await updateFromDispute(tx, deps, { order, before, seen });
    else await openChargeback(tx, deps, { order, seen });
    await payShortfalls(tx, deps, order.campaignId);
    // A loss may leave a debt, and a won dispute may fill the escrow that repays one.
    await deps.ports.claimRefundDue(tx, order.campaignId);
    await deps.ports.setChargeback(tx, order.campaignId, await hasFundingChargeback(tx, order.campaignId));
    return 'booked';
  });
}

/**
 * The wallet opens one dispute of a payment at a time, so the earlier ones have ended. In the other order,
 * the new one would take the fee, because the earlier one still holds the pay. Returns true if the wallet did
 * not answer.
 */
async function hasUnknownEarlierDispute(deps: Deps, orderId: Id, { disputeId }: Dispute): Promise<boolean> {
  const recorded = await listDisputes(deps.db, orderId);
  if (recorded.some(({ providerDisputeId }) => providerDisputeId === disputeId)) return false;
  for (const { state, providerDisputeId } of recorded)
    if (state === 'open' && (await pollDispute(deps, providerDisputeId)) === 'unknown') return true;
  return false;
}

/** If the dispute was won before we saw it, no money has moved. */
async function openChargeback(tx: Tx, deps: Deps, about: { order: OrderRow; seen: Dispute }) {
  const { order, seen } = about;
  if (seen.status === 'won') return;
  const now = deps.clock.now();
  const amountCents = seen.amountCents;
  const row = await insertChargeback(tx, {
    id: deps.random.uuid(),
    providerDisputeId: seen.disputeId,
    orderId: order.id,
    campaignId: order.campaignId,
    payerId: order.createdBy,
    amountCents,
    ...(await availableParts(tx, order, amountCents)),
    state: 'open',
    openedAt: now,
    lookAt: addMilliseconds(now, FIRST_LOOK_MS),
  });
  await postDisputeHold(tx, row, { actor: 'wallet', at: now });
  if (seen.status === 'lost') return closeChargeback(tx, deps, { order, before: row, seen });
  await announce(
    tx,
    chargebackOpened,
    { ref: row.id, payload: { ...toChargebackFacts(row, order), state: 'open' } },
    deps.clock,
  );
}

async function updateFromDispute(
  tx: Tx,
  deps: Deps,
  about: { order: OrderRow; before: ChargebackRow; seen: Dispute },
): Promise<void> {
  const { before, seen } = about;
  if (before.state !== 'open') {
    if (seen.status === before.state) return;
    // An appeal after the dispute was closed. Only a person can resolve it.
    deps.log.error(
      { chargebackId: before.id, state: before.state, reason: seen.status },
      'the wallet has changed its mind about a dispute that was decided',
    );
    return;
  }
  if (seen.status !== 'open') return closeChargeback(tx, deps, about);
  const lookAt = nextPollAt(deps.clock.now(), before.openedAt, FIRST_LOOK_MS);
  await updateChargeback(tx, before.id, { lookAt });
}

/** Disputes last for weeks, and a webhook reports their end. */
const FIRST_LOOK_MS = 10 * MINUTE;

interface Parts {
  heldPayCents: Cents;
  heldFeeCents: Cents;
  heldSuspenseCents: Cents;
}

const nothing: Parts = { heldPayCents: 0, heldFeeCents: 0, heldSuspenseCents: 0 };

/**
 * Returns how much of the payment is still available, up to `atMostCents`. Excludes pay already approved for
 * marketers.
 */
async function availableParts(tx: Tx, order: OrderRow, atMostCents: Cents): Promise<Parts> {
  // The money of a repaid debt or a tip is not in the campaign's escrow.
  if (order.state === 'bound' && !isInEscrow(order)) return nothing;
  if (order.state !== 'bound') {
    const heldSuspenseCents = Math.min(atMostCents, await suspenseLeft(tx, order.id));
    return { ...nothing, heldSuspenseCents };
  }
  const left = await getEscrowLeft(tx, order.campaignId);
  const heldPayCents = Math.min(atMostCents, left.payCents);
  const heldFeeCents = Math.min(atMostCents - heldPayCents, left.feeCents);
  return { heldPayCents, heldFeeCents, heldSuspenseCents: 0 };
}

async function closeChargeback(
  tx: Tx,
  deps: Deps,
  about: { order: OrderRow; before: ChargebackRow; seen: Dispute },
): Promise<void> {
  const { order, seen } = about;
  const now = deps.clock.now();
  const occasion = { actor: 'wallet', at: now };
  const isLost = seen.status === 'lost';
  const state = isLost ? 'lost' : 'won';
  const before = isLost ? await extendHold(tx, deps, about) : about.before;
  const closed = await updateChargeback(tx, before.id, {
    ...(isLost ? splitLoss(before, seen.lostCents) : {}),
    state,
    closedAt: now,
    lookAt: null,
  });
  await postDisputeEnd(tx, closed, occasion);
  if (order.state === 'captured') {
    // After a loss the order cannot fund its campaign. After a win it still can.
    if (isLost) {
      const lookAt = addMilliseconds(now, UNBOUND_AFTER_MS);
      await markAsSurplus(tx, deps, order.id, { lastIssue: 'DISPUTE_LOST', lookAt });
    } else await announceCaptured(tx, deps, order, { ref: `after dispute ${closed.id}` }); // not for users
  }
  const payload = { ...toChargebackFacts(closed, order), state } as const;
  await announce(tx, chargebackClosed, { ref: closed.id, payload }, deps.clock);
}

/**
 * Also takes money that returned to the campaign while the dispute was open, e.g. from a refused refund. This
 * makes the result independent of the order of events.
 */
async function extendHold(
  tx: Tx,
  deps: Deps,
  { order, before }: { order: OrderRow; before: ChargebackRow },
): Promise<ChargebackRow> {
  const heldCents = before.heldPayCents + before.heldFeeCents + before.heldSuspenseCents;
  const more = await availableParts(tx, order, before.amountCents - heldCents);
  await postDisputeHoldExtension(tx, { ...before, ...more }, { actor: 'wallet', at: deps.clock.now() });
  return updateChargeback(tx, before.id, {
    heldPayCents: before.heldPayCents + more.heldPayCents,
    heldFeeCents: before.heldFeeCents + more.heldFeeCents,
    heldSuspenseCents: before.heldSuspenseCents + more.heldSuspenseCents,
  });
}

/** Takes the loss from held pay first, then the fee, then suspense. The payer owes the rest. */
function splitLoss(held: Parts, lostCents: Cents) {
  const lostPayCents = Math.min(lostCents, held.heldPayCents);
  const lostFeeCents = Math.min(lostCents - lostPayCents, held.heldFeeCents);
  const lostSuspenseCents = Math.min(lostCents - lostPayCents - lostFeeCents, held.heldSuspenseCents);
  const owedCents = lostCents - lostPayCents - lostFeeCents - lostSuspenseCents;
  return { lostPayCents, lostFeeCents, lostSuspenseCents, owedCents };
}

const isInEscrow = ({ chargebackId, tipId }: OrderRow) => chargebackId === null && tipId === null;

function toChargebackFacts(
  { id, campaignId, payerId, amountCents, owedCents }: ChargebackRow,
  order: OrderRow,
) {
  const isFunding = order.state === 'bound' && isInEscrow(order);
  const purpose = toPurpose(order);
  return { chargebackId: id, campaignId, payerId, amountCents, owedCents, isFunding, purpose };
}

function toPurpose({ state, shortfallId, chargebackId, tipId }: OrderRow): DisputedPurpose {
  if (state !== 'bound') return 'unused';
  if (shortfallId !== null) return 'shortfall';
  if (chargebackId !== null) return 'debt';
  return tipId === null ? 'campaign' : 'tip';
}
