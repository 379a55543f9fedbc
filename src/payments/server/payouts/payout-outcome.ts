import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { addMilliseconds, SECOND } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { walletLane } from '../provider/wallet-lane.ts';
import type { Deps } from '../ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';
import { paymentProcess } from '../../contract.ts';
import { paymentCompleted, paymentFailed, PAYOUT_CANCELED } from '../events.ts';
import {
  postLossPaid,
  postLossReverse,
  postPayoutFail,
  postPayoutFee,
  postPayoutReverse,
  postPayoutSettle,
} from '../ledger/ledger.ts';
import {
  findPaidTwice,
  findPayout,
  isInFlight,
  lockPayout,
  PAID_AFTER_RETURN,
  PAID_TWICE,
  toOwedPayout,
  updatePayment,
  updatePayout,
} from './payment-store.ts';
import { cancelPayout, cancelIfRequested } from './payout-cancel.ts';
import { acceptAnswer, assertSameItem, lookUpPayout } from './payout-lookup.ts';
import type { Payout, PayoutItem, PayoutItemStatus } from '../provider/wallet-provider.ts';
import { nextPollAt } from '../rules.ts';
import type { PaymentRow, PayoutRow, PayoutState } from '../tables.ts';

interface Attempt {
  payout: PayoutRow;
  payment: PaymentRow;
}

/**
 * Returns false if the wallet did not answer. Safe to repeat: each result is posted once, and a final state
 * changes only if the wallet reverses the payout. Calls the wallet outside any transaction, and again if a
 * later answer was recorded in between. Final payouts are never polled again.
 */
export async function pollPayout(deps: Deps, payoutId: Id, round = FIRST_LOOKS_MS.length): Promise<boolean> {
  const known = await findPayout(deps.db, payoutId);
  // Without a batch id the send has no response yet. The sender polls once it has.
  if (!known?.providerBatchId) return true;
  const answer = await lookUpPayout(deps, known.providerBatchId);
  const { seen } = answer;
  if (seen.kind === 'refused') {
    deps.log.error({ payoutId, reason: seen.issue }, 'the wallet does not know a payout that it accepted');
  }
  const isOutdated = await transact(deps.db, async (tx) => {
    const attempt = await lockPayout(tx, payoutId);
    if (seen.kind === 'success') {
      if (!(await acceptAnswer(tx, attempt.payout, answer))) return true;
      await recordPayout(tx, deps, attempt, seen.value);
    }
    const after = await findPayout(tx, payoutId);
    if (after && isInFlight(after)) await schedulePoll(tx, deps, payoutId, round);
    return false;
  });
  return isOutdated ? pollPayout(deps, payoutId, round) : seen.kind !== 'unknown';
}

const FIRST_LOOKS_MS = [3 * SECOND, 7 * SECOND, 20 * SECOND];

/**
 * Schedules the next poll: the first few as effects, later ones by the sweep, less often for older payouts.
 */
export async function schedulePoll(tx: Tx, deps: Deps, payoutId: Id, round: number): Promise<void> {
  const now = deps.clock.now();
  const payout = await findPayout(tx, payoutId);
  await updatePayout(tx, payoutId, { lookAt: nextPollAt(now, payout?.submittedAt ?? now) });
  const soonMs = FIRST_LOOKS_MS[round];
  if (soonMs === undefined) return;
  const what = {
    ref: `${payoutId}:${round}`,
    payload: { payoutId, round: round + 1 },
    notBefore: addMilliseconds(now, soonMs),
  };
  await enqueue(tx, lookAtPayoutLater, what, deps.clock, deps.random);
}

const lookAtPayoutLater = defineEffect(
  'payment.look-at-payout',
  z.object({ payoutId: Id, round: z.number().int() }),
);

/** pollPayout records in transactions of its own, so repeating this effect is safe. */
export function pollPayoutEffect(deps: Deps): EffectHandler {
  return handleEffect(lookAtPayoutLater, {
    lane: walletLane(deps),
    perform: async ({ payoutId, round }) => {
      await pollPayout(deps, payoutId, round);
      return { status: 'done', value: undefined };
    },
  });
}

