import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { hasOfficialFiles, officialCheck } from '../../../tests/support/wallet/official-check.ts';
import {
  orderBody,
  settleDelayMs,
  signedInCaller,
  startSimulator,
  type AnyJson,
  type RunningSimulator,
} from '../../../tests/support/wallet/simulator.ts';

describe('responses against PayPal’s interface files', () => {
  let simulator: RunningSimulator;
  let call: Awaited<ReturnType<typeof signedInCaller>>;
  beforeEach(async () => {
    simulator = await startSimulator();
    call = await signedInCaller(simulator);
  });
  afterEach(() => simulator.close());

  const officialTest = test.skipIf(!hasOfficialFiles);

  officialTest('the check has teeth', async () => {
    const check = await officialCheck();
    const path = '/v2/checkout/orders/{id}';
    const wrong = { status: 200, json: { id: 7, status: 'PAID' } };
    const problem = check('checkout_orders_v2', path, 'get', wrong);
    expect(problem).toContain('/id must be string');
    expect(problem).toContain('/status must be equal to one of the allowed values');
  });

  officialTest('orders, captures and refunds, done and refused', async () => {
    const check = await officialCheck();
    const orders = '/v2/checkout/orders';
    const expectOrder = (path: string, method: string, answer: { status: number; json: AnyJson }) =>
      expect(check('checkout_orders_v2', orders + path, method, answer), JSON.stringify(answer.json)).toBe(
        '',
      );
    const expectPayment = (path: string, method: string, answer: { status: number; json: AnyJson }) =>
      expect(check('payments_payment_v2', path, method, answer), JSON.stringify(answer.json)).toBe('');
    const full = { prefer: 'return=representation', 'paypal-request-id': 'one' };

    const ids = { custom_id: 'custom', invoice_id: 'invoice', description: 'A campaign' };
    const body = orderBody('345.00', ids, { return_url: 'https://shop.example/back' });
    const created = await call('POST', orders, body, full);
    expectOrder('', 'post', created);
    expectOrder('', 'post', await call('POST', orders, orderBody()));
    expectOrder('', 'post', await call('POST', orders, orderBody('1.001')));
    expectOrder('', 'post', await call('POST', orders, { intent: 'CAPTURE' }));
    expectOrder('', 'post', await call('POST', orders, '{'));

    const { id } = created.json;
    const capture = () => call('POST', `${orders}/${id}/capture`);
    expectOrder('/{id}/capture', 'post', await capture());
    await simulator.decide(`${simulator.url}/approve/${id}`, 'decline');
    expectOrder('/{id}/capture', 'post', await capture());
    await simulator.decide(`${simulator.url}/approve/${id}`, 'approve');
    expectOrder('/{id}', 'get', await call('GET', `${orders}/${id}`));
    const captured = await capture();
    expect(captured.status).toBe(201);
    expectOrder('/{id}/capture', 'post', captured);
    expectOrder('/{id}/capture', 'post', await capture());
    expectOrder('/{id}', 'get', await call('GET', `${orders}/${id}`));
    expectOrder('/{id}', 'get', await call('GET', `${orders}/NOTHING`));

    const captureId = captured.json.purchase_units[0].payments.captures[0].id;
    const refunds = '/v2/payments/captures/{capture_id}/refund';
    const refund = (value: string) =>
      call(
        'POST',
        `/v2/payments/captures/${captureId}/refund`,
        { amount: { currency_code: 'USD', value } },
        full,
      );
    const refunded = await refund('5.00');
    expectPayment(refunds, 'post', refunded);
    expectOrder('/{id}', 'get', await call('GET', `${orders}/${id}`));
    const over = await call('POST', `/v2/payments/captures/${captureId}/refund`, {
      amount: { currency_code: 'USD', value: '900.00' },
    });
    expect(over.status).toBe(422);
    expectPayment(refunds, 'post', over);
    expectPayment(
      '/v2/payments/captures/{capture_id}',
      'get',
      await call('GET', `/v2/payments/captures/${captureId}`),
    );
    expectPayment(
      '/v2/payments/refunds/{refund_id}',
      'get',
      await call('GET', `/v2/payments/refunds/${refunded.json.id}`),
    );
    expectPayment(
      '/v2/payments/refunds/{refund_id}',
      'get',
      await call('GET', '/v2/payments/refunds/NOTHING'),
    );
  });

  officialTest('payouts, in every outcome', async () => {
    const check = await officialCheck();
    const payouts = '/v1/payments/payouts';
    const expectPayout = (path: string, method: string, answer: { status: number; json: AnyJson }) =>
      expect(check('payments_payouts_batch_v1', path, method, answer), JSON.stringify(answer.json)).toBe('');
    const order = await call('POST', '/v2/checkout/orders', orderBody('5000.00'));
    await simulator.decide(`${simulator.url}/approve/${order.json.id}`, 'approve');
    await call('POST', `/v2/checkout/orders/${order.json.id}/capture`);

    const receivers = ['paid', 'unclaimed', 'fail', 'blocked', 'onhold', 'refunded'];
    const body = {
      sender_batch_header: { sender_batch_id: 'po_1', email_subject: 'You have been paid' },
      items: receivers.map((name) => ({
        receiver: `${name}@example.com`,
        amount: { currency: 'USD', value: '10.00' },
        sender_item_id: name,
        note: 'Thank you',
      })),
    };
    const created = await call('POST', payouts, body);
    expect(created.status).toBe(201);
    expectPayout(payouts, 'post', created);
    expectPayout(payouts, 'post', await call('POST', payouts, body));
    expectPayout(payouts, 'post', await call('POST', payouts, {}));
    const batchId = created.json.batch_header.payout_batch_id;
    const look = () => call('GET', `${payouts}/${batchId}`);
    expectPayout(`${payouts}/{id}`, 'get', await look());
    simulator.clock.advance(settleDelayMs);
    const settled = await look();
    expectPayout(`${payouts}/{id}`, 'get', settled);
    expect(settled.json.items.map((item: { transaction_status: string }) => item.transaction_status)).toEqual(
      ['SUCCESS', 'UNCLAIMED', 'FAILED', 'BLOCKED', 'ONHOLD', 'SUCCESS'],
    );
    const items = '/v1/payments/payouts-item';
    for (const [index, { payout_item_id: id }] of settled.json.items.entries()) {
      expectPayout(`${items}/{payout_item_id}`, 'get', await call('GET', `${items}/${id}`));
      const cancelled = await call('POST', `${items}/${id}/cancel`);
      expect(cancelled.status).toBe(index === 1 ? 200 : 400);
      expectPayout(`${items}/{payout_item_id}/cancel`, 'post', cancelled);
    }
    expectPayout(`${payouts}/{id}`, 'get', await call('GET', `${payouts}/NOTHING`));
  });
});
