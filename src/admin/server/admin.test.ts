import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listReconciliations,
  listStuckMoney,
  listWebhooks,
  runReconciliation,
} from '#payments/admin-contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { knowNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { deleteUser, getAdminStats, getUser, listUsers, type UserSort } from '../contract.ts';

let app: TestApp;
let admin: Client;
let maya: Client;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser', 'brand@promenade.test');
  app.clock.advance(1000);
  maya = await app.signIn('marketer', 'maya_field@promenade.test');
  await maya.call(saveProfile, { body: profileFormSample });
  await knowNameAndPhoto(app.database, maya.userId);
  app.clock.advance(1000);
  await app.signIn('marketer', 'mayaxfield@promenade.test');
  app.clock.advance(1000);
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

const emails = async (query: {
  q?: string;
  userType?: 'marketer' | 'advertiser' | 'admin';
  limit?: number;
  sort?: UserSort;
}) => (await admin.call(listUsers, { query })).body.map(({ email }) => email);

describe('accounts', () => {
  it('are listed newest first, with names', async () => {
    const { body } = await admin.call(listUsers);
    expect(body.map(({ email }) => email)).toEqual([
      'admin@promenade.test',
      'mayaxfield@promenade.test',
      'maya_field@promenade.test',
      'brand@promenade.test',
    ]);
    expect(body[1]?.profileImageUrl).toBeNull();
    expect(body[2]).toEqual({
      id: maya.userId,
      email: 'maya_field@promenade.test',
      firstName: 'Maya',
      lastName: 'Field',
      businessName: null,
      profileImageUrl: expect.stringContaining('/'),
      userType: 'marketer',
      isVerified: false,
      isSuspended: false,
      kycStatus: 'incomplete',
      submittedAt: null,
      can: { verify: false, askForDocuments: true, suspend: true, reactivate: false, delete: true },
      createdAt: expect.any(String),
    });
  });

  it('are found by type, and by parts of email, name and business; wildcards are literal', async () => {
    expect(await emails({ userType: 'advertiser' })).toEqual(['brand@promenade.test']);
    expect(await emails({ q: 'BRAND' })).toEqual(['brand@promenade.test']);
    expect(await emails({ q: 'maya_' })).toEqual(['maya_field@promenade.test']);
    expect(await emails({ q: '%' })).toEqual([]);
    expect(await emails({ q: '\\' })).toEqual([]);
    expect(await emails({ limit: 1 })).toEqual(['admin@promenade.test']);
    // Parts of the profile's name in any order; two characters are enough.
    expect(await emails({ q: 'field may' })).toEqual([
      'mayaxfield@promenade.test',
      'maya_field@promenade.test',
    ]);
    expect(await emails({ q: 'Maya Field promenade', userType: 'advertiser' })).toEqual([]);
    expect(await emails({ q: 'br' })).toEqual(['brand@promenade.test']);
    expect(await emails({ q: 'maya unknown' })).toEqual([]);
    const business = { ...profileFormSample, firstName: 'Lou', businessName: 'Harbor Roasters' };
    await advertiser.call(saveProfile, { body: business });
    expect(await emails({ q: 'roast' })).toEqual(['brand@promenade.test']);
    await advertiser.call(saveProfile, { body: { ...business, businessName: 'Pier Bakers' } });
    expect(await emails({ q: 'roast' })).toEqual([]);
    expect(await emails({ q: 'lou pier' })).toEqual(['brand@promenade.test']);
  });

  it.each(['oldest', 'email'] as const)('are sorted by %s, forwards and backwards', async (sort) => {
    const all = await emails({ sort });
    expect(all).toEqual(sort === 'email' ? all.toSorted() : (await emails({})).toReversed());
    const [first, second] = (await admin.call(listUsers, { query: { sort } })).body;
    const at = { sort, limit: 1 };
    const next = await admin.call(listUsers, { query: { ...at, after: first?.id ?? '' } });
    expect(next.body.map(({ email }) => email)).toEqual([second?.email]);
    expect(next.headers['link']).toContain(`sort=${sort}`);
    const back = await admin.call(listUsers, { query: { ...at, before: second?.id ?? '' } });
    expect(back.body.map(({ email }) => email)).toEqual([first?.email]);
  });

  it('are paged forwards and backwards, and pages do not shift when others sign up', async () => {
    const page = async (url: string) => {
      const { status, headers, body } = await admin.request('GET', url);
      expect(status).toBe(200);
      const links = new Map(
        Array.from(String(headers['link'] ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g), ([, to, rel]) => [
          rel,
          to,
        ]),
      );
      const users = body as unknown as { email: string }[];
      return {
        emails: users.map(({ email }) => email),
        next: links.get('next'),
        previous: links.get('prev'),
      };
    };
    const first = await page('/api/admin/users?limit=2&q=promenade.test');
    expect(first.emails).toEqual(['admin@promenade.test', 'mayaxfield@promenade.test']);
    expect(first.previous).toBeUndefined();
    app.clock.advance(1000);
    await app.signIn('marketer', 'younger@promenade.test');
    const second = await page(first.next ?? '');
    expect(second.emails).toEqual(['maya_field@promenade.test', 'brand@promenade.test']);
    expect(second.next).toBeUndefined();
    const back = await page(second.previous ?? '');
    expect(back.emails).toEqual(first.emails);
    expect((await page(back.previous ?? '')).emails).toEqual(['younger@promenade.test']);
    expect((await page(`/api/admin/users?after=${crypto.randomUUID()}`)).emails).toEqual([]);
    await app.database.asOwner('update account set deleted_at = now() where email = $1', [
      'younger@promenade.test',
    ]);
  });

  it('are not listed once deleted', async () => {
    const gone = await app.signIn('marketer', 'gone@promenade.test');
    await app.database.asOwner('update account set deleted_at = $2 where id = $1', [
      gone.userId,
      app.clock.now(),
    ]);
    expect(await emails({ q: 'gone' })).toEqual([]);
  });

  it.each([
    'limit=0',
    'after=x',
    `after=${crypto.randomUUID()}&before=${crypto.randomUUID()}`,
    'limit=101',
    'userType=owner',
    `q=${'a'.repeat(201)}`,
  ])('reject the query %s', async (query) => {
    expect((await admin.request('GET', `/api/admin/users?${query}`)).status).toBe(400);
  });
});

