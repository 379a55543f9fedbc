import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { simulatorWebhookId } from '#wallet-simulator/app.ts';
import {
  drivenClock,
  orderBody,
  type RunningSimulator,
  settleDelayMs,
  signedInCaller,
  startSimulator,
  testCredentials,
} from '#wallet-simulator/simulator-for-tests.ts';
import { freshDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { earnings } from './balance-service.ts';
import { openOrder } from './service.ts';
import { newPurpose, payableFacts, type PaymentsWorld, paymentsWorld } from './world-for-tests.ts';

interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer;
  event: { id: string; event_type: string; resource: Record<string, unknown> };
}

const clock = drivenClock();
let database: TestDatabase;
let simulator: RunningSimulator;
let world: PaymentsWorld;
/** Stands where our webhook would be and keeps what the wallet sends, so that tests can deliver it as they like. */
let letterbox: FastifyInstance;
const deliveries: Delivery[] = [];

beforeAll(async () => {
  letterbox = fastify();
  letterbox.removeAllContentTypeParsers();
  letterbox.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  letterbox.post<{ Body: Buffer }>('/', async ({ headers, body }) => {
    deliveries.push({ headers, body, event: JSON.parse(body.toString()) });
    return {};
  });
  await letterbox.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on a port answers an AddressInfo, not a path.
  const { port } = letterbox.server.address() as AddressInfo;
  database = await freshDatabase();
  simulator = await startSimulator({ clock, webhookUrl: () => `http://127.0.0.1:${port}/` });
  world = await paymentsWorld({
    database,
    clock,
    wallet: { ...simulator, ...testCredentials, webhookId: simulatorWebhookId },
  });
});
afterEach(async () => {
  world.faults.length = 0;
  expect(await world.violations()).toEqual([]);
  expect(world.errors).toEqual([]);
});
afterAll(async () => {
  await world.close();
  await simulator.close();
  await letterbox.close();
  await database.close();
});

/** The wallet sends by real time: waits until one has come whose type and text fit. */
async function deliveryOf(eventType: string, mention: string): Promise<Delivery> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const found = deliveries.find(
      ({ event, body }) => event.event_type === eventType && body.toString().includes(mention),
    );
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(
    `no ${eventType} about ${mention} came; ${deliveries.map(({ event }) => event.event_type)}`,
  );
}

async function deliver({ headers, body }: Pick<Delivery, 'headers' | 'body'>): Promise<number> {
  const { host: _, 'content-length': __, connection: ___, 'transfer-encoding': ____, ...sent } = headers;
  const answer = await world.http.inject({
    method: 'POST',
    url: '/paypal/webhook',
    headers: sent,
    payload: body,
  });
  return answer.statusCode;
}

async function kept(eventId: string): Promise<{ outcome: string | null; raw: Buffer }[]> {
  const { rows } = await database.pool.query('select outcome, raw from webhook_event where id = $1', [
    eventId,
  ]);
  return rows;
}

const lookIntos = async () =>
  (await database.pool.query("select id from outbox where kind = 'payment.look-into-webhook'")).rows.length;

async function approvedOrder() {
  const payerId = await world.newAccount('advertiser');
  const { purposeId, totalPayCents, feeCents } = newPurpose(payerId, 3, 10_000);
  const urls = { returnUrl: 'http://promenade.test/paid', cancelUrl: 'http://promenade.test/cancelled' };
  const order = await openOrder(world.deps, {
    purposeId,
    payerId,
    payCents: totalPayCents,
    feeCents,
    description: 'Launch',
    ...urls,
  });
  await simulator.decide(order.approveUrl, 'approve');
  const delivery = await deliveryOf('CHECKOUT.ORDER.APPROVED', order.orderId);
  return { orderId: order.orderId, delivery };
}

async function orderState(orderId: string): Promise<string> {
  const { rows } = await database.pool.query('select state from payment_order where provider_order_id = $1', [
    orderId,
  ]);
  return rows[0].state;
}

/** A payout on its way to this address, and the marketer it is for. */
async function sentPayout(walletEmail: string) {
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, { ...payableFacts, walletEmail });
  await world.release(await world.fund(1, 10_000), marketerId, 1);
  await world.worker.runDue();
  const { rows } = await database.pool.query('select id from payout where marketer_id = $1', [marketerId]);
  const payoutId: string = rows[0].id;
  return { marketerId, payoutId };
}

async function payoutState(payoutId: string): Promise<string> {
  const { rows } = await database.pool.query('select state from payout where id = $1', [payoutId]);
  return rows[0].state;
}

test('an approval that the wallet tells of is collected without the browser, and kept byte for byte', async () => {
  const { orderId, delivery } = await approvedOrder();
  expect(await deliver(delivery)).toBe(200);
  expect(await orderState(orderId)).toBe('open');
  await world.worker.runDue();
  expect(await orderState(orderId)).toBe('captured');
  const [row, ...others] = await kept(delivery.event.id);
  expect(others).toEqual([]);
  expect(row?.raw.equals(delivery.body)).toBe(true);
  expect(row?.outcome).toMatch(/^order /);
});

