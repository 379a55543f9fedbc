import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { simulatorWebhookId } from '#wallet-simulator/app.ts';
import {
  startSimulator,
  testCredentials,
  type RunningSimulator,
} from '#wallet-simulator/simulator-for-tests.ts';

import { createPayPalProvider } from './paypal.ts';
import type { WalletProvider, WebhookDelivery } from './wallet-provider.ts';

let listener: Server;
let simulator: RunningSimulator;
let wallet: WalletProvider;
let delivery: WebhookDelivery;
let orderId: string;

const providerFor = (webhookId?: string) =>
  createPayPalProvider({ baseUrl: simulator.url, webhookId, ...testCredentials }, { clock: simulator.clock });

beforeEach(async () => {
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
  wallet = providerFor(simulatorWebhookId);
  const created = await wallet.createOrder({
    requestId: 'order-1',
    amountCents: 34_500,
    customId: 'custom-1',
    invoiceId: 'invoice-1',
    // The checksum covers bytes, so text beyond ASCII belongs into the test.
    description: 'Zürich — 渋谷',
    returnUrl: 'https://shop.example/back',
    cancelUrl: 'https://shop.example/cancelled',
  });
  if (created.kind !== 'success') throw new Error('the order was not created');
  orderId = created.value.orderId;
  await simulator.decide(`${simulator.url}/approve/${orderId}`, 'approve');
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 5000 });
  delivery = received[0] as WebhookDelivery;
});
afterEach(async () => {
  await wallet.close();
  await simulator.close();
  await new Promise((resolve) => listener.close(resolve));
});

test('a delivery of the wallet is genuine, as often as it comes', async () => {
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
  expect(await wallet.verifyWebhook(delivery)).toEqual(genuine);
  expect(await wallet.verifyWebhook(delivery)).toEqual(genuine);
});

test('every changed byte, header and webhook id makes it false', async () => {
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
    expect(verdict, JSON.stringify(change)).toEqual({ kind: 'success', value: { genuine: false } });
  }
  const other = providerFor('ANOTHERWEBHOOK');
  expect(await other.verifyWebhook(delivery)).toEqual({ kind: 'success', value: { genuine: false } });
  await other.close();
});

test('without a webhook id, or without the wallet, nothing is called genuine', async () => {
  const unset = providerFor();
  expect(await unset.verifyWebhook(delivery)).toEqual({ kind: 'refused', issue: 'WEBHOOK_ID_NOT_SET' });
  await unset.close();
  await simulator.close();
  expect(await wallet.verifyWebhook(delivery)).toMatchObject({ kind: 'unknown' });
});
