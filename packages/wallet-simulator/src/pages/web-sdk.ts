import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { noticePage } from './approval-html.ts';
import type { Simulator } from '../simulator.ts';
import { returnScript, webSdkScript } from './web-sdk-script.ts';

type ReturnRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

export function registerWebSdk(app: FastifyInstance, simulator: Simulator): void {
  app.get('/web-sdk/v6/core', (_request, reply) => sendScript(reply, webSdkScript));
  app.get('/web-sdk/v6/return.js', (_request, reply) => sendScript(reply, returnScript));

  const path = () => new URL(simulator.publicUrl()).pathname.replace(/\/$/, '');
  const stylesheet = () => `${path()}/approval-page.css`;

  app.get('/web-sdk/v6/waiting', (_request, reply) => {
    return sendPage(reply, noticePage({ title: 'One moment', text: 'Opening the payment...' }, stylesheet()));
  });

  app.get('/web-sdk/v6/return', ({ query }: ReturnRequest, reply) => {
    const notice = query['outcome'] === 'approved' ? approved : cancelled;
    const order = simulator.books.orders.get(String(query['token']));
    const script = `${path()}/web-sdk/v6/return.js`;
    // The opener closes this page. The link is for buyers who have closed or left the opener.
    const target = notice === approved ? order?.returnUrl : order?.cancelUrl;
    const link =
      order && target
        ? { href: withToken(target, order.id), label: `Continue at ${order.brandName}` }
        : undefined;
    return sendPage(reply, noticePage({ ...notice, link, script }, stylesheet()));
  });
}

const approved = { title: 'Approved', text: 'The merchant can now collect the payment.', isGood: true };
const cancelled = { title: 'Cancelled', text: 'No payment was made.' };

function withToken(target: string, orderId: string): string {
  const url = new URL(target);
  url.searchParams.set('token', orderId);
  return url.href;
}

function sendScript(reply: FastifyReply, script: string): FastifyReply {
  return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script);
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('referrer-policy', 'same-origin')
    .send(page);
}
