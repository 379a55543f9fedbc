import { expect, test } from 'vitest';
import { samplePayment, sampleWaitingPayment } from '../sample.ts';
import { completedCents, isSameMonth, paymentStateWords } from './payment-words.ts';

test('only what has arrived is earned', () => {
  const failed = { ...samplePayment, status: 'failed' } as const;
  expect(completedCents([samplePayment, sampleWaitingPayment, failed, samplePayment])).toBe(9000);
  expect(completedCents([])).toBe(0);
  expect(completedCents([samplePayment], () => false)).toBe(0);
});

test('a month is one of a year', () => {
  const now = new Date(2026, 10, 21);
  expect(isSameMonth(new Date(2026, 10, 1), now)).toBe(true);
  expect(isSameMonth(new Date(2025, 10, 21), now)).toBe(false);
  expect(isSameMonth(new Date(2026, 9, 31), now)).toBe(false);
});

test('an unknown state is neutral', () => {
  expect(paymentStateWords('reviewing')).toEqual({ label: 'reviewing', tone: 'neutral' });
  expect(paymentStateWords('completed').tone).toBe('positive');
});
