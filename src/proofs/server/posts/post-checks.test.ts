import { afterAll, beforeAll, expect, test } from 'vitest';
import { listApplications } from '#applications/contract.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { listSocialAccounts } from '#profiles/social-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { socialWork } from '#tests/support/people/social-work.ts';
import { decideProof, getProof, submitProof } from '../../contract.ts';
import { listDuePostChecks, recordPostCheck } from '../../post-contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(20 * DAY) } });
});
afterAll(() => app.close());

async function postWork() {
  advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = holders[0] as Client;
  const [account] = await succeed(marketer.call(listSocialAccounts));
  const send = (postUrl: string, isAdDisclosed?: boolean) =>
    marketer.call(submitProof, {
      body: {
        campaignId: campaign.id,
        postUrl,
        media: [],
        ...(isAdDisclosed === undefined ? {} : { isAdDisclosed }),
      },
    });
  return { campaign, marketer, handle: account?.handle ?? '', send };
}

test('a link must be on the platform, and by the confirmed account if it shows one', async () => {
  const { campaign, handle, send } = await postWork();
  for (const [url, code] of [
    ['https://www.tiktok.com/@maya/video/1', 'proof/wrong-platform'],
    ['https://instagram.com.example/p/1', 'proof/wrong-platform'],
    ['https://instagram.com/another.person/p/1', 'proof/other-account'],
  ] as const) {
    const { status, error } = await send(url);
    expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([422, code, ['postUrl']]);
  }
  const proof = await succeed(send(`https://www.instagram.com/${handle.toUpperCase()}/reel/1/`, true));
  expect(proof).toMatchObject({ isAdDisclosed: true, postHandle: handle.toUpperCase() });
  expect(proof.postChecks.map(({ reason, state, dueAt }) => [reason, state, dueAt])).toEqual([
    ['first-day', 'due', new Date(app.clock.now().getTime() + DAY).toISOString()],
    ['end', 'due', campaign.closesAt],
  ]);
});

test('the advertiser sees an applicant’s account and followers', async () => {
  const { campaign, handle } = await postWork();
  const query = { campaignId: campaign.id };
  const [application] = await succeed(advertiser.call(listApplications, { query }));
  const url = `https://www.instagram.com/${handle}/`;
  expect(application?.marketerAccount).toEqual({ handle, url, followers: 50_000 });
});

test('a post is due after a day and at the end, and the answer is shown to both sides', async () => {
  const { marketer, send } = await postWork();
  const { id } = await succeed(send('https://instagram.com/p/one'));
  const listDue = () => succeed(advertiser.call(listDuePostChecks));
  const record = (reason: 'first-day' | 'end', state: 'live' | 'gone', by = advertiser) =>
    by.call(recordPostCheck, { params: { id }, body: { reason, state } });
  expect(await listDue()).toEqual([]);
  expect((await record('first-day', 'live')).error.code).toBe('proof/check-not-due');

  app.clock.advance(DAY);
  expect(await listDue()).toMatchObject([{ proofId: id, reason: 'first-day', can: { decide: true } }]);
  const stranger = await app.signIn('advertiser');
  expect(await succeed(stranger.call(listDuePostChecks))).toEqual([]);
  expect((await record('first-day', 'gone', stranger)).error.code).toBe('proof/not-found');
  await Promise.all([record('first-day', 'gone'), record('first-day', 'gone')]);
  await succeed(record('first-day', 'live'));
  expect(await listDue()).toEqual([]);
  const { postChecks } = await succeed(marketer.call(getProof, { params: { id } }));
  expect(postChecks.map(({ reason, state }) => [reason, state])).toEqual([
    ['first-day', 'live'],
    ['end', 'due'],
  ]);
});

test('a rejected post is not due', async () => {
  const { send } = await postWork();
  const { id } = await succeed(send('https://instagram.com/p/one'));
  await succeed(advertiser.call(decideProof, { params: { id }, body: { status: 'rejected' } }));
  app.clock.advance(DAY + HOUR);
  expect(await succeed(advertiser.call(listDuePostChecks))).toEqual([]);
});
