import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DAY, MINUTE } from '../time.ts';

import {
  capturedOrder,
  settleDelayMs,
  signedInCaller,
  startSimulator,
  type AnyJson,
  type RunningSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

let simulator: RunningSimulator;
let call: Awaited<ReturnType<typeof signedInCaller>>;

beforeEach(async () => {
  simulator = await startSimulator();
  call = await signedInCaller(simulator);
});
afterEach(() => simulator.close());

const path = '/v1/reporting/transactions';
const march = 'start_date=2026-03-01T00:00:00Z&end_date=2026-03-31T23:59:59Z&fields=transaction_info';

const report = async (query: string) => (await call('GET', `${path}?${query}`)).json;

const infos = (json: AnyJson): AnyJson[] =>
  json.transaction_details.map((detail: AnyJson) => detail.transaction_info);

const cents = (money: { value: string } | undefined) => Math.round(Number(money?.value ?? 0) * 100);

const payOut = (receiver: string, value = '10.00') =>
  call('POST', '/v1/payments/payouts', {
    sender_batch_header: { sender_batch_id: `po_${receiver}` },
    items: [{ receiver: `${receiver}@example.com`, amount: { currency: 'USD', value } }],
  });

const refund = (captureId: string, value: string, extra: object = {}) =>
  call('POST', `/v2/payments/captures/${captureId}/refund`, {
    amount: { currency_code: 'USD', value },
    ...extra,
  });

async function busyMonth(): Promise<{ captureId: string; lostId: string }> {
  const captureId = await capturedOrder(simulator, call, '345.00', { invoice_id: 'I1', custom_id: 'C1' });
  await refund(captureId, '45.00', { invoice_id: 'R1' });
  const lostId = await capturedOrder(simulator, call, '100.00');
  const lost = await simulator.control('POST', '/disputes', { captureId: lostId });
  await simulator.control('POST', `/disputes/${lost.json.disputeId}`, { outcome: 'lost' });
  await simulator.control('POST', '/disputes', { captureId, amount: '20.00' });
  for (const receiver of ['paid', 'refunded', 'unclaimed', 'fail']) await payOut(receiver);
  simulator.clock.advance(settleDelayMs);
  const { payouts } = await simulator.books();
  await call('POST', `/v1/payments/payouts-item/${payouts[2]?.id}/cancel`);
  simulator.clock.advance(DAY);
  call = await signedInCaller(simulator);
  return { captureId, lostId };
}

describe('the report of transactions', () => {
  test('lists every balance change, signed, with its code and object', async () => {
    const { captureId, lostId } = await busyMonth();
    const { payouts, disputes } = await simulator.books();
    const found = infos(await report(march));
    expect(
      found.map((info) => [
        info.transaction_event_code,
        info.transaction_amount.value,
        info.transaction_status,
      ]),
    ).toEqual([
      ['T0006', '345.00', 'S'],
      ['T1107', '-45.00', 'S'],
      ['T0006', '100.00', 'V'],
      ['T1110', '-100.00', 'S'],
      ['T1111', '100.00', 'S'],
      ['T1106', '-100.00', 'S'],
      ['T1110', '-20.00', 'S'],
      ['T0001', '-10.00', 'S'],
      ['T0001', '-10.00', 'V'],
      ['T0001', '-10.00', 'V'],
      ['T1114', '10.00', 'S'],
      ['T1115', '10.00', 'S'],
    ]);
    expect(found[0]).toMatchObject({
      transaction_id: captureId,
      paypal_reference_id_type: 'ODR',
      fee_amount: { currency_code: 'USD', value: '-12.53' },
      invoice_id: 'I1',
      custom_field: 'C1',
      transaction_initiation_date: '2026-03-02T09:00:00Z',
    });
    expect(found[1]).toMatchObject({
      paypal_reference_id: captureId,
      paypal_reference_id_type: 'TXN',
      invoice_id: 'R1',
    });
    expect(found[5]).toMatchObject({
      transaction_id: disputes[0]?.reversalId,
      paypal_reference_id: lostId,
    });
    const item = await call('GET', `/v1/payments/payouts-item/${payouts[0]?.id}`);
    expect(found[7].transaction_id).toBe(item.json.transaction_id);
    expect(new Set(found.map((info) => info.transaction_id)).size).toBe(found.length);
  });

  test('sums to the balance', async () => {
    await busyMonth();
    const found = infos(await report(march));
    const sum = found.reduce(
      (total, info) => total + cents(info.transaction_amount) + cents(info.fee_amount),
      0,
    );
    const { balance } = await simulator.books();
    expect(sum).toBe(cents({ value: balance }));
    expect((await call('GET', '/v1/reporting/balances?currency_code=USD')).json.balances[0]).toMatchObject({
      total_balance: { value: ((sum + 2000) / 100).toFixed(2) },
      available_balance: { value: balance },
    });
  });

  test('is complete page by page, even if transactions are added between pages', async () => {
    const captureId = await capturedOrder(simulator, call);
    for (let number = 1; number <= 10; number += 1) {
      simulator.clock.advance(MINUTE);
      await refund(captureId, `${number}.00`);
    }
    const seen: string[] = [];
    let next: string | undefined = `${path}?${march}&page_size=3`;
    while (next !== undefined) {
      const { json } = await call('GET', next);
      seen.push(...infos(json).map((info) => info.transaction_amount.value));
      next = json.links
        .find((link: { rel: string }) => link.rel === 'next')
        ?.href.slice(simulator.url.length);
      if (json.page === 1) {
        expect([json.total_items, json.total_pages]).toEqual([11, 4]);
        await refund(captureId, '99.00');
      }
    }
    const refunds = Array.from({ length: 10 }, (_, index) => `-${index + 1}.00`);
    expect(seen).toEqual(['345.00', ...refunds, '-99.00']);
    expect(infos(await report(`${march}&page=9&page_size=3`))).toEqual([]);
  });

  test('filters by time, id and code', async () => {
    const captureId = await capturedOrder(simulator, call);
    simulator.clock.advance(MINUTE);
    await refund(captureId, '1.00');
    const codes = async (query: string) =>
      infos(await report(query)).map((info) => info.transaction_event_code);
    const minute = (from: string, to: string) =>
      `start_date=2026-03-02T09:${from}Z&end_date=2026-03-02T09:${to}Z`;
    expect(await codes(minute('00:00', '00:59'))).toEqual(['T0006']);
    expect(await codes(minute('01:00', '01:00'))).toEqual(['T1107']);
    expect(await codes(`${march}&transaction_id=${captureId}`)).toEqual(['T0006']);
    expect(await codes(`${march}&transaction_type=T1107`)).toEqual(['T1107']);
    expect(await codes(`${march}&transaction_currency=EUR`)).toEqual([]);
    expect(await codes('start_date=2025-03-01T00:00:00Z&end_date=2025-03-31T00:00:00Z')).toEqual([]);
  });

  test.each([
    'start_date=2026-03-01T00:00:00Z',
    'start_date=2026-03-01&end_date=2026-03-02',
    'start_date=2026-03-01T00:00:00Z&end_date=2026-04-01T00:00:01Z',
    'start_date=2026-03-02T00:00:00Z&end_date=2026-03-01T00:00:00Z',
    `${march}&page_size=501`,
    `${march}&page=0`,
  ])('refuses %s', async (query) => {
    const { status, json } = await call('GET', `${path}?${query}`);
    expect([status, json.name, json.details[0].location]).toEqual([400, 'INVALID_REQUEST', 'query']);
  });

  test('accepts a full 31 days', async () => {
    const query = 'start_date=2026-03-01T00:00:00Z&end_date=2026-04-01T00:00:00Z';
    expect((await call('GET', `${path}?${query}`)).status).toBe(200);
  });
});

describe('the report of balances', () => {
  const balances = async (query = '?currency_code=USD') =>
    (await call('GET', `/v1/reporting/balances${query}`)).json;

  test('shows what is withheld for disputes and pending payouts', async () => {
    const captureId = await capturedOrder(simulator, call);
    await simulator.control('POST', '/disputes', { captureId, amount: '45.00' });
    await payOut('paid', '100.00');
    expect(await balances()).toMatchObject({
      balances: [
        {
          currency: 'USD',
          primary: true,
          total_balance: { currency_code: 'USD', value: '332.47' },
          available_balance: { value: '187.47' },
          withheld_balance: { value: '145.00' },
        },
      ],
      as_of_time: '2026-03-02T09:00:00Z',
      last_refresh_time: '2026-03-02T09:00:00Z',
    });
    simulator.clock.advance(settleDelayMs);
    expect((await balances()).balances[0]).toMatchObject({
      total_balance: { value: '232.47' },
      available_balance: { value: '187.47' },
      withheld_balance: { value: '45.00' },
    });
  });

  test('supports one currency and the present only, and requires a token', async () => {
    expect((await balances('')).balances).toHaveLength(1);
    expect((await balances('?currency_code=EUR')).balances).toEqual([]);
    const past = await call('GET', '/v1/reporting/balances?as_of_time=2026-03-01T00:00:00Z');
    expect(past.status).toBe(400);
    expect((await fetch(`${simulator.url}/v1/reporting/balances`)).status).toBe(401);
  });
});
