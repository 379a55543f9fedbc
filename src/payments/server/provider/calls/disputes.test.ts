import { afterEach, beforeEach, expect, test } from 'vitest';

import { systemClock } from '#kernel/time.ts';

import { answeringWallet, type AnsweringWallet } from '#tests/support/payments/answering-wallet.ts';

type Answer = { status?: number; body: unknown };

let wallet: AnsweringWallet;
let answer: (path: string, query: URLSearchParams) => Answer;

beforeEach(async () => {
  wallet = await answeringWallet(systemClock, (path, query) => answer(path, query));
});
afterEach(() => wallet.close());

const dollars = (value: string) => ({ currency_code: 'USD', value });

const dispute = (changes: object = {}) => ({
  dispute_id: 'PP-D-1',
  status: 'RESOLVED',
  dispute_life_cycle_stage: 'CHARGEBACK',
  disputed_transactions: [{ seller_transaction_id: 'CAPTURE1', buyer_transaction_id: 'THEIRS' }],
  dispute_amount: dollars('345.00'),
  ...changes,
});

const outcome = (outcome_code: string, refunded?: string) => ({
  dispute_outcome: { outcome_code, ...(refunded && { amount_refunded: dollars(refunded) }) },
});

const seen = async (changes: object) => {
  answer = () => ({ body: dispute(changes) });
  return wallet.provider.getDispute('PP-D-1');
};

test.each([
  ['OPEN'],
  ['WAITING_FOR_BUYER_RESPONSE'],
  ['WAITING_FOR_SELLER_RESPONSE'],
  ['UNDER_REVIEW'],
  ['OTHER'],
])('%s is open', async (status) => {
  expect(await seen({ status })).toEqual({
    kind: 'success',
    value: {
      disputeId: 'PP-D-1',
      captureIds: ['CAPTURE1'],
      amountCents: 34_500,
      status: 'open',
      lostCents: 0,
    },
  });
  expect(wallet.calls).toEqual(['GET /v1/customer/disputes/PP-D-1']);
});

test.each([
  ['RESOLVED_SELLER_FAVOUR', undefined, 'won', 0],
  ['CANCELED_BY_BUYER', undefined, 'won', 0],
  ['DENIED', undefined, 'won', 0],
  // The wallet refunded the buyer with its own money.
  ['RESOLVED_WITH_PAYOUT', '345.00', 'won', 0],
  ['RESOLVED_BUYER_FAVOUR', undefined, 'lost', 34_500],
  ['RESOLVED_BUYER_FAVOUR', '345.00', 'lost', 34_500],
  ['RESOLVED_BUYER_FAVOUR', '100.01', 'lost', 10_001],
  ['ACCEPTED', undefined, 'lost', 34_500],
  ['ACCEPTED', '0.00', 'lost', 0],
] as const)('%s with %s refunded is %s: %s cents are lost', async (code, refunded, status, lostCents) => {
  expect(await seen(outcome(code, refunded))).toMatchObject({ value: { status, lostCents } });
});

test.each<[string, object]>([
  ['resolved without an outcome', {}],
  ['an outcome that says nothing about the money', outcome('NONE')],
  ['an unknown outcome', outcome('SPLIT')],
  ['the name of something that every object has', outcome('constructor')],
  ['more refunded than was disputed', outcome('RESOLVED_BUYER_FAVOUR', '345.01')],
  [
    'refunded in another currency',
    {
      dispute_outcome: { outcome_code: 'ACCEPTED', amount_refunded: { currency_code: 'EUR', value: '1.00' } },
    },
  ],
  [
    'disputed in another currency',
    { status: 'OPEN', dispute_amount: { currency_code: 'EUR', value: '1.00' } },
  ],
  ['an unknown status', { status: 'CLOSED' }],
])('%s is unknown', async (_name, changes) => {
  expect(await seen(changes)).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
});

