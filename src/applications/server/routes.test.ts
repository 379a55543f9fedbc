import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reactivateUser, suspendUser } from '#admin/contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import * as campaigns from '#campaigns/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { startSession } from '#tracking/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { knowFollowers } from '#tests/support/people/known-followers.ts';
import { knowNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { readPages } from '#tests/support/journeys/pages.ts';
import * as contract from '../contract.ts';

let app: TestApp;
let advertiser: Client;
let rival: Client;
let marketer: Client;
let other: Client;

beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  rival = await app.signIn('advertiser');
});
beforeEach(async () => {
  marketer = await readyMarketer(app);
  other = await readyMarketer(app);
});
afterAll(() => app.close());

const apply = (client: Client, campaignId: string) => client.call(contract.apply, { body: { campaignId } });
const decide = (client: Client, id: string, status: 'approved' | 'rejected' | 'withdrawn', reason?: string) =>
  client.call(contract.decideApplication, { params: { id }, body: { status, reason } });
const readCampaign = async (id: string) =>
  (await app.visitor().call(campaigns.getCampaign, { params: { id } })).body;
const announced = async (applicationId: string) =>
  (await app.database.asOwner(`select kind, payload from outbox where ref = $1 order by id`, [applicationId]))
    .rows;

describe('applying', () => {
  test('waits for the advertiser and is counted', async () => {
    const campaign = await fundedCampaign(app, advertiser);
    const { status, body } = await apply(marketer, campaign.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      campaignId: campaign.id,
      marketerId: marketer.userId,
      appliedAt: app.clock.now().toISOString(),
      decidedAt: null,
      status: 'pending',
      reason: null,
      campaign: {
        title: campaign.title,
        status: 'active',
        payRate: '40.00',
        duration: 90,
        startTime: campaign.startTime,
      },
      can: { approve: false, reject: false, withdraw: true },
    });
    expect(await readCampaign(campaign.id)).toMatchObject({ applicationsCount: 1, marketersHired: 0 });
    const fact = {
      applicationId: body.id,
      campaignId: campaign.id,
      marketerId: marketer.userId,
      advertiserId: advertiser.userId,
    };
    expect(await announced(body.id)).toEqual([{ kind: 'application.submitted', payload: fact }]);
  });

  test('takes the place at once if the campaign approves automatically', async () => {
    const campaign = await fundedCampaign(app, advertiser, { autoApprove: true, totalMarketersNeeded: 1 });
    const { status, body } = await apply(marketer, campaign.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'approved', decidedAt: app.clock.now().toISOString() });
    expect(await readCampaign(campaign.id)).toMatchObject({ applicationsCount: 1, marketersHired: 1 });
    expect((await announced(body.id)).map(({ kind }) => kind)).toEqual([
      'application.submitted',
      'application.approved',
    ]);
    const late = await apply(other, campaign.id);
    expect([late.status, late.error.code]).toEqual([409, 'campaign/full']);
  });

  test('is refused a second time, whatever happened to the first', async () => {
    const campaign = await fundedCampaign(app, advertiser);
    const { body } = await apply(marketer, campaign.id);
    const again = await apply(marketer, campaign.id);
    expect([again.status, again.error.code, again.error.state]).toEqual([
      409,
      'application/exists',
      'pending',
    ]);
    await decide(marketer, body.id, 'withdrawn');
    const after = await apply(marketer, campaign.id);
    expect([after.error.code, after.error.state]).toEqual(['application/exists', 'withdrawn']);
    expect(await readCampaign(campaign.id)).toMatchObject({ applicationsCount: 1 });
  });

  test('requires age, terms and privacy, and for wearable campaigns the location consent', async () => {
    const wearable = await fundedCampaign(app, advertiser);
    const social = await fundedCampaign(app, advertiser, { campaignType: 'social' });
    const newcomer = await app.signIn('marketer');
    await knowFollowers(app.database, newcomer.userId);
    await knowNameAndPhoto(app.database, newcomer.userId);
    const refused = await apply(newcomer, social.id);
    expect([refused.status, refused.error.code]).toEqual([403, 'compliance/incomplete']);
    await newcomer.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    const unlocated = await apply(newcomer, wearable.id);
    expect([unlocated.status, unlocated.error.code]).toEqual([403, 'compliance/location-consent']);
    expect((await apply(newcomer, social.id)).status).toBe(201);
    expect(await readCampaign(wearable.id)).toMatchObject({ applicationsCount: 0 });
  });

  test('is refused for campaigns that are not open', async () => {
    const draft = await draftCampaign(app, advertiser);
    expect((await apply(marketer, draft.id)).error.code).toBe('campaign/not-found');
    expect((await apply(marketer, '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11')).error.code).toBe(
      'campaign/not-found',
    );
    const completed = await fundedCampaign(app, advertiser);
    expect((await advertiser.call(closeCampaign, { params: { id: completed.id } })).body.status).toBe(
      'completed',
    );
    expect((await apply(marketer, completed.id)).error.code).toBe('campaign/not-active');
  });

  test('is for marketers only, and accepts only the campaign id', async () => {
    const campaign = await fundedCampaign(app, advertiser);
    expect((await apply(rival, campaign.id)).status).toBe(403);
    expect((await apply(app.visitor(), campaign.id)).status).toBe(401);
    for (const body of [{}, { campaignId: 'x' }, { campaignId: campaign.id, status: 'approved' }]) {
      const { status, error } = await marketer.request('POST', '/api/applications', body);
      expect([status, error.code]).toEqual([400, 'request/invalid']);
    }
    expect(await readCampaign(campaign.id)).toMatchObject({ applicationsCount: 0 });
  });

  test('is refused if an approved wearable campaign overlaps', async () => {
    const startTime = new Date(app.clock.now().getTime() + 2 * DAY);
    const held = await fundedCampaign(app, advertiser, {
      startTime: startTime.toISOString(),
      autoApprove: true,
    });
    expect((await apply(marketer, held.id)).body.status).toBe('approved');
    const overlapping = await fundedCampaign(app, rival, {
      startTime: new Date(startTime.getTime() + HOUR).toISOString(),
    });
    const refused = await apply(marketer, overlapping.id);
    expect([refused.status, refused.error.code]).toEqual([409, 'application/overlap']);
    const afterwards = await fundedCampaign(app, rival, {
      startTime: new Date(startTime.getTime() + 1.5 * HOUR).toISOString(),
    });
    expect((await apply(marketer, afterwards.id)).status).toBe(201);
    const social = await fundedCampaign(app, rival, {
      campaignType: 'social',
      startTime: startTime.toISOString(),
    });
    expect((await apply(marketer, social.id)).status).toBe(201);
  });
});

