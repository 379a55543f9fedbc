import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MINUTE } from '../time.ts';

import { handwritten } from '../../../../tests/support/wallet/behind-proxy.ts';
import { hasOfficialFiles, officialCheck } from '../../../../tests/support/wallet/official-check.ts';
import {
  capturedOrder,
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

const paths = { list: '/v1/customer/disputes', one: '/v1/customer/disputes/{id}' };

async function disputed(captureId: string, amount?: string): Promise<string> {
  const { status, json } = await simulator.control('POST', '/disputes', { captureId, amount });
  expect(status).toBe(201);
  return json.disputeId;
}

const end = (disputeId: string, outcome: string) =>
  simulator.control('POST', `/disputes/${disputeId}`, { outcome });

const show = async (disputeId: string) => (await call('GET', `${paths.list}/${disputeId}`)).json;

const balance = async () => (await simulator.books()).balance;

describe('a dispute', () => {
  test('withholds its amount while it is open, and releases it when it is won or withdrawn', async () => {
    const captureId = await capturedOrder(simulator, call, '345.00', { invoice_id: 'INV-1' });
    for (const [outcome, code] of [
      ['won', 'RESOLVED_SELLER_FAVOUR'],
      ['cancelled', 'CANCELED_BY_BUYER'],
    ] as const) {
      const disputeId = await disputed(captureId, '300.00');
      expect(await balance()).toBe('32.47');
      expect(await show(disputeId)).toMatchObject({
        dispute_id: disputeId,
        status: 'WAITING_FOR_SELLER_RESPONSE',
        dispute_state: 'REQUIRED_ACTION',
        dispute_amount: { currency_code: 'USD', value: '300.00' },
        dispute_life_cycle_stage: 'CHARGEBACK',
        seller_response_due_date: '2026-03-12T09:00:00.000Z',
        disputed_transactions: [
          { seller_transaction_id: captureId, invoice_number: 'INV-1', transaction_status: 'COMPLETED' },
        ],
      });
      await end(disputeId, outcome);
      expect(await balance()).toBe('332.47');
      const ended = await show(disputeId);
      expect(ended).toMatchObject({ status: 'RESOLVED', dispute_outcome: { outcome_code: code } });
      expect(ended.dispute_outcome.amount_refunded).toBeUndefined();
    }
    const capture = await call('GET', `/v2/payments/captures/${captureId}`);
    expect(capture.json.status).toBe('COMPLETED');
  });

  test('that is lost keeps the amount, marks the capture as refunded, and adds a reversal', async () => {
    const captureId = await capturedOrder(simulator, call);
    await call('POST', `/v2/payments/captures/${captureId}/refund`, {
      amount: { currency_code: 'USD', value: '45.00' },
    });
    const disputeId = await disputed(captureId);
    await end(disputeId, 'lost');
    expect(await balance()).toBe('-12.53');
    const capture = await call('GET', `/v2/payments/captures/${captureId}`);
    expect(capture.json.status).toBe('REFUNDED');

    const { disputes, refunds, captures, moves } = await simulator.books();
    expect(refunds.map((refund) => refund.amount)).toEqual(['45.00']);
    expect(captures[0]).toMatchObject({ refunded: '45.00', reversed: '300.00' });
    expect(disputes[0]).toMatchObject({ id: disputeId, captureId, outcome: 'RESOLVED_BUYER_FAVOUR' });
    const reversal = await call('GET', `/v2/payments/refunds/${disputes[0]?.reversalId}`);
    expect(reversal.json).toMatchObject({
      status: 'COMPLETED',
      amount: { value: '300.00' },
      note_to_payer: 'Payment reversed',
      seller_payable_breakdown: { total_refunded_amount: { value: '345.00' } },
    });
    expect(moves.map((move) => [move.reason, move.amount]).slice(3)).toEqual([
      ['dispute-hold', '-300.00'],
      ['dispute-released', '300.00'],
      ['reversal', '-300.00'],
    ]);
    expect(await show(disputeId)).toMatchObject({
      dispute_outcome: { amount_refunded: { value: '300.00' } },
      money_movements: [{ affected_party: 'BUYER' }, { affected_party: 'SELLER', type: 'DEBIT' }],
      disputed_transactions: [{ transaction_status: 'REFUNDED' }],
    });
    const refund = await call('POST', `/v2/payments/captures/${captureId}/refund`);
    expect(refund.json.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED');
  });

  test('over a part leaves the rest refundable', async () => {
    const captureId = await capturedOrder(simulator, call);
    await end(await disputed(captureId, '100.00'), 'lost');
    const refund = await call('POST', `/v2/payments/captures/${captureId}/refund`, undefined, {
      prefer: 'return=representation',
    });
    expect(refund.json.amount.value).toBe('245.00');
    expect((await call('GET', `/v2/payments/captures/${captureId}`)).json.status).toBe('REFUNDED');
  });

  test('forbids refunds while it is open, with different codes for partial and full refunds', async () => {
    const captureId = await capturedOrder(simulator, call);
    const refund = async (value?: string) => {
      const body = value === undefined ? undefined : { amount: { currency_code: 'USD', value } };
      const { status, json } = await call('POST', `/v2/payments/captures/${captureId}/refund`, body);
      return [status, json.details?.[0]?.issue];
    };
    const disputeId = await disputed(captureId, '1.00');
    expect(await refund('345.00')).toEqual([422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK']);
    expect(await refund()).toEqual([422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK']);
    expect(await refund('344.99')).toEqual([422, 'TRANSACTION_DISPUTED']);
    await end(disputeId, 'won');
    expect(await refund('344.99')).toEqual([201, undefined]);
  });

  test('is the only one per capture, for at most what is left, and ends once', async () => {
    const captureId = await capturedOrder(simulator, call);
    const open = async (body: object) => (await simulator.control('POST', '/disputes', body)).status;
    expect(await open({ captureId: 'NOTHING' })).toBe(404);
    expect(await open({ captureId, amount: '345.01' })).toBe(422);
    expect(await open({ captureId, amount: '0.00' })).toBe(422);
    const disputeId = await disputed(captureId);
    expect(await open({ captureId })).toBe(422);
    expect((await simulator.control('POST', '/disputes/NOTHING', { outcome: 'won' })).status).toBe(404);
    expect((await end(disputeId, 'drawn')).status).toBe(400);
    expect((await end(disputeId, 'lost')).status).toBe(200);
    expect((await end(disputeId, 'won')).status).toBe(422);
    expect(await open({ captureId })).toBe(422);
    expect(await balance()).toBe('-12.53');
  });

  test('survives a restart with its withheld amount', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'disputes-'));
    try {
      await simulator.close();
      const options = { store: join(folder, 'books.jsonl'), clock: simulator.clock };
      simulator = await startSimulator(options);
      call = await signedInCaller(simulator);
      const disputeId = await disputed(await capturedOrder(simulator, call));
      const before = await simulator.books();
      await simulator.close();
      simulator = await startSimulator(options);
      expect(await simulator.books()).toEqual(before);
      await end(disputeId, 'won');
      expect(await balance()).toBe('332.47');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test('opens books from before disputes existed, whose captures can be disputed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'older-books-'));
  try {
    await simulator.close();
    const at = '2026-03-01T09:00:00.000Z';
    const common = { orderId: 'ORDER1', feeCents: 398, createdAt: at, updatedAt: at };
    const capture = {
      id: 'CAPTURE1',
      status: 'PARTIALLY_REFUNDED',
      amountCents: 10_000,
      refundedCents: 4000,
    };
    const refund = { id: 'REFUND1', captureId: 'CAPTURE1', status: 'COMPLETED', amountCents: 4000 };
    const lines = [
      [{ table: 'accounts', record: { id: 'account', merchantId: 'MERCHANT', buyerId: 'BUYER' } }],
      [
        { table: 'captures', record: { ...common, ...capture } },
        { table: 'refunds', record: { ...refund, totalRefundedCents: 4000, createdAt: at } },
        {
          table: 'moves',
          record: { id: 'M1', at, amountCents: 5602, reason: 'capture', objectId: 'CAPTURE1' },
        },
      ],
    ];
    const store = join(folder, 'books.jsonl');
    await writeFile(store, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    simulator = await startSimulator({ store });
    call = await signedInCaller(simulator);
    expect(await simulator.books()).toMatchObject({ disputes: [], captures: [{ reversed: '0.00' }] });
    await end(await disputed('CAPTURE1'), 'lost');
    expect(await balance()).toBe('-3.98');
    expect((await call('GET', '/v2/payments/captures/CAPTURE1')).json.status).toBe('REFUNDED');
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('the list of disputes', () => {
  const ids = (json: AnyJson) => (json.items ?? []).map((item: { dispute_id: string }) => item.dispute_id);
  const list = async (query: string) => (await call('GET', `${paths.list}?${query}`)).json;

  test('shows the newest first, in pages that new disputes do not shift', async () => {
    const made: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      made.unshift(await disputed(await capturedOrder(simulator, call)));
      simulator.clock.advance(MINUTE);
    }
    const seen: string[] = [];
    let path: string | undefined = `${paths.list}?page_size=2`;
    while (path !== undefined) {
      const { json } = await call('GET', path);
      seen.push(...ids(json));
      const next = json.links.find((link: { rel: string }) => link.rel === 'next');
      path = next?.href.slice(simulator.url.length);
      if (seen.length === 2) await disputed(await capturedOrder(simulator, call));
    }
    expect(seen).toEqual(made);
  });

  test('is filtered by capture, state and time', async () => {
    const [first, second] = [await capturedOrder(simulator, call), await capturedOrder(simulator, call)];
    const early = await disputed(first);
    simulator.clock.advance(MINUTE);
    const late = await disputed(second);
    await end(early, 'won');
    await simulator.control('POST', `/disputes/${late}`, { status: 'UNDER_REVIEW' });
    expect(ids(await list(`disputed_transaction_id=${first}`))).toEqual([early]);
    expect(ids(await list('dispute_state=RESOLVED'))).toEqual([early]);
    expect(ids(await list('dispute_state=UNDER_PAYPAL_REVIEW'))).toEqual([late]);
    expect(ids(await list('dispute_state=RESOLVED,UNDER_PAYPAL_REVIEW'))).toEqual([late, early]);
    expect(ids(await list('dispute_state=REQUIRED_ACTION'))).toEqual([]);
    expect(ids(await list('start_time=2026-03-02T09:00:30Z'))).toEqual([late]);
    expect(ids(await list('update_time_before=2026-03-02T09:00:30Z'))).toEqual([]);
    expect(ids(await list('update_time_after=2026-03-02T09:00:30Z'))).toEqual([late, early]);
  });

  test('refuses invalid queries and requires a token', async () => {
    for (const query of [
      'page_size=51',
      'page_size=0',
      'dispute_state=LOST',
      'next_page_token=UFAtUi1YWFgtMDA=',
      'start_time=yesterday',
      'start_time=2026-03-02T09:00:30Z&disputed_transaction_id=X',
    ]) {
      const { status, json } = await call('GET', `${paths.list}?${query}`);
      expect([query, status, json.details[0].location]).toEqual([query, 400, 'query']);
    }
    expect((await call('GET', `${paths.list}/NOTHING`)).status).toBe(404);
    expect((await fetch(simulator.url + paths.list, { headers: handwritten })).status).toBe(401);
  });

  test.skipIf(!hasOfficialFiles)('matches PayPal’s interface file', async () => {
    const check = await officialCheck();
    const expectValid = (path: string, answer: { status: number; json: AnyJson }) =>
      expect(check('customer_disputes_v1', path, 'get', answer), JSON.stringify(answer.json)).toBe('');
    const both = async (disputeId: string) => {
      expectValid(paths.list, await call('GET', paths.list));
      expectValid(paths.one, await call('GET', `${paths.list}/${disputeId}`));
    };
    expectValid(paths.list, await call('GET', paths.list));
    expectValid(paths.list, await call('GET', `${paths.list}?page_size=0`));
    const captureId = await capturedOrder(simulator, call, '345.00', { invoice_id: 'I-1', custom_id: 'c' });
    const won = await disputed(captureId);
    await both(won);
    await simulator.control('POST', `/disputes/${won}`, { status: 'UNDER_REVIEW' });
    await both(won);
    await end(won, 'won');
    await both(won);
    const lost = await disputed(captureId);
    const refused = await call('POST', `/v2/payments/captures/${captureId}/refund`);
    expect(check('payments_payment_v2', '/v2/payments/captures/{capture_id}/refund', 'post', refused)).toBe(
      '',
    );
    await end(lost, 'lost');
    await both(lost);
    const { disputes } = await simulator.books();
    const reversal = await call('GET', `/v2/payments/refunds/${disputes[1]?.reversalId}`);
    expect(check('payments_payment_v2', '/v2/payments/refunds/{refund_id}', 'get', reversal)).toBe('');
  });
});
