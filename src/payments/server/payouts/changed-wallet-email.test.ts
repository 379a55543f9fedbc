import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmIdentity, requestIdentityCode } from '#auth/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { setWalletEmail } from '#profiles/form-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { payableMarketer } from '#tests/support/people/identity-check.ts';
import { listPayments } from '../../contract.ts';
import { paidAt, releases } from '#tests/support/payments/releases.ts';
import type { Released } from '../service.ts';

let app: TestApp;
let releaseTo: (marketer: Client) => Promise<Released>;
beforeAll(async () => {
  app = await testApp();
  releaseTo = await releases(app);
});
afterAll(() => app.close());

async function change(marketer: Client, paypalEmail: string): Promise<void> {
  const set = await marketer.call(setWalletEmail, { body: { paypalEmail } });
  if (set.error.code !== 'auth/recent-required') return expect(set.status).toBe(200);
  await marketer.call(requestIdentityCode);
  await app.runDue();
  const { code } = await app.lastMail(marketer.email);
  await marketer.call(confirmIdentity, { body: { code: code ?? '' } });
  expect((await marketer.call(setWalletEmail, { body: { paypalEmail } })).status).toBe(200);
}

async function releaseAtOnce(marketer: Client): Promise<void> {
  expect((await releaseTo(marketer)).waitsFor).toEqual([]);
}

const readPayouts = async (marketer: Client) => {
  const { rows } = await app.database.asOwner(
    'select state, receiver_email from payout where marketer_id = $1 order by created_at, id',
    [marketer.userId],
  );
  return rows.map(({ state, receiver_email: email }) => `${email} ${state}`);
};

async function pass(milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds);
  await app.runDue();
}

test('invariant 27: a payout queued before a change goes neither to the old address nor to the new one', async () => {
  const [before, after] = ['before@wallet.test', 'after@wallet.test'];
  const marketer = await payableMarketer(app, before);
  await releaseAtOnce(marketer);
  await change(marketer, after);
  await app.runDue();
  expect(await readPayouts(marketer)).toEqual([`${before} withdrawn`]);
  expect(await paidAt(app, before, after)).toEqual([]);
  const [waiting] = (await marketer.call(listPayments)).body;
  expect(waiting).toMatchObject({ waitsFor: ['wallet-email-recent'], attempt: null, sentTo: null });

  await pass(23 * HOUR);
  expect(await paidAt(app, before, after)).toEqual([]);
  await pass(HOUR + 15 * MINUTE);
  await pass(MINUTE);
  expect(await paidAt(app, before, after)).toEqual([after]);
  expect((await readPayouts(marketer))[0]).toBe(`${before} withdrawn`);
});

test('invariant 27: changing the address and back still waits a day, then pays once', async () => {
  const [own, other] = ['own@wallet.test', 'other@wallet.test'];
  const marketer = await payableMarketer(app, own);
  await releaseAtOnce(marketer);
  await change(marketer, other);
  await change(marketer, own);
  await app.runDue();
  expect(await readPayouts(marketer)).toEqual([`${own} withdrawn`]);
  expect(await paidAt(app, own, other)).toEqual([]);
  await pass(DAY);
  await pass(15 * MINUTE);
  await pass(MINUTE);
  expect(await paidAt(app, own, other)).toEqual([own]);
});
