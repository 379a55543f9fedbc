import { expect, test } from 'vitest';
import { fromDecimal } from '#kernel/money.ts';
import { getTrialBalance, Payment } from './contract.ts';
import { Earnings } from './earnings-contract.ts';
import { sampleEarnings, samplePayment, sampleTrialBalance, sampleWaitingPayment } from './sample.ts';

test('the samples satisfy the contract, and the books among them balance', () => {
  expect(Payment.parse(samplePayment)).toEqual(samplePayment);
  expect(Payment.parse(sampleWaitingPayment)).toEqual(sampleWaitingPayment);
  expect(Earnings.parse(sampleEarnings)).toEqual(sampleEarnings);
  const { lines } = getTrialBalance.response.parse(sampleTrialBalance);
  const sum = (side: 'debit' | 'credit') => lines.reduce((cents, line) => cents + fromDecimal(line[side]), 0);
  expect(sum('debit')).toBe(sum('credit'));
});
