import { expect, test } from 'vitest';
import type { WalletTransaction } from '../provider/wallet-provider.ts';
import type { Posting } from './reconciliation-objects.ts';
import { compareMoves } from './reconciliation-rules.ts';
import { buildMoves } from './reconciliation-moves.ts';
import type { ChargebackRow, OrderRow, PayoutRow } from '../tables.ts';

const at = new Date('2026-12-01T12:00:00Z');
const span = {
  from: new Date('2026-11-30'),
  to: new Date('2026-12-02'),
  reportedUntil: new Date('2026-12-02'),
};
const order = { id: 'order', providerCaptureId: 'CAPTURE', state: 'bound' } as OrderRow;

function line(eventCode: string, amountCents: number): WalletTransaction {
  return { transactionId: 'CAPTURE', eventCode, amountCents, status: 'completed', at };
}
const hold = (cents: number) => line('T1110', -cents);
const release = (cents: number) => line('T1111', cents);

function differences(lines: WalletTransaction[], disputes: Partial<ChargebackRow>[]): (number | null)[][] {
  const chargebacks = disputes.map((row) => ({ ...row, orderId: order.id }) as ChargebackRow);
  const postings = new Map<string, Posting>(
    chargebacks.map(({ id, amountCents }) => [
      `dispute_hold:${id}`,
      { at, freeCents: -amountCents, wholeCents: 0 },
    ]),
  );
  const objects = {
    orders: new Map([['CAPTURE', order]]),
    refunds: new Map(),
    payouts: new Map(),
    chargebacks,
  };
  const context = { objects, postings, strays: new Map(), reportedUntil: span.reportedUntil };
  const { ours, theirs } = buildMoves(lines, context);
  return compareMoves(ours, theirs, span).differences.map((one) => [one.oursCents, one.theirsCents]);
}

const won = (id: string, amountCents: number) => ({ id, amountCents, closedAt: at });

test('a dispute won before we saw it is no difference', () => {
  expect(differences([hold(500), release(500)], [])).toEqual([]);
  expect(differences([hold(500), release(500), hold(500), release(500)], [won('a', 500)])).toEqual([]);
  expect(differences([hold(500), hold(700), release(700), release(500)], [won('a', 700)])).toEqual([]);
});

test('an unknown hold that was not released is a difference', () => {
  expect(differences([hold(500)], [])).toEqual([[null, -500]]);
  expect(differences([hold(500), release(400)], [])).toEqual([
    [null, -500],
    [null, 400],
  ]);
});

test('a recorded hold that the wallet does not have stays a difference', () => {
  expect(differences([], [won('a', 500)])).toEqual([[-500, null]]);
  expect(differences([hold(500), release(500)], [won('a', 500), won('b', 500)])).toEqual([[-500, null]]);
});

const sent: WalletTransaction = { ...line('T0001', -500), transactionId: 'SENT' };
const back: WalletTransaction = {
  ...line('T1114', 500),
  transactionId: 'BACK',
  referenceId: 'SENT',
};

function payoutDifferences(lines: WalletTransaction[], booked: Record<string, number>, endedAt = at) {
  const payout = { id: 'payout', amountCents: 500, providerTransactionId: 'SENT', createdAt: at };
  const row = { ...payout, submittedAt: at, endedAt } as PayoutRow;
  const objects = {
    orders: new Map(),
    refunds: new Map(),
    payouts: new Map([['SENT', row]]),
    chargebacks: [],
  };
  const postings = new Map<string, Posting>(
    Object.entries(booked).map(([key, cents]) => [key, { at, freeCents: cents, wholeCents: cents }]),
  );
  const context = { objects, postings, strays: new Map(), reportedUntil: span.reportedUntil };
  const { ours, theirs, ahead } = buildMoves(lines, context);
  const found = compareMoves(ours, theirs, span).differences;
  return { differences: found.map((one) => [one.oursCents, one.theirsCents]), aheadCents: ahead.cents };
}

const agreed = { differences: [], aheadCents: 0 };
const arrived = { 'payout_settle:payout': -500 };
const cameBack = { ...arrived, 'payout_reverse:payout': 500 };
const paidLate = { 'payout_settle:payout:late': -500 };

test.each([
  ['came back', [sent, back], {}],
  ['came back twice', [sent, back, sent, back], {}],
  ['came back after it had left before the report', [back], {}],
  ['came back, was paid late', [sent, back, sent], paidLate],
  ['came back twice, was paid late', [sent, back, sent, back, sent], paidLate],
  ['arrived and came back, was paid late and came back unseen', [sent, back, sent, back], cameBack],
  ['arrived, came back and was paid again unseen', [sent, back, sent], arrived],
])('a payout that %s, is no difference', (_, lines, booked) => {
  expect(payoutDifferences(lines, booked)).toEqual(agreed);
});

test.each([
  ['paid after its return', [sent, back, sent], {}, [[null, -500]]],
  ['paid after its booked return', [sent, back, sent], cameBack, [[null, -500]]],
  ['paid twice', [sent, sent], arrived, [[null, -500]]],
  ['returned after it arrived', [sent, back], arrived, [[null, 500]]],
])('a payout %s is a difference', (_, lines, booked, differences) => {
  expect(payoutDifferences(lines, booked)).toEqual({ differences, aheadCents: 0 });
});

test('a payout without a result may have left, but a return undoes that', () => {
  const underWay = (lines: WalletTransaction[]) => payoutDifferences(lines, {}, null as unknown as Date);
  expect(underWay([sent])).toEqual({ differences: [], aheadCents: -500 });
  expect(underWay([sent, back])).toEqual(agreed);
  expect(underWay([sent, back, sent])).toEqual({ differences: [], aheadCents: -500 });
});
