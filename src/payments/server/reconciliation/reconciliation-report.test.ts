import { afterEach, beforeEach, expect, test } from 'vitest';
import { addMilliseconds, DAY, systemClock } from '#kernel/time.ts';
import { type AnsweringWallet, answeringWallet } from '#tests/support/payments/answering-wallet.ts';
import type { WalletTransaction } from '../provider/wallet-provider.ts';
import { classifyTransaction, loadReport } from './reconciliation-report.ts';

const from = new Date('2026-03-01T00:00:00Z');
const line = (id: string, at: Date) => ({
  transaction_info: {
    transaction_id: id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: at.toISOString(),
    transaction_amount: { currency_code: 'USD', value: '1.00' },
    transaction_status: 'S',
  },
});

let wallet: AnsweringWallet;
let lines: [string, Date][];
let refreshedAt: (page: number) => string | undefined;

beforeEach(async () => {
  lines = [];
  refreshedAt = () => undefined;
  wallet = await answeringWallet(systemClock, (_path, query) => {
    const [start, end] = ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''));
    const page = Number(query.get('page'));
    const found = lines.filter(([, at]) => at.getTime() >= Number(start) && at.getTime() <= Number(end));
    return {
      body: {
        transaction_details: found.slice((page - 1) * 2, page * 2).map(([id, at]) => line(id, at)),
        total_pages: Math.ceil(found.length / 2),
        last_refreshed_datetime: refreshedAt(page),
      },
    };
  });
});
afterEach(() => wallet.close());

const after = (days: number) => addMilliseconds(from, days * DAY);

test('reads every page of every month, and lines on a boundary once', async () => {
  lines = [0, 1, 2, 3, 31, 31, 40, 62, 70].map((days, index) => [`L${index}`, after(days)]);
  const report = await loadReport(wallet.provider, from, after(65));
  expect('lines' in report && report.lines.map(({ transactionId }) => transactionId)).toEqual([
    'L0',
    'L1',
    'L2',
    'L3',
    'L4',
    'L5',
    'L6',
    'L7',
  ]);
  expect(wallet.calls).toHaveLength(6);
});

test('is only as complete as its least complete page', async () => {
  lines = [0, 1, 2].map((days) => [`L${days}`, after(days)]);
  refreshedAt = (page) => after(20 - page).toISOString();
  expect(await loadReport(wallet.provider, from, after(3))).toMatchObject({ completeUntil: after(18) });
});

test('gives up on an endless report', async () => {
  lines = Array.from({ length: 500 }, (_, index) => [`L${index}`, from]);
  expect(await loadReport(wallet.provider, from, after(1))).toEqual({ isTooLong: true });
  expect(wallet.calls.length).toBeLessThanOrEqual(200);
});

test.each([
  ['T0006', 1, 'capture'],
  ['T0000', 1, 'capture'],
  ['T0000', -1, 'other'],
  ['T0001', -1, 'payout'],
  ['T1114', 1, 'payout-back'],
  ['T1115', 1, 'payout-back'],
  ['T0104', -1, 'fee'],
  ['T0106', -1, 'fee'],
  ['T1107', -1, 'refund'],
  ['T1106', -1, 'dispute-lost'],
  ['T1201', -1, 'dispute-lost'],
  ['T1110', -1, 'dispute-hold'],
  ['T1111', 1, 'dispute-release'],
  ['T1503', -1, 'set-aside'],
  ['T1105', 1, 'set-aside'],
  ['T0400', -1, 'other'],
  ['T9999', 1, 'other'],
])('%s of %i is %s', (eventCode, amountCents, happening) => {
  const transaction: WalletTransaction = {
    transactionId: 'L',
    eventCode,
    amountCents,
    status: 'completed',
    at: from,
  };
  expect(classifyTransaction(transaction)).toBe(happening);
});
