import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { deleteOwnAccount, exportOwnData } from '#auth/account-contract.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { listApplications } from '#applications/contract.ts';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { DAY } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { listMarketers } from '#profiles/marketers-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import {
  approvedWork,
  findApplicationId,
  paidWork,
  pay,
  type PaidWork,
} from '#tests/support/people/paid-work.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import {
  changeRating,
  hideRatingWords,
  listAllRatings,
  listApplicantRatings,
  listCampaignRatings,
  listMarketerRatings,
  listRatingExchanges,
  rate,
  replyToRating,
} from '../contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(90 * DAY), ADMIN_SESSION_IDLE_MS: String(90 * DAY) },
  });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const send = (client: Client, { applicationId }: Pick<PaidWork, 'applicationId'>, stars = 5, text = '') =>
  client.call(rate, { body: { applicationId, stars, text } });
const readExchange = async (client: Client, { campaign }: PaidWork) => {
  const listed = await succeed(client.call(listRatingExchanges, { query: { campaignId: campaign.id } }));
  expect(listed).toHaveLength(1);
  return listed[0];
};
const readBusiness = async ({ campaign }: PaidWork, client = app.visitor()) =>
  succeed(client.call(listCampaignRatings, { params: { id: campaign.id } }));
const kinds = async (client: Client) =>
  (await succeed(client.call(listNotifications))).notifications
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('rating.'));
const countRows = async () =>
  (await app.database.asOwner('select count(*)::int as count from rating')).rows[0].count as number;

describe('rating', () => {
  it('is refused before the pay arrives, then possible for both sides, once each', async () => {
    const work = await approvedWork(app, advertiser);
    for (const client of [work.marketer, advertiser]) {
      const early = await send(client, work);
      expect([early.status, early.error.code]).toEqual([409, 'rating/not-open']);
    }
    expect(await kinds(work.marketer)).toEqual([]);
    await pay(app, work);
    expect(await kinds(work.marketer)).toEqual(['rating.asked']);
    expect(await kinds(advertiser)).toEqual(['rating.asked']);
    const before = await countRows();
    for (const client of [work.marketer, advertiser]) expect((await send(client, work)).status).toBe(201);
    for (const client of [work.marketer, advertiser]) {
      const again = await send(client, work, 1);
      expect([again.status, again.error.code]).toEqual([409, 'rating/exists']);
    }
    expect(await countRows()).toBe(before + 2);
    expect((await readExchange(work.marketer, work))?.own?.stars).toBe(5);
  });

  it('is possible once a dispute is decided, also against the marketer', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const marketer = holders[0] as Client;
    const proofId = await sendPost(marketer, campaign.id);
    const rejection = { params: { id: proofId }, body: { status: 'rejected' as const } };
    await succeed(advertiser.call(decideProof, rejection));
    const work = { campaign, marketer, applicationId: await findApplicationId(marketer, campaign.id) };
    expect((await send(marketer, work)).error.code).toBe('rating/not-open');
    const objection = { params: { id: proofId }, body: { reason: 'It is public.' } };
    const { id } = await succeed(marketer.call(openDispute, objection));
    expect((await send(marketer, work)).error.code).toBe('rating/not-open');
    await handToAdmins(advertiser, id);
    const admin = await app.signInAdmin();
    const body = { status: 'rejected' as const, note: 'It is not.' };
    await succeed(admin.call(decideDispute, { params: { id }, body }));
    await app.runDue();
    expect(await kinds(marketer)).toEqual(['rating.asked']);
    expect((await send(marketer, work, 2)).status).toBe(201);
  });

  it('ends 30 days after the pay', async () => {
    const work = await paidWork(app, advertiser);
    const { openedAt, closesAt } = (await readExchange(advertiser, work)) ?? { openedAt: '', closesAt: '' };
    expect(Date.parse(closesAt) - Date.parse(openedAt)).toBe(30 * DAY);
    const open = async () =>
      (await succeed(advertiser.call(listRatingExchanges, { query: { open: 'true' } }))).length;
    expect(await open()).toBe(1);
    app.clock.set(closesAt);
    advertiser = await app.signIn('advertiser', advertiser.email);
    expect((await send(advertiser, work)).error.code).toBe('rating/too-late');
    expect(await open()).toBe(0);
    expect(await readExchange(advertiser, work)).toMatchObject({ own: null, can: { rate: false } });
  });

  it.each([
    ['no star', { stars: 0 }, 'stars'],
    ['half stars', { stars: 4.5 }, 'stars'],
    ['six stars', { stars: 6 }, 'stars'],
    ['endless words', { stars: 5, text: 'x'.repeat(1001) }, 'text'],
    ['a tick of the other side', { stars: 5, ticks: ['would-hire-again'] }, 'ticks'],
    ['an unknown tick', { stars: 5, ticks: ['handsome'] }, 'ticks.0'],
  ])('refuses %s', async (_, body, field) => {
    const work = shared ?? (shared = await paidWork(app, advertiser));
    const refused = await work.marketer.request('POST', rate.path, {
      applicationId: work.applicationId,
      ...body,
    });
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [field]]);
    expect((await succeed(work.marketer.call(listRatingExchanges, { query: {} })))[0]?.own).toBeNull();
  });
  let shared: PaidWork | undefined;
});

