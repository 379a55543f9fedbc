import { mkdtemp, appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from './time.ts';

import { handwritten } from '../../../tests/support/wallet/behind-proxy.ts';
import {
  orderBody,
  signedInCaller,
  startSimulator,
  type RunningSimulator,
} from '../../../tests/support/wallet/simulator.ts';

let simulator: RunningSimulator;
let call: Awaited<ReturnType<typeof signedInCaller>>;

beforeEach(async () => {
  simulator = await startSimulator();
  call = await signedInCaller(simulator);
});
afterEach(() => simulator.close());

async function newOrder(extra: object = {}): Promise<{ id: string; approveUrl: string }> {
  const { status, json } = await call('POST', '/v2/checkout/orders', orderBody('345.00', extra));
  expect(status).toBe(201);
  const link = json.links.find((one: { rel: string }) => one.rel === 'approve');
  return { id: json.id, approveUrl: link.href };
}

describe('signing in', () => {
  const tokenCall = (headers: Record<string, string>, body: Record<string, string>) =>
    fetch(`${simulator.url}/v1/oauth2/token`, { method: 'POST', headers, body: new URLSearchParams(body) });

  test('refuses a wrong secret in the token endpoint’s form', async () => {
    const answer = await tokenCall(
      { authorization: `Basic ${btoa('test-client:wrong')}` },
      { grant_type: 'client_credentials' },
    );
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
  });

  test('issues a browser token that opens nothing of the merchant’s', async () => {
    const authorization = `Basic ${btoa('test-client:test-secret')}`;
    const answer = await tokenCall(
      { authorization },
      { grant_type: 'client_credentials', response_type: 'client_token', 'domains[]': 'localhost' },
    );
    const { access_token: token, expires_in: seconds } = (await answer.json()) as Record<string, string>;
    expect(seconds).toBe(900);
    const asMerchant = await call('GET', '/v2/checkout/orders/X', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(asMerchant.status).toBe(401);
  });

  test('issues the older client token to an authenticated merchant', async () => {
    const { status, json } = await call('POST', '/v1/identity/generate-token');
    expect(status).toBe(200);
    expect(json).toMatchObject({ client_token: expect.any(String), expires_in: 3600 });
  });

  test('requires a token, and a new one after nine hours', async () => {
    const without = await fetch(`${simulator.url}/v2/checkout/orders/X`, { headers: handwritten });
    expect(without.status).toBe(401);
    expect(await without.json()).toMatchObject({ name: 'AUTHENTICATION_FAILURE' });
    simulator.clock.advance(9 * HOUR);
    const late = await call('GET', '/v2/checkout/orders/X');
    expect(late.status).toBe(401);
    expect(late.json).toMatchObject({ error: 'invalid_token' });
  });
});

describe('bad requests', () => {
  test.each([
    ['{"intent":', 400, 'MALFORMED_REQUEST_JSON'],
    [{ purchase_units: [] }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ ...orderBody(), intent: 'AUTHORIZE' }, 400, 'INVALID_PARAMETER_VALUE'],
    [orderBody('345.001'), 422, 'DECIMAL_PRECISION'],
    [orderBody('0.00'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [orderBody('-5.00'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [orderBody('1e3'), 400, 'INVALID_PARAMETER_SYNTAX'],
    [orderBody('345.00', { custom_id: 'x'.repeat(128) }), 400, 'INVALID_STRING_LENGTH'],
    [orderBody('345.00', {}, { return_url: 'javascript:alert(1)' }), 400, 'INVALID_PARAMETER_SYNTAX'],
    [orderBody('345.00', {}, { return_url: 'https://a.example/' }), 400, 'PAYPAL_REQUEST_ID_REQUIRED'],
  ])('%j is refused with %i %s and creates nothing', async (body, status, issue) => {
    const answer = await call('POST', '/v2/checkout/orders', body);
    expect([answer.status, answer.json.details?.[0]?.issue]).toEqual([status, issue]);
    expect(answer.headers.get('paypal-debug-id')).toBe(answer.json.debug_id);
    expect((await simulator.books()).orders).toEqual([]);
  });

  test('refuses other currencies', async () => {
    const body = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'EUR', value: '5.00' } }] };
    const answer = await call('POST', '/v2/checkout/orders', body);
    expect(answer.json.details[0].issue).toBe('INVALID_CURRENCY_CODE');
  });

  test('responds in the wallet’s form with 415 to other media types, 404 to unknown paths and objects, 413 to huge bodies', async () => {
    const text = await call('POST', '/v2/checkout/orders', 'hello', { 'content-type': 'text/plain' });
    expect([text.status, text.json.name]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await call('GET', '/v2/nothing')).toMatchObject({
      status: 404,
      json: { name: 'RESOURCE_NOT_FOUND' },
    });
    for (const path of ['/v2/checkout/orders/X', '/v2/payments/captures/X', '/v2/payments/refunds/X']) {
      const answer = await call('GET', path);
      expect([answer.status, answer.json.details[0].issue]).toEqual([404, 'INVALID_RESOURCE_ID']);
    }
    const huge = await call('POST', '/v2/checkout/orders', `"${'x'.repeat(1_100_000)}"`);
    expect([huge.status, huge.json.name]).toEqual([413, 'INVALID_REQUEST']);
  });
});

describe('orders', () => {
  test('responds with 200, PAYER_ACTION_REQUIRED and a link of that name if there is a payment source', async () => {
    const body = orderBody('345.00', {}, { return_url: 'https://shop.example/back' });
    const { status, json } = await call('POST', '/v2/checkout/orders', body, { 'paypal-request-id': 'one' });
    expect([status, json.status]).toEqual([200, 'PAYER_ACTION_REQUIRED']);
    expect(json.links.map((link: { rel: string }) => link.rel)).toContain('payer-action');
  });

  test('accepts a capture with an empty JSON body: 201 first, 200 for the same id, 422 for another', async () => {
    const { id, approveUrl } = await newOrder();
    const capture = (key: string) =>
      call('POST', `/v2/checkout/orders/${id}/capture`, undefined, { 'paypal-request-id': key });
    expect((await capture('a')).json.details[0].issue).toBe('ORDER_NOT_APPROVED');
    await simulator.decide(approveUrl, 'approve');
    const first = await capture('a');
    const again = await capture('a');
    const other = await capture('b');
    expect([first.status, again.status, other.status]).toEqual([201, 200, 422]);
    expect(again.json).toEqual(first.json);
    expect(other.json.details[0].issue).toBe('ORDER_ALREADY_CAPTURED');
    const [taken] = first.json.purchase_units[0].payments.captures;
    expect(taken).toMatchObject({
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '345.00' },
      seller_receivable_breakdown: { paypal_fee: { value: '12.53' }, net_amount: { value: '332.47' } },
    });
    expect((await simulator.books()).balance).toBe('332.47');
  });

  test('replays an order for six hours for the same key, then creates another', async () => {
    const create = (amount: string) =>
      call('POST', '/v2/checkout/orders', orderBody(amount), { 'paypal-request-id': 'key' });
    const first = await create('10.00');
    simulator.clock.advance(6 * HOUR - 1);
    const replay = await create('99.00');
    expect([replay.status, replay.json.id]).toEqual([200, first.json.id]);
    simulator.clock.advance(1);
    const late = await create('10.00');
    expect(late.status).toBe(201);
    expect(late.json.id).not.toBe(first.json.id);
  });

  test('expires an approved order after three hours without a capture', async () => {
    const { id, approveUrl } = await newOrder();
    await simulator.decide(approveUrl, 'approve');
    simulator.clock.advance(3 * HOUR);
    expect((await call('GET', `/v2/checkout/orders/${id}`)).json.status).toBe('VOIDED');
    const page = await fetch(approveUrl);
    expect(await page.text()).toContain('This order has expired');
    expect((await simulator.decide(approveUrl, 'approve')).status).toBe(409);
  });

  test('refuses a second payment of one invoice', async () => {
    for (const expected of [201, 422]) {
      const { id, approveUrl } = await newOrder({ invoice_id: 'INV-1' });
      await simulator.decide(approveUrl, 'approve');
      expect((await call('POST', `/v2/checkout/orders/${id}/capture`)).status).toBe(expected);
    }
    expect((await simulator.books()).captures).toHaveLength(1);
  });
});

