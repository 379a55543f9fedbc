import { z } from 'zod';

import { toDecimal } from '#kernel/money.ts';

import { MoneyV2, parseExchange } from '../responses.ts';
import type { ApiClient } from '../api-client.ts';
import type { Capture, NewRefund, Outcome, Refund } from '../wallet-provider.ts';

export async function getCapture(api: ApiClient, captureId: string): Promise<Outcome<Capture>> {
  const exchange = await api.call({ method: 'GET', path: capturePath(captureId) });
  return parseExchange(exchange, CaptureAnswer);
}

export async function refundCapture(
  api: ApiClient,
  captureId: string,
  refund: NewRefund,
): Promise<Outcome<Refund>> {
  const exchange = await api.call({
    method: 'POST',
    path: `${capturePath(captureId)}/refund`,
    requestId: refund.requestId,
    body: {
      // If omitted, the wallet refunds all that is left, which differs after a partial refund.
      amount: { currency_code: 'USD', value: toDecimal(refund.amountCents) },
      invoice_id: refund.invoiceId,
      custom_id: refund.customId,
      note_to_payer: refund.note?.slice(0, 255),
    },
  });
  return parseExchange(exchange, RefundAnswer);
}

export async function getRefund(api: ApiClient, refundId: string): Promise<Outcome<Refund>> {
  const exchange = await api.call({
    method: 'GET',
    path: `/v2/payments/refunds/${encodeURIComponent(refundId)}`,
  });
  return parseExchange(exchange, RefundAnswer);
}

function capturePath(captureId: string): string {
  return `/v2/payments/captures/${encodeURIComponent(captureId)}`;
}

export const CaptureAnswer = z
  .object({
    id: z.string().min(1),
    status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'FAILED']),
    amount: MoneyV2,
    custom_id: z.string().optional(),
    invoice_id: z.string().optional(),
    seller_receivable_breakdown: z.object({ paypal_fee: MoneyV2.optional() }).optional(),
  })
  .transform((answer): Capture => ({
    captureId: answer.id,
    status: answer.status,
    amountCents: answer.amount,
    feeCents: answer.seller_receivable_breakdown?.paypal_fee,
    customId: answer.custom_id,
    invoiceId: answer.invoice_id,
  }));

export const RefundAnswer = z
  .object({
    id: z.string().min(1),
    status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
    amount: MoneyV2,
    custom_id: z.string().optional(),
    invoice_id: z.string().optional(),
  })
  .transform((answer): Refund => ({
    refundId: answer.id,
    status: answer.status,
    amountCents: answer.amount,
    customId: answer.custom_id,
    invoiceId: answer.invoice_id,
  }));
