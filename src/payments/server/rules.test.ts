import { expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { holdReasons, type PayeeFacts } from './rules.ts';

const now = new Date('2026-11-02T15:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

const ready: PayeeFacts = {
  isKycApproved: true,
  walletEmail: 'marketer@wallet.example',
  walletEmailSetAt: ago(HOUR),
  isFirstWalletEmail: true,
  hasTaxId: true,
};

test.each<[string, Partial<PayeeFacts>, boolean, string[]]>([
  ['nothing', {}, false, []],
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
    { isKycApproved: false, walletEmail: null, hasTaxId: false },
    true,
    ['kyc', 'wallet-email', 'tax-id'],
  ],
])('a payment waits for %s', (_, changes, isTaxHeld, expected) => {
  expect(holdReasons({ ...ready, ...changes }, { now, isTaxHeld })).toEqual(expected);
});