test('refuses a dispute that does not exist', async () => {
  answer = () => ({
    status: 404,
    body: { name: 'RESOURCE_NOT_FOUND', debug_id: 'd', details: [{ issue: 'INVALID_RESOURCE_ID' }] },
  });
  const refusal = { kind: 'refused', issue: 'INVALID_RESOURCE_ID', debugId: 'd' };
  expect(await wallet.provider.getDispute('../../etc')).toEqual(refusal);
  expect(wallet.calls).toEqual(['GET /v1/customer/disputes/..%2F..%2Fetc']);
});

function getPages(ids: string[]): typeof answer {
  return (path, query) => {
    if (path !== '/v1/customer/disputes') {
      return { body: dispute({ dispute_id: path.split('/').at(-1), status: 'OPEN' }) };
    }
    const page = Number(query.get('next_page_token') ?? 0);
    const next = `https://evil.example/v1/customer/disputes?page_size=1&next_page_token=${page + 1}`;
    const links = [
      { rel: 'self', href: '/' },
      ...(page + 1 < ids.length ? [{ rel: 'next', href: next }] : []),
    ];
    return { body: { items: [{ dispute_id: ids[page], status: 'OPEN' }], links } };
  };
}

test('loads the disputes of a capture one by one, over all pages', async () => {
  answer = getPages(['PP-D-1', 'PP-D-2', 'PP-D-1']);
  const listed = await wallet.provider.listDisputes({ captureId: 'CAPTURE1&x=' });
  expect(listed).toMatchObject({ value: [{ disputeId: 'PP-D-1' }, { disputeId: 'PP-D-2', status: 'open' }] });
  expect(wallet.calls).toEqual([
    'GET /v1/customer/disputes?disputed_transaction_id=CAPTURE1%26x%3D&page_size=50',
    'GET /v1/customer/disputes?disputed_transaction_id=CAPTURE1%26x%3D&page_size=50&next_page_token=1',
    'GET /v1/customer/disputes?disputed_transaction_id=CAPTURE1%26x%3D&page_size=50&next_page_token=2',
    'GET /v1/customer/disputes/PP-D-1',
    'GET /v1/customer/disputes/PP-D-2',
  ]);
});

test('gives up on an endless list', async () => {
  answer = getPages(Array.from({ length: 100 }, (_, index) => `PP-D-${index}`));
  expect(await wallet.provider.listDisputes({ captureId: 'CAPTURE1' })).toMatchObject({ kind: 'unknown' });
  expect(wallet.calls).toHaveLength(4);
});

test('lists the ids of all disputes updated since a time, over all pages, without loading them', async () => {
  const updatedAfter = new Date('2026-03-02T09:00:00.000Z');
  answer = getPages(['PP-D-1', 'PP-D-2', 'PP-D-1']);
  const ids = ['PP-D-1', 'PP-D-2'];
  expect(await wallet.provider.listDisputeIds({ updatedAfter })).toEqual({
    kind: 'success',
    value: { ids, isWhole: true },
  });
  const list = 'GET /v1/customer/disputes?update_time_after=2026-03-02T09%3A00%3A00.000Z&page_size=50';
  expect(wallet.calls).toEqual([list, `${list}&next_page_token=1`, `${list}&next_page_token=2`]);
});

test('returns the first twenty pages of disputes and says that there are more', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `PP-D-${index}`);
  answer = getPages(ids);
  expect(await wallet.provider.listDisputeIds({ updatedAfter: new Date() })).toEqual({
    kind: 'success',
    value: { ids: ids.slice(0, 20), isWhole: false },
  });
  expect(wallet.calls).toHaveLength(20);
});

test.each([{}, { items: [], links: [] }])('no disputes: %j', async (body) => {
  answer = () => ({ body });
  expect(await wallet.provider.listDisputes({ captureId: 'CAPTURE1' })).toEqual({
    kind: 'success',
    value: [],
  });
});

test('returns unknown if one dispute cannot be read', async () => {
  const pages = getPages(['PP-D-1', 'PP-D-2']);
  for (const broken of [
    { status: 500, body: {} },
    { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } },
  ]) {
    answer = (path, query) => (path.endsWith('PP-D-2') ? broken : pages(path, query));
    expect(await wallet.provider.listDisputes({ captureId: 'CAPTURE1' })).toMatchObject({ kind: 'unknown' });
  }
});