export function cancelPayoutEffect(deps: Deps): EffectHandler {
  return handleEffect(cancelPayout, {
    lane: walletLane(deps),
    perform: async ({ payoutId }) => {
      const known = await findPayout(deps.db, payoutId);
      if (known?.state !== 'unclaimed' || known.providerItemId === null) {
        return { status: 'done', value: undefined };
      }
      const outcome = await deps.ports.getWallet().cancelPayoutItem(known.providerItemId);
      if (outcome.kind === 'unknown') return { status: 'unknown', reason: outcome.reason };
      await pollPayout(deps, payoutId);
      const after = await findPayout(deps.db, payoutId);
      if (after?.state !== 'unclaimed') return { status: 'done', value: undefined };
      return outcome.kind === 'refused'
        ? { status: 'retry', reason: outcome.issue }
        : { status: 'unknown', reason: 'not seen to be back yet' };
    },
  });
}

async function recordPayout(tx: Tx, deps: Deps, attempt: Attempt, seen: Payout): Promise<void> {
  const { payout } = attempt;
  const { item } = seen;
  if (!item) {
    const isOver = seen.batchStatus === 'DENIED' || seen.batchStatus === 'CANCELED';
    if (isOver && isInFlight(payout)) {
      await failPayout(tx, deps, attempt, { state: 'failed', issue: `BATCH_${seen.batchStatus}` });
    }
    return;
  }
  assertSameItem(payout, item);
  // The wallet's report names the payout by this id, whatever its state.
  if (item.transactionId !== undefined && payout.providerTransactionId === null) {
    await updatePayout(tx, payout.id, { providerTransactionId: item.transactionId });
  }
  if (isInFlight(payout)) await recordInFlight(tx, deps, attempt, item);
  else if (payout.state === 'succeeded' && isReversed(item.status))
    await reversePayout(tx, deps, attempt, item);
  else if (payout.lastIssue === PAID_TWICE && isReversed(item.status))
    await reverseLoss(tx, deps, payout, item);
  else if (payout.state !== 'succeeded' && item.status === 'SUCCESS') {
    if (payout.lastIssue === PAID_AFTER_RETURN || payout.lastIssue === PAID_TWICE) return;
    // The money is back in the marketer's balance and may have been sent again. An admin resolves this in the
    // list of stuck money.
    await updatePayout(tx, payout.id, { lastIssue: PAID_AFTER_RETURN });
    deps.log.error(
      { payoutId: payout.id, state: payout.state },
      'the wallet reports a returned payout as paid',
    );
  }
}

async function recordInFlight(tx: Tx, deps: Deps, attempt: Attempt, item: PayoutItem): Promise<void> {
  const issue = item.issue ?? null;
  const { payout } = attempt;
  const occasion = { actor: 'wallet', at: deps.clock.now() };
  switch (item.status) {
    case 'SUCCESS':
      await postPayoutSettle(tx, { ...payout, payoutId: payout.id }, occasion);
      return settlePayout(tx, deps, attempt, item);
    case 'FAILED':
      return failPayout(tx, deps, attempt, { state: 'failed', issue });
    case 'RETURNED':
      return failPayout(tx, deps, attempt, { state: 'returned', issue });
    case 'BLOCKED':
      return failPayout(tx, deps, attempt, { state: 'blocked', issue });
    // Reversed before we saw it arrive, so in our ledger it never arrived.
    case 'REFUNDED':
      return failPayout(tx, deps, attempt, { state: 'refunded', issue });
    case 'REVERSED':
      return failPayout(tx, deps, attempt, { state: 'reversed', issue });
    case 'PENDING':
    case 'UNCLAIMED':
    case 'ONHOLD':
      await updatePayout(tx, payout.id, {
        state: waitingStates[item.status],
        providerItemId: item.itemId,
        lastIssue: issue,
      });
      if (item.status === 'UNCLAIMED') await cancelIfRequested(tx, deps, payout);
  }
}

const waitingStates = {
  PENDING: 'processing',
  UNCLAIMED: 'unclaimed',
  ONHOLD: 'held',
} as const satisfies Partial<Record<PayoutItemStatus, PayoutState>>;

const isReversed = (status: PayoutItemStatus) =>
  status === 'REFUNDED' || status === 'REVERSED' || status === 'RETURNED';

type Arrived = Pick<PayoutItem, 'feeCents'> & { itemId: string | null };

