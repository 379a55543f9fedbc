import { expect, test } from 'vitest';
import { paymentStateWords } from './payment-words.ts';

test('shows an unknown state in the neutral style', () => {
  expect(paymentStateWords('reviewing')).toEqual({ label: 'reviewing', tone: 'neutral' });
  expect(paymentStateWords('completed').tone).toBe('positive');
});
