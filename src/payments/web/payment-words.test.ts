import { expect, test } from 'vitest';
import { paymentStateWords } from './payment-words.ts';

test('an unknown state is neutral', () => {
  expect(paymentStateWords('reviewing')).toEqual({ label: 'reviewing', tone: 'neutral' });
  expect(paymentStateWords('completed').tone).toBe('positive');
});
