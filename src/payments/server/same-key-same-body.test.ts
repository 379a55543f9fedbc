import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { walletEmailSet } from '#profiles/server/events.ts';
import { drivenClock, type RunningSimulator, startSimulator } from '#tests/support/wallet/simulator.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { refundCampaign } from './refunds/refunds.ts';
import { captureOrder, openOrder, refreshOrder } from './service.ts';
import {
  newCampaign,
  payableFacts,
  type PaymentsWorld,
  paymentsWorld,
  type PaidCampaign,
} from '#tests/support/payments/world.ts';

/**
 * A proxy in front of the wallet that loses messages and records every request. The wallet answers a known
 * key with its first result, whatever the body says. A changed body would therefore make us record something
 * that never happened.
 */
type Break = 'lost-request' | 'lost-answer' | 'server-error' | 'no-money';

const clock = drivenClock();
let database: TestDatabase;
let simulator: RunningSimulator;
let network: Server;
let world: PaymentsWorld;
/** The faults of the first, the second, ... request under each key. Later ones pass. */
let breaks: Break[] = [];
const sent: { key: string; what: string }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  simulator = await startSimulator({ clock });
  network = createServer((request, response) => void passOn(request, response));
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const { port } = network.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${new URL(simulator.url).pathname}`;
  world = await paymentsWorld({
    database,
    clock,
    wallet: { ...simulator, url },
  });
});
afterEach(async () => {
  breaks = [];
  expect(await world.violations()).toEqual([]);
  expect(world.errors).toEqual([]);
  expect(bodiesOfReusedKeys()).toEqual([]);
});
afterAll(async () => {
  await world.close();
  network.closeAllConnections();
  await new Promise((resolve) => network.close(resolve));
  await simulator.close();
  await database.close();
});

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { method = 'GET', url = '/', headers } = request;
  const kind = record(`${method} ${url}`, headers['paypal-request-id'], body.toString());
  if (kind === 'lost-request') return void response.destroy();
  if (kind === 'no-money') {
    response.writeHead(422, { 'content-type': 'application/json' }).end('{"name":"INSUFFICIENT_FUNDS"}');
    return;
  }
  const { host: _, connection: __, 'content-length': ___, ...rest } = headers;
  const answer = await fetch(new URL(url, simulator.url), {
    method,
    // A client sends one value per header.
    headers: rest as Record<string, string>,
    ...(method === 'POST' && { body }),
  });
  const text = await answer.text();
  if (kind === 'lost-answer') return void response.destroy();
  const type = answer.headers.get('content-type') ?? 'application/json';
  response.writeHead(kind === 'server-error' ? 500 : answer.status, { 'content-type': type });
  response.end(kind === 'server-error' ? '{}' : text);
}

/** Records a request. A payout has two keys: the header, and the batch id, which the wallet uses. */
function record(call: string, requestId: string | string[] | undefined, body: string): Break | undefined {
  if (typeof requestId !== 'string') return undefined;
  const before = sent.filter(({ key }) => key === `request ${requestId}`).length;
  sent.push({ key: `request ${requestId}`, what: `${call} ${body}` });
  const batchId = body === '' ? undefined : JSON.parse(body).sender_batch_header?.sender_batch_id;
  if (batchId !== undefined) sent.push({ key: `batch ${batchId}`, what: `${call} ${body}` });
  return breaks[before];
}

/** Returns the requests of each key that was sent with more than one body or path. */
function bodiesOfReusedKeys(): string[][] {
  const byKey = new Map<string, Set<string>>();
  for (const { key, what } of sent) byKey.set(key, (byKey.get(key) ?? new Set()).add(what));
  return [...byKey.values()].map((what) => [...what]).filter(({ length }) => length > 1);
}

function sendings(calls: RegExp, since: number): number[] {
  const counts = new Map<string, number>();
  for (const { key, what } of sent.slice(since)) {
    if (calls.test(what) && key.startsWith('request ')) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()];
}

const orderCall = /^POST \S+\/orders /;
const captureCall = /^POST \S+\/capture /;
const refundCall = /^POST \S+\/refund /;
const payoutCall = /^POST \S+\/payouts /;

async function readOutcome<Value>(work: Promise<Value>): Promise<Value | string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const someCampaign = async () => newCampaign(await world.newAccount('advertiser'), 3, 10_000);

const open = (campaign: PaidCampaign, changes: { description?: string; payCents?: number } = {}) =>
  openOrder(world.deps, {
    campaignId: campaign.campaignId,
    payerId: campaign.payerId,
    payCents: campaign.totalPayCents,
    feeCents: campaign.feeCents,
    description: 'Spring launch',
    returnUrl: 'http://promenade.test/paid',
    cancelUrl: 'http://promenade.test/cancelled',
    ...changes,
  });

const everyBreak: Break[] = ['lost-request', 'lost-answer', 'server-error'];

test('invariant 23: an order requested again, then with other texts and sums', async () => {
  const campaign = await someCampaign();
  const start = sent.length;
  breaks = everyBreak;
  for (const changes of [{}, { description: 'Autumn launch' }, { payCents: 40_000 }, {}]) {
    for (let round = 0; round < 3; round += 1) {
      expect(await readOutcome(open(campaign, changes))).toBe('payment/provider-unknown');
      clock.advance(MINUTE);
    }
    expect(await readOutcome(open(campaign, changes))).toMatchObject({ status: 'CREATED' });
  }
  expect(sendings(orderCall, start)).toEqual([4, 4, 4, 4]);
});

test('invariant 23: an order requested again an hour later gets another key', async () => {
  const campaign = await someCampaign();
  const start = sent.length;
  breaks = ['lost-answer'];
  expect(await readOutcome(open(campaign))).toBe('payment/provider-unknown');
  clock.advance(HOUR);
  breaks = [];
  expect(await readOutcome(open(campaign))).toMatchObject({ status: 'CREATED' });
  expect(sendings(orderCall, start)).toEqual([1, 1]);
});

test('invariant 23: a capture retried, refused, and started again', async () => {
  const campaign = await someCampaign();
  const { payerId } = campaign;
  const { orderId, approveUrl } = await open(campaign);
  const capture = () => readOutcome(captureOrder(world.deps, { orderId, payerId }));
  const start = sent.length;
  await simulator.decide(approveUrl, 'decline');
  breaks = ['lost-request', 'server-error'];
  expect(await capture()).toBe('payment/provider-unknown');
  await simulator.decide(approveUrl, 'approve');
  await simulator.decide(approveUrl, 'decline');
  clock.advance(MINUTE);
  await refreshOrder(world.deps, { orderId, payerId });
  await simulator.decide(approveUrl, 'approve');
  breaks = everyBreak;
  for (let round = 0; round < 4; round += 1) {
    clock.advance(MINUTE);
    await world.worker.runDue();
    await capture();
  }
  expect(await capture()).toMatchObject({ orderId, status: 'COMPLETED' });
  expect(Math.max(...sendings(captureCall, start))).toBeGreaterThan(1);
});

test('invariant 23: a payout sent until it is answered, and to another address as another payout', async () => {
  const marketerId = await world.newAccount('marketer');
  const setWalletEmail = (walletEmail: string) =>
    transact(database.db, async (tx) => {
      world.facts.set(marketerId, { ...payableFacts, walletEmail });
      await announce(
        tx,
        walletEmailSet,
        { ref: `${marketerId} ${walletEmail}`, payload: { userId: marketerId } },
        clock,
      );
    });
  const campaign = await world.fund(3, 10_000);
  await setWalletEmail('locked.fail@wallet.example');
  const start = sent.length;
  breaks = everyBreak;
  await world.release(campaign, marketerId, 1);
  await world.worker.runDue();
  await setWalletEmail('open@wallet.example');
  for (let round = 0; round < 12; round += 1) {
    clock.advance(HOUR);
    await world.worker.runDue();
  }
  expect(sendings(payoutCall, start)).toEqual([4, 4]);
  const receivers = (await simulator.books()).payouts.map(({ receiver, status }) => [receiver, status]);
  expect(receivers).toEqual([
    ['locked.fail@wallet.example', 'FAILED'],
    ['open@wallet.example', 'SUCCESS'],
  ]);
});

test('invariant 23: a payout that waits for our balance is resent unchanged', async () => {
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, payableFacts);
  const campaign = await world.fund(1, 10_000);
  const start = sent.length;
  breaks = ['no-money', 'lost-request', 'no-money', 'lost-answer'];
  await world.release(campaign, marketerId, 1);
  for (let round = 0; round < 12; round += 1) {
    await world.worker.runDue();
    clock.advance(HOUR);
  }
  expect(sendings(payoutCall, start)).toEqual([5]);
  const { payouts } = await simulator.books();
  expect(payouts.filter(({ receiver }) => receiver === payableFacts.walletEmail)).toMatchObject([
    { status: 'SUCCESS', amount: '100.00' },
  ]);
});

test('invariant 23: refunds of one payment, each sent until it is answered', async () => {
  const { campaignId } = await world.fund(3, 10_000);
  const start = sent.length;
  breaks = everyBreak;
  for (const payCents of [5000, 7000]) {
    await transact(database.db, (tx) =>
      refundCampaign(tx, world.deps, { campaignId, payCents, feeCents: 0 }),
    );
    for (let round = 0; round < 6; round += 1) {
      await world.worker.runDue();
      clock.advance(HOUR);
    }
  }
  expect(sendings(refundCall, start)).toEqual([4, 4]);
  const { refunds } = await simulator.books();
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
    ['50.00', 'COMPLETED'],
    ['70.00', 'COMPLETED'],
  ]);
});
