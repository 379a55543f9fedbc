/** Our adapter and the simulator, with PayPal’s interface files between them. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import type { Outcome, WalletProvider } from '#payments/server/provider/wallet-provider.ts';
import { simulatorWebhookId } from '@promenade/wallet-simulator';
import { hasOfficialFiles } from '#tests/support/wallet/official-check.ts';
import {
  settleDelayMs,
  startSimulator,
  testCredentials,
  type RunningSimulator,
} from '#tests/support/wallet/simulator.ts';

import { PATIENCE_MS } from '#tests/support/patience.ts';
import { handwritten, proxyCalls, takeViolations } from '#tests/support/wallet/behind-proxy.ts';
import { startJudge } from '#tests/support/wallet/official-judge.ts';

type Judge = Awaited<ReturnType<typeof startJudge>>;

describe.skipIf(!hasOfficialFiles)('through PayPal’s interface files', () => {
  let simulator: RunningSimulator;
  let judge: Judge;
  let wallet: WalletProvider;
  let listener: Server;
  let deliveries: { headers: IncomingHttpHeaders; rawBody: Buffer }[];

  beforeEach(async () => {
    deliveries = [];
    listener = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        deliveries.push({ headers: request.headers, rawBody: Buffer.concat(chunks) });
        response.end();
      });
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    judge = await startJudge();
    vi.stubEnv('WALLET_JUDGE_URL', judge.url);
    simulator = await startSimulator({ webhookUrl: () => `http://127.0.0.1:${port}/hook` });
    wallet = createPayPalProvider(
      { baseUrl: simulator.url, webhookId: simulatorWebhookId, ...testCredentials },
      { clock: simulator.clock },
    );
  });
  afterEach(async () => {
    await wallet.close();
    await simulator.close();
    vi.unstubAllEnvs();
    await judge.close();
    await new Promise((resolve) => listener.close(resolve));
  });

  const violations = () => judge.calls.filter((call) => call.violations.length > 0);

  function unwrap<Value>(outcome: Outcome<Value>): Value {
    if (outcome.kind !== 'success') throw new Error(`not a success: ${JSON.stringify(outcome)}`);
    return outcome.value;
  }

  async function createdOrder(requestId: string) {
    return unwrap(
      await wallet.createOrder({
        requestId,
        amountCents: 34_500,
        customId: `custom-${requestId}`,
        invoiceId: `invoice-${requestId}`,
        description: 'Campaign',
        returnUrl: 'https://shop.example/back',
        cancelUrl: 'https://shop.example/cancelled',
      }),
    );
  }

  async function captured(requestId: string) {
    const { orderId, approveUrl } = await createdOrder(requestId);
    await simulator.decide(approveUrl ?? '', 'approve');
    return unwrap(await wallet.captureOrder(orderId, `capture-${requestId}`));
  }

  test('orders, captures and refunds', async () => {
    const { orderId, approveUrl } = await createdOrder('1');
    unwrap(await wallet.getOrder(orderId));
    expect(await wallet.captureOrder(orderId, 'c1')).toMatchObject({ issue: 'ORDER_NOT_APPROVED' });
    await simulator.decide(approveUrl ?? '', 'decline');
    expect(await wallet.captureOrder(orderId, 'c2')).toMatchObject({ issue: 'INSTRUMENT_DECLINED' });
    await simulator.decide(approveUrl ?? '', 'approve');
    const { captureId } = unwrap(await wallet.captureOrder(orderId, 'c3'));
    unwrap(await wallet.captureOrder(orderId, 'c3'));
    // Refused as already captured, and then read.
    unwrap(await wallet.captureOrder(orderId, 'c4'));
    expect(await wallet.getOrder('NOTHING')).toMatchObject({ issue: 'INVALID_RESOURCE_ID' });

    const refund = (requestId: string, amountCents: number) =>
      wallet.refundCapture(captureId, {
        requestId,
        amountCents,
        invoiceId: 'r',
        customId: 'c',
        note: 'Sorry',
      });
    const { refundId } = unwrap(await refund('r1', 4500));
    unwrap(await refund('r1', 4500));
    unwrap(await wallet.getRefund(refundId));
    unwrap(await wallet.getOrder(orderId));
    expect(await refund('r2', 90_000)).toMatchObject({ issue: 'REFUND_AMOUNT_EXCEEDED' });
    unwrap(await wallet.getCapture(captureId));
    unwrap(await refund('r3', 30_000));
    expect(await refund('r4', 1)).toMatchObject({ issue: 'CAPTURE_FULLY_REFUNDED' });

    await simulator.control('PUT', '/outcomes', { captures: 'PENDING' });
    const slow = await captured('2');
    unwrap(await wallet.getCapture(slow.captureId));
    await simulator.control('POST', `/captures/${slow.captureId}`, { status: 'DECLINED' });
    expect(unwrap(await wallet.getCapture(slow.captureId)).status).toBe('DECLINED');

    expect(judge.calls.length).toBeGreaterThan(20);
    expect(violations()).toEqual([]);
  });

  test('payouts in every state, and cancelling', async () => {
    await captured('1');
    const batches = new Map<string, string>();
    for (const word of ['paid', 'unclaimed', 'fail', 'blocked', 'onhold', 'refunded']) {
      const payout = {
        payoutId: word,
        amountCents: 1000,
        receiverEmail: `${word}@example.com`,
        note: 'Thanks',
      };
      const { batchId } = unwrap(await wallet.createPayout(payout));
      unwrap(await wallet.getPayout(batchId));
      expect(unwrap(await wallet.createPayout(payout))).toEqual({ batchId, adopted: true });
      batches.set(word, batchId);
    }
    simulator.clock.advance(settleDelayMs);
    const states = [];
    for (const batchId of batches.values()) {
      const { item } = unwrap(await wallet.getPayout(batchId));
      states.push(item?.status);
      await wallet.cancelPayoutItem(item?.itemId ?? '');
    }
    expect(states).toEqual(['SUCCESS', 'UNCLAIMED', 'FAILED', 'BLOCKED', 'ONHOLD', 'SUCCESS']);
    const { item } = unwrap(await wallet.getPayout(batches.get('paid') ?? ''));
    await simulator.control('POST', `/payouts/${item?.itemId}`, { status: 'REVERSED' });
    unwrap(await wallet.getPayout(batches.get('paid') ?? ''));
    expect(await wallet.getPayout('NOTHING')).toMatchObject({ issue: 'INVALID_RESOURCE_ID' });
    expect(violations()).toEqual([]);
  });

  test('disputes, open and with every outcome', async () => {
    const { captureId } = await captured('1');
    expect(unwrap(await wallet.listDisputes({ captureId }))).toEqual([]);
    const ended = [];
    for (const outcome of ['cancelled', 'won', 'lost']) {
      const { json } = await simulator.control('POST', '/disputes', { captureId, amount: '100.00' });
      expect(unwrap(await wallet.getDispute(json.disputeId)).status).toBe('open');
      expect(await wallet.refundCapture(captureId, { requestId: outcome, amountCents: 1 })).toMatchObject({
        issue: 'TRANSACTION_DISPUTED',
      });
      await simulator.control('POST', `/disputes/${json.disputeId}`, { outcome });
      ended.push(unwrap(await wallet.getDispute(json.disputeId)).status);
    }
    expect(ended).toEqual(['won', 'won', 'lost']);
    expect(unwrap(await wallet.listDisputes({ captureId }))).toHaveLength(3);
    expect(await wallet.getDispute('NOTHING')).toMatchObject({ issue: 'INVALID_RESOURCE_ID' });
    expect(violations()).toEqual([]);
  });

  test('a webhook verified by the wallet, and calls that no file describes', async () => {
    const { captureId } = await captured('1');
    await simulator.control('POST', '/disputes', { captureId });
    await vi.waitFor(() => expect(deliveries).toHaveLength(3), PATIENCE_MS);
    for (const delivery of deliveries) {
      // Without the certificate the adapter asks the wallet.
      await simulator.control('PUT', '/faults', {
        next: [{ fault: 'errorAfter', pathPrefix: '/v1/notifications/certs' }],
      });
      expect(unwrap(await wallet.verifyWebhook(delivery))).toMatchObject({ genuine: true });
    }
    const asked = judge.calls.filter((call) => call.path.endsWith('/verify-webhook-signature'));
    expect(asked.length).toBeGreaterThan(0);
    expect(unwrap(await wallet.getBalance()).withheldCents).toBe(34_500);
    unwrap(await wallet.clientToken({ domain: 'localhost' }));
    expect(violations()).toEqual([]);
  });

  describe('the check fails', () => {
    let wrong: Server;
    let url: string;
    let answer: { status: number; json: string };
    beforeEach(async () => {
      wrong = createServer((_request, response) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.json);
      });
      proxyCalls(wrong, judge.url);
      await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(wrong.address() as AddressInfo).port}`;
    });
    afterEach(() => new Promise((resolve) => wrong.close(resolve)));

    async function listViolations(method: string, path: string, body?: string): Promise<string> {
      const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
      await fetch(url + path, { method, headers, body });
      takeViolations();
      return JSON.stringify(judge.calls.at(-1)?.violations);
    }

    test.each([
      ['POST', '/v2/checkout/orders', 200],
      ['POST', '/v2/checkout/orders', 201],
      ['POST', '/v2/checkout/orders', 422],
      ['GET', '/v2/checkout/orders/X', 200],
      ['POST', '/v2/checkout/orders/X/capture', 200],
      ['POST', '/v2/checkout/orders/X/capture', 201],
      ['POST', '/v2/checkout/orders/X/capture', 422],
      ['GET', '/v2/payments/captures/X', 200],
      ['POST', '/v2/payments/captures/X/refund', 201],
      ['POST', '/v2/payments/captures/X/refund', 422],
      ['GET', '/v2/payments/refunds/X', 200],
      ['POST', '/v1/payments/payouts', 201],
      ['POST', '/v1/payments/payouts', 400],
      ['GET', '/v1/payments/payouts/X', 200],
      ['POST', '/v1/payments/payouts-item/X/cancel', 200],
      ['POST', '/v1/payments/payouts-item/X/cancel', 400],
      ['GET', '/v1/customer/disputes?page_size=50', 200],
      ['GET', '/v1/customer/disputes/X', 200],
      ['POST', '/v1/notifications/verify-webhook-signature', 200],
    ])('for a list as the response to %s %s with %i', async (method, path, status) => {
      answer = { status, json: '[]' };
      expect(await listViolations(method, path)).toContain('"location":["response","body"]');
    });

    test('for an unknown state, a wrong request, a missing token and an unknown path', async () => {
      answer = { status: 200, json: '{"status":"PAID"}' };
      expect(await listViolations('GET', '/v2/checkout/orders/X')).toContain('"response","body","status"');
      expect(await listViolations('POST', '/v1/payments/payouts', '{"items":"many"}')).toContain(
        '"request","body"',
      );
      expect(await listViolations('GET', '/v2/checkout/nothing')).toContain('no route');
      await fetch(`${url}/v2/payments/captures/X`);
      takeViolations();
      expect(judge.calls.at(-1)?.violations).toContainEqual(
        expect.objectContaining({ location: ['request'], code: 401 }),
      );
    });
  });

  describe('behind a run’s proxy', () => {
    let simulated: Server;
    let url: string;
    let body: string | undefined;
    beforeEach(async () => {
      simulated = createServer((_request, response) => {
        if (body === undefined) response.destroy();
        else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      });
      proxyCalls(simulated, judge.url);
      await new Promise<void>((resolve) => simulated.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(simulated.address() as AddressInfo).port}/simulator`;
    });
    afterEach(async () => {
      simulated.closeAllConnections();
      await new Promise((resolve) => simulated.close(resolve));
    });

    const getOrder = (headers: Record<string, string>) => fetch(`${url}/v2/checkout/orders/X`, { headers });
    const authorization = 'Bearer token';

    test('a wrong response passes unchanged, and fails its test', async () => {
      body = '{ "status": "PAID" }';
      expect(await (await getOrder({ authorization })).text()).toBe(body);
      const told = takeViolations();
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(/^GET \/v2\/checkout\/orders\/X 200: response\.body\.status: .*CREATED/);
      expect(takeViolations()).toEqual([]);
    });

    test('a wrong request counts unless it is handwritten', async () => {
      body = '{}';
      await getOrder({});
      expect(takeViolations().join()).toContain('200: request: Invalid security scheme');
      await getOrder(handwritten);
      expect(takeViolations()).toEqual([]);
      body = '[]';
      await getOrder(handwritten);
      expect(takeViolations().join()).toContain('response.body');
    });

    test('passes broken connections through, and other calls directly', async () => {
      body = undefined;
      await expect(getOrder({ authorization })).rejects.toThrow('fetch failed');
      body = '{}';
      expect((await fetch(`${url}/books`)).status).toBe(200);
      expect(judge.calls).toEqual([]);
    });
  });
});
