import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Change } from '../books/books.ts';
import { decisionPage, noticePage } from './approval-html.ts';
import { approvalStyle } from './approval-style.ts';
import { announce } from '../webhooks/events.ts';
import { awaitsBuyer, orderView } from '../orders/order-view.ts';
import type { OrderRecord } from '../books/records.ts';
import { isoNow, type Simulator } from '../simulator.ts';

type OrderRequest = FastifyRequest<{ Params: { orderId: string } }>;
type ReturnAddresses = Pick<OrderRecord, 'returnUrl' | 'cancelUrl'>;

export function registerApprovalPage(app: FastifyInstance, simulator: Simulator): void {
  app.get('/approval-page.css', (_request, reply) => {
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return approvalStyle;
  });

  app.get('/approve/:orderId', (request: OrderRequest, reply) => {
    const order = simulator.books.orders.get(request.params.orderId);
    if (!order) return notice(simulator, reply, 404, missing);
    if (!awaitsBuyer(order)) {
      const orderNotice = getOrderNotice(simulator, order, getReturnAddresses(simulator, request, order));
      return notice(simulator, reply, 200, orderNotice);
    }
    return sendPage(
      reply,
      200,
      decisionPage(order, simulator.account.buyerEmail, stylesheet(simulator)),
      order,
    );
  });

  app.post('/approve/:orderId', (request: OrderRequest, reply) => {
    const order = simulator.books.orders.get(request.params.orderId);
    if (!order) return notice(simulator, reply, 404, missing);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = form.get('action');
    if (action !== 'approve' && action !== 'decline' && action !== 'cancel') {
      return notice(simulator, reply, 400, unclear);
    }
    const decision = { action, isSlow: form.get('capture') === 'pending' } as const;
    return decide(simulator, reply, order, decision, getReturnAddresses(simulator, request, order));
  });
}

/**
 * In the window that the browser script opened, returns our last page instead: it notifies the merchant's page, which
 * closes the window.
 */
function getReturnAddresses(
  simulator: Simulator,
  request: FastifyRequest,
  order: OrderRecord,
): ReturnAddresses {
  const presentation = new URL(request.url, 'http://localhost').searchParams.get('presentation');
  if (presentation !== 'popup') return { returnUrl: order.returnUrl, cancelUrl: order.cancelUrl };
  const page = `${simulator.publicUrl()}/web-sdk/v6/return`;
  return { returnUrl: `${page}?outcome=approved`, cancelUrl: `${page}?outcome=cancelled` };
}

type Decision = {
  action: 'approve' | 'decline' | 'cancel';
  /** The form field capture=pending, for testers: the capture stays pending. */
  isSlow: boolean;
};

/** Idempotent: a double click leads to the same place. */
function decide(
  simulator: Simulator,
  reply: FastifyReply,
  order: OrderRecord,
  decision: Decision,
  back: ReturnAddresses,
): FastifyReply {
  const { action } = decision;
  if (action === 'cancel' && awaitsBuyer(order)) {
    return leave(simulator, reply, back.cancelUrl, { token: order.id }, cancelled);
  }
  if (action !== 'cancel' && awaitsBuyer(order)) approve(simulator, order, decision);
  else if (action !== 'approve' || order.status === 'VOIDED') {
    return notice(simulator, reply, 409, getOrderNotice(simulator, order, back));
  }
  const query = { token: order.id, PayerID: simulator.account.buyerId };
  return leave(simulator, reply, back.returnUrl, query, action === 'decline' ? declined : approved);
}

/** A declined funding source shows only at the capture. */
function approve(simulator: Simulator, order: OrderRecord, { action, isSlow }: Decision): void {
  const now = isoNow(simulator);
  const record: OrderRecord = {
    ...order,
    status: 'APPROVED',
    isFundingDeclined: action === 'decline',
    isFundingSlow: isSlow,
    approvedAt: now,
    updatedAt: now,
  };
  const change: Change = { table: 'orders', record };
  simulator.books.write([
    change,
    ...announce(simulator, {
      type: 'CHECKOUT.ORDER.APPROVED',
      resourceType: 'checkout-order',
      summary: 'An order has been approved by buyer',
      resource: orderView(simulator, record),
    }),
  ]);
}

/** Redirects only to the merchant's addresses in the order, or to our own last page. */
function leave(
  simulator: Simulator,
  reply: FastifyReply,
  target: string | undefined,
  query: Record<string, string>,
  otherwise: Notice,
): FastifyReply {
  if (target === undefined) return notice(simulator, reply, 200, otherwise);
  return reply.header('cache-control', 'no-store').redirect(withQuery(target, query), 303);
}

function withQuery(target: string, query: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

type Notice = Parameters<typeof noticePage>[0];

const missing: Notice = {
  title: 'Order not found',
  text: 'No order has this address. Go back to the merchant and start again.',
};
const unclear: Notice = {
  title: 'Invalid decision',
  text: 'Go back and choose approve, decline or cancel.',
};
const cancelled: Notice = {
  title: 'Cancelled',
  text: 'No payment was made. You can close this window.',
};
const declined: Notice = {
  title: 'Declined',
  text: 'The payment will be refused. You can close this window.',
};
const approved: Notice = {
  title: 'Approved',
  text: 'The merchant can now collect the payment. You can close this window.',
  isGood: true,
};

function getOrderNotice(simulator: Simulator, order: OrderRecord, back: ReturnAddresses): Notice {
  if (order.status === 'VOIDED') {
    return {
      title: 'This order has expired',
      text: 'The payment was not collected in time. Go back to the merchant and start again.',
    };
  }
  const query = { token: order.id, PayerID: simulator.account.buyerId };
  return {
    ...(order.status === 'COMPLETED'
      ? {
          title: 'Already paid',
          text: 'The merchant has collected this payment.',
        }
      : {
          title: 'Already approved',
          text: 'The merchant can collect this payment.',
        }),
    isGood: true,
    link: back.returnUrl
      ? { href: withQuery(back.returnUrl, query), label: `Back to ${order.brandName}` }
      : undefined,
  };
}

function notice(simulator: Simulator, reply: FastifyReply, status: number, content: Notice): FastifyReply {
  return sendPage(reply, status, noticePage(content, stylesheet(simulator)));
}

function sendPage(reply: FastifyReply, status: number, page: string, order?: OrderRecord): FastifyReply {
  return (
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy(order))
      // Not no-referrer: browsers would then post the form with "Origin: null", which an origin check must
      // refuse.
      .header('referrer-policy', 'same-origin')
      .send(page)
  );
}

/** Browsers apply form-action to a form's redirect too. */
function contentPolicy(order: OrderRecord | undefined): string {
  const merchant = [order?.returnUrl, order?.cancelUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  const targets = ["'self'", ...new Set(merchant)].join(' ');
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${targets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function stylesheet(simulator: Simulator): string {
  return `${new URL(simulator.publicUrl()).pathname.replace(/\/$/, '')}/approval-page.css`;
}
