import { expect, test } from 'vitest';
import { AttemptState, PaymentIssue } from '../contract.ts';
import { type Payee, paymentStatusMessage, type PaymentProgress } from './payment-status-messages.ts';

const payee: Payee = { walletEmail: 'maya@wallet.example', kycStatus: 'approved', taxThresholdDollars: 600 };
const pending: PaymentProgress = {
  status: 'pending',
  waitsFor: [],
  dispute: null,
  attempt: null,
  sentTo: null,
  issue: null,
};
const sent = (changes: Partial<PaymentProgress>): PaymentProgress => ({
  ...pending,
  sentTo: 'maya@wallet.example',
  ...changes,
});

function read(payment: PaymentProgress, changes: Partial<Payee> = {}): string {
  const story = paymentStatusMessage(payment, { ...payee, ...changes });
  const lines = story?.lines.map(({ text, link }) => (link ? `${text} [${link.label}]` : text));
  return [story?.tone, ...(lines ?? [])].join(' | ');
}

test('returns null for a completed payment', () => {
  expect(paymentStatusMessage({ ...pending, status: 'completed' }, payee)).toBeNull();
});

test.each<[Partial<PaymentProgress>, string]>([
  [{}, 'moving | We’ll send it to your PayPal email within minutes.'],
  [{ attempt: 'sent' }, 'moving | On its way to maya@wallet.example.'],
  [
    { attempt: 'onHold' },
    'moving | PayPal is reviewing this payment to maya@wallet.example. | No action needed. It will either arrive or be returned to us.',
  ],
  [
    { attempt: 'unclaimed', issue: 'no-account' },
    'waiting | PayPal has no account for maya@wallet.example yet. | Create one with this email within 30 days, or [use a different email]',
  ],
  [
    { attempt: 'unclaimed', issue: 'account-unconfirmed' },
    'waiting | PayPal hasn’t confirmed maya@wallet.example yet. | Confirm it with PayPal within 30 days, or [use a different email]',
  ],
])('describes a payment in progress: %o', (changes, words) => {
  expect(read(sent(changes))).toBe(words);
});

test.each<[Partial<PaymentProgress>, Partial<Payee>, string]>([
  [{ waitsFor: ['wallet-email'] }, {}, 'Waiting for your PayPal email. [Set PayPal email]'],
  [
    { waitsFor: ['wallet-email-recent'] },
    {},
    'Your PayPal email changed less than 24 hours ago. We’ll send this payment after 24 hours.',
  ],
  [
    { waitsFor: ['suspended'] },
    {},
    'Your account is suspended. You’ll be paid when the suspension ends. Contact support if you think it’s a mistake.',
  ],
  [
    { waitsFor: ['kyc'] },
    { kycStatus: 'incomplete' },
    'Waiting for your identity check. [Complete identity check]',
  ],
  [
    { waitsFor: ['kyc'] },
    { kycStatus: 'pending' },
    'We’re reviewing your identity check. You’ll be paid once it’s approved.',
  ],
  [{ waitsFor: ['kyc'] }, { kycStatus: 'rejected' }, 'Your identity check wasn’t approved. [See why]'],
  [
    { waitsFor: ['tax-id'] },
    { taxThresholdDollars: 2000 },
    'Waiting for your tax ID, required above $2,000 a year. [Add your tax ID]',
  ],
  [{ waitsFor: ['tax-id'] }, { taxThresholdDollars: null }, 'Waiting for your tax ID. [Add your tax ID]'],
])('explains a hold: %o for %o', (changes, who, words) => {
  expect(read({ ...pending, ...changes }, who)).toBe(`waiting | ${words}`);
});

test('an unclaimed payment is redirected to a changed address', () => {
  expect(
    read(sent({ attempt: 'unclaimed', issue: 'no-account' }), { walletEmail: 'new@wallet.example' }),
  ).toContain('We’ll cancel this transfer and send it to new@wallet.example instead.');
});

test('a failed payment says what happened and how to get paid', () => {
  const failed = sent({ status: 'failed', attempt: 'failed', issue: 'account-locked' });
  expect(read(failed)).toBe(
    'negative | PayPal couldn’t pay maya@wallet.example: the account is locked or limited. We’re holding the money for you. | Resolve this with PayPal and contact support, or [use a different email]',
  );
  const walletEmail = 'new@wallet.example';
  expect(read(failed, { walletEmail })).toContain('We’ll retry with new@wallet.example within minutes.');
  expect(read({ ...failed, waitsFor: ['wallet-email-recent'] }, { walletEmail })).toContain(
    'changed less than 24 hours ago',
  );
  expect(read({ ...failed, attempt: 'takenBack', issue: null })).toContain('reversed this payment');
  expect(read({ ...failed, attempt: 'blocked', issue: null })).toContain('as a precaution');
  expect(read({ ...failed, attempt: 'returned', issue: 'no-account' })).toContain('wasn’t claimed');
  expect(read({ ...failed, sentTo: null, issue: null })).toContain('couldn’t pay your PayPal account.');
});

test('every state has a text with the address and without wallet error codes', () => {
  for (const attempt of AttemptState.options) {
    for (const issue of [null, ...PaymentIssue.options]) {
      for (const status of ['pending', 'failed'] as const) {
        const words = read(sent({ status, attempt, issue }));
        expect(words, `${status} ${attempt} ${issue}`).toMatch(/^(?:moving|waiting|negative) \| [^|]{20,}/);
        expect(words).not.toMatch(/[A-Z]{3,}_|undefined|null/);
      }
    }
  }
});
