import { expect, test } from 'vitest';
import { toAttempt } from './attempts.ts';
import type { PayoutRow, PayoutState } from '../tables.ts';

const payout = (state: PayoutState, lastIssue: string | null = null): PayoutRow => ({
  id: '0b1f9a52-6c1e-4f0e-9d0a-3f5f4b8c7a11',
  paymentId: '6f0f2a35-6f3b-4a43-8f0e-2f7a7c1b9d10',
  marketerId: 'c2a1f0de-2b54-4b0a-9d0d-6b3c5e4f1a02',
  amountCents: 4500,
  receiverEmail: 'maya@wallet.example',
  state,
  providerBatchId: null,
  providerItemId: null,
  providerTransactionId: null,
  lastIssue,
  createdAt: new Date(0),
  submittedAt: null,
  lookAt: null,
  endedAt: null,
  cancelAskedAt: null,
  answeredLookup: 0,
});

test.each([
  ['submitting', null, 'sent', null],
  ['submitting', 'INSUFFICIENT_FUNDS', 'sent', null],
  ['processing', null, 'sent', null],
  ['unclaimed', 'RECEIVER_UNREGISTERED', 'unclaimed', 'no-account'],
  ['unclaimed', null, 'unclaimed', 'no-account'],
  ['unclaimed', 'RECEIVER_UNCONFIRMED', 'unclaimed', 'account-unconfirmed'],
  ['held', null, 'onHold', null],
  ['succeeded', null, 'arrived', null],
  ['failed', 'RECEIVER_ACCOUNT_LOCKED', 'failed', 'account-locked'],
  ['failed', 'SELF_PAY_NOT_ALLOWED', 'failed', 'account-wrong'],
  ['failed', 'SOMETHING_NEW', 'failed', 'other'],
  ['failed', null, 'failed', null],
  ['returned', 'RECEIVER_UNREGISTERED', 'returned', 'no-account'],
  ['blocked', 'RISK_DECLINE', 'blocked', 'risk'],
  ['refunded', null, 'takenBack', null],
  ['reversed', null, 'takenBack', null],
] as const)('shows a payout in state %s with issue %s as %s, %s', (state, lastIssue, attempt, issue) => {
  expect(toAttempt(payout(state, lastIssue))).toEqual({ attempt, sentTo: 'maya@wallet.example', issue });
});

test('shows a withdrawn attempt like no attempt', () => {
  const none = { attempt: null, sentTo: null, issue: null };
  expect(toAttempt(undefined)).toEqual(none);
  expect(toAttempt(payout('withdrawn'))).toEqual(none);
});
