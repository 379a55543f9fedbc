/** Marketers with a pending identity check, and those with an approved one and a wallet email. */
import { setTimeout } from 'node:timers/promises';
import { decideKyc } from '#kyc/contract.ts';
import { kycFormSample } from '#kyc/sample.ts';
import { listPayments } from '#payments/contract.ts';
import { setWalletEmail } from '#profiles/form-contract.ts';
import type { Client, TestApp } from '../app.ts';
import { confirmTerms } from './approved-marketer.ts';
import { succeed } from '../client.ts';
import { multipartForm } from '../form.ts';
import { picture } from '../media.ts';

/** Returns a marketer who has submitted the form and its documents. */
export async function waitingMarketer(app: Pick<TestApp, 'signIn'>): Promise<Client> {
  const client = await app.signIn('marketer');
  await confirmTerms(client);
  await submitDocuments(client);
  return client;
}

export async function submitDocuments(client: Client): Promise<void> {
  const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
  const form = await multipartForm(kycFormSample, { idDocument: image, proofOfAddress: image });
  await succeed(client.request('POST', '/api/kyc/update', form.body, { headers: form.headers }));
}

/**
 * Submits and approves the marketer's identity check, and sets a wallet email. The sign-in must be recent.
 */
export async function makePayable(
  app: TestApp,
  marketer: Client,
  paypalEmail = `wallet-of-${marketer.email}`,
): Promise<void> {
  await submitDocuments(marketer);
  await approveIdentity(app, marketer);
  await succeed(marketer.call(setWalletEmail, { body: { paypalEmail } }));
}

export async function approveIdentity(app: Pick<TestApp, 'signInAdmin'>, { userId }: Client): Promise<void> {
  const admin = await app.signInAdmin();
  await succeed(admin.call(decideKyc, { params: { userId }, body: { status: 'approved' } }));
}

/** Returns a new marketer with an approved identity and this wallet email. The outbox is empty afterwards. */
export async function payableMarketer(app: TestApp, walletEmail: string): Promise<Client> {
  const marketer = await app.signIn('marketer');
  await confirmTerms(marketer);
  await makePayable(app, marketer, walletEmail);
  await app.runDue();
  return marketer;
}

/**
 * Waits until the marketer's only payment has arrived. Does not poll with the test
 * runner, so that journeys and preparations can call it too.
 */
export async function untilPaid(app: TestApp, marketer: Client): Promise<void> {
  for (;;) {
    app.clock.advance(30_000);
    await app.runDue();
    const [payment] = await succeed(marketer.call(listPayments));
    if (payment?.status === 'completed') return;
    // The wallet's webhook arrives in real time.
    await setTimeout(50);
  }
}
