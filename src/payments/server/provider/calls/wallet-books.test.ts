import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { addMilliseconds, DAY } from '#kernel/time.ts';
import {
  settleDelayMs,
  startSimulator,
  testCredentials,
  type RunningSimulator,
} from '#tests/support/wallet/simulator.ts';

import { createPayPalProvider } from '../paypal.ts';
import type { Outcome, WalletProvider, WalletTransaction } from '../wallet-provider.ts';

let simulator: RunningSimulator;
let wallet: WalletProvider;

beforeEach(async () => {
  simulator = await startSimulator();
  wallet = createPayPalProvider({ baseUrl: simulator.url, ...testCredentials }, { clock: simulator.clock });
});
afterEach(async () => {
  await wallet.close();
  await simulator.close();
});

function getValue<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'success') throw new Error(`not a success: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

async function capturedOrder(name: string, amountCents = 34_500): Promise<string> {
  const created = getValue(
    await wallet.createOrder({
      requestId: `order-${name}`,
      amountCents,
      customId: `custom-${name}`,
      invoiceId: `invoice-${name}`,
      description: 'Campaign',
      returnUrl: 'https://shop.example/back',
      cancelUrl: 'https://shop.example/cancelled',
    }),
  );
  await simulator.decide(created.approveUrl ?? '', 'approve');
  return getValue(await wallet.captureOrder(created.orderId, `capture-${name}`)).captureId;
}

async function openDispute(captureId: string, amount?: string): Promise<string> {
  return (await simulator.control('POST', '/disputes', { captureId, amount })).json.disputeId;
}

const end = (disputeId: string, outcome: string) =>
  simulator.control('POST', `/disputes/${disputeId}`, { outcome });

const balance = async () => getValue(await wallet.getBalance());

async function transactions(): Promise<WalletTransaction[]> {
  const to = simulator.clock.now();
  const page = getValue(await wallet.listTransactions({ from: addMilliseconds(to, -31 * DAY), to, page: 1 }));
  expect(page).toMatchObject({ pages: page.transactions.length > 0 ? 1 : 0, completeUntil: to });
  return page.transactions;
}

const sum = (list: WalletTransaction[]) =>
  list.reduce((total, { amountCents, feeCents = 0 }) => total + amountCents + feeCents, 0);

describe('disputes', () => {
  test('are open, then closed in every way', async () => {
    const captureId = await capturedOrder('1');
    expect(await wallet.listDisputes({ captureId })).toEqual({ kind: 'success', value: [] });
    const ends = [
      ['won', 'won', 0],
      ['cancelled', 'won', 0],
      ['lost', 'lost', 10_000],
    ] as const;
    for (const [outcome, status, lostCents] of ends) {
      const disputeId = await openDispute(captureId, '100.00');
      const dispute = { disputeId, captureIds: [captureId], amountCents: 10_000 };
      expect(getValue(await wallet.getDispute(disputeId))).toEqual({
        ...dispute,
        status: 'open',
        lostCents: 0,
      });
      await end(disputeId, outcome);
      expect(getValue(await wallet.getDispute(disputeId))).toEqual({ ...dispute, status, lostCents });
    }
    const listed = getValue(await wallet.listDisputes({ captureId }));
    expect(listed.map(({ status }) => status)).toEqual(['lost', 'won', 'won']);
  });

  test('are listed only for the requested capture', async () => {
    const [first, second] = [await capturedOrder('1'), await capturedOrder('2')];
    const disputeId = await openDispute(second);
    expect(getValue(await wallet.listDisputes({ captureId: first }))).toEqual([]);
    expect(getValue(await wallet.listDisputes({ captureId: second }))).toMatchObject([
      { disputeId, captureIds: [second], amountCents: 34_500 },
    ]);
  });

  test('are listed beyond one page', async () => {
    const captureId = await capturedOrder('1', 100_000);
    const opened = new Set<string>();
    for (let number = 0; number < 51; number += 1) {
      const disputeId = await openDispute(captureId, '1.00');
      await end(disputeId, 'won');
      opened.add(disputeId);
    }
    const listed = getValue(await wallet.listDisputes({ captureId }));
    expect(listed).toHaveLength(51);
    expect(new Set(listed.map(({ disputeId }) => disputeId))).toEqual(opened);
  });

  test('that do not exist are refused', async () => {
    expect(await wallet.getDispute('PP-D-0')).toMatchObject({
      kind: 'refused',
      issue: 'INVALID_RESOURCE_ID',
    });
  });
});

describe('balance and transactions', () => {
  test('are empty at first', async () => {
    expect(await balance()).toEqual({ totalCents: 0, availableCents: 0, withheldCents: 0 });
    expect(await transactions()).toEqual([]);
  });

  test('a dispute reduces the available balance, temporarily or for good', async () => {
    const captureId = await capturedOrder('1');
    expect(await balance()).toEqual({ totalCents: 33_247, availableCents: 33_247, withheldCents: 0 });
    const disputeId = await openDispute(captureId);
    expect(await balance()).toEqual({ totalCents: 33_247, availableCents: -1253, withheldCents: 34_500 });
    await end(disputeId, 'lost');
    expect(await balance()).toEqual({ totalCents: -1253, availableCents: -1253, withheldCents: 0 });
    expect(sum(await transactions())).toBe(-1253);
  });

  test('list every movement with its sign, kind and our own ids', async () => {
    const captureId = await capturedOrder('1');
    const refund = { requestId: 'refund-1', amountCents: 4500, customId: 'ours', invoiceId: 'R1' };
    const { refundId } = getValue(await wallet.refundCapture(captureId, refund));
    const payout = { amountCents: 1000, note: 'Thank you', receiverEmail: 'paid@example.com' };
    const { batchId } = getValue(await wallet.createPayout({ ...payout, payoutId: 'one' }));
    simulator.clock.advance(settleDelayMs);
    const { item } = getValue(await wallet.getPayout(batchId));

    const list = await transactions();
    expect(list).toMatchObject([
      {
        transactionId: captureId,
        eventCode: 'T0006',
        amountCents: 34_500,
        feeCents: -1253,
        status: 'completed',
        customId: 'custom-1',
        invoiceId: 'invoice-1',
        at: addMilliseconds(simulator.clock.now(), -settleDelayMs),
      },
      {
        transactionId: refundId,
        referenceId: captureId,
        eventCode: 'T1107',
        amountCents: -4500,
        status: 'completed',
        customId: 'ours',
        invoiceId: 'R1',
      },
      { transactionId: item?.transactionId, eventCode: 'T0001', amountCents: -1000, status: 'completed' },
    ]);
    expect(sum(list)).toBe((await balance()).totalCents);
  });

  test('refuse a range that is too long', async () => {
    const to = simulator.clock.now();
    const range = { from: addMilliseconds(to, -31 * DAY - 1), to, page: 1 };
    expect(await wallet.listTransactions(range)).toMatchObject({ kind: 'refused' });
  });
});
