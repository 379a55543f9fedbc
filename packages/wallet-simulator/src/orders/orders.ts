import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { HOUR } from '../time.ts';

import type { Change } from '../books/books.ts';
import { captureOrder } from './captures.ts';
import { invalidRequest, notFound } from '../errors.ts';
import { announce } from '../webhooks/events.ts';
import { findByKey, rememberKey } from './idempotency.ts';
import { captureView, minimalOrderView, orderView } from './order-view.ts';
import type { OrderRecord } from '../books/records.ts';
import { AmountV2, parseCents, readBody, type JsonBody } from '../request-body.ts';
import { isoNow, type Simulator } from '../simulator.ts';

const approvalWindowMs = 3 * HOUR;

export function registerOrders(app: FastifyInstance, simulator: Simulator): void {
  app.post<{ Body: JsonBody }>('/v2/checkout/orders', (request, reply) => {
    const key = readRequestId(request);
    const knownId = findByKey(simulator, 'order', key);
    const { order, isNew } = knownId
      ? { order: findOrder(simulator, knownId), isNew: false }
      : { order: createOrder(simulator, request.body.json, key), isNew: true };
    // Observed at the wallet: 200 with a payment source, 201 without one, 200 for every repeat.
    reply.status(isNew && !order.hasPaymentSource ? 201 : 200);
    return wantsRepresentation(request) ? view(simulator, order) : minimalOrderView(simulator, order);
  });

  app.get<{ Params: { orderId: string } }>('/v2/checkout/orders/:orderId', (request) =>
    view(simulator, findOrder(simulator, request.params.orderId)),
  );

  app.post<{ Params: { orderId: string } }>(
    '/v2/checkout/orders/:orderId/capture',
    (request, reply: FastifyReply) => {
      const order = findOrder(simulator, request.params.orderId);
      const key = readRequestId(request);
      const captureKey = key === undefined ? undefined : `${order.id}:${key}`;
      if (findByKey(simulator, 'capture', captureKey) !== undefined) return view(simulator, order);
      captureOrder(simulator, order, captureKey);
      reply.status(201);
      return view(simulator, findOrder(simulator, order.id));
    },
  );

  app.get<{ Params: { captureId: string } }>('/v2/payments/captures/:captureId', (request) => {
    const capture = simulator.books.captures.get(request.params.captureId);
    if (!capture) throw notFound();
    return captureView(simulator, capture);
  });
}

export function expireApprovals(simulator: Simulator): void {
  const now = simulator.clock.now().getTime();
  for (const id of simulator.books.waiting.orders) {
    const order = simulator.books.orders.get(id);
    if (!order?.approvedAt || now - Date.parse(order.approvedAt) < approvalWindowMs) continue;
    const voided: OrderRecord = { ...order, status: 'VOIDED', updatedAt: isoNow(simulator) };
    simulator.books.write([
      { table: 'orders', record: voided },
      ...announce(simulator, {
        type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
        resourceType: 'checkout-order',
        summary: 'A payment has been reversed after approval.',
        resource: orderView(simulator, voided),
      }),
    ]);
  }
}

export function findOrder(simulator: Simulator, orderId: string): OrderRecord {
  const order = simulator.books.orders.get(orderId);
  if (!order) throw notFound();
  return order;
}

/** @throws the wallet's 400 if it is longer than the wallet accepts. */
export function readRequestId(request: FastifyRequest): string | undefined {
  const header = request.headers['paypal-request-id'];
  if (typeof header !== 'string' || header === '') return undefined;
  if (header.length > 108) {
    throw invalidRequest('INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id' });
  }
  return header;
}

export function wantsRepresentation(request: FastifyRequest): boolean {
  return String(request.headers.prefer ?? '').includes('return=representation');
}

function view(simulator: Simulator, order: OrderRecord): object {
  const capture = order.captureId === undefined ? undefined : simulator.books.captures.get(order.captureId);
  return orderView(simulator, order, capture);
}

function createOrder(simulator: Simulator, json: unknown, key: string | undefined): OrderRecord {
  const body = readBody(NewOrder, json);
  if (body.payment_source && key === undefined) throw invalidRequest('PAYPAL_REQUEST_ID_REQUIRED');
  const unit = body.purchase_units[0];
  const context = body.payment_source?.paypal?.experience_context ?? body.application_context;
  const order: OrderRecord = {
    id: simulator.ids.object(),
    status: body.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    hasPaymentSource: body.payment_source !== undefined,
    amountCents: parseCents(unit.amount, '/purchase_units/0/amount'),
    referenceId: unit.reference_id ?? 'default',
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    description: unit.description,
    brandName: context?.brand_name ?? 'Promenade',
    returnUrl: context?.return_url,
    cancelUrl: context?.cancel_url,
    isFundingDeclined: false,
    createdAt: isoNow(simulator),
    updatedAt: isoNow(simulator),
  };
  const changes: Change[] = [{ table: 'orders', record: order }];
  simulator.books.write([...changes, ...rememberKey(simulator, 'order', key, order.id)]);
  return order;
}

const shortText = z.string().min(1).max(127);

const WebUrl = z.url({ protocol: /^https?$/ }).max(2000);

const BuyerContext = z
  .object({
    brand_name: shortText.optional(),
    return_url: WebUrl.optional(),
    cancel_url: WebUrl.optional(),
  })
  .optional();

const PurchaseUnit = z.object({
  reference_id: z.string().min(1).max(256).optional(),
  custom_id: shortText.optional(),
  invoice_id: shortText.optional(),
  description: z.string().min(1).max(3000).optional(),
  amount: AmountV2,
});

const NewOrder = z.object({
  // The simulator does not support AUTHORIZE.
  intent: z.literal('CAPTURE'),
  // The wallet accepts ten units. The simulator refuses more than one with the wallet's code.
  purchase_units: z.tuple([PurchaseUnit]),
  payment_source: z.object({ paypal: z.object({ experience_context: BuyerContext }).optional() }).optional(),
  application_context: BuyerContext,
});
