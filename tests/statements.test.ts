/** Approvals may not send more statements without being noticed. authorisation.test.ts counts those of every read. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideProof } from '#proofs/contract.ts';
import { type TestApp, testApp } from './support/app.ts';
import { succeed } from './support/client.ts';
import { makePayable } from './support/people/identity-check.ts';
import { sendPost, socialWork } from './support/people/social-work.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';
import { recordStatements } from './support/sent-statements.ts';

/** Connections prepare statements in the first ones, and send nothing else in the last. */
const APPROVALS = 3;

const recorded = recordStatements();
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  recorded.stop();
});

const approval =
  'an approval that sends a payout takes 10 statements in 3 round trips after the one for the session';
it(approval, { timeout: STORY_LIMIT_MS }, async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: APPROVALS, holders: APPROVALS });
  let last = { statements: 0, roundTrips: 0 };
  for (const { email } of holders) {
    const marketer = await app.signIn('marketer', email);
    await makePayable(app, marketer);
    const id = await sendPost(marketer, campaign.id);
    recorded.take();
    await succeed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
    last = recorded.take();
  }
  const { rows } = await app.database.asOwner('select count(*)::int as payouts from payout');
  expect(rows).toEqual([{ payouts: APPROVALS }]);
  expect(last).toEqual({ statements: 11, roundTrips: 4 });
});
