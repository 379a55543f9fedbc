import type { Cents } from '../money.ts';

import type { Change } from '../books/books.ts';
import { unprocessable } from '../errors.ts';
import { announce } from '../webhooks/events.ts';
import { rememberKey } from './idempotency.ts';
import { captureView } from './order-view.ts';
import type { CaptureRecord, OrderRecord } from '../books/records.ts';
import { isoNow, move, type Simulator } from '../simulator.ts';

/** @throws the wallet's 422 unless the buyer has approved the order, and if it is captured already. */
export function captureOrder(simulator: Simulator, order: OrderRecord, key: string | undefined): void {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
  if (order.isFundingDeclined) throw unprocessable('INSTRUMENT_DECLINED');
  if (isInvoicePaid(simulator, order.invoiceId)) throw unprocessable('DUPLICATE_INVOICE_ID');

  const now = isoNow(simulator);
  const isSlow = order.isFundingSlow === true || simulator.outcomes.captures === 'PENDING';
  const capture: CaptureRecord = {
    id: simulator.ids.object(),
    orderId: order.id,
    status: isSlow ? 'PENDING' : 'COMPLETED',
    amountCents: order.amountCents,
    feeCents: computeFee(order.amountCents),
    refundedCents: 0,
    customId: order.customId,
    invoiceId: order.invoiceId,
    createdAt: now,
    updatedAt: now,
  };
  simulator.books.write([
    { table: 'orders', record: { ...order, status: 'COMPLETED', captureId: capture.id, updatedAt: now } },
    ...rememberKey(simulator, 'capture', key, capture.id),
    ...captureChanges(simulator, capture),
  ]);
}

/** Decides as the buyer's bank would. @throws 422 unless the capture is pending. */
export function decideCapture(
  simulator: Simulator,
  before: CaptureRecord,
  status: 'COMPLETED' | 'DECLINED',
): void {
  if (before.status !== 'PENDING') {
    throw unprocessable('CAPTURE_NOT_PENDING', { description: 'This capture is not pending.' });
  }
  simulator.books.write(captureChanges(simulator, { ...before, status, updatedAt: isoNow(simulator) }));
}

/** Money moves only once the capture is COMPLETED. */
function captureChanges(simulator: Simulator, capture: CaptureRecord): Change[] {
  const record: Change = { table: 'captures', record: capture };
  const moves =
    capture.status === 'COMPLETED'
      ? [
          move(simulator, capture.amountCents, 'capture', capture.id),
          move(simulator, -capture.feeCents, 'fee', capture.id),
        ]
      : [];
  const event = announce(simulator, {
    type: `PAYMENT.CAPTURE.${capture.status}`,
    resourceType: 'capture',
    summary: `Payment ${capture.status.toLowerCase()} for $ ${capture.amountCents / 100} USD`,
    resource: captureView(simulator, capture),
  });
  return [record, ...moves, ...event];
}

/** The published price of a wallet payment in the United States: 3.49 % and 49 cents. */
function computeFee(amountCents: Cents): Cents {
  return Math.min(amountCents, Math.floor((amountCents * 349 + 5000) / 10_000) + 49);
}

/** Merchant accounts refuse a second payment of an invoice unless they opt out. */
function isInvoicePaid(simulator: Simulator, invoiceId: string | undefined): boolean {
  if (invoiceId === undefined) return false;
  for (const capture of simulator.books.captures.values()) {
    if (capture.invoiceId === invoiceId && capture.status !== 'DECLINED') return true;
  }
  return false;
}