describe('neither side', () => {
  it('sees the other’s rating before both are in, in no list and no export', async () => {
    const work = await paidWork(app, advertiser);
    const { marketer } = work;
    await succeed(send(marketer, work, 2, 'Zebra crossing blocked.'));
    const seen = await readExchange(advertiser, work);
    expect(seen).toMatchObject({ other: null, isOtherSent: true, can: { rate: true } });
    expect(await readBusiness(work)).toEqual({ rating: 5, ratingCount: 0, ratings: [] });
    const exported = await advertiser.request('GET', exportOwnData.path);
    expect(JSON.stringify(exported.error)).not.toContain('Zebra');
    expect((await succeed(advertiser.call(getCurrentUser))).ratingCount).toBe(0);

    const changed = { params: { id: work.applicationId }, body: { stars: 3, text: 'Zebra, but fine.' } };
    await succeed(marketer.call(changeRating, changed));
    const both = await succeed(send(advertiser, work, 4, 'Quick.'));
    expect(both).toMatchObject({ own: { isPublished: true }, other: { stars: 3, text: 'Zebra, but fine.' } });
    expect((await marketer.call(changeRating, changed)).error.code).toBe('rating/published');
    expect(await readBusiness(work)).toMatchObject({ rating: 3, ratingCount: 1 });
    expect(await succeed(advertiser.call(getCurrentUser))).toMatchObject({ rating: 3, ratingCount: 1 });
    expect(await succeed(marketer.call(getCurrentUser))).toMatchObject({ rating: 4, ratingCount: 1 });
    app.clock.advance(60_000);
    await app.runDue();
    for (const client of [marketer, advertiser])
      expect(await kinds(client)).toEqual(['rating.published', 'rating.asked']);
  });

  it('waits longer than 7 days, and no sweep is needed for it', async () => {
    const work = await paidWork(app, advertiser);
    await succeed(send(work.marketer, work, 4));
    app.clock.advance(7 * DAY - 1);
    expect(await readBusiness(work)).toMatchObject({ ratingCount: 0 });
    app.clock.advance(1);
    expect(await readBusiness(work)).toMatchObject({ rating: 4, ratingCount: 1 });
    expect((await readExchange(advertiser, work))?.other?.stars).toBe(4);
    expect((await send(advertiser, work, 1)).error.code).toBe('rating/too-late');
    await app.runDue();
    await app.runDue();
    expect(await kinds(advertiser)).toEqual(['rating.published', 'rating.asked']);
  });
});

test('the rated side replies once', async () => {
  const work = await paidWork(app, advertiser);
  await succeed(send(work.marketer, work, 2, 'Late kit.'));
  const reply = (text: string, client = advertiser) =>
    client.call(replyToRating, { params: { id: work.applicationId }, body: { text } });
  expect((await reply('Sorry.')).error.code).toBe('rating/nothing-to-reply');
  await succeed(send(advertiser, work, 5));
  expect((await succeed(reply('Sorry.'))).other?.reply?.text).toBe('Sorry.');
  expect((await reply('Sorry.')).status).toBe(200);
  expect((await reply('Not sorry.')).error.code).toBe('rating/replied');
  await app.runDue();
  expect(await kinds(work.marketer)).toContain('rating.replied');
  expect((await readBusiness(work)).ratings[0]?.reply?.text).toBe('Sorry.');
});

test('an admin hides words, not stars, and the author is told why', async () => {
  const work = await paidWork(app, advertiser);
  await succeed(send(work.marketer, work, 1, 'Their owner lives at 1 Elm Street.'));
  await succeed(send(advertiser, work, 5));
  const admin = await app.signInAdmin();
  const rows = await succeed(admin.call(listAllRatings, { query: { limit: 2 } }));
  const id = rows.find(({ rating }) => rating.stars === 1)?.rating.id ?? '';
  const hide = (isHidden: boolean, part: 'text' | 'reply' = 'text') =>
    admin.call(hideRatingWords, { params: { id }, body: { part, isHidden, reason: 'It names an address.' } });
  expect((await hide(true, 'reply')).error.code).toBe('rating/not-found');
  await succeed(hide(true));
  await succeed(hide(true));
  await app.runDue();
  expect(await readBusiness(work)).toMatchObject({
    rating: 1,
    ratingCount: 1,
    ratings: [{ stars: 1, text: null, isTextHidden: true }],
  });
  expect((await readExchange(work.marketer, work))?.own?.text).toContain('Elm Street');
  expect((await kinds(work.marketer)).filter((kind) => kind === 'rating.hidden')).toHaveLength(1);
  await succeed(hide(false));
  expect((await readBusiness(work)).ratings[0]?.text).toContain('Elm Street');
  const { rows: audited } = await app.database.asOwner(
    "select action, reason from audit_entry where object_kind = 'rating' and object_id = $1 order by at, action",
    [id],
  );
  expect(audited.map(({ action }) => action)).toEqual(['rating.hidden', 'rating.shown']);
});

