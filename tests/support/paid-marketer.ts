/** Marketers whose money arrives: identity approved, wallet address set, and the wallet's word waited for. */
import { expect } from 'vitest';
import { decideKyc } from '../../src/kyc/contract.ts';
import { listPayments } from '../../src/payments/contract.ts';
import { setWalletEmail } from '../../src/profiles/contract.ts';
import type { Client, TestApp } from './app.ts';
import { succeed } from './client.ts';
import { handInDocuments, waitingMarketer } from './identity-check.ts';

/** Hands in an identity, has it approved, and names a wallet address. The marketer must have signed in recently. */
export async function makePayable(app: TestApp, marketer: Client): Promise<void> {
  await handInDocuments(marketer);
  await approveWithWallet(app, marketer, `wallet-of-${marketer.email}`);
}

/** Somebody new whose identity is approved, with this wallet email; all that follows from it is done. */
export async function payableMarketer(app: TestApp, walletEmail: string): Promise<Client> {
  const marketer = await waitingMarketer(app);
  await approveWithWallet(app, marketer, walletEmail);
  await app.settle();
  return marketer;
}

async function approveWithWallet(app: TestApp, marketer: Client, paypalEmail: string): Promise<void> {
  await approveIdentity(app, marketer);
  await succeed(marketer.call(setWalletEmail, { body: { paypalEmail } }));
}

export async function approveIdentity(app: Pick<TestApp, 'signInAdmin'>, { userId }: Client): Promise<void> {
  const admin = await app.signInAdmin();
  await succeed(admin.call(decideKyc, { params: { userId }, body: { status: 'approved' } }));
}

/** Waits until every payment of this marketer has arrived. */
export async function untilPaid(app: TestApp, marketer: Client): Promise<void> {
  await expect
    .poll(async () => {
      app.clock.advance(30_000);
      await app.settle();
      return (await marketer.call(listPayments)).body.map(({ status }) => status);
    })
    .toEqual(['completed']);
}
