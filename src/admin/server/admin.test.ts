import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listReconciliations,
  listStuckMoney,
  listWebhooks,
  runReconciliation,
} from '#payments/admin-contract.ts';
import { saveProfile } from '#profiles/contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { draftCampaign, fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { getAdminStats, listUsers } from '../contract.ts';

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
}) => (await admin.call(listUsers, { query })).body.map(({ email }) => email);

describe('accounts', () => {
  it('are listed newest first, with their names', async () => {
    const { body } = await admin.call(listUsers);
    expect(body.map(({ email }) => email)).toEqual([
      'admin@promenade.test',
      'mayaxfield@promenade.test',
      'maya_field@promenade.test',
      'brand@promenade.test',
    ]);
    expect(body[2]).toEqual({
      id: maya.userId,
      email: 'maya_field@promenade.test',
      firstName: 'Maya',
      lastName: 'Field',
      userType: 'marketer',
      isVerified: false,
      createdAt: expect.any(String),
    });
  });

  it('are found by type and by a part of the address, whose signs mean themselves', async () => {
    expect(await emails({ userType: 'advertiser' })).toEqual(['brand@promenade.test']);
    expect(await emails({ q: 'BRAND' })).toEqual(['brand@promenade.test']);
    expect(await emails({ q: 'maya_' })).toEqual(['maya_field@promenade.test']);
    expect(await emails({ q: '%' })).toEqual([]);
    expect(await emails({ q: '\\' })).toEqual([]);
    expect(await emails({ limit: 1 })).toEqual(['admin@promenade.test']);
  });

  it('that were deleted are not shown', async () => {
    const gone = await app.signIn('marketer', 'gone@promenade.test');
    await app.database.asOwner('update account set deleted_at = $2 where id = $1', [
      gone.userId,
      app.clock.now(),
    ]);
    expect(await emails({ q: 'gone' })).toEqual([]);
  });

  it.each(['limit=0', 'limit=101', 'userType=owner', `q=${'a'.repeat(201)}`])(
    'are not asked for by %s',
    async (query) => {
      expect((await admin.request('GET', `/api/admin/users?${query}`)).status).toBe(400);
    },
  );
});

it('the figures count what there is', async () => {
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
  // A fee that was paid is earned only with the work.
  expect((await admin.call(getAdminStats)).body).toEqual({
    ...before,
    totalCampaigns: 2,
    activeCampaigns: 1,
  });
});

it('the wallet’s books and ours agree in the whole product, and nothing is stuck', async () => {
  const { body: compared } = await admin.call(runReconciliation, { body: {} });
  expect(compared).toMatchObject({ differences: [], problem: null, compared: 2 });
  expect(compared.ours).toBe(compared.theirs);
  expect(Number(compared.theirs)).toBeGreaterThan(0);
  expect((await admin.call(listReconciliations)).body[0]).toEqual(compared);
  expect((await admin.call(listStuckMoney)).body).toEqual({ items: [], nextCursor: null });
});

it('nobody else sees any of it', async () => {
  for (const [client, status] of [
    [app.visitor(), 401],
    [maya, 403],
    [advertiser, 403],
  ] as const) {
    for (const endpoint of [listUsers, getAdminStats, listStuckMoney, listReconciliations, listWebhooks])
      expect((await client.call(endpoint)).status).toBe(status);
  }
});
