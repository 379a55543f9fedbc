import { afterAll, beforeAll, expect, test } from 'vitest';
import { reactivateUser, suspendUser } from '#admin/contract.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
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

async function act(
  endpoint: typeof suspendUser | typeof reactivateUser,
  { userId }: Client,
  admin?: Client,
): Promise<void> {
  const answer = await (admin ?? (await app.signInAdmin())).call(endpoint, {
    params: { id: userId },
    body: { reason: 'Looked like fraud' },
  });
  expect(answer.status, answer.error?.message).toBe(200);
}

const readStates = async ({ userId }: Client) => {
  const { rows } = await app.database.asOwner(
    'select state from payout where marketer_id = $1 order by created_at, id',
    [userId],
  );
  return rows.map(({ state }) => state);
};

async function pass(milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds);
  await app.runDue();
}

test('pay approved during a suspension waits until it ends, and is sent once', async () => {
  const marketer = await payableMarketer(app, 'held@wallet.test');
  await act(suspendUser, marketer);
  await app.runDue();
  expect((await app.lastMail(marketer.email)).text).toContain('all others wait until then');
  expect((await releaseTo(marketer)).waitsFor).toEqual(['suspended']);
  await app.runDue();
  await pass(DAY);
  expect([await readStates(marketer), await paidAt(app, 'held@wallet.test')]).toEqual([[], []]);

  await act(reactivateUser, marketer);
  await app.runDue();
  expect(await paidAt(app, 'held@wallet.test')).toEqual(['held@wallet.test']);
  await act(reactivateUser, marketer);
  await pass(DAY);
  expect(await paidAt(app, 'held@wallet.test')).toEqual(['held@wallet.test']);
  expect(await readStates(marketer)).toEqual(['succeeded']);
});

test('a payout queued before a suspension is withdrawn, and the marketer sees why', async () => {
  const marketer = await payableMarketer(app, 'queued@wallet.test');
  const admin = await app.signInAdmin();
  expect((await releaseTo(marketer)).waitsFor).toEqual([]);
  expect(await readStates(marketer)).toEqual(['submitting']);
  await act(suspendUser, marketer, admin);
  await app.runDue();
  expect([await readStates(marketer), await paidAt(app, 'queued@wallet.test')]).toEqual([['withdrawn'], []]);

  app.clock.advance(MINUTE);
  await act(reactivateUser, marketer);
  await app.runDue();
  await pass(MINUTE);
  expect(await paidAt(app, 'queued@wallet.test')).toEqual(['queued@wallet.test']);
  expect(await readStates(marketer)).toEqual(['withdrawn', 'succeeded']);
  const again = await app.signIn('marketer', marketer.email);
  expect((await again.call(listPayments)).body).toMatchObject([{ status: 'completed', waitsFor: [] }]);
});

test('a payout sent before a suspension stays sent', async () => {
  const marketer = await payableMarketer(app, 'sent@wallet.test');
  await releaseTo(marketer);
  await app.runDue();
  expect(await paidAt(app, 'sent@wallet.test')).toEqual(['sent@wallet.test']);
  await act(suspendUser, marketer);
  await pass(MINUTE);
  expect(await readStates(marketer)).toEqual(['succeeded']);
});
