/** PayPal's own clients against the simulator: their requests and response parsing are not ours. */
import checkout from '@paypal/checkout-server-sdk';
import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk';
import payoutsSdk from '@paypal/payouts-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  capturedOrder,
  settleDelayMs,
  signedInCaller,
  startSimulator,
  testCredentials,
  type RunningSimulator,
} from '#tests/support/wallet/simulator.ts';

let simulator: RunningSimulator;

beforeEach(async () => {
  // The older clients only know a host and a port, so the wallet cannot have a path prefix.
  simulator = await startSimulator({ prefix: '' });
});
afterEach(() => simulator.close());

const approve = (orderId: string) => simulator.decide(`${simulator.url}/approve/${orderId}`, 'approve');

const usd = (value: string) => ({ currency_code: 'USD', value });

describe('@paypal/paypal-server-sdk', () => {
  /** The client has no setting for an address, but its HTTP library accepts another transport. */
  function newClient(clientSecret = testCredentials.clientSecret): Client {
    return new Client({
      clientCredentialsAuthCredentials: {
        oAuthClientId: testCredentials.clientId,
        oAuthClientSecret: clientSecret,
      },
      unstable_httpClientOptions: { adapter: sendToSimulator },
    });
  }

  async function sendToSimulator(config: {
    url: string;
    method: string;
    headers: Iterable<[string, string]>;
    data?: string;
  }) {
    const url = new URL(config.url);
    const answer = await fetch(simulator.url + url.pathname + url.search, {
      method: config.method.toUpperCase(),
      headers: new Headers([...config.headers]),
      body: config.data,
    });
    return {
      status: answer.status,
      statusText: answer.statusText,
      headers: Object.fromEntries(answer.headers),
      data: await answer.text(),
      config,
    };
  }

  test('creates an order, is refused before the approval, captures, refunds and reads', async () => {
    const client = newClient();
    const orders = new OrdersController(client);
    const payments = new PaymentsController(client);
    const created = await orders.createOrder({
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          { amount: { currencyCode: 'USD', value: '345.00' }, customId: 'custom', invoiceId: 'I1' },
        ],
        paymentSource: { paypal: { experienceContext: { returnUrl: 'https://shop.example/back' } } },
      },
      paypalRequestId: 'order-1',
      prefer: 'return=representation',
    });
    const id = String(created.result.id);
    expect(created.result.status).toBe('PAYER_ACTION_REQUIRED');
    expect(created.result.links?.map((link) => link.rel)).toContain('payer-action');

    const refused = await orders.captureOrder({ id, paypalRequestId: 'a' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      statusCode: 422,
      result: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] },
    });

    await approve(id);
    const captured = await orders.captureOrder({ id, paypalRequestId: 'b', prefer: 'return=representation' });
    expect(captured.statusCode).toBe(201);
    const capture = captured.result.purchaseUnits?.[0]?.payments?.captures?.[0];
    expect(capture).toMatchObject({
      status: 'COMPLETED',
      amount: { currencyCode: 'USD', value: '345.00' },
      sellerReceivableBreakdown: { paypalFee: { value: '12.53' }, netAmount: { value: '332.47' } },
    });
    const captureId = String(capture?.id);

    const refund = await payments.refundCapturedPayment({
      captureId,
      body: { amount: { currencyCode: 'USD', value: '45.00' }, noteToPayer: 'Sorry' },
      paypalRequestId: 'refund-1',
      prefer: 'return=representation',
    });
    expect(refund.result).toMatchObject({ status: 'COMPLETED', amount: { value: '45.00' } });
    const seen = await payments.getRefund({ refundId: String(refund.result.id) });
    expect(seen.result).toMatchObject({ noteToPayer: 'Sorry' });
    const left = await payments.getCapturedPayment({ captureId });
    expect(left.result).toMatchObject({ status: 'PARTIALLY_REFUNDED', customId: 'custom' });
    expect((await orders.getOrder({ id })).result.status).toBe('COMPLETED');
    expect((await simulator.books()).balance).toBe('287.47');
  });

  test('requests a refusal with the wallet’s own header, and rejects a wrong secret', async () => {
    const orders = new OrdersController(newClient());
    const mocked = orders.getOrder({
      id: 'X',
      paypalMockResponse: '{"mock_application_codes":"PERMISSION_DENIED"}',
    });
    await expect(mocked).rejects.toMatchObject({ statusCode: 403 });
    const stranger = new OrdersController(newClient('wrong'));
    await expect(stranger.getOrder({ id: 'X' })).rejects.toThrow();
  });
});

