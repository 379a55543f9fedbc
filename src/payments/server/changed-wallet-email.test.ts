/** Where pay goes when its wallet email changes, through the real calls of a marketer; profiles, kyc and the outbox are real. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmIdentity, requestIdentityCode } from '#auth/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { decideKyc } from '#kyc/contract.ts';
import { kycFormSample } from '#kyc/sample.ts';
import { transact } from '#platform/server/db/transact.ts';
import { setWalletEmail } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { readyMarketer } from '../../../tests/support/approved-marketer.ts';
import { multipartForm } from '../../../tests/support/form.ts';
import { fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { picture } from '../../../tests/support/media.ts';
import { listPayments } from '../contract.ts';
import { release } from './service.ts';

let app: TestApp;
let campaignId: string;
let places = 0;
beforeAll(async () => {
  app = await testApp();
  const advertiser = await app.signIn('advertiser');
  ({ id: campaignId } = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 3 }));
});
afterAll(() => app.close());

/** Verified, with this wallet email. */
async function payableMarketer(walletEmail: string): Promise<Client> {
  const marketer = await readyMarketer(app);
  const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
  const form = await multipartForm(kycFormSample, { idDocument: image, proofOfAddress: image });
  const sent = await marketer.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
  expect(sent.status, sent.error.message).toBe(200);
  const admin = await app.signInAdmin();
  const decision = { params: { userId: marketer.userId }, body: { status: 'approved' as const } };
  expect((await admin.call(decideKyc, decision)).status).toBe(200);
  await change(marketer, walletEmail);
  await app.settle();
  return marketer;
}

async function change(marketer: Client, paypalEmail: string): Promise<void> {
  const set = await marketer.call(setWalletEmail, { body: { paypalEmail } });
  if (set.error.code !== 'auth/recent-required') return expect(set.status).toBe(200);
  await marketer.call(requestIdentityCode);
  await app.settle();
  const { code } = await app.lastMail(marketer.email);
  await marketer.call(confirmIdentity, { body: { code: code ?? '' } });
  expect((await marketer.call(setWalletEmail, { body: { paypalEmail } })).status).toBe(200);
}

/** One approved place of the campaign; its payout waits in the outbox until app.settle(). */
async function releaseTo(marketer: Client): Promise<void> {
  places += 1;
  const released = await transact(app.deps.db, (tx) =>
    release(tx, app.deps, {
      purposeId: campaignId,
      purposeTitle: 'Spring launch',
      sourceId: randomUUID(),
      marketerId: marketer.userId,
      amountCents: 4000,
      feeCents: 1800,
      placeNumber: places,
      places: 3,
    }),
  );
  expect(released.waitsFor).toEqual([]);
}

const payoutsOf = async (marketer: Client) => {
  const { rows } = await app.database.asOwner(
    'select state, receiver_email from payout where marketer_id = $1 order by created_at, id',
    [marketer.userId],
  );
  return rows.map(({ state, receiver_email: email }) => `${email} ${state}`);
};

/** Whom the wallet was asked to pay, of these addresses. */
const paidAt = async (...addresses: string[]) => {
  const { payouts } = (await app.http.inject({ url: '/wallet-simulator/books' })).json();
  return payouts
    .map(({ receiver }: { receiver: string }) => receiver)
    .filter((receiver: string) => addresses.includes(receiver));
};

async function pass(milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds);
  await app.settle();
}

test('invariant 27: a payout made before a change goes neither to the old address nor to the new one', async () => {
  const [before, after] = ['before@wallet.test', 'after@wallet.test'];
  const marketer = await payableMarketer(before);
  await releaseTo(marketer);
  await change(marketer, after);
  await app.settle();
  expect(await payoutsOf(marketer)).toEqual([`${before} withdrawn`]);
  expect(await paidAt(before, after)).toEqual([]);
  const [waiting] = (await marketer.call(listPayments)).body;
  expect(waiting).toMatchObject({ waitsFor: ['wallet-email-recent'], attempt: null, sentTo: null });

  // A day later it is a new payout that goes, to the new address.
  await pass(23 * HOUR);
  expect(await paidAt(before, after)).toEqual([]);
  await pass(HOUR + 15 * MINUTE);
  await pass(MINUTE);
  expect(await paidAt(before, after)).toEqual([after]);
  expect((await payoutsOf(marketer))[0]).toBe(`${before} withdrawn`);
});

test('invariant 27: changed and changed back it waits a day all the same, and leaves once', async () => {
  const [own, other] = ['own@wallet.test', 'other@wallet.test'];
  const marketer = await payableMarketer(own);
  await releaseTo(marketer);
  await change(marketer, other);
  await change(marketer, own);
  await app.settle();
  expect(await payoutsOf(marketer)).toEqual([`${own} withdrawn`]);
  expect(await paidAt(own, other)).toEqual([]);
  await pass(DAY);
  await pass(15 * MINUTE);
  await pass(MINUTE);
  expect(await paidAt(own, other)).toEqual([own]);
});
