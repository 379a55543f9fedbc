import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DAY, HOUR } from '#kernel/time.ts';
import { simulatorWebhookId } from '@promenade/wallet-simulator';
import {
  settleDelayMs,
  startSimulator,
  testCredentials,
  type RunningSimulator,
} from '#tests/support/wallet/simulator.ts';

import { takeViolations } from '#tests/support/wallet/behind-proxy.ts';
import { createPayPalProvider } from './paypal.ts';
import type { NewOrder, Outcome, WalletProvider } from './wallet-provider.ts';

let simulator: RunningSimulator;
let wallet: WalletProvider;

beforeEach(async () => {
  simulator = await startSimulator();
  wallet = createPayPalProvider(
    { baseUrl: simulator.url, webhookId: simulatorWebhookId, ...testCredentials },
    { clock: simulator.clock },
  );
});
afterEach(async () => {
  await wallet.close();
  await simulator.close();
});

const campaignOrder: NewOrder = {
  requestId: 'order-1',
  amountCents: 34_500,
  customId: 'custom-1',
  invoiceId: 'invoice-1',
  description: 'Campaign',
  returnUrl: 'https://shop.example/back',
  cancelUrl: 'https://shop.example/cancelled',
};

function getValue<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'success') throw new Error(`not a success: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

async function approvedOrder(order: Partial<NewOrder> = {}, action = 'approve'): Promise<string> {
  const created = getValue(await wallet.createOrder({ ...campaignOrder, ...order }));
  await simulator.decide(created.approveUrl ?? '', action);
  return created.orderId;
}

async function capturedOrder(amountCents = 34_500) {
  return getValue(await wallet.captureOrder(await approvedOrder({ amountCents }), 'capture-1'));
}

const payout = (payoutId: string, receiverEmail: string, amountCents = 10_000) =>
  wallet.createPayout({ payoutId, amountCents, receiverEmail, note: 'Thank you' });

const refusal = (issue: string) => ({ kind: 'refused', issue, debugId: expect.any(String) });

describe('orders', () => {
  test('are created, approved and captured, with the amount and the wallet’s fee', async () => {
    const created = getValue(await wallet.createOrder(campaignOrder));
    expect(created).toEqual({
      orderId: expect.any(String),
      status: 'PAYER_ACTION_REQUIRED',
      approveUrl: `${simulator.url}/approve/${created.orderId}`,
    });
    expect(getValue(await wallet.getOrder(created.orderId))).toEqual({
      orderId: created.orderId,
      status: 'PAYER_ACTION_REQUIRED',
      customId: 'custom-1',
      invoiceId: 'invoice-1',
      amountCents: 34_500,
      refunds: [],
    });
    await simulator.decide(created.approveUrl ?? '', 'approve');
    const capture = getValue(await wallet.captureOrder(created.orderId, 'capture-1'));
    expect(capture).toEqual({
      captureId: expect.any(String),
      status: 'COMPLETED',
      amountCents: 34_500,
      feeCents: 1253,
      customId: 'custom-1',
      invoiceId: 'invoice-1',
    });
    expect(getValue(await wallet.getOrder(created.orderId))).toMatchObject({
      status: 'COMPLETED',
      payerId: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
      capture,
    });
    expect(getValue(await wallet.getCapture(capture.captureId))).toEqual(capture);
    expect((await simulator.books()).balance).toBe('332.47');
  });

  test('are found again by a repeated request while its key is kept, and not afterwards', async () => {
    const first = getValue(await wallet.createOrder(campaignOrder));
    expect(getValue(await wallet.createOrder(campaignOrder))).toEqual(first);
    await simulator.decide(first.approveUrl ?? '', 'approve');
    const approved = getValue(await wallet.createOrder(campaignOrder));
    expect(approved).toEqual({ orderId: first.orderId, status: 'APPROVED' });
    simulator.clock.advance(6 * HOUR);
    expect(getValue(await wallet.createOrder(campaignOrder)).orderId).not.toBe(first.orderId);
  });

  test('captured twice, with the same id and with another, have one capture and one payment', async () => {
    const orderId = await approvedOrder();
    const [first, same, other] = [
      await wallet.captureOrder(orderId, 'capture-1'),
      await wallet.captureOrder(orderId, 'capture-1'),
      await wallet.captureOrder(orderId, 'capture-2'),
    ];
    expect(same).toEqual(first);
    expect(other).toEqual(first);
    simulator.clock.advance(7 * HOUR);
    expect(await wallet.captureOrder(orderId, 'capture-1')).toEqual(first);
    expect((await simulator.books()).captures).toHaveLength(1);
  });

  test('captured twenty times concurrently have one capture', async () => {
    const orderId = await approvedOrder();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => wallet.captureOrder(orderId, `capture-${index}`)),
    );
    expect(new Set(outcomes.map((outcome) => getValue(outcome).captureId)).size).toBe(1);
    expect((await simulator.books()).balance).toBe('332.47');
  });

  test('refuse the capture if not approved, cancelled or declined, and take nothing', async () => {
    const { orderId } = getValue(await wallet.createOrder(campaignOrder));
    expect(await wallet.captureOrder(orderId, 'capture-1')).toEqual(refusal('ORDER_NOT_APPROVED'));
    const cancelled = await approvedOrder({ requestId: 'order-2' }, 'cancel');
    expect(await wallet.captureOrder(cancelled, 'capture-2')).toEqual(refusal('ORDER_NOT_APPROVED'));
    const declined = await approvedOrder({ requestId: 'order-3' }, 'decline');
    expect(await wallet.captureOrder(declined, 'capture-3')).toEqual(refusal('INSTRUMENT_DECLINED'));
    expect((await simulator.books()).moves).toEqual([]);

    await simulator.decide(`${simulator.url}/approve/${declined}`, 'approve');
    expect(getValue(await wallet.captureOrder(declined, 'capture-3')).status).toBe('COMPLETED');
  });

  test('refuse an unknown order', async () => {
    expect(await wallet.getOrder('NOTHING')).toEqual(refusal('INVALID_RESOURCE_ID'));
  });

  test('escape ids in paths', async () => {
    expect(await wallet.getOrder('../../v1/oauth2/token')).toEqual(refusal('INVALID_RESOURCE_ID'));
    // The wallet's schema has no such id either, and is checked if WALLET_PROXY_CHECK is set.
    takeViolations();
  });

  test('cut a long description to the wallet’s limit', async () => {
    await wallet.createOrder({ ...campaignOrder, description: 'x'.repeat(500) });
    expect((await simulator.books()).orders[0]?.description).toHaveLength(127);
  });
});

describe('refunds', () => {
  const refund = (captureId: string, requestId: string, amountCents: number) =>
    wallet.refundCapture(captureId, { requestId, amountCents, note: 'Campaign closed' });

  test('in parts, up to the full amount and not a cent more', async () => {
    const { captureId } = await capturedOrder();
    const part = getValue(await refund(captureId, 'refund-1', 14_500));
    expect(part).toEqual({ refundId: expect.any(String), status: 'COMPLETED', amountCents: 14_500 });
    expect(getValue(await wallet.getRefund(part.refundId))).toEqual(part);
    expect(getValue(await wallet.getCapture(captureId)).status).toBe('PARTIALLY_REFUNDED');

    expect(await refund(captureId, 'refund-2', 20_001)).toEqual(refusal('REFUND_AMOUNT_EXCEEDED'));
    expect(getValue(await refund(captureId, 'refund-3', 20_000)).amountCents).toBe(20_000);
    expect(getValue(await wallet.getCapture(captureId)).status).toBe('REFUNDED');
    expect(await refund(captureId, 'refund-4', 1)).toEqual(refusal('CAPTURE_FULLY_REFUNDED'));
    expect((await simulator.books()).balance).toBe('-12.53');
  });

  test('are listed in the order, each with our own ids', async () => {
    const orderId = await approvedOrder();
    const { captureId } = getValue(await wallet.captureOrder(orderId, 'capture-1'));
    expect(getValue(await wallet.getOrder(orderId)).refunds).toEqual([]);
    const ids = { customId: 'ours', invoiceId: 'ours-too' };
    const whole = { requestId: 'refund-1', amountCents: 345_00, ...ids };
    const { refundId } = getValue(await wallet.refundCapture(captureId, whole));
    expect(getValue(await wallet.getOrder(orderId)).refunds).toEqual([
      { refundId, status: 'COMPLETED', amountCents: 345_00, ...ids },
    ]);
  });

  test('repeated with the same id are one refund for 45 days', async () => {
    const { captureId } = await capturedOrder();
    const first = await refund(captureId, 'refund-1', 10_000);
    simulator.clock.advance(45 * DAY - 1);
    expect(await refund(captureId, 'refund-1', 10_000)).toEqual(first);
    expect((await simulator.books()).refunds).toHaveLength(1);
    simulator.clock.advance(1);
    expect(getValue(await refund(captureId, 'refund-1', 10_000))).not.toEqual(getValue(first));
  });
});

describe('payouts', () => {
  beforeEach(() => capturedOrder(100_000));

  test('arrive when the wallet says so', async () => {
    const { batchId, adopted } = getValue(await payout('one', 'marketer@example.com'));
    expect(adopted).toBe(false);
    expect(getValue(await wallet.getPayout(batchId))).toMatchObject({
      batchId,
      batchStatus: 'PENDING',
      item: { payoutId: 'one', status: 'PENDING', amountCents: 10_000, receiver: 'marketer@example.com' },
    });
    simulator.clock.advance(settleDelayMs / 2);
    expect(getValue(await wallet.getPayout(batchId)).batchStatus).toBe('PROCESSING');
    simulator.clock.advance(settleDelayMs / 2);
    expect(getValue(await wallet.getPayout(batchId))).toMatchObject({
      batchStatus: 'SUCCESS',
      item: { status: 'SUCCESS', feeCents: 0, transactionId: expect.any(String) },
    });
    expect((await simulator.books()).payouts).toMatchObject([
      { senderBatchId: 'po_one', senderItemId: 'one', status: 'SUCCESS', amount: '100.00' },
    ]);
  });

  test('sent again are the same payout for 30 days', async () => {
    const first = getValue(await payout('one', 'marketer@example.com'));
    expect(await payout('one', 'marketer@example.com')).toEqual({
      kind: 'success',
      value: { batchId: first.batchId, adopted: true },
    });
    simulator.clock.advance(30 * DAY - 1);
    expect(getValue(await payout('one', 'marketer@example.com')).adopted).toBe(true);
    expect((await simulator.books()).payouts).toHaveLength(1);
    simulator.clock.advance(1);
    expect(getValue(await payout('one', 'marketer@example.com')).adopted).toBe(false);
  });

  test.each([
    ['unclaimed', 'UNCLAIMED', 'RECEIVER_UNREGISTERED', 'SUCCESS'],
    ['fail', 'FAILED', 'RECEIVER_ACCOUNT_LOCKED', 'SUCCESS'],
    ['blocked', 'BLOCKED', 'RISK_DECLINE', 'SUCCESS'],
    ['onhold', 'ONHOLD', undefined, 'SUCCESS'],
    ['merchant@wallet-simulator.example', 'FAILED', 'SELF_PAY_NOT_ALLOWED', 'DENIED'],
  ])('to %s: %s %s in a batch with status %s', async (receiver, status, issue, batchStatus) => {
    const address = receiver.includes('@') ? receiver : `jo.${receiver}@example.com`;
    const { batchId } = getValue(await payout('one', address));
    simulator.clock.advance(settleDelayMs);
    const settled = getValue(await wallet.getPayout(batchId));
    expect([settled.item?.status, settled.item?.issue, settled.batchStatus]).toEqual([
      status,
      issue,
      batchStatus,
    ]);
  });

  test('can be cancelled once if unclaimed, otherwise not', async () => {
    const before = (await simulator.books()).balance;
    const { batchId } = getValue(await payout('one', 'unclaimed@example.com'));
    const itemId = getValue(await wallet.getPayout(batchId)).item?.itemId ?? '';
    expect(await wallet.cancelPayoutItem(itemId)).toEqual(refusal('ITEM_INCORRECT_STATUS'));
    simulator.clock.advance(settleDelayMs);
    await wallet.getPayout(batchId);
    expect((await simulator.books()).balance).not.toBe(before);
    expect(getValue(await wallet.cancelPayoutItem(itemId))).toMatchObject({
      itemId,
      payoutId: 'one',
      status: 'RETURNED',
    });
    expect(await wallet.cancelPayoutItem(itemId)).toEqual(refusal('ITEM_ALREADY_CANCELLED'));
    expect((await simulator.books()).balance).toBe(before);
  });

  test('are returned after 30 days if unclaimed', async () => {
    const { batchId } = getValue(await payout('one', 'unclaimed@example.com'));
    simulator.clock.advance(30 * DAY + settleDelayMs);
    expect(getValue(await wallet.getPayout(batchId)).item?.status).toBe('RETURNED');
  });

  test('are refused above the balance, including payouts in flight', async () => {
    expect(await payout('one', 'a@example.com', 60_000)).toMatchObject({ kind: 'success' });
    expect(await payout('two', 'b@example.com', 60_000)).toEqual(refusal('INSUFFICIENT_FUNDS'));
    expect((await simulator.books()).payouts).toHaveLength(1);
    // Refused, so the same payout may be sent again once there is money.
    await wallet.captureOrder(
      await approvedOrder({ requestId: 'order-2', invoiceId: 'invoice-2', amountCents: 100_000 }),
      'c',
    );
    expect(await payout('two', 'b@example.com', 60_000)).toMatchObject({ kind: 'success' });
  });

  test('to an invalid address are refused', async () => {
    expect(await payout('one', 'not an address')).toEqual(refusal('VALIDATION_ERROR'));
  });

  test('that do not exist are refused', async () => {
    expect(await wallet.getPayout('NOTHING')).toEqual(refusal('INVALID_RESOURCE_ID'));
  });
});

describe('a browser token', () => {
  test('expires after 15 minutes and is shared while it is fresh', async () => {
    const first = getValue(await wallet.clientToken({ domain: 'localhost' }));
    expect(first.expiresAt).toBe(new Date(simulator.clock.now().getTime() + 15 * 60_000).toISOString());
    expect(getValue(await wallet.clientToken({ domain: 'localhost' }))).toEqual(first);
    expect(getValue(await wallet.clientToken({ domain: 'other.example' })).clientToken).not.toBe(
      first.clientToken,
    );
    simulator.clock.advance(14 * 60_000);
    expect(getValue(await wallet.clientToken({ domain: 'localhost' })).clientToken).not.toBe(
      first.clientToken,
    );
  });
});