describe('@paypal/checkout-server-sdk', () => {
  const newClient = () =>
    new checkout.core.PayPalHttpClient(
      new checkout.core.PayPalEnvironment(
        testCredentials.clientId,
        testCredentials.clientSecret,
        simulator.url,
        simulator.url,
      ),
    );

  test('creates an order, captures it with an empty body, is refused twice, and refunds', async () => {
    const client = newClient();
    const create = new checkout.orders.OrdersCreateRequest();
    create.prefer('return=representation');
    create.requestBody({ intent: 'CAPTURE', purchase_units: [{ amount: usd('100.00') }] });
    const created = await client.execute(create);
    expect([created.statusCode, created.result.status]).toEqual([201, 'CREATED']);
    const { id } = created.result;

    // Its body is an empty JSON object; our own adapter sends none.
    const capture = () => {
      const request = new checkout.orders.OrdersCaptureRequest(id);
      request.requestBody({});
      return client.execute(request);
    };
    await expect(capture()).rejects.toMatchObject({ statusCode: 422 });
    await approve(id);
    const captured = await capture();
    const [taken] = captured.result.purchase_units[0].payments.captures;
    expect(taken.status).toBe('COMPLETED');
    const again = await capture().catch((error: Error) => error.message);
    expect(again).toContain('ORDER_ALREADY_CAPTURED');

    const refund = new checkout.payments.CapturesRefundRequest(taken.id);
    refund.prefer('return=representation');
    refund.requestBody({ amount: usd('30.00') });
    const refunded = await client.execute(refund);
    expect([refunded.statusCode, refunded.result.amount.value]).toEqual([201, '30.00']);
    const seen = await client.execute(new checkout.payments.RefundsGetRequest(refunded.result.id));
    expect(seen.result.status).toBe('COMPLETED');
    const left = await client.execute(new checkout.payments.CapturesGetRequest(taken.id));
    expect(left.result.status).toBe('PARTIALLY_REFUNDED');
    const order = await client.execute(new checkout.orders.OrdersGetRequest(id));
    expect(order.result.status).toBe('COMPLETED');
  });
});

describe('@paypal/payouts-sdk', () => {
  const newClient = () =>
    new payoutsSdk.core.PayPalHttpClient(
      new payoutsSdk.core.PayPalEnvironment(
        testCredentials.clientId,
        testCredentials.clientSecret,
        simulator.url,
        simulator.url,
      ),
    );

  test('pays out, finds the items, is refused a repeat, and cancels an unclaimed item', async () => {
    await capturedOrder(simulator, await signedInCaller(simulator));
    const client = newClient();
    const pay = () => {
      const request = new payoutsSdk.payouts.PayoutsPostRequest();
      request.requestBody({
        sender_batch_header: { sender_batch_id: 'po_1', recipient_type: 'EMAIL', email_subject: 'Paid' },
        items: ['paid', 'unclaimed'].map((name) => ({
          recipient_type: 'EMAIL',
          amount: { value: '10.00', currency: 'USD' },
          receiver: `${name}@example.com`,
          sender_item_id: name,
          note: 'Thank you',
        })),
      });
      return client.execute(request);
    };
    const created = await pay();
    expect([created.statusCode, created.result.batch_header.batch_status]).toEqual([201, 'PENDING']);
    const again = await pay().catch((error: Error) => error.message);
    expect(again).toContain('already exists');

    simulator.clock.advance(settleDelayMs);
    const batchId = created.result.batch_header.payout_batch_id;
    const { result: batch } = await client.execute(new payoutsSdk.payouts.PayoutsGetRequest(batchId));
    expect(batch.batch_header.batch_status).toBe('SUCCESS');
    const [paid, unclaimed] = batch.items;
    expect([paid.transaction_status, unclaimed.transaction_status]).toEqual(['SUCCESS', 'UNCLAIMED']);
    const cancel = (itemId: string) =>
      client.execute(new payoutsSdk.payouts.PayoutsItemCancelRequest(itemId));
    expect((await cancel(unclaimed.payout_item_id)).result.transaction_status).toBe('RETURNED');
    await expect(cancel(paid.payout_item_id)).rejects.toMatchObject({ statusCode: 400 });
    const item = await client.execute(new payoutsSdk.payouts.PayoutsItemGetRequest(paid.payout_item_id));
    expect(item.result).toMatchObject({
      transaction_status: 'SUCCESS',
      payout_item: { sender_item_id: 'paid' },
    });
    expect((await simulator.books()).balance).toBe('322.47');
  });
});