describe('deciding', () => {
  test('takes a place on approval, and stores the reason on rejection', async () => {
    const campaign = await fundedCampaign(app, advertiser);
    const one = (await apply(marketer, campaign.id)).body;
    const two = (await apply(other, campaign.id)).body;
    const approved = await decide(advertiser, one.id, 'approved');
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({
      status: 'approved',
      can: { approve: false, reject: false, withdraw: false },
    });
    const rejected = await decide(advertiser, two.id, 'rejected', 'We look for people from Oakland');
    expect(rejected.body).toMatchObject({ status: 'rejected', reason: 'We look for people from Oakland' });
    expect(await readCampaign(campaign.id)).toMatchObject({ marketersHired: 1, applicationsCount: 2 });
    expect((await announced(one.id)).map(({ kind }) => kind)).toEqual([
      'application.submitted',
      'application.approved',
    ]);
    expect((await announced(two.id)).map(({ kind }) => kind)).toEqual([
      'application.submitted',
      'application.rejected',
    ]);
    const stats = await advertiser.call(campaigns.getAdvertiserStats);
    expect(stats.body.totalMarketers).toBeGreaterThan(0);
  });

  test('returns the same for a repeated decision, and refuses the opposite with the state', async () => {
    const campaign = await fundedCampaign(app, advertiser);
    const { id } = (await apply(marketer, campaign.id)).body;
    const first = await decide(advertiser, id, 'approved');
    app.clock.advance(HOUR);
    const again = await decide(advertiser, id, 'approved', 'twice');
    expect([again.status, again.body]).toEqual([200, first.body]);
    const opposite = await decide(advertiser, id, 'rejected');
    expect([opposite.status, opposite.error.code, opposite.error.state]).toEqual([
      409,
      'application/decided',
      'approved',
    ]);
    expect(await readCampaign(campaign.id)).toMatchObject({ marketersHired: 1 });
    expect(await announced(id)).toHaveLength(2);
  });

  test('never approves more than the campaign has places', async () => {
    const campaign = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1 });
    const one = (await apply(marketer, campaign.id)).body;
    const two = (await apply(other, campaign.id)).body;
    expect((await decide(advertiser, one.id, 'approved')).status).toBe(200);
    const full = await decide(advertiser, two.id, 'approved');
    expect([full.status, full.error.code]).toEqual([409, 'campaign/full']);
    const listed = await advertiser.call(contract.listApplications, {
      query: { campaignId: campaign.id, status: 'pending' },
    });
    expect(listed.body).toMatchObject([{ id: two.id, can: { approve: false, reject: true } }]);
  });

  test('frees the place on withdrawal', async () => {
    const campaign = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1 });
    const one = (await apply(marketer, campaign.id)).body;
    const two = (await apply(other, campaign.id)).body;
    await decide(advertiser, one.id, 'approved');
    const withdrawn = await decide(marketer, one.id, 'withdrawn', 'I am ill');
    expect(withdrawn.body).toMatchObject({
      status: 'withdrawn',
      reason: 'I am ill',
      can: { withdraw: false },
    });
    expect(await readCampaign(campaign.id)).toMatchObject({ marketersHired: 0 });
    expect((await decide(marketer, one.id, 'withdrawn')).status).toBe(200);
    expect((await decide(advertiser, two.id, 'approved')).status).toBe(200);
    expect(await readCampaign(campaign.id)).toMatchObject({ marketersHired: 1 });
    const late = await decide(advertiser, one.id, 'approved');
    expect([late.error.code, late.error.state]).toEqual(['application/decided', 'withdrawn']);
  });

  test('refuses to withdraw once a session has started', async () => {
    const campaign = await fundedCampaign(app, advertiser, {
      startTime: new Date(app.clock.now().getTime() + 20 * MINUTE).toISOString(),
    });
    const { id } = (await apply(marketer, campaign.id)).body;
    await decide(advertiser, id, 'approved');
    const started = await marketer.call(startSession, { params: { id: campaign.id } });
    expect(started.status, started.error.message).toBe(201);
    const refused = await decide(marketer, id, 'withdrawn');
    expect([refused.status, refused.error.code]).toEqual([409, 'application/session-begun']);
    const { body } = await marketer.call(contract.listApplications);
    expect(body).toMatchObject([{ id, status: 'approved', can: { withdraw: false } }]);
    expect(await readCampaign(campaign.id)).toMatchObject({ marketersHired: 1 });
  });

  test('refuses to approve a marketer for two places at one time', async () => {
    const startTime = new Date(app.clock.now().getTime() + 5 * DAY).toISOString();
    const first = await fundedCampaign(app, advertiser, { startTime });
    const second = await fundedCampaign(app, rival, { startTime });
    const one = (await apply(marketer, first.id)).body;
    const two = (await apply(marketer, second.id)).body;
    expect((await decide(advertiser, one.id, 'approved')).status).toBe(200);
    const refused = await decide(rival, two.id, 'approved');
    expect([refused.status, refused.error.code]).toEqual([409, 'application/overlap']);
    expect(refused.error.message).toContain('This marketer');
    expect(await readCampaign(second.id)).toMatchObject({ marketersHired: 0 });
    await decide(marketer, one.id, 'withdrawn');
    expect((await decide(rival, two.id, 'approved')).status).toBe(200);
  });

  test('refuses to approve a marketer who is suspended or has no consents', async () => {
    const campaign = await fundedCampaign(app, advertiser);
    const { id } = (await apply(marketer, campaign.id)).body;
    await marketer.call(updateCompliance, { body: { locationConsent: false } });
    const refused = await decide(advertiser, id, 'approved');
    expect([refused.status, refused.error.code]).toEqual([409, 'application/not-available']);
    await marketer.call(updateCompliance, { body: { locationConsent: true } });
    const admin = await app.signInAdmin();
    const params = { id: marketer.userId };
    await admin.call(suspendUser, { params, body: { reason: 'Under review.' } });
    expect((await decide(advertiser, id, 'approved')).error.code).toBe('application/not-available');
    expect(await readCampaign(campaign.id)).toMatchObject({ marketersHired: 0 });
    await admin.call(reactivateUser, { params, body: { reason: 'Cleared.' } });
    expect((await decide(advertiser, id, 'approved')).status).toBe(200);
  });

  test('returns 404 to other users, and refuses the wrong side', async () => {
    const campaign = await fundedCampaign(app, advertiser);
    const { id } = (await apply(marketer, campaign.id)).body;
    const answers: [Client, 'approved' | 'rejected' | 'withdrawn', number, string][] = [
      [rival, 'approved', 404, 'application/not-found'],
      [other, 'withdrawn', 404, 'application/not-found'],
      [other, 'approved', 404, 'application/not-found'],
      [marketer, 'approved', 403, 'auth/forbidden'],
      [marketer, 'rejected', 403, 'auth/forbidden'],
      [advertiser, 'withdrawn', 403, 'auth/forbidden'],
      [app.visitor(), 'approved', 401, 'auth/required'],
      [await app.signInAdmin(), 'approved', 403, 'auth/forbidden'],
    ];
    for (const [client, status, expected, code] of answers) {
      const answer = await decide(client, id, status);
      expect([answer.status, answer.error.code]).toEqual([expected, code]);
    }
    const unknown = await decide(advertiser, '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11', 'approved');
    expect(unknown.error.code).toBe('application/not-found');
    const malformed = await advertiser.request('PUT', '/api/applications/1', { status: 'approved' });
    expect(malformed.status).toBe(404);
    const nonsense = await advertiser.request('PUT', `/api/applications/${id}`, { status: 'pending' });
    expect([nonsense.status, nonsense.error.code]).toEqual([400, 'request/invalid']);
    const { body } = await marketer.call(contract.listApplications);
    expect(body).toMatchObject([{ id, status: 'pending' }]);
  });
});