it('returns the platform’s figures', async () => {
  const before = (await admin.call(getAdminStats)).body;
  expect(before).toEqual({
    totalUsers: 4,
    totalCampaigns: 0,
    activeCampaigns: 0,
    totalRevenue: '0.00',
    pendingProofs: 0,
    pendingKyc: 0,
  });
  await draftCampaign(app, advertiser);
  await fundedCampaign(app, advertiser);
  // A paid fee counts as earned only once the work is approved.
  expect((await admin.call(getAdminStats)).body).toEqual({
    ...before,
    totalCampaigns: 2,
    activeCampaigns: 1,
  });
});

it('shows a user’s running campaign, and refuses to delete the user', async () => {
  const params = { id: advertiser.userId };
  const { body } = await admin.call(getUser, { params });
  expect(body.counts).toMatchObject({ campaigns: 2, activeCampaigns: 1 });
  expect(body.openMatters.join(' ')).toContain('campaign');
  const { status, error } = await admin.call(deleteUser, { params, body: { reason: 'Asked for it' } });
  expect([status, error.code]).toEqual([409, 'account/open-matters']);
  expect(error.message).toContain(`The owner sees: “${body.openMatters[0]}`);
});

it('our books match the wallet’s, and no money is stuck', async () => {
  const { body: compared } = await admin.call(runReconciliation, { body: {} });
  expect(compared).toMatchObject({ differences: [], problem: null, compared: 2 });
  expect(compared.ours).toBe(compared.theirs);
  expect(Number(compared.theirs)).toBeGreaterThan(0);
  expect((await admin.call(listReconciliations)).body[0]).toEqual(compared);
  expect((await admin.call(listStuckMoney)).body).toEqual([]);
});

it('only admins have access', async () => {
  for (const [client, status] of [
    [app.visitor(), 401],
    [maya, 403],
    [advertiser, 403],
  ] as const) {
    for (const endpoint of [listUsers, getAdminStats, listStuckMoney, listReconciliations, listWebhooks])
      expect((await client.call(endpoint)).status).toBe(status);
  }
});

it('uses a search index without a pending list', async () => {
  const { rows } = await app.database.asOwner(
    "select reloptions from pg_class where relname = 'account_search'",
  );
  expect(rows).toEqual([{ reloptions: ['fastupdate=off'] }]);
});
