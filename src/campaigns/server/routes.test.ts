import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import * as contract from '../contract.ts';
import * as formContract from '../form-contract.ts';
import { socialForm, wearableForm } from '../sample.ts';
import { listPricingTiers } from '../pricing-contract.ts';

let app: TestApp;
let advertiser: Client;
let rival: Client;
let marketer: Client;
let visitor: Client;

beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  rival = await app.signIn('advertiser');
  marketer = await app.signIn('marketer');
  visitor = app.visitor();
});
afterAll(() => app.close());

const unknownId = '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11';
const campaignCount = async () => {
  const { rows } = await app.database.pool.query<{ campaigns: number }>(
    'select count(*) as campaigns from campaign',
  );
  return rows[0]?.campaigns;
};

describe('creating', () => {
  test('creates a wearable campaign as a draft to fund', async () => {
    const form = wearableForm(app.clock.now());
    const { status, body } = await advertiser.call(formContract.createCampaign, { body: form });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      campaignType: 'wearable',
      title: form.title,
      city: 'San Francisco',
      locationDetails: form.locationDetails,
      duration: 90,
      startTime: form.startTime,
      createdAt: app.clock.now().toISOString(),
      status: 'draft',
      escrowStatus: 'pending',
      escrowAmount: null,
      marketersHired: 0,
      totalMarketersNeeded: 3,
      applicationsCount: 0,
      totalBudget: 120,
      payRate: '40.00',
      targetDemographics: { ageRange: '26-35', gender: 'any' },
      proofRequirements: {
        videoDuration: 2,
        requireSelfie: true,
        requireLocationCheck: true,
        customRequirements: '',
      },
      isComplete: true,
      can: { edit: true, fund: true, apply: false, review: false, close: false },
    });
    const again = await advertiser.call(contract.getCampaign, { params: { id: body.id } });
    expect(again.body).toEqual(body);
  });

  test('ignores the state that the client sends', async () => {
    const body = {
      ...wearableForm(app.clock.now()),
      status: 'active',
      escrowStatus: 'funded',
      marketersHired: 3,
    };
    const answer = await advertiser.request<typeof formContract.createCampaign>(
      'POST',
      '/api/campaigns',
      body,
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'draft', escrowStatus: 'pending', marketersHired: 0 });
  });

  test('splits the budget of a social campaign without pay', async () => {
    const form = socialForm(app.clock.now(), { totalBudget: 1000, totalMarketersNeeded: 3 });
    const { status, body } = await advertiser.call(formContract.createCampaign, { body: form });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      payRate: '333.33',
      socialMediaPlatform: 'instagram',
      requiredTier: 'micro',
      duration: null,
    });
  });

  test('drops fields of the other type', async () => {
    const form = wearableForm(app.clock.now(), {
      socialMediaPlatform: 'tiktok',
      requiredTier: 'macro',
      minFollowers: 5,
    });
    const { body } = await advertiser.call(formContract.createCampaign, { body: form });
    expect(body).toMatchObject({ socialMediaPlatform: null, requiredTier: null, minFollowers: null });
  });

  test('a draft requires nothing, not even a title', async () => {
    const { status, body } = await advertiser.call(formContract.createCampaign, {
      body: { saveAsDraft: true, title: ' ' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: '',
      description: '',
      paymentMethod: 'paypal',
      locationDetails: null,
      startTime: null,
      payRate: '0.00',
      totalMarketersNeeded: 0,
      isComplete: false,
      can: { edit: true, fund: false },
    });
  });

  test('a draft with all fields counts as complete', async () => {
    const { body } = await advertiser.call(formContract.createCampaign, {
      body: { ...wearableForm(app.clock.now()), saveAsDraft: true },
    });
    expect(body).toMatchObject({ isComplete: true, can: { fund: true } });
  });

  test.each<[string, object, string, string]>([
    ['no title', { title: ' ' }, 'title', 'Title is required'],
    ['no company', { company: '' }, 'company', 'Company name is required'],
    [
      'a short description',
      { description: 'too short' },
      'description',
      'Description must be at least 10 characters',
    ],
    ['no location', { location: '' }, 'location', 'Location is required'],
    [
      'no place',
      { locationDetails: undefined },
      'locationDetails',
      'Please select a location for your campaign',
    ],
    [
      'no marketers',
      { totalMarketersNeeded: undefined },
      'totalMarketersNeeded',
      'Number of marketers is required',
    ],
    ['0 marketers', { totalMarketersNeeded: 0 }, 'totalMarketersNeeded', 'Must be at least 1 marketer'],
    ['half a marketer', { totalMarketersNeeded: 1.5 }, 'totalMarketersNeeded', 'Must be a whole number'],
    ['no budget', { totalBudget: undefined }, 'totalBudget', 'Total budget is required'],
    ['a negative budget', { totalBudget: -1 }, 'totalBudget', 'Must not be negative'],
    [
      'a budget below its cost',
      { totalBudget: 119.99 },
      'totalBudget',
      'Must cover the pay of all marketers',
    ],
    ['no start', { startTime: undefined }, 'startTime', 'Start time is required'],
    [
      'a start without a zone',
      { startTime: '2026-11-09T10:00' },
      'startTime',
      'Enter the start as a date and time',
    ],
    [
      'a start in the year 0',
      { startTime: '0000-01-01T00:00:00Z' },
      'startTime',
      'Enter the start as a date and time',
    ],
    ['too little pay', { payRate: 24.99 }, 'payRate', 'Must be at least $25 per session'],
    ['fractions of a cent', { payRate: 25.001 }, 'payRate', 'At most two decimals'],
    ['pay as text', { payRate: '40' }, 'payRate', expect.any(String)],
    ['too short a session', { duration: 29 }, 'duration', 'Must be at least 30 minutes'],
    [
      'a radius that is not offered',
      { locationDetails: { address: 'x', lat: 1, lng: 1, radius: 700 } },
      'locationDetails.radius',
      'Choose one of the offered radii',
    ],
    [
      'a point off the earth',
      { locationDetails: { address: 'x', lat: 91, lng: 1, radius: 500 } },
      'locationDetails.lat',
      expect.any(String),
    ],
  ])('%s is refused on its field, and nothing is stored', async (_, changes, field, text) => {
    const before = await campaignCount();
    const body = { ...wearableForm(app.clock.now()), ...changes };
    const { status, error } = await advertiser.request('POST', '/api/campaigns', body);
    expect(status).toBe(400);
    expect(error.code).toBe('request/invalid');
    expect(error.fields?.[field]).toEqual(text);
    expect(await campaignCount()).toBe(before);
  });

  test.each([
    [
      'a start that is past',
      { startTime: '2026-11-02T14:59:59Z' },
      422,
      'campaign/start-passed',
      'startTime',
    ],
    [
      'a start at this moment',
      { startTime: '2026-11-02T15:00:00Z' },
      422,
      'campaign/start-passed',
      'startTime',
    ],
    ['a start in another age', { startTime: '9999-12-31T23:59:59Z' }, 400, 'request/invalid', 'startTime'],
    ['a payment by card', { paymentMethod: 'credit_card' }, 422, 'campaign/payment-method', 'paymentMethod'],
    [
      'content that the platform has not',
      { campaignType: 'social', socialMediaPlatform: 'tiktok', contentType: 'story', requiredTier: 'nano' },
      400,
      'request/invalid',
      'contentType',
    ],
    [
      'a post below its tier',
      {
        campaignType: 'social',
        socialMediaPlatform: 'instagram',
        contentType: 'post',
        requiredTier: 'micro',
        payRate: 99.99,
      },
      422,
      'campaign/outside-tier',
      'payRate',
    ],
    [
      'a post above its tier',
      {
        campaignType: 'social',
        socialMediaPlatform: 'instagram',
        contentType: 'post',
        requiredTier: 'micro',
        payRate: 500.01,
      },
      422,
      'campaign/outside-tier',
      'payRate',
    ],
    [
      'a share below the tier',
      {
        campaignType: 'social',
        socialMediaPlatform: 'instagram',
        contentType: 'post',
        requiredTier: 'micro',
        payRate: undefined,
      },
      422,
      'campaign/outside-tier',
      'payRate',
    ],
    [
      'a budget that pays nothing',
      {
        campaignType: 'social',
        socialMediaPlatform: 'instagram',
        contentType: 'post',
        requiredTier: 'micro',
        payRate: undefined,
        totalBudget: 0,
      },
      422,
      'campaign/outside-tier',
      'payRate',
    ],
  ])('%s is refused', async (_, changes, status, code, field) => {
    const before = await campaignCount();
    const body = { ...wearableForm(app.clock.now()), ...changes };
    const answer = await advertiser.request('POST', '/api/campaigns', body);
    expect(answer.error.code).toBe(code);
    expect(answer.status).toBe(status);
    expect(answer.error.fields?.[field]).toEqual(expect.any(String));
    expect(await campaignCount()).toBe(before);
  });

  test.each([100, 500])('accepts a pay at a limit of its tier: $%i', async (payRate) => {
    const { status } = await advertiser.call(formContract.createCampaign, {
      body: socialForm(app.clock.now(), { payRate }),
    });
    expect(status).toBe(201);
  });

  test('only advertisers create campaigns', async () => {
    const body = wearableForm(app.clock.now());
    expect((await visitor.call(formContract.createCampaign, { body })).status).toBe(401);
    expect((await marketer.call(formContract.createCampaign, { body })).status).toBe(403);
    const admin = await app.signInAdmin();
    expect((await admin.call(formContract.createCampaign, { body })).status).toBe(403);
  });
});