describe('lists', () => {
  test('return a marketer’s own applications or those to an advertiser’s campaigns, newest first, filtered', async () => {
    const first = await fundedCampaign(app, rival);
    const second = await fundedCampaign(app, rival, { title: 'The second one' });
    const early = (await apply(marketer, first.id)).body;
    app.clock.advance(HOUR);
    const late = (await apply(marketer, second.id)).body;
    const foreign = (await apply(other, second.id)).body;
    await decide(rival, foreign.id, 'rejected');

    const ids = async (client: Client, query: object = {}) =>
      (await client.call(contract.listApplications, { query })).body.map(({ id }) => id);
    expect(await ids(marketer)).toEqual([late.id, early.id]);
    expect(await ids(marketer, { campaignId: first.id })).toEqual([early.id]);
    expect(await ids(marketer, { status: 'rejected' })).toEqual([]);
    expect(await ids(rival, { campaignId: second.id })).toEqual(
      [late.id, foreign.id].toSorted().toReversed(),
    );
    expect(await ids(rival, { campaignId: second.id, status: 'rejected' })).toEqual([foreign.id]);
    expect(await ids(advertiser, { campaignId: second.id })).toEqual([]);
    expect(await ids(advertiser)).not.toContain(late.id);
    expect((await app.visitor().call(contract.listApplications)).status).toBe(401);
    expect((await (await app.signInAdmin()).call(contract.listApplications)).status).toBe(403);
    expect((await rival.request('GET', '/api/applications?status=open')).status).toBe(400);
  });
});

