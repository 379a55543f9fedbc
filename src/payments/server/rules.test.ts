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

test.each<[string, Partial<PayeeFacts>, number, string[]]>([
  ['nothing', {}, 60_001, []],
  ['KYC', { isKycApproved: false }, 0, ['kyc']],
  ['a wallet email', { walletEmail: null, walletEmailSetAt: null }, 0, ['wallet-email']],
  ['a first wallet email not at all', { walletEmailSetAt: now }, 0, []],
  ['a changed one for a day', { isFirstWalletEmail: false }, 0, ['wallet-email-recent']],
  [
    'until the day is over',
    { isFirstWalletEmail: false, walletEmailSetAt: ago(24 * HOUR - 1) },
    0,
    ['wallet-email-recent'],
  ],
  ['and no longer', { isFirstWalletEmail: false, walletEmailSetAt: ago(24 * HOUR) }, 0, []],
  [
    'a changed one of unknown age',
    { isFirstWalletEmail: false, walletEmailSetAt: null },
    0,
    ['wallet-email-recent'],
  ],
  ['no tax id up to the threshold', { hasTaxId: false }, 60_000, []],
  ['a tax id above it', { hasTaxId: false }, 60_001, ['tax-id']],
  [
    'everything at once',
    { isKycApproved: false, walletEmail: null, hasTaxId: false },
    100_000,
    ['kyc', 'wallet-email', 'tax-id'],
  ],
])('a payment waits for %s', (_, changes, releasedThisYearCents, expected) => {
  const circumstances = { now, releasedThisYearCents, taxThresholdCents: 60_000 };
  expect(holdReasons({ ...ready, ...changes }, circumstances)).toEqual(expected);
});
