import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { addMilliseconds, DAY, type Clock } from '#kernel/time.ts';
import { simulatorWebhookId } from '@promenade/wallet-simulator';
import { startSimulator, testCredentials, type RunningSimulator } from '#tests/support/wallet/simulator.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { createPayPalProvider } from '../paypal.ts';
import type { WalletProvider, WebhookDelivery } from '../wallet-provider.ts';

let listener: Server;
let simulator: RunningSimulator;
let wallet: WalletProvider;
let delivery: WebhookDelivery;
let orderId: string;

let calls: string[];

function providerFor(
  settings: { webhookId?: string; publicBaseUrl?: string },
  clock: Clock = simulator.clock,
): WalletProvider {
  return createPayPalProvider(
    { baseUrl: simulator.url, ...settings, ...testCredentials },
    {
      clock,
      fetch: (url, init) => {
        calls.push(`${init.method} ${url}`);
        return fetch(url, init);
      },
    },
  );
}

const webhookId = simulatorWebhookId;
const postbacks = () => calls.filter((call) => call.endsWith('/verify-webhook-signature'));
const forged = { kind: 'success', value: { genuine: false } };

beforeEach(async () => {
  calls = [];
  const received: { headers: IncomingHttpHeaders; rawBody: Buffer }[] = [];
  listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, rawBody: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  simulator = await startSimulator({ webhookUrl: () => `http://127.0.0.1:${port}/` });
  wallet = providerFor({ webhookId });
  const created = await wallet.createOrder({
    requestId: 'order-1',
    amountCents: 34_500,
    customId: 'custom-1',
    invoiceId: 'invoice-1',
    description: 'Zürich — 渋谷',
    returnUrl: 'https://shop.example/back',
    cancelUrl: 'https://shop.example/cancelled',
  });
  if (created.kind !== 'success') throw new Error('the order was not created');
  orderId = created.value.orderId;
  await simulator.decide(`${simulator.url}/approve/${orderId}`, 'approve');
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: PATIENCE_MS });
  delivery = received[0] as WebhookDelivery;
});
afterEach(async () => {
  await wallet.close();
  await simulator.close();
  await new Promise((resolve) => listener.close(resolve));
});

test('a delivery of the wallet is genuine, however often it is sent', async () => {
  const genuine = {
    kind: 'success',
    value: {
      genuine: true,
      event: {
        eventId: expect.stringMatching(/^WH-/),
        eventType: 'CHECKOUT.ORDER.APPROVED',
        resourceType: 'checkout-order',
        resourceId: orderId,
      },
    },
  };
  calls.length = 0;
  expect(await wallet.verifyWebhook(delivery)).toEqual(genuine);
  expect(await wallet.verifyWebhook(delivery)).toEqual(genuine);
  expect(calls).toEqual([`GET ${delivery.headers['paypal-cert-url']}`]);
});

test('invariant 20: any changed byte, header or webhook id makes it false', async () => {
  const body = Buffer.from(delivery.rawBody);
  const text = body.toString();
  const changes: Partial<WebhookDelivery>[] = [
    { rawBody: Buffer.from(text.replace('34', '35')) },
    { rawBody: Buffer.from(JSON.stringify(JSON.parse(text), null, 2)) },
    { rawBody: Buffer.from(`${text},"webhook_id":"OTHER"`) },
    { rawBody: Buffer.from('not json') },
    { rawBody: Buffer.from([0xff, 0xfe]) },
    { rawBody: Buffer.alloc(0) },
    ...Object.keys(delivery.headers)
      .filter((name) => name.startsWith('paypal-') && name !== 'paypal-auth-version')
      .flatMap((name) => [
        { headers: { ...delivery.headers, [name]: undefined } },
        { headers: { ...delivery.headers, [name]: `${String(delivery.headers[name])}x` } },
        { headers: { ...delivery.headers, [name]: ['a', 'b'] } },
      ]),
  ];
  expect(changes).toHaveLength(21);
  for (const change of changes) {
    const verdict = await wallet.verifyWebhook({ ...delivery, ...change });
    expect(verdict, JSON.stringify(change)).toEqual(forged);
  }
  const other = providerFor({ webhookId: 'ANOTHERWEBHOOK' });
  expect(await other.verifyWebhook(delivery)).toEqual(forged);
  await other.close();
});

test('invariant 20: a certificate is fetched only from the base URL', async () => {
  const { origin, port } = new URL(simulator.url);
  const path = '/wallet-simulator/v1/notifications/certs/CERT-1';
  calls.length = 0;
  for (const url of [
    `http://localhost:${port}${path}`,
    `http://127.0.0.1:1${path}`,
    `http://127.0.0.1${path}`,
    `https://127.0.0.1:${port}${path}`,
    `http://user:pass@127.0.0.1:${port}${path}`,
    `http://127.0.0.1:${port}@evil.example${path}`,
    `${origin}/v1/notifications/certs/CERT-1`,
    `${simulator.url}/v1/notifications/certs/../../../books`,
    `${simulator.url}/books`,
    'https://api-m.paypal.com/v1/notifications/certs/CERT-1',
    'http://169.254.169.254/v1/notifications/certs/CERT-1',
  ]) {
    const headers = { ...delivery.headers, 'paypal-cert-url': url };
    expect(await wallet.verifyWebhook({ ...delivery, headers }), url).toEqual(forged);
  }
  expect(calls).toEqual([]);
});

test('a simulator known by another address is still called at the base URL', async () => {
  const named = 'https://promenade.example/wallet-simulator';
  const certificate = String(delivery.headers['paypal-cert-url']);
  const headers = { ...delivery.headers, 'paypal-cert-url': certificate.replace(simulator.url, named) };
  expect(await wallet.verifyWebhook({ ...delivery, headers })).toEqual(forged);
  calls.length = 0;
  const knowing = providerFor({ webhookId, publicBaseUrl: `${named}/` });
  expect(await knowing.verifyWebhook({ ...delivery, headers })).toMatchObject({ value: { genuine: true } });
  expect(calls).toEqual([`GET ${certificate}`]);
  await knowing.close();
});

test('asks the wallet if the certificate is not valid by our clock', async () => {
  calls.length = 0;
  const early = providerFor({ webhookId }, { now: () => addMilliseconds(simulator.clock.now(), -2 * DAY) });
  expect(await early.verifyWebhook(delivery)).toMatchObject({ value: { genuine: true } });
  expect(postbacks()).toHaveLength(1);
  await early.close();
});

test('nothing is genuine without a webhook id or without the wallet', async () => {
  const unset = providerFor({});
  expect(await unset.verifyWebhook(delivery)).toEqual({ kind: 'refused', issue: 'WEBHOOK_ID_NOT_SET' });
  await unset.close();
  await simulator.close();
  expect(await wallet.verifyWebhook(delivery)).toMatchObject({ kind: 'unknown' });
});