describe('refunds', () => {
  async function captured(): Promise<string> {
    const { id, approveUrl } = await newOrder();
    await simulator.decide(approveUrl, 'approve');
    const { json } = await call('POST', `/v2/checkout/orders/${id}/capture`);
    return json.purchase_units[0].payments.captures[0].id;
  }

  test('an empty body refunds all that is left', async () => {
    const id = await captured();
    const path = `/v2/payments/captures/${id}/refund`;
    await call('POST', path, { amount: { currency_code: 'USD', value: '45.00' } });
    const rest = await call('POST', path, undefined, { prefer: 'return=representation' });
    expect([rest.status, rest.json.amount.value]).toEqual([201, '300.00']);
    expect((await call('POST', path)).json.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED');
    expect((await simulator.books()).balance).toBe('-12.53');
  });

  test('are refused after 180 days, and beyond the bank limit', async () => {
    const id = await captured();
    simulator.clock.advance(180 * DAY + 1);
    call = await signedInCaller(simulator);
    const late = await call('POST', `/v2/payments/captures/${id}/refund`);
    expect(late.json.details[0].issue).toBe('REFUND_TIME_LIMIT_EXCEEDED');

    await simulator.close();
    simulator = await startSimulator({ bankLimitCents: 0 });
    call = await signedInCaller(simulator);
    const poor = await call('POST', `/v2/payments/captures/${await captured()}/refund`);
    expect(poor.json.details[0].issue).toBe('REFUND_FAILED_INSUFFICIENT_FUNDS');
  });
});

describe('the books', () => {
  test('are the same after a restart, even with a torn last line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'books-'));
    try {
      await simulator.close();
      const options = { store: join(folder, 'books.jsonl'), clock: simulator.clock };
      simulator = await startSimulator(options);
      call = await signedInCaller(simulator);
      const { id, approveUrl } = await newOrder({ custom_id: 'c' });
      await simulator.decide(approveUrl, 'approve');
      await call('POST', `/v2/checkout/orders/${id}/capture`, undefined, { 'paypal-request-id': 'k' });
      await call('POST', '/v1/payments/payouts', {
        sender_batch_header: { sender_batch_id: 'po_1' },
        items: [{ receiver: 'a@example.com', amount: { currency: 'USD', value: '100.00' } }],
      });
      const before = await simulator.books();
      await simulator.close();

      await appendFile(options.store, '[{"table":"orders","rec');
      simulator = await startSimulator(options);
      call = await signedInCaller(simulator);
      expect(await simulator.books()).toEqual(before);
      const replay = await call('POST', `/v2/checkout/orders/${id}/capture`, undefined, {
        'paypal-request-id': 'k',
      });
      expect(replay.status).toBe(200);
      simulator.clock.advance(MINUTE);
      const after = await simulator.books();
      expect(after.payouts[0]).toMatchObject({ status: 'SUCCESS', batchStatus: 'SUCCESS' });
      expect(after.balance).toBe('232.47');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('have the sum of the moves as balance', async () => {
    const { id, approveUrl } = await newOrder();
    await simulator.decide(approveUrl, 'approve');
    await call('POST', `/v2/checkout/orders/${id}/capture`);
    const { balance, moves } = await simulator.books();
    const sum = moves.reduce((cents, move) => cents + Math.round(Number(move.amount) * 100), 0);
    expect(sum).toBe(Math.round(Number(balance) * 100));
  });
});
