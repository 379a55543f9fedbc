import type { Cents } from '../money.ts';

import type { Change } from '../books/books.ts';
import { getRefundableCents, withReturnedSums } from './capture-status.ts';
import { disputeView } from './dispute-view.ts';
import { unprocessable } from '../errors.ts';
import { announce } from '../webhooks/events.ts';
import { refundView } from './order-view.ts';
import type { CaptureRecord, DisputeRecord, RefundRecord } from '../books/records.ts';
import { isoNow, move, type Simulator } from '../simulator.ts';

export type DisputeEnd = 'won' | 'lost' | 'cancelled';

export function findOpenDispute(simulator: Simulator, captureId: string): DisputeRecord | undefined {
  for (const dispute of simulator.books.disputes.values()) {
    if (dispute.captureId === captureId && dispute.status !== 'RESOLVED') return dispute;
  }
  return undefined;
}

/**
 * The amount leaves the balance until the dispute ends.
 * @throws 422 if the capture brought no money, is already in dispute, or has less left than the amount.
 */
export function openDispute(
  simulator: Simulator,
  capture: CaptureRecord,
  { amountCents = getRefundableCents(capture), reason }: { amountCents?: Cents; reason: string },
): DisputeRecord {
  if (capture.status === 'PENDING' || capture.status === 'DECLINED') {
    throw unprocessable('DISPUTE_NOT_POSSIBLE', { description: 'No money was received for this capture.' });
  }
  if (findOpenDispute(simulator, capture.id)) throw unprocessable('TRANSACTION_DISPUTED');
  if (amountCents > getRefundableCents(capture) || amountCents === 0) {
    throw unprocessable('DISPUTE_AMOUNT_EXCEEDED', {
      description: 'The amount exceeds what is left of the capture.',
    });
  }
  const now = isoNow(simulator);
  const dispute: DisputeRecord = {
    id: simulator.ids.dispute(),
    captureId: capture.id,
    buyerTransactionId: simulator.ids.object(),
    reason,
    status: 'WAITING_FOR_SELLER_RESPONSE',
    amountCents,
    createdAt: now,
    updatedAt: now,
  };
  writeDispute(simulator, dispute, 'CREATED', [move(simulator, -amountCents, 'dispute-hold', dispute.id)]);
  return dispute;
}

/** @throws 422 once it is resolved. */
export function updateDispute(
  simulator: Simulator,
  before: DisputeRecord,
  status: Exclude<DisputeRecord['status'], 'RESOLVED'>,
): void {
  refuseResolved(before);
  writeDispute(simulator, { ...before, status, updatedAt: isoNow(simulator) }, 'UPDATED');
}

/** @throws 422 the second time. */
export function resolveDispute(simulator: Simulator, before: DisputeRecord, end: DisputeEnd): void {
  refuseResolved(before);
  const dispute: DisputeRecord = {
    ...before,
    status: 'RESOLVED',
    outcome: outcomes[end],
    updatedAt: isoNow(simulator),
  };
  const release = move(simulator, before.amountCents, 'dispute-released', before.id);
  if (end !== 'lost') return writeDispute(simulator, dispute, 'RESOLVED', [release]);
  reverse(simulator, dispute, release);
}

const outcomes: Record<DisputeEnd, DisputeRecord['outcome']> = {
  won: 'RESOLVED_SELLER_FAVOUR',
  lost: 'RESOLVED_BUYER_FAVOUR',
  cancelled: 'CANCELED_BY_BUYER',
};

function refuseResolved(dispute: DisputeRecord): void {
  if (dispute.status !== 'RESOLVED') return;
  throw unprocessable('DISPUTE_RESOLVED', { description: 'This dispute has ended.' });
}

/** Releases the hold and pays the buyer in one step, so that the balance does not change. */
function reverse(simulator: Simulator, lost: DisputeRecord, release: Change): void {
  const capture = simulator.books.captures.get(lost.captureId);
  if (!capture) throw new Error(`dispute ${lost.id} has no capture`);
  const { amountCents, updatedAt } = lost;
  const reversal: RefundRecord = {
    id: simulator.ids.object(),
    captureId: capture.id,
    disputeId: lost.id,
    status: 'COMPLETED',
    amountCents,
    totalRefundedCents: capture.amountCents - getRefundableCents(capture) + amountCents,
    note: 'Payment reversed',
    createdAt: updatedAt,
  };
  const reversedCents = (capture.reversedCents ?? 0) + amountCents;
  const reversed = withReturnedSums(capture, { reversedCents }, updatedAt);
  writeDispute(simulator, { ...lost, reversalId: reversal.id }, 'RESOLVED', [
    { table: 'captures', record: reversed },
    { table: 'refunds', record: reversal },
    release,
    move(simulator, -amountCents, 'reversal', reversal.id),
    ...announce(simulator, {
      type: 'PAYMENT.CAPTURE.REVERSED',
      resourceType: 'refund',
      summary: `A $ ${amountCents / 100} USD capture payment was reversed`,
      resource: refundView(simulator, reversal),
    }),
  ]);
}

function writeDispute(
  simulator: Simulator,
  dispute: DisputeRecord,
  event: 'CREATED' | 'UPDATED' | 'RESOLVED',
  changes: Change[] = [],
): void {
  const record: Change = { table: 'disputes', record: dispute };
  const capture = capturedIn(changes) ?? simulator.books.captures.get(dispute.captureId);
  simulator.books.write([
    record,
    ...changes,
    ...announce(simulator, {
      type: `CUSTOMER.DISPUTE.${event}`,
      resourceType: 'dispute',
      summary: summaries[event](dispute.id),
      resource: disputeView(simulator, dispute, capture),
    }),
  ]);
}

const summaries = {
  CREATED: (id: string) => `A new dispute opened with Case # ${id}`,
  UPDATED: (id: string) => `The dispute with Case # ${id} was updated`,
  RESOLVED: (id: string) => `A dispute was resolved with case # ${id}`,
};

function capturedIn(changes: Change[]): CaptureRecord | undefined {
  for (const change of changes) if (change.table === 'captures') return change.record;
  return undefined;
}
