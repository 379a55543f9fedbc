import { expect, test } from 'vitest';
import { paymentStatusLabel } from './payment-status-labels.ts';

test('shows an unknown state in the neutral style', () => {
  expect(paymentStatusLabel('reviewing')).toEqual({ label: 'reviewing', tone: 'neutral' });
  expect(paymentStatusLabel('completed').tone).toBe('positive');
});
