import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { DAY } from '../time.ts';

import type { Change } from '../books/books.ts';
import { getRefundableCents, withReturnedSums } from './capture-status.ts';
import { findOpenDispute } from './dispute-cases.ts';
import { notFound, unprocessable } from '../errors.ts';
import { announce } from '../webhooks/events.ts';
import { findByKey, rememberKey } from './idempotency.ts';
import { minimalRefundView, refundView } from './order-view.ts';
import { readRequestId, wantsRepresentation } from './orders.ts';
import type { CaptureRecord, RefundRecord } from '../books/records.ts';
import { AmountV2, parseCents, readBody, type JsonBody } from '../request-body.ts';
import { isoNow, move, type Simulator } from '../simulator.ts';

const refundWindowMs = 180 * DAY;

export function registerRefunds(app: FastifyInstance, simulator: Simulator): void {
  app.post<{ Params: { captureId: string }; Body: JsonBody | undefined }>(
    '/v2/payments/captures/:captureId/refund',
    (request, reply) => {
      const capture = simulator.books.captures.get(request.params.captureId);
      if (!capture) throw notFound();
      const key = readRequestId(request);
      const refundKey = key === undefined ? undefined : `${capture.id}:${key}`;
      const knownId = findByKey(simulator, 'refund', refundKey);
      const refund = knownId
        ? findRefund(simulator, knownId)
        : refundCapture(simulator, capture, request.body?.json, refundKey);
      // The interface defines no other success status, so a repeat returns it too.
      reply.status(201);
      return wantsRepresentation(request)
        ? refundView(simulator, refund)
        : minimalRefundView(simulator, refund);
    },
  );

  app.get<{ Params: { refundId: string } }>('/v2/payments/refunds/:refundId', (request) =>
    refundView(simulator, findRefund(simulator, request.params.refundId)),
  );
}

export function findRefund(simulator: Simulator, refundId: string): RefundRecord {
  const refund = simulator.books.refunds.get(refundId);
  if (!refund) throw notFound();
  return refund;
}

function refundCapture(
  simulator: Simulator,
  capture: CaptureRecord,
  json: unknown,
  key: string | undefined,
): RefundRecord {
  const body = readBody(NewRefund, json);
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE');
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED');
  const leftCents = getRefundableCents(capture);
  if (leftCents === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED');
  if (body.amount && body.amount.currency_code !== 'USD') {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', { field: '/amount/currency_code' });
  }
  const amountCents = body.amount ? parseCents(body.amount, '/amount') : leftCents;
  if (amountCents > leftCents) throw unprocessable('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value' });
  if (findOpenDispute(simulator, capture.id)) {
    const isAll = amountCents === leftCents;
    throw unprocessable(isAll ? 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' : 'TRANSACTION_DISPUTED');
  }
  const ageMs = simulator.clock.now().getTime() - Date.parse(capture.createdAt);
  if (ageMs > refundWindowMs) throw unprocessable('REFUND_TIME_LIMIT_EXCEEDED');
  // The wallet takes missing balance from the merchant's bank account, up to a limit.
  if (simulator.books.balance() - amountCents < -simulator.bankLimitCents) {
    throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS');
  }

  const now = isoNow(simulator);
  const refund: RefundRecord = {
    id: simulator.ids.object(),
    captureId: capture.id,
    status: simulator.outcomes.refunds,
    amountCents,
    totalRefundedCents: capture.amountCents - leftCents + amountCents,
    customId: body.custom_id,
    invoiceId: body.invoice_id,
    note: body.note_to_payer,
    createdAt: now,
  };
  // A pending refund already counts, so that it cannot be refunded twice.
  const record = withReturnedSums(capture, { refundedCents: capture.refundedCents + amountCents }, now);
  simulator.books.write([
    { table: 'captures', record },
    ...rememberKey(simulator, 'refund', key, refund.id),
    ...refundChanges(simulator, refund),
  ]);
  return refund;
}

/** @throws 422 unless the refund is pending. */
export function decideRefund(
  simulator: Simulator,
  before: RefundRecord,
  status: Exclude<RefundRecord['status'], 'PENDING'>,
): void {
  const capture = simulator.books.captures.get(before.captureId);
  if (!capture || before.status !== 'PENDING') {
    throw unprocessable('REFUND_NOT_PENDING', { description: 'This refund is not pending.' });
  }
  const now = isoNow(simulator);
  const refund: RefundRecord = { ...before, status, updatedAt: now };
  if (status === 'COMPLETED') return simulator.books.write(refundChanges(simulator, refund));
  const refundedCents = capture.refundedCents - before.amountCents;
  simulator.books.write([
    { table: 'captures', record: withReturnedSums(capture, { refundedCents }, now) },
    { table: 'refunds', record: refund },
  ]);
}

/** Only a completed refund moves money and sends an event. */
function refundChanges(simulator: Simulator, refund: RefundRecord): Change[] {
  const record: Change = { table: 'refunds', record: refund };
  if (refund.status !== 'COMPLETED') return [record];
  const event = announce(simulator, {
    type: 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A $ ${refund.amountCents / 100} USD capture payment was refunded`,
    resource: refundView(simulator, refund),
  });
  return [record, move(simulator, -refund.amountCents, 'refund', refund.id), ...event];
}

const NewRefund = z
  .object({
    amount: AmountV2.optional(),
    custom_id: z.string().min(1).max(127).optional(),
    invoice_id: z.string().min(1).max(127).optional(),
    note_to_payer: z.string().min(1).max(255).optional(),
  })
  .default({});
