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

/** Returns the differences between these holds and releases of one payment and our recorded disputes. */
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

test('a payout that came back before we saw it, and was then paid late, is no difference', () => {
  const payout = {
    id: 'payout',
    amountCents: 500,
    providerTransactionId: 'SENT',
    createdAt: at,
  } as PayoutRow;
  const sent = {
    transactionId: 'SENT',
    eventCode: 'T0001',
    amountCents: -500,
    status: 'completed' as const,
    at,
  };
  const back = { ...sent, transactionId: 'BACK', referenceId: 'SENT', eventCode: 'T1114', amountCents: 500 };
  const objects = {
    orders: new Map(),
    refunds: new Map(),
    payouts: new Map([['SENT', payout]]),
    chargebacks: [],
  };
  const postings = new Map<string, Posting>([
    ['payout_settle:payout:late', { at, freeCents: -500, wholeCents: -500 }],
  ]);
  const context = { objects, postings, strays: new Map(), reportedUntil: span.reportedUntil };
  const { ours, theirs } = buildMoves([sent, back, sent], context);
  expect(compareMoves(ours, theirs, span).differences).toEqual([]);
});
