import { expect, test } from 'vitest';
import { AttemptState, PaymentIssue } from '../contract.ts';
import { type Payee, paymentStory, type ToldPayment } from './payment-story.ts';

const payee: Payee = { walletEmail: 'maya@wallet.example', kycStatus: 'approved', taxThresholdDollars: 600 };
const pending: ToldPayment = {
  status: 'pending',
  waitsFor: [],
  attempt: null,
  sentTo: null,
  issue: null,
};
const sent = (changes: Partial<ToldPayment>): ToldPayment => ({
  ...pending,
  sentTo: 'maya@wallet.example',
  ...changes,
});

/** The story as a person reads it: links in brackets. */
function read(payment: ToldPayment, changes: Partial<Payee> = {}): string {
  const story = paymentStory(payment, { ...payee, ...changes });
  const lines = story?.lines.map(({ text, link }) => (link ? `${text} [${link.label}]` : text));
  return [story?.tone, ...(lines ?? [])].join(' | ');
}

test('one that has arrived needs no words', () => {
  expect(paymentStory({ ...pending, status: 'completed' }, payee)).toBeNull();
});

test.each<[Partial<ToldPayment>, string]>([
  [{}, 'moving | It is sent to your PayPal email within minutes.'],
  [{ attempt: 'queued' }, 'moving | About to be sent to maya@wallet.example.'],
  [{ attempt: 'sent' }, 'moving | On its way to maya@wallet.example.'],
  [
    { attempt: 'onHold' },
    'moving | PayPal is looking into this payment to maya@wallet.example. | Nothing to do: it arrives after that, or comes back to us.',
  ],
  [
    { attempt: 'unclaimed', issue: 'no-account' },
    'waiting | PayPal has no account for maya@wallet.example yet. | Open one with this address within 30 days, or [set another address]',
  ],
  [
    { attempt: 'unclaimed', issue: 'account-unconfirmed' },
    'waiting | maya@wallet.example is not confirmed at PayPal yet. | Confirm it there within 30 days, or [set another address]',
  ],
])('under way, as %o', (changes, words) => {
  expect(read(sent(changes))).toBe(words);
});

test.each<[Partial<ToldPayment>, Partial<Payee>, string]>([
  [{ waitsFor: ['wallet-email'] }, {}, 'Waiting for your PayPal email. [Set PayPal email]'],
  [
    { waitsFor: ['wallet-email-recent'] },
    {},
    'Your PayPal email changed less than 24 hours ago. Nothing to do: it is sent after that.',
  ],
  [
    { waitsFor: ['suspended'] },
    {},
    'Your account is suspended. It is sent once that is lifted; contact support if you think that it is wrong.',
  ],
  [
    { waitsFor: ['kyc'] },
    { kycStatus: 'incomplete' },
    'Waiting for your identity check. [Complete verification]',
  ],
  [
    { waitsFor: ['kyc'] },
    { kycStatus: 'pending' },
    'Your identity check is with us. Nothing to do: it is sent once you are verified.',
  ],
  [{ waitsFor: ['kyc'] }, { kycStatus: 'rejected' }, 'Your identity check was not approved. [See why]'],
  [
    { waitsFor: ['tax-id'] },
    { taxThresholdDollars: 2000 },
    'Waiting for your tax ID: it is needed above $2,000 a year. [Add your tax ID]',
  ],
  [{ waitsFor: ['tax-id'] }, { taxThresholdDollars: null }, 'Waiting for your tax ID. [Add your tax ID]'],
])('waiting, as %o for %o', (changes, who, words) => {
  expect(read({ ...pending, ...changes }, who)).toBe(`waiting | ${words}`);
});

test('an unclaimed one follows an address that was changed meanwhile', () => {
  expect(
    read(sent({ attempt: 'unclaimed', issue: 'no-account' }), { walletEmail: 'new@wallet.example' }),
  ).toContain('We take it back from there and then send it to new@wallet.example.');
});

test('a failed one says what happened, and how it is paid after all', () => {
  const failed = sent({ status: 'failed', attempt: 'failed', issue: 'account-locked' });
  expect(read(failed)).toBe(
    'negative | PayPal could not pay maya@wallet.example: that account is locked or limited. The money is back with us. | Settle that with PayPal and tell our support, or [set another address]',
  );
  const walletEmail = 'new@wallet.example';
  expect(read(failed, { walletEmail })).toContain('It is sent again to new@wallet.example within minutes.');
  expect(read({ ...failed, waitsFor: ['wallet-email-recent'] }, { walletEmail })).toContain(
    'changed less than 24 hours ago',
  );
  expect(read({ ...failed, attempt: 'takenBack', issue: null })).toContain('took this payment back');
  expect(read({ ...failed, attempt: 'blocked', issue: null })).toContain('as a precaution');
  expect(read({ ...failed, attempt: 'returned', issue: 'no-account' })).toContain('Nobody claimed');
  expect(read({ ...failed, sentTo: null, issue: null })).toContain('could not pay your PayPal account.');
});

test('every way in which a payment can stand has words, with an address and without the wallet’s codes', () => {
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
