import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { listSocialAccounts } from '#profiles/social-contract.ts';
import { type Client, DrivenClock, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import {
  byAuthor,
  type PostPlatforms,
  startPostPlatforms,
  withStatus,
} from '#tests/support/people/post-platforms.ts';
import { socialWork } from '#tests/support/people/social-work.ts';
import { askAgain, sendAgain } from '../../amendment-contract.ts';
import { decideProof, getProof, submitProof } from '../../contract.ts';
import { listDuePostChecks, recordPostCheck } from '../../post-contract.ts';
import { enqueueLooks } from './server-looks.ts';

type Platform = 'tiktok' | 'twitter' | 'youtube';

const posts = {
  tiktok: (handle: string, id: string) => `https://www.tiktok.com/@${handle}/video/${id}`,
  twitter: (handle: string, id: string) => `https://x.com/${handle}/status/${id}`,
  youtube: (_: string, id: string) => `https://youtu.be/${id.slice(0, 11)}`,
};
const authors = {
  tiktok: (handle: string) => `https://www.tiktok.com/@${handle}`,
  twitter: (handle: string) => `https://x.com/${handle}`,
  youtube: (handle: string) => `https://www.youtube.com/@${handle}`,
};

let platforms: PostPlatforms;
let app: TestApp;
beforeAll(async () => {
  platforms = await startPostPlatforms();
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(60 * DAY), POST_CHECKS_URL: platforms.url },
  });
});
afterAll(async () => {
  await app.close();
  await platforms.close();
});
const sent: { advertiser: Client; id: string }[] = [];
afterEach(async () => {
  // The next test is not about the ends of these campaigns.
  for (const { advertiser, id } of sent.splice(0))
    await advertiser.call(decideProof, { params: { id }, body: { status: 'rejected' } });
  platforms.requests.length = 0;
});

let lastId = 70_000_000_000;

async function sentPost(platform: Platform) {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1, platform });
  const marketer = holders[0] as Client;
  const accounts = await succeed(marketer.call(listSocialAccounts));
  const handle = accounts.find((account) => account.platform === platform)?.handle ?? '';
  const postUrl = posts[platform](handle, String((lastId += 1)));
  const body = { campaignId: campaign.id, postUrl, media: [], isAdDisclosed: true };
  const { id } = await succeed(marketer.call(submitProof, { body }));
  sent.push({ advertiser, id });
  return {
    advertiser,
    marketer,
    campaign,
    id,
    handle,
    checks: async (by = marketer) => (await succeed(by.call(getProof, { params: { id } }))).postChecks,
    listDue: () => succeed(advertiser.call(listDuePostChecks)),
    record: (state: 'live' | 'gone') =>
      advertiser.call(recordPostCheck, { params: { id }, body: { reason: 'first-day', state } }),
  };
}

async function look(times = 3): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await app.runDue();
    app.clock.advance(SECOND);
  }
}

test.each<Platform>(['tiktok', 'twitter', 'youtube'])(
  '%s: the server finds that a post is still there, after a day and at the end',
  async (platform) => {
    const post = await sentPost(platform);
    platforms.respond = byAuthor(authors[platform](post.handle.toUpperCase()));
    await look();
    expect(platforms.requests).toEqual([]);
    expect(await post.checks()).toMatchObject([{ looker: 'server' }, { looker: 'server' }]);

    app.clock.advance(DAY);
    expect(await post.listDue()).toEqual([]);
    await look();
    expect(platforms.requests).toMatchObject([{ platform }]);
    expect(platforms.requests[0]?.headers).not.toHaveProperty('cookie');
    for (const by of [post.marketer, post.advertiser])
      expect(await post.checks(by)).toMatchObject([
        { reason: 'first-day', state: 'live', checkedBy: 'server', seen: { what: 'live' } },
        { reason: 'end', state: 'due', checkedBy: null, seen: null },
      ]);
    app.clock.set(post.campaign.closesAt ?? '');
    await look();
    expect((await post.checks())[1]).toMatchObject({ state: 'live', checkedBy: 'server' });
    expect(await post.listDue()).toEqual([]);
    expect(platforms.requests).toHaveLength(2);
  },
);

test('what is not the marketer’s post any more goes to a person, who decides', async () => {
  const posts = { missing: await sentPost('twitter'), 'other-account': await sentPost('tiktok') };
  platforms.respond = (response, request) =>
    (request.platform === 'twitter' ? withStatus(404) : byAuthor('https://www.tiktok.com/@another'))(
      response,
      request,
    );
  app.clock.advance(DAY);
  await look();
  expect(platforms.requests).toHaveLength(2);
  for (const [what, post] of Object.entries(posts)) {
    expect(await post.listDue()).toMatchObject([{ proofId: post.id, reason: 'first-day', seen: { what } }]);
    expect((await post.checks())[0]).toMatchObject({ state: 'due', checkedAt: null, seen: { what } });
    await succeed(post.record('gone'));
    expect((await post.checks())[0]).toMatchObject({ state: 'gone', checkedBy: 'business', seen: { what } });
  }
  await look();
  expect(platforms.requests).toHaveLength(2);
});

test('a person may correct what the server found', async () => {
  const post = await sentPost('youtube');
  platforms.respond = byAuthor(authors.youtube(post.handle));
  app.clock.advance(DAY);
  await look();
  await succeed(post.record('live'));
  expect((await post.checks())[0]).toMatchObject({ state: 'live', checkedBy: 'business' });
  await succeed(post.record('gone'));
  expect((await post.checks())[0]).toMatchObject({ state: 'gone', checkedBy: 'business' });
});

