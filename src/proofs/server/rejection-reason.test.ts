import { afterAll, beforeAll, expect, test } from 'vitest';
import { listThreads } from '#messages/contract.ts';
import { decideProof, getProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';

let app: TestApp;
let advertiser: Client;
let marketer: Client;
let id: string;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  marketer = holders[0] as Client;
  id = await sendPost(marketer, campaign.id);
});
afterAll(() => app.close());

const decide = (body: Parameters<typeof decideProof.body.parse>[0]) =>
  advertiser.call(decideProof, { params: { id }, body: body as never });

test('refuses an unclear decision, and shows a reason to the marketer everywhere', async () => {
  const unclear = await decide({ status: 'rejected', reason: 'other', reviewNotes: ' ' });
  expect(unclear.error).toMatchObject({
    code: 'request/invalid',
    fields: { reviewNotes: expect.anything() },
  });
  expect((await decide({ status: 'approved', reason: 'too-short' })).error.code).toBe('request/invalid');
  expect((await decide({ status: 'approved', seenStrength: 'strong' })).error.code).toBe('proof/changed');
  expect((await marketer.call(getProof, { params: { id } })).body.status).toBe('pending');

  const rejection = { status: 'rejected', reason: 'wrong-post' };
  expect((await decide(rejection)).body.rejectReason).toBe('wrong-post');
  expect((await decide(rejection)).status).toBe(200);
  expect((await marketer.call(getProof, { params: { id } })).body).toMatchObject({
    rejectReason: 'wrong-post',
    reviewNotes: expect.stringContaining('Wrong post'),
  });
  await app.runDue();
  const [thread] = (await marketer.call(listThreads)).body;
  expect(thread?.lastMessage).toMatchObject({
    kind: 'proof-rejected',
    text: expect.stringContaining('Wrong post'),
  });
  const told = await app.database.asOwner("select text from notification where kind = 'proof.rejected'");
  expect(told.rows).toEqual([{ text: expect.stringContaining('Wrong post') }]);
});
