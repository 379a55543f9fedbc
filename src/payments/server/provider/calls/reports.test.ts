import { afterEach, beforeEach, expect, test } from 'vitest';

import { systemClock } from '#kernel/time.ts';

import { answeringWallet, type AnsweringWallet } from '#tests/support/payments/answering-wallet.ts';

let wallet: AnsweringWallet;
let answer: { status?: number; body: unknown };

beforeEach(async () => {
  wallet = await answeringWallet(systemClock, () => answer);
});
afterEach(() => wallet.close());

const dollars = (value: string) => ({ currency_code: 'USD', value });

const balance = (parts: Record<string, string>) => ({
  body: {
    balances: [
      {
        currency: 'USD',
        primary: true,
        ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, dollars(value)])),
      },
    ],
    as_of_time: '2026-03-02T09:00:00Z',
  },
});

test.each([
  [
    { total_balance: '332.47', available_balance: '300.00', withheld_balance: '32.47' },
    [33_247, 30_000, 3247],
  ],
  [{ total_balance: '-12.53', available_balance: '-12.53', withheld_balance: '0.00' }, [-1253, -1253, 0]],
  [{ total_balance: '-0.05', withheld_balance: '10' }, [-5, -1005, 1000]],
  [{ total_balance: '-.50' }, [-50, -50, 0]],
  [{ total_balance: '-0.00', available_balance: '.07' }, [0, 7, 0]],
])('a balance of %j', async (parts, [totalCents, availableCents, withheldCents]) => {
  answer = balance(parts);
  expect(await wallet.provider.getBalance()).toEqual({
    kind: 'success',
    value: { totalCents, availableCents, withheldCents },
  });
  expect(wallet.calls).toEqual(['GET /v1/reporting/balances?currency_code=USD']);
});

test.each([
  '--1.00',
  '+1.00',
  '-',
  '',
  '.',
  '-.',
  '- 1.00',
  '1.00-',
  '(1.00)',
  '1,000.00',
  '-1.001',
  '1e3',
  '-1e3',
  'NaN',
  '-Infinity',
  '0x10',
  '1.',
  '-99999999999999999999.00',
])('%j is not an amount', async (value) => {
  answer = balance({ total_balance: value });
  expect(await wallet.provider.getBalance()).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
});

test.each<[string, unknown]>([
  ['no balance at all', { balances: [] }],
  [
    'a balance in another currency',
    { balances: [{ total_balance: { currency_code: 'EUR', value: '1.00' } }] },
  ],
])('%s is unknown', async (_name, body) => {
  answer = { body };
  expect(await wallet.provider.getBalance()).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
});

test('refuses without the reporting permission', async () => {
  answer = { status: 403, body: { name: 'NOT_AUTHORIZED', debug_id: 'd' } };
  const refusal = { kind: 'refused', issue: 'NOT_AUTHORIZED', debugId: 'd' };
  expect(await wallet.provider.getBalance()).toEqual(refusal);
});

const march = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-31T00:00:00Z'), page: 2 };

const moved = (changes: object = {}) => ({
  transaction_info: {
    transaction_id: 'CAPTURE1',
    transaction_event_code: 'T0006',
    transaction_initiation_date: '2026-03-02T09:00:00Z',
    transaction_amount: dollars('345.00'),
    transaction_status: 'S',
    ...changes,
  },
});

const listed = (details: unknown[], rest: object = { total_pages: 3 }) => ({
  body: { transaction_details: details, ...rest },
});

test('a page of transactions', async () => {
  answer = listed(
    [
      moved({
        fee_amount: dollars('-12.53'),
        invoice_id: 'invoice-1',
        custom_field: 'custom-1',
        paypal_reference_id: 'ORDER1',
        paypal_reference_id_type: 'ODR',
      }),
      moved({
        transaction_id: 'REFUND1',
        paypal_reference_id: 'CAPTURE1',
        transaction_event_code: 'T1107',
        transaction_amount: dollars('-145.00'),
        // The format without the header that requests the newer one.
        transaction_initiation_date: '2026-03-02T02:00:00-0700',
      }),
    ],
    { total_items: 1002, total_pages: 3, page: 2, last_refreshed_datetime: '2026-03-30T21:59:59+0000' },
  );
  expect(await wallet.provider.listTransactions(march)).toEqual({
    kind: 'success',
    value: {
      pages: 3,
      completeUntil: new Date('2026-03-30T21:59:59Z'),
      transactions: [
        {
          transactionId: 'CAPTURE1',
          referenceId: 'ORDER1',
          eventCode: 'T0006',
          amountCents: 34_500,
          feeCents: -1253,
          status: 'completed',
          invoiceId: 'invoice-1',
          customId: 'custom-1',
          at: new Date('2026-03-02T09:00:00Z'),
        },
        {
          transactionId: 'REFUND1',
          referenceId: 'CAPTURE1',
          eventCode: 'T1107',
          amountCents: -14_500,
          status: 'completed',
          at: new Date('2026-03-02T09:00:00Z'),
        },
      ],
    },
  });
  const [call] = wallet.calls;
  expect(Object.fromEntries(new URL(call?.split(' ')[1] ?? '', wallet.url).searchParams)).toEqual({
    start_date: '2026-03-01T00:00:00.000Z',
    end_date: '2026-03-31T00:00:00.000Z',
    transaction_currency: 'USD',
    fields: 'transaction_info',
    page_size: '500',
    page: '2',
  });
});

test.each([
  ['S', 'completed'],
  ['F', 'completed'],
  ['P', 'pending'],
  ['D', 'denied'],
  ['V', 'reversed'],
])('status %s is %s', async (transaction_status, status) => {
  answer = listed([moved({ transaction_status })]);
  expect(await wallet.provider.listTransactions(march)).toMatchObject({
    value: { transactions: [{ status }] },
  });
});

test('no transactions', async () => {
  for (const body of [{ transaction_details: [], total_pages: 0 }, { total_pages: 0 }]) {
    answer = { body };
    const value = { transactions: [], pages: 0 };
    expect(await wallet.provider.listTransactions(march)).toEqual({ kind: 'success', value });
  }
});

test.each<[string, unknown]>([
  ['without the number of pages', listed([moved()], {}).body],
  ['with another status', listed([moved({ transaction_status: 'X' })]).body],
  [
    'in another currency',
    listed([moved({ transaction_amount: { currency_code: 'EUR', value: '1.00' } })]).body,
  ],
  ['at no moment', listed([moved({ transaction_initiation_date: 'yesterday' })]).body],
  ['at a day without a time', listed([moved({ transaction_initiation_date: '2026-03-02' })]).body],
])('a page %s is unknown, because one unreadable line would hide money', async (_name, body) => {
  answer = { body };
  expect(await wallet.provider.listTransactions(march)).toMatchObject({
    kind: 'unknown',
    reason: 'unreadable',
  });
});

test('refuses a range that the wallet does not accept', async () => {
  answer = { status: 400, body: { name: 'INVALID_REQUEST', details: [{ issue: 'INVALID_DATE_RANGE' }] } };
  expect(await wallet.provider.listTransactions(march)).toMatchObject({ kind: 'refused' });
});