test('a platform that does not answer delays no other, and after six hours the business looks', async () => {
  const [silent, other] = [await sentPost('tiktok'), await sentPost('twitter')];
  platforms.respond = (response, request) => {
    if (request.platform === 'tiktok') response.destroy();
    else byAuthor(authors.twitter(other.handle))(response, request);
  };
  app.clock.advance(DAY);
  await look();
  expect((await other.checks())[0]).toMatchObject({ state: 'live', checkedBy: 'server' });
  expect((await silent.checks())[0]).toMatchObject({ state: 'due', seen: null });
  // The pause after a call without an answer is a minute.
  expect(platforms.requests.filter(({ platform }) => platform === 'tiktok')).toHaveLength(1);
  expect(await silent.listDue()).toEqual([]);

  app.clock.advance(6 * HOUR);
  expect(await silent.listDue()).toMatchObject([{ proofId: silent.id, seen: null }]);
  platforms.respond = byAuthor(authors.tiktok(silent.handle));
  await look();
  expect((await silent.checks())[0]).toMatchObject({ state: 'live', checkedBy: 'server' });
});

test('the server gives up after sixteen attempts', async () => {
  const post = await sentPost('youtube');
  platforms.respond = withStatus(503);
  app.clock.advance(DAY);
  for (let attempt = 0; attempt < 16; attempt += 1) {
    await app.runDue();
    app.clock.advance(15 * MINUTE);
  }
  await app.runDue();
  expect(platforms.requests).toHaveLength(16);
  expect((await post.checks())[0]).toMatchObject({ state: 'due', seen: { what: 'no-answer' } });
  expect(await post.listDue()).toMatchObject([{ proofId: post.id }]);
  platforms.respond = withStatus(404);
  await look();
});

test('several due posts are asked about one per second', async () => {
  const all = [await sentPost('twitter'), await sentPost('twitter'), await sentPost('twitter')];
  platforms.respond = withStatus(404);
  app.clock.advance(DAY);
  await app.runDue();
  expect(platforms.requests).toHaveLength(1);
  await app.runDue();
  expect(platforms.requests).toHaveLength(1);
  await look();
  expect(platforms.requests.map(({ link }) => link)).toHaveLength(all.length);
});

test('an answer about a link that was replaced meanwhile is dropped, and the new one is asked about', async () => {
  const post = await sentPost('twitter');
  const params = { id: post.id };
  app.clock.advance(DAY);
  const body = { reasons: ['wrong-post' as const], note: 'Show the product.' };
  await succeed(post.advertiser.call(askAgain, { params, body }));
  let replaced: Promise<unknown> | undefined;
  platforms.respond = (response, request) => {
    const postUrl = posts.twitter(post.handle, '99');
    replaced = succeed(post.marketer.call(sendAgain, { params, body: { media: [], postUrl } })).then(() =>
      withStatus(404)(response, request),
    );
  };
  await app.runDue();
  await replaced;
  expect((await post.checks())[0]).toMatchObject({ state: 'due', seen: null });
  platforms.respond = byAuthor(authors.twitter(post.handle));
  app.clock.advance(DAY);
  await look();
  expect(platforms.requests.map(({ link }) => link)[1]).toBe(`https://twitter.com/${post.handle}/status/99`);
  expect((await post.checks())[0]).toMatchObject({ state: 'live', checkedBy: 'server' });
});

test('a person’s answer stays if the platform answers later', async () => {
  const post = await sentPost('twitter');
  let recorded: Promise<unknown> | undefined;
  platforms.respond = (response, request) => {
    recorded = succeed(post.record('gone')).then(() =>
      byAuthor(authors.twitter(post.handle))(response, request),
    );
  };
  app.clock.advance(DAY);
  await app.runDue();
  await recorded;
  expect((await post.checks())[0]).toMatchObject({ state: 'gone', checkedBy: 'business', seen: null });
});

test('two sweeps at once, and a repeated one, queue one question', async () => {
  const post = await sentPost('twitter');
  platforms.respond = byAuthor(authors.twitter(post.handle));
  app.clock.advance(DAY);
  await Promise.all([enqueueLooks(app.deps), enqueueLooks(app.deps), enqueueLooks(app.deps)]);
  await enqueueLooks(app.deps);
  await look();
  expect(platforms.requests).toHaveLength(1);
  expect((await post.checks())[0]).toMatchObject({ state: 'live', checkedBy: 'server' });
});

test('a rejected post is not asked about', async () => {
  const post = await sentPost('twitter');
  await succeed(post.advertiser.call(decideProof, { params: { id: post.id }, body: { status: 'rejected' } }));
  app.clock.advance(DAY);
  await look();
  expect(platforms.requests).toEqual([]);
});

test('without the server’s looks the business looks at once', async () => {
  const clock = new DrivenClock();
  const offline = await testApp({
    clock,
    settings: { SESSION_IDLE_MS: String(60 * DAY), POST_CHECKS_URL: platforms.url, POST_CHECKS: 'off' },
  });
  try {
    const advertiser = await offline.signIn('advertiser');
    const { campaign, holders } = await socialWork(offline, advertiser, {
      places: 1,
      holders: 1,
      platform: 'youtube',
    });
    const postUrl = 'https://youtu.be/dQw4w9WgXcQ';
    const body = { campaignId: campaign.id, postUrl, media: [] };
    await succeed((holders[0] as Client).call(submitProof, { body }));
    clock.advance(DAY);
    await offline.runDue();
    expect(await succeed(advertiser.call(listDuePostChecks))).toMatchObject([{ seen: null }]);
    expect(platforms.requests).toEqual([]);
  } finally {
    await offline.close();
  }
});