describe('a draft', () => {
  test('is visible only to its owner', async () => {
    const { id } = await draftCampaign(app, advertiser);
    const admin = await app.signInAdmin();
    for (const client of [rival, marketer, visitor, admin]) {
      const { status, error } = await client.call(contract.getCampaign, { params: { id } });
      expect([status, error.code]).toEqual([404, 'campaign/not-found']);
    }
    const listed = await visitor.call(contract.listCampaigns);
    expect(listed.body.map((campaign) => campaign.id)).not.toContain(id);
  });

  test('is replaced completely by an update', async () => {
    const { id } = await draftCampaign(app, advertiser);
    const form = wearableForm(app.clock.now(), {
      title: 'Another title',
      payRate: 50,
      totalBudget: 150,
      instructions: undefined,
      location: 'Loop, Chicago, IL',
      locationDetails: { address: 'Loop, Chicago, IL', lat: 41.8837, lng: -87.6289, radius: 500 },
    });
    const { status, body } = await advertiser.call(formContract.updateCampaign, {
      params: { id },
      body: form,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Another title',
      payRate: '50.00',
      instructions: null,
      city: 'Chicago',
    });
    const less = await advertiser.call(formContract.updateCampaign, {
      params: { id },
      body: { saveAsDraft: true, title: 'Back to an idea' },
    });
    expect(less.body).toMatchObject({
      title: 'Back to an idea',
      isComplete: false,
      city: null,
      locationDetails: null,
    });
  });

  test('can be changed only by its owner, with the same rules as creating', async () => {
    const draft = await draftCampaign(app, advertiser);
    const body = wearableForm(app.clock.now(), { title: 'Taken over' });
    const params = { id: draft.id };
    expect((await rival.call(formContract.updateCampaign, { params, body })).status).toBe(404);
    expect((await marketer.call(formContract.updateCampaign, { params, body })).status).toBe(403);
    expect((await visitor.call(formContract.updateCampaign, { params, body })).status).toBe(401);
    const unknown = await advertiser.call(formContract.updateCampaign, { params: { id: unknownId }, body });
    expect(unknown.error.code).toBe('campaign/not-found');
    const past = { ...body, startTime: '2026-11-01T10:00:00Z' };
    const refused = await advertiser.call(formContract.updateCampaign, { params, body: past });
    expect(refused.error.code).toBe('campaign/start-passed');
    expect((await advertiser.call(contract.getCampaign, { params })).body).toEqual(draft);
  });
});

