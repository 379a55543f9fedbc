import type { Cents } from '#kernel/money.ts';

import { unprocessable } from './errors.ts';
import { announce } from './events.ts';
import { remember } from './idempotency.ts';
import { captureView } from './order-view.ts';
import type { CaptureRecord, OrderRecord } from './records.ts';
import { isoNow, move, type Simulator } from './simulator.ts';

/** Takes the money of an order that the buyer has approved, once. @throws the wallet's 422 for every other order. */
export function captureOrder(simulator: Simulator, order: OrderRecord, key: string | undefined): void {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
  if (order.isFundingDeclined) throw unprocessable('INSTRUMENT_DECLINED');
  if (isInvoicePaid(simulator, order.invoiceId)) throw unprocessable('DUPLICATE_INVOICE_ID');

  const now = isoNow(simulator);
  const capture: CaptureRecord = {
    id: simulator.ids.object(),
    orderId: order.id,
    status: 'COMPLETED',
    amountCents: order.amountCents,
    feeCents: feeOf(order.amountCents),
    refundedCents: 0,
    customId: order.customId,
    invoiceId: order.invoiceId,
    createdAt: now,
    updatedAt: now,
  };
  simulator.books.write([
    { table: 'orders', record: { ...order, status: 'COMPLETED', captureId: capture.id, updatedAt: now } },
    { table: 'captures', record: capture },
    move(simulator, capture.amountCents, 'capture', capture.id),
    move(simulator, -capture.feeCents, 'fee', capture.id),
    ...remember(simulator, 'capture', key, capture.id),
    ...announce(simulator, {
      type: 'PAYMENT.CAPTURE.COMPLETED',
      resourceType: 'capture',
      summary: `Payment completed for $ ${capture.amountCents / 100} USD`,
      resource: captureView(simulator, capture),
    }),
  ]);
}

/** The published price of a wallet payment in the United States: 3.49 % and 49 cents. */
function feeOf(amountCents: Cents): Cents {
  return Math.min(amountCents, Math.floor((amountCents * 349 + 5000) / 10_000) + 49);
}

/** Merchant accounts refuse a second payment of one invoice unless they ask not to. */
function isInvoicePaid(simulator: Simulator, invoiceId: string | undefined): boolean {
  if (invoiceId === undefined) return false;
  for (const capture of simulator.books.captures.values()) if (capture.invoiceId === invoiceId) return true;
  return false;
}
