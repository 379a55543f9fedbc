import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DAY } from './time.ts';

import { hasOfficialFiles, officialCheck } from '../../../tests/support/wallet/official-check.ts';
import {
  capturedOrder,
  orderBody,
  settleDelayMs,
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

const decide = async (path: string, status: string) =>
  (await simulator.control('POST', path, { status })).status;
const readCapture = (id: string) => call('GET', `/v2/payments/captures/${id}`);
const balance = async () => (await simulator.books()).balance;
const readIssue = async (path: string) => (await call('POST', path)).json.details?.[0]?.issue;

describe('a slow capture', () => {
  beforeEach(async () => {
    await simulator.control('PUT', '/outcomes', { captures: 'PENDING' });
  });

  test('is pending, with a completed order and no money yet', async () => {
    const id = await capturedOrder(simulator, call);
    const { json } = await readCapture(id);
    expect(json).toMatchObject({ status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } });
    expect(json.seller_receivable_breakdown).toBeUndefined();
    expect((await simulator.books()).orders[0]).toMatchObject({ status: 'COMPLETED', captureId: id });
    expect(await balance()).toBe('0.00');
    expect(await readIssue(`/v2/payments/captures/${id}/refund`)).toBe('PENDING_CAPTURE');
    expect((await simulator.control('POST', '/disputes', { captureId: id })).status).toBe(422);
  });

  test('adds its money once it completes', async () => {
    const id = await capturedOrder(simulator, call);
    expect(await decide(`/captures/${id}`, 'COMPLETED')).toBe(200);
    expect((await readCapture(id)).json).toMatchObject({
      status: 'COMPLETED',
      seller_receivable_breakdown: { net_amount: { value: '332.47' } },
    });
    expect(await balance()).toBe('332.47');
    expect(await decide(`/captures/${id}`, 'DECLINED')).toBe(422);
  });

  test('adds none if it is declined, and its invoice can be paid again', async () => {
    const id = await capturedOrder(simulator, call, '345.00', { invoice_id: 'I1' });
    expect(await decide(`/captures/${id}`, 'DECLINED')).toBe(200);
    expect((await readCapture(id)).json.status).toBe('DECLINED');
    expect(await balance()).toBe('0.00');
    expect(await readIssue(`/v2/payments/captures/${id}/refund`)).toBe('REFUND_NOT_ALLOWED');
    await simulator.control('PUT', '/outcomes', {});
    await capturedOrder(simulator, call, '345.00', { invoice_id: 'I1' });
    expect(await balance()).toBe('332.47');
  });

  test('can be chosen for one order at its approval', async () => {
    await simulator.control('PUT', '/outcomes', {});
    const order = await call('POST', '/v2/checkout/orders', orderBody());
    await fetch(`${simulator.url}/approve/${order.json.id}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'approve', capture: 'pending' }),
    });
    const { json } = await call('POST', `/v2/checkout/orders/${order.json.id}/capture`);
    expect(json.purchase_units[0].payments.captures[0].status).toBe('PENDING');
    expect((await readCapture(await capturedOrder(simulator, call))).json.status).toBe('COMPLETED');
  });
});

describe('a slow refund', () => {
  let captureId: string;
  let refundId: string;
  beforeEach(async () => {
    captureId = await capturedOrder(simulator, call);
    await simulator.control('PUT', '/outcomes', { refunds: 'PENDING' });
    const { json } = await call('POST', `/v2/payments/captures/${captureId}/refund`, {
      amount: { currency_code: 'USD', value: '300.00' },
    });
    refundId = json.id;
  });
  const status = async () => (await call('GET', `/v2/payments/refunds/${refundId}`)).json.status;

  test('is pending: no money has moved, and the amount cannot be refunded again', async () => {
    expect(await status()).toBe('PENDING');
    expect(await balance()).toBe('332.47');
    const more = await call('POST', `/v2/payments/captures/${captureId}/refund`, {
      amount: { currency_code: 'USD', value: '45.01' },
    });
    expect(more.json.details[0].issue).toBe('REFUND_AMOUNT_EXCEEDED');
  });

  test('moves the money once it completes', async () => {
    simulator.clock.advance(DAY);
    expect(await decide(`/refunds/${refundId}`, 'COMPLETED')).toBe(200);
    call = await signedInCaller(simulator);
    const { json } = await call('GET', `/v2/payments/refunds/${refundId}`);
    expect(json).toMatchObject({ status: 'COMPLETED', update_time: '2026-03-03T09:00:00.000Z' });
    expect(await balance()).toBe('32.47');
    expect(await decide(`/refunds/${refundId}`, 'FAILED')).toBe(422);
  });

  test.each(['FAILED', 'CANCELLED'])('that is %s restores the capture', async (end) => {
    expect(await decide(`/refunds/${refundId}`, end)).toBe(200);
    expect(await status()).toBe(end);
    expect((await readCapture(captureId)).json.status).toBe('COMPLETED');
    expect(await balance()).toBe('332.47');
    await simulator.control('PUT', '/outcomes', {});
    expect((await call('POST', `/v2/payments/captures/${captureId}/refund`)).status).toBe(201);
    expect(await balance()).toBe('-12.53');
  });
});

describe('a payout with a decided outcome', () => {
  async function paidOut(receiver = 'a@example.com'): Promise<string> {
    await capturedOrder(simulator, call);
    await call('POST', '/v1/payments/payouts', {
      sender_batch_header: { sender_batch_id: `po_${receiver}` },
      items: [{ receiver, amount: { currency: 'USD', value: '100.00' } }],
    });
    const { payouts } = await simulator.books();
    return payouts[0]?.id ?? '';
  }
  const item = async (id: string) => (await call('GET', `/v1/payments/payouts-item/${id}`)).json;

  test('has that status immediately and drops its planned steps', async () => {
    const id = await paidOut('unclaimed@example.com');
    expect(await decide(`/payouts/${id}`, 'BLOCKED')).toBe(200);
    expect(await item(id)).toMatchObject({
      transaction_status: 'BLOCKED',
      errors: { name: 'RISK_DECLINE' },
    });
    simulator.clock.advance(settleDelayMs);
    const { payouts } = await simulator.books();
    expect(payouts[0]).toMatchObject({ status: 'BLOCKED', batchStatus: 'SUCCESS' });
    expect(await balance()).toBe('332.47');
  });

  test('takes and returns the money in any order', async () => {
    const id = await paidOut();
    const run = [];
    for (const status of ['SUCCESS', 'REVERSED', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'SUCCESS', 'REFUNDED']) {
      await decide(`/payouts/${id}`, status);
      run.push(await balance());
    }
    expect(run).toEqual(['232.47', '332.47', '232.47', '332.47', '232.47', '232.47', '332.47']);
    expect(await decide(`/payouts/${id}`, 'REFUNDED')).toBe(422);
  });

  test('refuses unknown objects and impossible decisions', async () => {
    const id = await paidOut();
    expect(await decide(`/payouts/${id}`, 'PENDING')).toBe(400);
    for (const kind of ['captures', 'refunds']) {
      expect(await decide(`/${kind}/NOTHING`, 'COMPLETED')).toBe(404);
    }
    expect(await decide('/payouts/NOTHING', 'SUCCESS')).toBe(404);
    expect((await simulator.control('PUT', '/outcomes', { captures: 'MAYBE' })).status).toBe(400);
  });
});

test.skipIf(!hasOfficialFiles)('matches PayPal’s interface files', async () => {
  const check = await officialCheck();
  await simulator.control('PUT', '/outcomes', { captures: 'PENDING', refunds: 'PENDING' });
  const captureId = await capturedOrder(simulator, call);
  const capturePath = '/v2/payments/captures/{capture_id}';
  const refundPath = '/v2/payments/refunds/{refund_id}';
  const { orders } = await simulator.books();
  const order = await call('GET', `/v2/checkout/orders/${orders[0]?.id}`);
  expect(check('checkout_orders_v2', '/v2/checkout/orders/{id}', 'get', order)).toBe('');
  expect(check('payments_payment_v2', capturePath, 'get', await readCapture(captureId))).toBe('');
  const refused = await call('POST', `/v2/payments/captures/${captureId}/refund`);
  expect(check('payments_payment_v2', `${capturePath}/refund`, 'post', refused)).toBe('');
  await decide(`/captures/${captureId}`, 'COMPLETED');
  const refund = await call('POST', `/v2/payments/captures/${captureId}/refund`);
  expect(check('payments_payment_v2', `${capturePath}/refund`, 'post', refund)).toBe('');
  for (const status of ['PENDING', 'FAILED']) {
    if (status !== 'PENDING') await decide(`/refunds/${refund.json.id}`, status);
    const shown = await call('GET', `/v2/payments/refunds/${refund.json.id}`);
    expect(shown.json.status).toBe(status);
    expect(check('payments_payment_v2', refundPath, 'get', shown)).toBe('');
  }
});