describe('an active campaign', () => {
  test('shows public fields to everyone, and money only to its owner', async () => {
    const active = await fundedCampaign(app, advertiser);
    const params = { id: active.id };
    expect(active).toMatchObject({
      status: 'active',
      escrowStatus: 'funded',
      escrowAmount: '120.00',
      platformFee: '18.00',
      can: { edit: false, fund: false, apply: false, review: true, close: true },
    });
    for (const client of [visitor, marketer, rival]) {
      const { status, body } = await client.call(contract.getCampaign, { params });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        title: active.title,
        totalBudget: 120,
        escrowAmount: null,
        platformFee: null,
      });
      const allowed = Object.entries(body.can).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
      expect(allowed).toEqual(client === marketer ? ['apply'] : []);
    }
  });

  test('can no longer be changed', async () => {
    const active = await fundedCampaign(app, advertiser);
    const { status, error } = await advertiser.call(formContract.updateCampaign, {
      params: { id: active.id },
      body: wearableForm(app.clock.now(), { payRate: 25 }),
    });
    expect([status, error.code, error.state]).toEqual([409, 'campaign/not-draft', 'active']);
    const { body } = await advertiser.call(contract.getCampaign, { params: { id: active.id } });
    expect(body).toEqual(active);
  });
});

describe('lists', () => {
  test('the public list is newest first, and the specification’s array without parameters', async () => {
    app.clock.advance(HOUR);
    const first = await fundedCampaign(app, rival, { title: 'First of two' });
    app.clock.advance(HOUR);
    const second = await fundedCampaign(app, rival, { title: 'Second of two' });
    const { status, body, headers } = await visitor.call(contract.listCampaigns);
    expect(status).toBe(200);
    expect(body.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(headers['link']).toBeUndefined();
  });

  test('a page links to the next one, which continues where it ended', async () => {
    const all = (await visitor.call(contract.listCampaigns, { query: { status: 'active' } })).body;
    expect(all.length).toBeGreaterThan(2);
    const page = await visitor.call(contract.listCampaigns, { query: { status: 'active', limit: 2 } });
    const next = /^<(.+)>; rel="next"$/.exec(String(page.headers['link']))?.[1] ?? '';
    const rest = await visitor.request<typeof contract.listCampaigns>('GET', next);
    expect([...page.body, ...rest.body].map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['near=here', 'near'],
    ['radius=100', 'near'],
    ['sort=distance', 'near'],
    ['sort=cheapest', 'sort'],
    ['minPay=much', 'minPay'],
    ['cursor=nonsense', 'cursor'],
    ['status=draft', 'status'],
  ])('?%s is refused on %s', async (query, field) => {
    const { status, error } = await visitor.request('GET', `/api/campaigns?${query}`);
    expect([status, error.code]).toEqual([400, 'request/invalid']);
    expect(error.fields).toHaveProperty(field);
  });

  test('an advertiser’s own list has drafts and money, but no other advertiser’s', async () => {
    const someone = await app.signIn('advertiser');
    const draft = await draftCampaign(app, someone, {
      targetDemographics: { ageRange: 'all', gender: 'female' },
    });
    app.clock.advance(1000);
    const active = await fundedCampaign(app, someone);
    const { body } = await someone.call(contract.listOwnCampaigns);
    expect(body).toMatchObject([
      { id: active.id, escrowAmount: '120.00', marketsNeeded: 3, targetDemographic: '26-35' },
      { id: draft.id, status: 'draft', escrowAmount: null, targetDemographic: 'All ages, female' },
    ]);
    expect(body).toHaveLength(2);
    expect((await marketer.call(contract.listOwnCampaigns)).status).toBe(403);
    expect((await visitor.call(contract.listOwnCampaigns)).status).toBe(401);
  });

  test('the pricing tiers are public', async () => {
    const { status, body } = await visitor.call(listPricingTiers);
    expect(status).toBe(200);
    expect(body).toHaveLength(60);
    expect(body).toContainEqual({
      platform: 'instagram',
      contentType: 'post',
      tier: 'micro',
      minPrice: 100,
      maxPrice: 500,
    });
  });

  test('the dashboard’s statistics count the user’s own campaigns', async () => {
    const someone = await app.signIn('advertiser');
    const sums = { totalSpent: '0.00', totalTipped: '0.00' };
    const empty = { teamMembers: 1, activeCampaigns: 0, totalMarketers: 0, ...sums };
    expect((await someone.call(contract.getAdvertiserStats)).body).toEqual(empty);
    await draftCampaign(app, someone);
    await fundedCampaign(app, someone);
    expect((await someone.call(contract.getAdvertiserStats)).body).toEqual({ ...empty, activeCampaigns: 1 });
    expect((await marketer.call(contract.getAdvertiserStats)).status).toBe(403);
  });
});

test('a draft whose start has passed can be edited but not paid for', async () => {
  const someone = await app.signIn('advertiser');
  const { id } = await draftCampaign(app, someone, {
    startTime: new Date(app.clock.now().getTime() + HOUR).toISOString(),
  });
  app.clock.advance(HOUR);
  const late = await someone.call(contract.getCampaign, { params: { id } });
  expect(late.body.can).toMatchObject({ edit: true, fund: false });
  const { status, body } = await someone.call(formContract.updateCampaign, {
    params: { id },
    body: wearableForm(app.clock.now(), {
      startTime: new Date(app.clock.now().getTime() + DAY).toISOString(),
    }),
  });
  expect(status).toBe(200);
  expect(body.can.fund).toBe(true);
});
