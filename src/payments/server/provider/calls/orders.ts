import { z } from 'zod';

import { toDecimal } from '#kernel/money.ts';

import { Links, MoneyV2, parseExchange } from '../responses.ts';
import type { ApiClient } from '../api-client.ts';
import { CaptureAnswer, RefundAnswer } from './captures.ts';
import { andThen, success, unknown } from '../outcome.ts';
import type { Capture, CreatedOrder, NewOrder, Order, Outcome } from '../wallet-provider.ts';

export async function createOrder(api: ApiClient, order: NewOrder): Promise<Outcome<CreatedOrder>> {
  const exchange = await api.call({
    method: 'POST',
    path: '/v2/checkout/orders',
    requestId: order.requestId,
    body: orderBody(order),
  });
  return parseExchange(exchange, CreatedOrderAnswer);
}

export async function getOrder(api: ApiClient, orderId: string): Promise<Outcome<Order>> {
  const exchange = await api.call({ method: 'GET', path: orderPath(orderId) });
  return parseExchange(exchange, OrderAnswer);
}

export async function captureOrder(
  api: ApiClient,
  orderId: string,
  requestId: string,
): Promise<Outcome<Capture>> {
  const exchange = await api.call({ method: 'POST', path: `${orderPath(orderId)}/capture`, requestId });
  // Captured before, perhaps by us under a request id that the wallet has forgotten. Use that capture.
  if (exchange.kind === 'refused' && exchange.issue === 'ORDER_ALREADY_CAPTURED') {
    const seen = await getOrder(api, orderId);
    // A refused lookup does not undo the capture.
    if (seen.kind === 'refused') return unknown('unreadable', { debugId: seen.debugId });
    return andThen(seen, toCaptureOutcome);
  }
  return andThen(parseExchange(exchange, OrderAnswer), toCaptureOutcome);
}

function toCaptureOutcome(order: Order): Outcome<Capture> {
  return order.capture ? success(order.capture) : unknown('unreadable');
}

function orderPath(orderId: string): string {
  return `/v2/checkout/orders/${encodeURIComponent(orderId)}`;
}

function orderBody(order: NewOrder): object {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        description: order.description.slice(0, 127),
        amount: { currency_code: 'USD', value: toDecimal(order.amountCents) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'Promenade',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: order.returnUrl,
          cancel_url: order.cancelUrl,
        },
      },
    },
  };
}

const OrderStatusAnswer = z.enum([
  'CREATED',
  'SAVED',
  'APPROVED',
  'VOIDED',
  'COMPLETED',
  'PAYER_ACTION_REQUIRED',
]);

/** The link is called payer-action if there is a payment source, otherwise approve. */
const CreatedOrderAnswer = z
  .object({ id: z.string().min(1), status: OrderStatusAnswer, links: Links })
  .transform(({ id, status, links = [] }): CreatedOrder => ({
    orderId: id,
    status,
    approveUrl: links.find((link) => link.rel === 'payer-action' || link.rel === 'approve')?.href,
  }));

const PurchaseUnitAnswer = z.object({
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  amount: MoneyV2,
  payments: z
    .object({ captures: z.array(CaptureAnswer).optional(), refunds: z.array(RefundAnswer).optional() })
    .optional(),
});

const OrderAnswer = z
  .object({
    id: z.string().min(1),
    status: OrderStatusAnswer,
    payer: z.object({ payer_id: z.string().optional() }).optional(),
    payment_source: z
      .object({ paypal: z.object({ account_id: z.string().optional() }).optional() })
      .optional(),
    // We create one purchase unit, so any other number is unreadable.
    purchase_units: z.tuple([PurchaseUnitAnswer]),
  })
  .transform((answer): Order => {
    const [unit] = answer.purchase_units;
    return {
      orderId: answer.id,
      status: answer.status,
      customId: unit.custom_id,
      invoiceId: unit.invoice_id,
      amountCents: unit.amount,
      payerId: answer.payer?.payer_id ?? answer.payment_source?.paypal?.account_id,
      capture: decisiveCapture(unit.payments?.captures ?? []),
      refunds: unit.payments?.refunds ?? [],
    };
  });

/** Returns the successful capture if there is one. Declined attempts may be listed next to it. */
function decisiveCapture(captures: Capture[]): Capture | undefined {
  const failed = new Set<string>(['DECLINED', 'FAILED']);
  return captures.find((capture) => !failed.has(capture.status)) ?? captures.at(-1);
}