test('a long list is paged without gaps or repeats, even for equal times', async () => {
  const boss = await app.signIn('advertiser');
  const people = [marketer, other];
  const sent: string[] = [];
  for (const changes of [{ title: 'First' }, { title: 'Second' }, { title: 'Third' }]) {
    const { id } = await fundedCampaign(app, boss, changes);
    for (const client of people) sent.push((await apply(client, id)).body.id);
    if (changes.title !== 'First') app.clock.advance(MINUTE);
  }
  const all = (await boss.call(contract.listApplications)).body.map(({ id }) => id);
  expect(all.toSorted()).toEqual(sent.toSorted());
  for (const query of ['limit=1', 'limit=4', 'status=pending&limit=5']) {
    const pages = await readPages<typeof contract.listApplications>(boss, `/api/applications?${query}`);
    expect(pages.flat().map(({ id }) => id)).toEqual(all);
    expect(pages.length).toBeGreaterThan(1);
  }
  const own = (
    await readPages<typeof contract.listApplications>(marketer, '/api/applications?limit=1')
  ).flat();
  const whole = (await marketer.call(contract.listApplications)).body;
  expect(own).toEqual(whole);
  for (const wrong of ['cursor=nothing', 'cursor=2026-11-02~1', 'limit=0', 'limit=101']) {
    const refused = await boss.request('GET', `/api/applications?${wrong}`);
    expect([refused.status, refused.error.code]).toEqual([400, 'request/invalid']);
  }
});

test('applying and approving are refused after the campaign has ended', async () => {
  const campaign = await fundedCampaign(app, advertiser);
  const { id } = (await apply(marketer, campaign.id)).body;
  app.clock.set(campaign.closesAt ?? '');
  const marketerAgain = await app.signIn('marketer', other.email);
  expect((await apply(marketerAgain, campaign.id)).error.code).toBe('campaign/not-active');
  const advertiserAgain = await app.signIn('advertiser', advertiser.email);
  expect((await decide(advertiserAgain, id, 'approved')).error.code).toBe('campaign/not-active');
  expect((await decide(advertiserAgain, id, 'rejected')).status).toBe(200);
});