/** The caller has posted it. */
export async function settlePayout(tx: Tx, deps: Deps, attempt: Attempt, item: Arrived): Promise<void> {
  const { payout, payment } = attempt;
  const now = deps.clock.now();
  await updatePayment(tx, payment.id, {
    status:
      paymentProcess.next(payment.status, payment.status === 'failed' ? 'arrive' : 'complete', 'provider') ??
      unexpected(payment, 'complete'),
    completedAt: now,
    failedAt: null,
  });
  await updatePayout(tx, payout.id, {
    state: 'succeeded',
    providerItemId: item.itemId,
    lastIssue: null,
    lookAt: null,
    endedAt: now,
  });
  const fee = { payoutId: payout.id, feeCents: item.feeCents ?? 0 };
  await postPayoutFee(tx, fee, { actor: 'wallet', at: now });
  const ref = isInFlight(payout) ? payout.id : `${payout.id}:late`;
  await announce(tx, paymentCompleted, { ref, payload: toPaymentFacts(payment) }, deps.clock);
}

export async function failPayout(
  tx: Tx,
  deps: Deps,
  attempt: Attempt,
  end: {
    state: Extract<PayoutState, 'failed' | 'returned' | 'blocked' | 'refunded' | 'reversed'>;
    issue: string | null;
  },
): Promise<void> {
  const { payout, payment } = attempt;
  const now = deps.clock.now();
  const issue = payout.cancelAskedAt !== null && end.state === 'returned' ? PAYOUT_CANCELED : end.issue;
  await updatePayment(tx, payment.id, {
    status: paymentProcess.next(payment.status, 'fail', 'provider') ?? unexpected(payment, 'fail'),
    failedAt: now,
  });
  await endPayout(tx, payout, end.state, issue, now);
  await postPayoutFail(tx, { ...payout, payoutId: payout.id }, { actor: 'wallet', at: now });
  await announceFailure(tx, deps, attempt, { issue, ref: payout.id });
}

async function reversePayout(tx: Tx, deps: Deps, attempt: Attempt, item: PayoutItem): Promise<void> {
  const { payout, payment } = attempt;
  const now = deps.clock.now();
  const issue = item.issue ?? null;
  await updatePayment(tx, payment.id, {
    status: paymentProcess.next(payment.status, 'reverse', 'provider') ?? unexpected(payment, 'reverse'),
    completedAt: null,
    failedAt: now,
  });
  await endPayout(tx, payout, item.status === 'REVERSED' ? 'reversed' : 'refunded', issue, now);
  const occasion = { actor: 'wallet', at: now };
  const isLate = await postPayoutReverse(tx, toOwedPayout(payout, payment), occasion);
  // A payout that arrived late has announced its first failure under its id.
  const ref = isLate ? `${payout.id}:late` : payout.id;
  await announceFailure(tx, deps, attempt, { issue, ref });
  const loss = await findPaidTwice(tx, payment.id);
  if (!loss) return;
  // The marketer still has the money of the attempt that was booked as a loss, so it is the payment.
  await postLossPaid(tx, toOwedPayout(loss, payment), occasion);
  const failed = { payout: loss, payment: { ...payment, status: 'failed' as const } };
  await settlePayout(tx, deps, failed, { itemId: loss.providerItemId });
}

async function reverseLoss(tx: Tx, deps: Deps, payout: PayoutRow, item: PayoutItem): Promise<void> {
  const now = deps.clock.now();
  await postLossReverse(tx, { ...payout, payoutId: payout.id }, { actor: 'wallet', at: now });
  await endPayout(tx, payout, item.status === 'REVERSED' ? 'reversed' : 'refunded', item.issue ?? null, now);
}

async function endPayout(tx: Tx, payout: PayoutRow, state: PayoutState, issue: string | null, at: Date) {
  await updatePayout(tx, payout.id, { state, lastIssue: issue, lookAt: null, endedAt: at });
}

async function announceFailure(
  tx: Tx,
  deps: Deps,
  { payment }: Attempt,
  { issue, ref }: { issue: string | null; ref: string },
) {
  const payload = { ...toPaymentFacts(payment), issue };
  await announce(tx, paymentFailed, { ref, payload }, deps.clock);
}

function toPaymentFacts({ id, campaignId, campaignTitle, marketerId, amountCents }: PaymentRow) {
  return { paymentId: id, campaignId, campaignTitle, marketerId, amountCents };
}

function unexpected(payment: PaymentRow, step: string): never {
  throw new Error(`payment ${payment.id} is ${payment.status} and cannot ${step}`);
}
