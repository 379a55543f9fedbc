import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyRefusal, planRefund } from './refund-rules.ts';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const captures = fc
  .array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 6 })
  .map((sums) => sums.map((refundableCents, index) => ({ orderId: `order-${index}`, refundableCents })));
const cents = fc.integer({ min: 0, max: 2_000_000 });

test('invariant 24: the parts add up exactly and no capture exceeds its limit, or there is no plan', () => {
  const seen = { plans: 0, none: 0, split: 0 };
  fc.assert(
    fc.property(captures, cents, cents, (from, payCents, feeCents) => {
      const parts = planRefund(from, { payCents, feeCents });
      const availableCents = sum(from.map(({ refundableCents }) => refundableCents));
      expect(parts === null).toBe(payCents + feeCents > availableCents);
      if (parts === null) return void (seen.none += 1);
      seen.plans += 1;
      if (parts.length > 1) seen.split += 1;
      expect(sum(parts.map((part) => part.payCents))).toBe(payCents);
      expect(sum(parts.map((part) => part.feeCents))).toBe(feeCents);
      for (const part of parts) {
        const capture = from.find(({ orderId }) => orderId === part.orderId);
        expect(Math.min(part.payCents, part.feeCents)).toBeGreaterThanOrEqual(0);
        expect(part.payCents + part.feeCents).toBeGreaterThan(0);
        expect(part.payCents + part.feeCents).toBeLessThanOrEqual(capture?.refundableCents ?? 0);
      }
      expect(new Set(parts.map(({ orderId }) => orderId)).size).toBe(parts.length);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.plans, seen.none, seen.split)).toBeGreaterThan(0);
});

test('uses the oldest capture first', () => {
  const from = [
    { orderId: 'first', refundableCents: 100 },
    { orderId: 'empty', refundableCents: 0 },
    { orderId: 'second', refundableCents: 100 },
    { orderId: 'third', refundableCents: 100 },
  ];
  expect(planRefund(from, { payCents: 120, feeCents: 15 })).toEqual([
    { orderId: 'first', payCents: 100, feeCents: 0 },
    { orderId: 'second', payCents: 20, feeCents: 15 },
  ]);
  expect(planRefund(from, { payCents: 0, feeCents: 0 })).toEqual([]);
});

test.each([
  ['REFUND_FAILED_INSUFFICIENT_FUNDS', 'later'],
  ['PENDING_CAPTURE', 'later'],
  ['TRANSACTION_DISPUTED', 'final'],
  ['DUPLICATE_INVOICE_ID', 'unclear'],
  ['CAPTURE_FULLY_REFUNDED', 'final'],
  ['REFUND_AMOUNT_EXCEEDED', 'final'],
  ['REFUND_TIME_LIMIT_EXCEEDED', 'final'],
  ['PARTIAL_REFUND_NOT_ALLOWED', 'final'],
  ['INVALID_RESOURCE_ID', 'final'],
  ['toString', 'final'],
] as const)('%s means %s', (issue, meaning) => expect(classifyRefusal(issue)).toBe(meaning));