test('lists of marketers show and filter by the public average; those without ratings stay', async () => {
  const [good, bad] = [await paidWork(app, advertiser), await paidWork(app, advertiser)];
  const unrated = await paidWork(app, advertiser);
  const named: [PaidWork, string][] = [
    [good, 'Good'],
    [bad, 'Bad'],
    [unrated, 'Unrated'],
  ];
  for (const [{ marketer }, firstName] of named) {
    const body = { ...profileFormSample, firstName, lastName: 'Qvist', city: 'Ratington' };
    await succeed(marketer.call(saveProfile, { body }));
  }
  await succeed(send(advertiser, good, 5, 'Great.'));
  await succeed(send(advertiser, bad, 2));
  const list = async (minRating?: number) =>
    succeed(
      advertiser.call(listMarketers, { query: { city: 'Ratington', ...(minRating ? { minRating } : {}) } }),
    );
  const names = async (minRating?: number) => (await list(minRating)).map(({ name }) => name).toSorted();
  expect(await names(4.8)).toEqual(['Bad Q.', 'Good Q.', 'Unrated Q.']);
  app.clock.advance(7 * DAY);
  expect(await names()).toEqual(['Bad Q.', 'Good Q.', 'Unrated Q.']);
  expect(await names(4.8)).toEqual(['Good Q.', 'Unrated Q.']);
  const found = await list();
  expect(found.find(({ name }) => name === 'Bad Q.')).toMatchObject({ rating: 2, ratingCount: 1 });
  expect(found.find(({ name }) => name === 'Unrated Q.')).toMatchObject({ rating: 5, ratingCount: 0 });
  const id = found.find(({ name }) => name === 'Good Q.')?.id ?? '';
  const received = await succeed(advertiser.call(listMarketerRatings, { params: { id } }));
  expect(received).toMatchObject({ rating: 5, ratingCount: 1, ratings: [{ text: 'Great.' }] });
  const byApplication = { params: { id: good.applicationId } };
  expect(await succeed(advertiser.call(listApplicantRatings, byApplication))).toEqual(received);
  const [applicant] = await succeed(
    advertiser.call(listApplications, { query: { campaignId: bad.campaign.id } }),
  );
  expect(applicant).toMatchObject({
    marketerRating: 2,
    marketerRatingCount: 1,
    marketerFinishedWork: 1,
    isMarketerVerified: true,
    marketerStrikes: 0,
  });
});

test('ratings stay without a name when an account is deleted', async () => {
  const work = await paidWork(app, advertiser);
  const body = { ...profileFormSample, firstName: 'Leaving', lastName: 'Soon' };
  await succeed(work.marketer.call(saveProfile, { body }));
  await succeed(send(work.marketer, work, 3, 'It was fine.'));
  await succeed(send(advertiser, work, 5));
  expect((await readBusiness(work, advertiser)).ratings[0]?.authorName).toBe('Leaving S.');
  expect((await readBusiness(work)).ratings[0]?.authorName, 'a visitor sees no name').toBeNull();
  app.clock.advance(60_000);
  await app.runDue();
  expect(JSON.stringify(await advertiser.call(listNotifications))).toContain('Leaving Soon rated you');
  const recent = await app.signIn('marketer', work.marketer.email);
  await succeed(recent.call(deleteOwnAccount));
  expect(await readBusiness(work, advertiser)).toMatchObject({
    rating: 3,
    ratings: [{ authorName: 'Deleted user', text: 'It was fine.' }],
  });
  expect(JSON.stringify(await advertiser.call(listNotifications))).not.toContain('Leaving');
});

test('the database refuses what the code refuses', async () => {
  const work = await approvedWork(app, advertiser);
  const insert = (side: string, authorId: string, ratedId: string) =>
    app.database.asOwner(
      `insert into rating (id, application_id, author_side, author_id, rated_id, stars, ticks, text, sent_at, published_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 5, '{}', '', now(), now())`,
      [work.applicationId, side, authorId, ratedId],
    );
  const { marketer } = work;
  await expect(insert('marketer', marketer.userId, advertiser.userId)).rejects.toMatchObject({
    code: 'RA002',
  });
  await expect(insert('advertiser', advertiser.userId, advertiser.userId)).rejects.toMatchObject({
    code: 'RA001',
  });
  await pay(app, work);
  await succeed(send(marketer, work));
  await expect(insert('marketer', marketer.userId, advertiser.userId)).rejects.toMatchObject({
    code: '23505',
  });
  await succeed(send(advertiser, work));
  const change = app.database.asOwner('update rating set stars = 1 where application_id = $1', [
    work.applicationId,
  ]);
  await expect(change).rejects.toMatchObject({ code: 'RA004' });
});
