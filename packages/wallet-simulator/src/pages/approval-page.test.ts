import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { walletSimulator } from '../app.ts';
import {
  drivenClock,
  orderBody,
  signedInCaller,
  startSimulator,
  testCredentials,
  testRandom,
  type RunningSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

const urls = { return_url: 'https://shop.example/back?step=2', cancel_url: 'https://shop.example/cancelled' };

let simulator: RunningSimulator;
let call: Awaited<ReturnType<typeof signedInCaller>>;

beforeEach(async () => {
  simulator = await startSimulator();
  call = await signedInCaller(simulator);
});
afterEach(() => simulator.close());

async function newOrder(context: object = urls, extra: object = { description: 'Two marketers' }) {
  const body = orderBody('1234.50', extra, { brand_name: 'Promenade', ...context });
  const { json } = await call('POST', '/v2/checkout/orders', body, {
    'paypal-request-id': crypto.randomUUID(),
  });
  const link = json.links.find((one: { rel: string }) => one.rel === 'payer-action');
  return { id: String(json.id), approveUrl: String(link.href) };
}

const capture = async (id: string) => {
  const { status, json } = await call('POST', `/v2/checkout/orders/${id}/capture`);
  return status === 201 ? 'captured' : json.details[0].issue;
};

describe('the approval page', () => {
  test('shows payee and amount and that no real money moves, without scripts or inline styles', async () => {
    const { approveUrl } = await newOrder();
    const answer = await fetch(approveUrl);
    const page = await answer.text();
    for (const text of [
      'Promenade',
      '$1,234.50',
      'Two marketers',
      'This is a simulator.',
      'No real money moves.',
    ]) {
      expect(page).toContain(text);
    }
    for (const action of ['approve', 'decline', 'cancel']) expect(page).toContain(`value="${action}"`);
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://shop.example;",
    );

    const href = /stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '';
    const stylesheet = await fetch(new URL(href, approveUrl));
    expect(stylesheet.headers.get('content-type')).toContain('text/css');
  });

  test('escapes the merchant’s texts', async () => {
    const { approveUrl } = await newOrder({ brand_name: '<img src=x>' }, { description: `"><script>'&` });
    const page = await (await fetch(approveUrl)).text();
    expect(page).not.toMatch(/<img|<script/);
    expect(page).toContain('&lt;img src=x&gt;');
  });

  test('approve returns with order and payer, and keeps the merchant’s own query', async () => {
    const { id, approveUrl } = await newOrder();
    const answer = await simulator.decide(approveUrl, 'approve');
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe('https://shop.example/back');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      step: '2',
      token: id,
      PayerID: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
    });
    const again = await simulator.decide(approveUrl, 'approve');
    expect(again.headers.get('location')).toBe(target.href);
    expect(await (await fetch(approveUrl)).text()).toContain('Already approved');
    expect(await capture(id)).toBe('captured');
    expect(await (await fetch(approveUrl)).text()).toContain('Already paid');
  });

  test('cancel redirects to the cancel address and changes nothing', async () => {
    const { id, approveUrl } = await newOrder();
    const answer = await simulator.decide(approveUrl, 'cancel');
    expect(answer.headers.get('location')).toBe(`https://shop.example/cancelled?token=${id}`);
    expect(await capture(id)).toBe('ORDER_NOT_APPROVED');
    await simulator.decide(approveUrl, 'approve');
    expect(await capture(id)).toBe('captured');
  });

  test('decline returns too; the capture is refused, and the buyer can try again', async () => {
    const { id, approveUrl } = await newOrder();
    const answer = await simulator.decide(approveUrl, 'decline');
    expect(answer.headers.get('location')).toContain('https://shop.example/back');
    expect(await capture(id)).toBe('INSTRUMENT_DECLINED');
    expect(await (await fetch(approveUrl)).text()).toContain('The last attempt was declined.');
    await simulator.decide(approveUrl, 'approve');
    expect(await capture(id)).toBe('captured');
  });

  test('shows a notice if the merchant gave no address', async () => {
    const answers = await Promise.all(
      ['approve', 'decline', 'cancel'].map(async (action) => {
        const { approveUrl } = await newOrder({});
        const answer = await simulator.decide(approveUrl, action);
        return [answer.status, /<h1[^>]*>([^<]*)/.exec(await answer.text())?.[1]];
      }),
    );
    expect(answers).toEqual([
      [200, 'Approved'],
      [200, 'Declined'],
      [200, 'Cancelled'],
    ]);
  });

  test('responds with 404 to an unknown order, 400 to another action, and refuses to decline or cancel a paid order', async () => {
    expect((await fetch(`${simulator.url}/approve/NOTHING`)).status).toBe(404);
    const { id, approveUrl } = await newOrder();
    expect((await simulator.decide(approveUrl, 'steal')).status).toBe(400);
    await simulator.decide(approveUrl, 'approve');
    await capture(id);
    for (const action of ['decline', 'cancel']) {
      expect((await simulator.decide(approveUrl, action)).status).toBe(409);
    }
    expect((await call('GET', `/v2/checkout/orders/${id}`)).json.status).toBe('COMPLETED');
  });
});

describe('the surrounding server', () => {
  test('keeps its own parsers and its own error form', async () => {
    const app = fastify();
    app.setErrorHandler((_error, _request, reply) => reply.status(418).send({ code: 'around' }));
    app.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: 'around/not-found' }));
    app.post('/echo', (request) => ({ body: request.body }));
    app.register(
      walletSimulator({
        store: 'memory',
        clock: drivenClock(),
        random: testRandom,
        publicUrl: () => 'http://localhost/wallet-simulator',
        settleDelayMs: 0,
        ...testCredentials,
      }),
      { prefix: '/wallet-simulator' },
    );
    try {
      const echo = await app.inject({ method: 'POST', url: '/echo', payload: { a: 1 } });
      expect(echo.json()).toEqual({ body: { a: 1 } });
      const broken = await app.inject({
        method: 'POST',
        url: '/echo',
        headers: { 'content-type': 'application/json' },
        payload: '{',
      });
      expect(broken.statusCode).toBe(418);
      expect((await app.inject('/nothing')).json()).toEqual({ code: 'around/not-found' });
      expect((await app.inject('/wallet-simulator/nothing')).json().name).toBe('RESOURCE_NOT_FOUND');
    } finally {
      await app.close();
    }
  });
});