test('the same delivery 25 times is one', async () => {
  const { orderId, delivery } = await approvedOrder();
  const before = await lookIntos();
  const answers = await Promise.all(Array.from({ length: 25 }, () => deliver(delivery)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await lookIntos()).toBe(before + 1);
  await world.worker.runDue();
  await deliver(delivery);
  await world.worker.runDue();
  expect(await lookIntos()).toBe(before + 1);
  expect((await simulator.books()).captures.filter((capture) => capture.orderId === orderId)).toHaveLength(1);
});

test('a payout that arrives completes its payment', async () => {
  const { marketerId, payoutId } = await sentPayout('paid@wallet.example');
  clock.advance(settleDelayMs);
  const delivery = await deliveryOf('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', payoutId);
  expect(await deliver(delivery)).toBe(200);
  await world.worker.runDue();
  expect(await payoutState(payoutId)).toBe('succeeded');
  expect(await earnings(database.db, marketerId)).toMatchObject({ paidCents: 10_000 });
});

test('a payment that the wallet takes back is the marketer’s balance again, in whatever order it is told', async () => {
  const { marketerId, payoutId } = await sentPayout('refunded@wallet.example');
  clock.advance(settleDelayMs + MINUTE);
  await world.worker.runDue();
  expect(await payoutState(payoutId)).toBe('succeeded');
  clock.advance(DAY);
  const succeeded = await deliveryOf('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', payoutId);
  const refunded = await deliveryOf('PAYMENT.PAYOUTS-ITEM.REFUNDED', payoutId);
  for (const delivery of [refunded, succeeded, refunded]) {
    expect(await deliver(delivery)).toBe(200);
    await world.worker.runDue();
  }
  expect(await payoutState(payoutId)).toBe('refunded');
  expect(await earnings(database.db, marketerId)).toMatchObject({ paidCents: 0, payableCents: 10_000 });
});

test('a delivery about nothing of ours is kept and changes nothing', async () => {
  const call = await signedInCaller(simulator);
  const { json } = await call('POST', '/v2/checkout/orders', orderBody('10.00'));
  await simulator.decide(`${simulator.url}/approve/${json.id}`, 'approve');
  const delivery = await deliveryOf('CHECKOUT.ORDER.APPROVED', json.id);
  expect(await deliver(delivery)).toBe(200);
  await world.worker.runDue();
  expect(await kept(delivery.event.id)).toMatchObject([{ outcome: 'not ours' }]);
  expect((await simulator.books()).captures.filter((capture) => capture.orderId === json.id)).toEqual([]);
});

test.each<[string, (delivery: Delivery) => Pick<Delivery, 'headers' | 'body'>, number]>([
  ['one changed byte', ({ headers, body }) => ({ headers, body: flipped(body) }), 400],
  [
    'written anew',
    ({ headers, body }) => ({ headers, body: Buffer.from(body.toString().replace('{', '{ ')) }),
    400,
  ],
  [
    'a signature of nobody',
    ({ headers, body }) => ({ headers: { ...headers, 'paypal-transmission-sig': 'AAAA' }, body }),
    400,
  ],
  [
    'another transmission',
    ({ headers, body }) => ({ headers: { ...headers, 'paypal-transmission-id': randomUUID() }, body }),
    400,
  ],
  ['no headers', ({ body }) => ({ headers: { 'content-type': 'application/json' }, body }), 400],
  ['no body', ({ headers }) => ({ headers, body: Buffer.alloc(0) }), 400],
  ['not JSON', ({ headers }) => ({ headers, body: Buffer.from('{') }), 400],
  ['too much', ({ headers }) => ({ headers, body: Buffer.alloc(300_000, ' ') }), 413],
])('%s is refused and leaves nothing', async (_, forge, status) => {
  const { orderId, delivery } = await approvedOrder();
  expect(await deliver(forge(delivery))).toBe(status);
  expect(await kept(delivery.event.id)).toEqual([]);
  await world.worker.runDue();
  expect(await orderState(orderId)).toBe('open');
});

function flipped(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  const at = changed.indexOf('345.00');
  changed.write('3', at + 1);
  return changed;
}

test('a delivery older than the wallet’s last try is refused', async () => {
  const { delivery } = await approvedOrder();
  clock.advance(5 * DAY);
  expect(await deliver(delivery)).toBe(400);
  expect(await kept(delivery.event.id)).toEqual([]);
});

test('where the signature cannot be checked now, the wallet is asked to deliver again', async () => {
  // The wallet's certificate is kept for hours; then it is fetched again, and where it does not come, the wallet is asked.
  clock.advance(DAY);
  const { orderId, delivery } = await approvedOrder();
  world.faults.push(
    { matches: /notifications\/certs/, kind: 'lost-answer' },
    { matches: /verify-webhook-signature/, kind: 'lost-answer' },
  );
  expect(await deliver(delivery)).toBe(502);
  expect(world.faults).toEqual([]);
  expect(await kept(delivery.event.id)).toEqual([]);
  expect(await deliver(delivery)).toBe(200);
  await world.worker.runDue();
  expect(await orderState(orderId)).toBe('captured');
});
