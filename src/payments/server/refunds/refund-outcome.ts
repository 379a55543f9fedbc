import type { Id } from '#kernel/id.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { scheduleDisputePoll } from '../chargebacks/chargebacks.ts';
import { refundCompleted, refundFailed } from '../events.ts';
import { postRefundFail, postRefundComplete } from '../ledger/ledger.ts';
import { getProviderOrderId } from '../orders/order-outcome.ts';
import { getOrder } from '../orders/order-store.ts';
import type { Refund } from '../provider/wallet-provider.ts';
import { isDisputedIssue } from './refund-rules.ts';
import { repayFromSuspense } from './repay-platform.ts';
import { findRefund, isRefundInFlight, lockRefund, updateRefund } from './refund-store.ts';
import { nextPollAt } from '../rules.ts';
import { payShortfalls } from '../shortfalls/shortfalls.ts';
import type { RefundRow, RefundState } from '../tables.ts';

/** Safe to repeat: each result is posted once, and final states stay. Calls the wallet outside any transaction. */
export async function pollRefund(deps: Deps, refundId: Id): Promise<void> {
  const known = await findRefund(deps.db, refundId);
  if (!known || !isRefundInFlight(known)) return;
  const seen = known.providerRefundId
    ? await fetchRefund(deps, known, known.providerRefundId)
    : await fetchRefundByOrder(deps, known);
  await transact(deps.db, async (tx) => {
    const refund = await lockRefundWithCampaign(tx, deps, known);
    if (!isRefundInFlight(refund)) return;
    const after = seen.kind === 'found' ? await recordRefund(tx, deps, refund, seen.refund) : refund;
    // A refund in state 'submitting' is left to the effect that sends it.
    if (after.state === 'pending') await schedulePoll(tx, deps, after);
  });
}

export type RefundLookup =
  | { kind: 'found'; refund: Refund }
  | { kind: 'absent' }
  | { kind: 'unclear'; reason: string };

async function fetchRefund(deps: Deps, { id }: RefundRow, providerRefundId: string): Promise<RefundLookup> {
  const seen = await deps.ports.getWallet().getRefund(providerRefundId);
  if (seen.kind === 'success') return { kind: 'found', refund: seen.value };
  if (seen.kind === 'unknown') return { kind: 'unclear', reason: seen.reason };
  deps.log.error({ refundId: id, reason: seen.issue }, 'the wallet does not know a refund that it accepted');
  return { kind: 'unclear', reason: seen.issue };
}

/** Used if sending got no response: looks for the refund in the order's list, by the ids we gave it. */
export async function fetchRefundByOrder(
  deps: Deps,
  { id, orderId, amountCents }: Pick<RefundRow, 'id' | 'orderId' | 'amountCents'>,
): Promise<RefundLookup> {
  const order = await getOrder(deps.db, orderId);
  const seen = await deps.ports.getWallet().getOrder(getProviderOrderId(order));
  if (seen.kind !== 'success') {
    return { kind: 'unclear', reason: seen.kind === 'refused' ? seen.issue : seen.reason };
  }
  const { refunds } = seen.value;
  const refund = refunds.find(({ customId, invoiceId }) => customId === id || invoiceId === id);
  if (refund) return { kind: 'found', refund };
  // A refund without ids may be ours or made manually.
  const isNameless = ({ customId, invoiceId }: Refund) => customId === undefined && invoiceId === undefined;
  return refunds.some((one) => isNameless(one) && one.amountCents === amountCents)
    ? { kind: 'unclear', reason: 'the wallet shows a refund without a name' }
    : { kind: 'absent' };
}

/** Locks the campaign, then the refund: the only allowed lock order. */
export async function lockRefundWithCampaign(
  tx: Tx,
  deps: Deps,
  { id, campaignId }: Pick<RefundRow, 'id' | 'campaignId'>,
): Promise<RefundRow> {
  await deps.ports.lockPaidCampaign(tx, campaignId);
  return lockRefund(tx, id);
}

export async function recordRefund(tx: Tx, deps: Deps, refund: RefundRow, seen: Refund): Promise<RefundRow> {
  if (seen.amountCents !== refund.amountCents) {
    throw new Error(
      `the wallet's refund ${seen.refundId} does not match refund ${refund.id} of ${refund.amountCents} cents`,
    );
  }
  switch (seen.status) {
    case 'COMPLETED':
      return completeRefund(tx, deps, refund, seen);
    case 'PENDING': {
      const changes = { state: 'pending' as const, providerRefundId: seen.refundId, lastIssue: null };
      return schedulePoll(tx, deps, await updateRefund(tx, refund.id, changes));
    }
    case 'FAILED':
    case 'CANCELLED': {
      const named = await updateRefund(tx, refund.id, { providerRefundId: seen.refundId });
      const state = seen.status === 'FAILED' ? 'failed' : 'cancelled';
      return failRefund(tx, deps, named, { state, issue: `REFUND_${seen.status}` });
    }
  }
}

/** A refund by eCheck takes days. */
async function schedulePoll(tx: Tx, deps: Deps, { id, createdAt }: RefundRow): Promise<RefundRow> {
  return updateRefund(tx, id, { lookAt: nextPollAt(deps.clock.now(), createdAt) });
}

async function completeRefund(tx: Tx, deps: Deps, refund: RefundRow, seen: Refund): Promise<RefundRow> {
  const now = deps.clock.now();
  const completed = await updateRefund(tx, refund.id, {
    state: 'completed',
    providerRefundId: seen.refundId,
    lastIssue: null,
    lookAt: null,
    endedAt: now,
  });
  await postRefundComplete(tx, completed, { actor: 'wallet', at: now });
  const payload = await toRefundFacts(tx, completed);
  await announce(tx, refundCompleted, { ref: refund.id, payload }, deps.clock);
  return completed;
}

/**
 * Records a final failure: the money returns to the accounts it came from. It belongs to the platform if the payer
 * owes it by now.
 */
export async function failRefund(
  tx: Tx,
  deps: Deps,
  refund: RefundRow,
  end: { state: Extract<RefundState, 'failed' | 'cancelled'>; issue: string },
): Promise<RefundRow> {
  const now = deps.clock.now();
  const { state, issue } = end;
  const failed = await updateRefund(tx, refund.id, { state, lastIssue: issue, lookAt: null, endedAt: now });
  await postRefundFail(tx, failed, { actor: 'wallet', at: now });
  if (refund.origin === 'suspense') await repayFromSuspense(tx, deps, refund);
  await payShortfalls(tx, deps, refund.campaignId);
  await deps.ports.claimRefundDue(tx, refund.campaignId);
  if (isDisputedIssue(issue)) {
    const { providerCaptureId: captureId } = await getOrder(tx, refund.orderId);
    if (captureId !== null) await scheduleDisputePoll(tx, deps, { captureId, ref: `refund ${refund.id}` }); // not for users
  }
  const payload = { ...(await toRefundFacts(tx, failed)), issue };
  await announce(tx, refundFailed, { ref: refund.id, payload }, deps.clock);
  return failed;
}

async function toRefundFacts(tx: Tx, { id: refundId, orderId, campaignId, amountCents }: RefundRow) {
  const { createdBy: payerId } = await getOrder(tx, orderId);
  return { refundId, campaignId, payerId, amountCents };
}
