import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { holdReasons, nextPollAt, type PayeeFacts, takeTurn } from './rules.ts';

const now = new Date('2026-11-02T15:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

const ready: PayeeFacts = {
  isKycApproved: true,
  walletEmail: 'marketer@wallet.example',
  walletEmailSetAt: ago(HOUR),
  isFirstWalletEmail: true,
  hasTaxId: true,
  isSuspended: false,
};

test.each<[string, Partial<PayeeFacts>, boolean, string[]]>([
  ['nothing', {}, false, []],
  ['the end of a suspension', { isSuspended: true }, false, ['suspended']],
  ['KYC', { isKycApproved: false }, false, ['kyc']],
  ['a wallet email', { walletEmail: null, walletEmailSetAt: null }, false, ['wallet-email']],
  ['a first wallet email not at all', { walletEmailSetAt: now }, false, []],
  ['a changed one for a day', { isFirstWalletEmail: false }, false, ['wallet-email-recent']],
  [
    'until the day is over',
    { isFirstWalletEmail: false, walletEmailSetAt: ago(24 * HOUR - 1) },
    false,
    ['wallet-email-recent'],
  ],
  ['and no longer', { isFirstWalletEmail: false, walletEmailSetAt: ago(24 * HOUR) }, false, []],
  [
    'a changed one of unknown age',
    { isFirstWalletEmail: false, walletEmailSetAt: null },
    false,
    ['wallet-email-recent'],
  ],
  ['no tax id where nothing is held for it', { hasTaxId: false }, false, []],
  ['a tax id where it is', { hasTaxId: false }, true, ['tax-id']],
  [
    'everything at once',
    { isSuspended: true, isKycApproved: false, walletEmail: null, hasTaxId: false },
    true,
    ['suspended', 'kyc', 'wallet-email', 'tax-id'],
  ],
])('a payment waits for %s', (_, changes, isTaxHeld, expected) => {
  expect(holdReasons({ ...ready, ...changes }, { now, isTaxHeld })).toEqual(expected);
});

test.each([
  ['a minute, however young', ago(0), undefined, MINUTE],
  ['what is given at first', ago(MINUTE), 10 * MINUTE, 10 * MINUTE],
  ['a quarter of its age', ago(8 * HOUR), undefined, 2 * HOUR],
  ['six hours at the most', ago(30 * DAY), 10 * MINUTE, 6 * HOUR],
])('polls the wallet again after %s', (_, begunAt, soonestMs, distanceMs) => {
  expect(nextPollAt(now, begunAt, soonestMs).getTime() - now.getTime()).toBe(distanceMs);
});

test.each([
  ['the first at first', 5, 0, [0, 1]],
  ['those that follow', 5, 1, [2, 3]],
  ['the last and the first again', 5, 2, [4, 0]],
  ['where that left off', 5, 3, [1, 2]],
  ['all where they are so many', 2, 7, [0, 1]],
  ['the only one', 1, 7, [0]],
  ['none of none', 0, 7, []],
])('a turn of two takes %s', (_, length, turn, expected) => {
  const items = Array.from({ length }, (_item, index) => index);
  expect(takeTurn(items, 2, turn)).toEqual(expected);
});
