import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { verify, X509Certificate } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { MINUTE } from '../time.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';

import { simulatorWebhookId } from '../app.ts';
import { rawMember } from '../raw-json.ts';
import {
  capturedOrder,
  orderBody,
  signedInCaller,
  startSimulator,
  type RunningSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

type Delivery = { headers: IncomingHttpHeaders; body: Buffer };

let listener: Server;
let deliveries: Delivery[];
let simulator: RunningSimulator;
let call: Awaited<ReturnType<typeof signedInCaller>>;

beforeEach(async () => {
  deliveries = [];
  listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  simulator = await startSimulator({ webhookUrl: () => `http://127.0.0.1:${port}/hook` });
  call = await signedInCaller(simulator);
});
afterEach(async () => {
  await simulator.close();
  await new Promise((resolve) => listener.close(resolve));
});

async function approvedOrder(): Promise<string> {
  const { json } = await call('POST', '/v2/checkout/orders', orderBody());
  await simulator.decide(`${simulator.url}/approve/${json.id}`, 'approve');
  return json.id;
}

const getTypes = () => deliveries.map(({ body }) => JSON.parse(body.toString()).event_type as string);

const received = (count: number) =>
  vi.waitFor(() => expect(deliveries.length).toBeGreaterThanOrEqual(count), {
    timeout: PATIENCE_MS,
    interval: 20,
  });

describe('webhooks', () => {
  test('can be verified with the certificate at their URL', async () => {
    await approvedOrder();
    await received(1);
    const { headers, body } = deliveries[0] as Delivery;
    const certificate = new X509Certificate(await (await fetch(String(headers['paypal-cert-url']))).text());
    expect(certificate.subject).toContain('CN=messageverificationcerts.');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const { 'paypal-transmission-id': id, 'paypal-transmission-time': time } = headers;
    const signature = Buffer.from(String(headers['paypal-transmission-sig']), 'base64');
    const signs = (bytes: Buffer) =>
      verify(
        'sha256',
        Buffer.from(`${id}|${time}|${simulatorWebhookId}|${crc32(bytes)}`),
        certificate.publicKey,
        signature,
      );
    expect(headers['paypal-auth-algo']).toBe('SHA256withRSA');
    expect(signs(body)).toBe(true);
    expect(signs(Buffer.concat([body, Buffer.from(' ')]))).toBe(false);
  });

  test('report every step of an order and of a payout', async () => {
    const id = await approvedOrder();
    const { json } = await call('POST', `/v2/checkout/orders/${id}/capture`);
    const captureId = json.purchase_units[0].payments.captures[0].id;
    await call('POST', `/v2/payments/captures/${captureId}/refund`, {
      amount: { currency_code: 'USD', value: '1.00' },
    });
    await call('POST', '/v1/payments/payouts', {
      sender_batch_header: { sender_batch_id: 'po_1' },
      items: [{ receiver: 'a@example.com', amount: { currency: 'USD', value: '10.00' } }],
    });
    simulator.clock.advance(MINUTE / 2);
    await received(4);
    simulator.clock.advance(MINUTE / 2);
    await received(6);
    expect(getTypes().toSorted()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
      'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
      'PAYMENT.PAYOUTSBATCH.PROCESSING',
      'PAYMENT.PAYOUTSBATCH.SUCCESS',
    ]);
  });

  test('report a dispute and its reversal', async () => {
    const captureId = await capturedOrder(simulator, call);
    const { json } = await simulator.control('POST', '/disputes', { captureId });
    await simulator.control('POST', `/disputes/${json.disputeId}`, { status: 'UNDER_REVIEW' });
    await simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'lost' });
    await received(6);
    expect(getTypes().toSorted()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.RESOLVED',
      'CUSTOMER.DISPUTE.UPDATED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REVERSED',
    ]);
    const getEvent = (type: string) =>
      deliveries.map(({ body }) => JSON.parse(body.toString())).find((event) => event.event_type === type);
    expect(getEvent('CUSTOMER.DISPUTE.RESOLVED')).toMatchObject({
      resource_type: 'dispute',
      resource: {
        dispute_id: json.disputeId,
        disputed_transactions: [{ seller_transaction_id: captureId, transaction_status: 'REFUNDED' }],
      },
    });
    // The wallet reports a reversal in the form of a refund, whose link "up" is the capture.
    expect(getEvent('PAYMENT.CAPTURE.REVERSED')).toMatchObject({
      resource_type: 'refund',
      resource: {
        amount: { value: '345.00' },
        links: [{ rel: 'self' }, { rel: 'up', href: expect.stringContaining(captureId) }],
      },
    });
  });
});

describe('verify-webhook-signature', () => {
  const claimFor = ({ headers }: Delivery) => ({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: simulatorWebhookId,
  });
  const ask = async (claim: object, event: string) =>
    (
      await call(
        'POST',
        '/v1/notifications/verify-webhook-signature',
        `${JSON.stringify(claim).slice(0, -1)}, "webhook_event" :  ${event}}`,
      )
    ).json.verification_status;

  test('verifies its own bytes only', async () => {
    await approvedOrder();
    await received(1);
    const [delivery] = deliveries as [Delivery];
    const claim = claimFor(delivery);
    const event = delivery.body.toString();
    expect(await ask(claim, event)).toBe('SUCCESS');
    expect(await ask(claim, JSON.stringify(JSON.parse(event), null, 1))).toBe('FAILURE');
    expect(await ask({ ...claim, webhook_id: 'ANOTHER' }, event)).toBe('FAILURE');
    expect(await ask({ ...claim, cert_url: 'https://evil.example/cert' }, event)).toBe('FAILURE');
    expect(await ask({ ...claim, transmission_time: '2015-05-18T15:45:13Z' }, event)).toBe('FAILURE');
    expect(await ask({ ...claim, transmission_sig: 'AAAA' }, event)).toBe('FAILURE');
  });
});

describe('rawMember', () => {
  test.each([
    ['{"a": 1.0 , "e":{"x":[1.0,"}",{"y":"\\"]"}]} ,"z":2}', '{"x":[1.0,"}",{"y":"\\"]"}]}'],
    ['{"e":"text, with } and \\" in it"}', '"text, with } and \\" in it"'],
    ['{"e":1.50,"a":{"e":2}}', '1.50'],
    ['{"a":{"e":2},"e":null\n}', 'null'],
    ['{"e":1,"e":{}}', '{}'],
    ['{"e":"Zürich"}', '"Zürich"'],
    ['{"a":1}', undefined],
    ['{}', undefined],
    ['[{"e":1}]', undefined],
  ])('%s', (json, expected) => {
    expect(rawMember(Buffer.from(json), 'e')?.toString()).toBe(expected);
  });
});
