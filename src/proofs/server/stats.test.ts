import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { makePayable, untilPaid } from '#tests/support/people/identity-check.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { decideProof } from '../contract.ts';
import { getMarketerStats } from '../stats-contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const stats = async (client: Client, sinceMs: number) => {
  const start = new Date(app.clock.now().getTime() - sinceMs).toISOString();
  const later = new Date(app.clock.now().getTime() + HOUR).toISOString();
  return (await client.call(getMarketerStats, { query: { monthStart: start, weekStart: later } })).body;
};

test('counts approved proofs, and money that arrived since the given times', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 2 });
  const [marketer, other] = holders as [Client, Client];
  const sent = await sendPost(marketer, campaign.id);
  expect(await stats(marketer, DAY)).toEqual({
    completedGigs: 0,
    earnedThisMonth: '0.00',
    earnedThisWeek: '0.00',
  });
  await advertiser.call(decideProof, { params: { id: sent }, body: { status: 'approved' } });
  // Approved, but waiting for the identity check, so the money has not arrived.
  expect(await stats(marketer, DAY)).toMatchObject({ completedGigs: 1, earnedThisMonth: '0.00' });
  // Sends the emails of the work first, so that the newest one is the sign-in code.
  await app.runDue();
  const again = await app.signIn('marketer', marketer.email);
  await makePayable(app, again);
  await untilPaid(app, again);
  expect(await stats(again, DAY)).toEqual({
    completedGigs: 1,
    earnedThisMonth: '100.00',
    earnedThisWeek: '0.00',
  });
  expect(await stats(other, DAY)).toMatchObject({ completedGigs: 0, earnedThisMonth: '0.00' });
});

test.each([
  { monthStart: 'yesterday', weekStart: '2026-11-22T00:00:00Z' },
  { monthStart: '0000-01-01T00:00:00Z', weekStart: '2026-11-22T00:00:00Z' },
  { monthStart: '2026-11-01T00:00:00Z', weekStart: '' },
])('rejects %o', async (query) => {
  const marketer = await app.signIn('marketer');
  const answer = await marketer.request('GET', `/api/stats/marketer?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(400);
});
