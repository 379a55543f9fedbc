import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { exportOwnData } from '#auth/account-contract.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { decideKyc } from '#kyc/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { decideProof } from '#proofs/contract.ts';
import { suspendUser } from '#admin/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { submitDocuments } from '#tests/support/people/identity-check.ts';
import { readPages } from '#tests/support/journeys/pages.ts';
import { connectSocialAccount } from '#tests/support/people/social-account.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { updateCompliance } from '../../contract.ts';
import { saveProfile } from '../../form-contract.ts';
import * as contract from '../../marketers-contract.ts';
import { profileFormSample } from '../../sample.ts';
import { updateMarketerListing } from './marketers-service.ts';

let app: TestApp;
let admin: Client;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(signInAgain);
afterAll(() => app.close());

/** Sessions end as time passes. */
async function signInAgain(): Promise<void> {
  // Send pending emails first, so that the newest one is the sign-in code.
  await app.runDue();
  advertiser = await app.signIn('advertiser', 'owner@promenade.test');
  admin = await app.signInAdmin();
}
const list = async (query: object = {}) =>
  (await advertiser.call(contract.listMarketers, { query: { limit: 50, ...query } })).body;
const listing = async (client: Client) => (await client.call(contract.getListing)).body;
const hide = (client: Client, isHidden: boolean) => client.call(contract.setListing, { body: { isHidden } });
const note = (client: Client, standing: Parameters<typeof updateMarketerListing>[3]) =>
  transact(app.deps.db, (tx) => updateMarketerListing(tx, app.deps, client.userId, standing));

async function named(firstName: string, city = 'Oakland'): Promise<Client> {
  const marketer = await app.signIn('marketer');
  const body = { ...profileFormSample, firstName, lastName: 'Óberg-Quist', city };
  expect((await marketer.call(saveProfile, { body })).status).toBe(200);
  return marketer;
}

describe('a marketer is listed', () => {
  test('once their identity is verified, and not before', async () => {
    const marketer = await named('Verena');
    await marketer.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    await submitDocuments(marketer);
    await app.runDue();
    expect(await list()).toEqual([]);
    expect(await listing(marketer)).toMatchObject({ isHidden: false, isKnown: false, isNamed: true });
    const decided = { params: { userId: marketer.userId }, body: { status: 'approved' as const } };
    expect((await admin.call(decideKyc, decided)).status).toBe(200);
    await app.runDue();
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        name: 'Verena Ó.',
        imageUrl: null,
        city: 'Oakland',
        state: profileFormSample.state,
        rating: 5,
        ratingCount: 0,
        finishedWork: 0,
        punctuality: { gigs: 0, onTime: 0 },
        activeStrikes: 0,
        isIdentityVerified: true,
        isLocationVerified: false,
        platforms: [],
      },
    ]);
    expect(await listing(marketer)).toMatchObject({ isHidden: false, isKnown: true, isNamed: true });
  });

  test('once a first proof is approved; repeated events count the work once', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const [marketer] = holders;
    if (!marketer) throw new Error('there is no marketer with the place');
    await marketer.call(saveProfile, { body: { ...profileFormSample, firstName: 'Worker' } });
    const id = await sendPost(marketer, campaign.id);
    await app.runDue();
    expect((await list()).map(({ name }) => name)).not.toContain('Worker L.');
    const decision = { params: { id }, body: { status: 'approved' as const } };
    await advertiser.call(decideProof, decision);
    await advertiser.call(decideProof, decision);
    await app.runDue();
    expect((await list()).find(({ name }) => name.startsWith('Worker'))).toMatchObject({
      finishedWork: 1,
      isIdentityVerified: false,
    });
  });

  test('not while hidden, suspended, without a name, or in another role', async () => {
    const [hidden, suspended] = [await named('Hidden'), await named('Suspended')];
    const unnamed = await app.signIn('marketer');
    for (const client of [hidden, suspended, unnamed, advertiser])
      await note(client, { identityVerified: true });
    const names = async () => (await list()).map(({ name }) => name.split(' ')[0]);
    expect(await names()).toEqual(expect.arrayContaining(['Hidden', 'Suspended']));
    expect(await names()).not.toContain(undefined);

    expect((await hide(hidden, true)).body).toMatchObject({ isHidden: true, isKnown: true, isNamed: true });
    expect((await hide(hidden, true)).body.isHidden).toBe(true);
    expect(await listing(unnamed)).toMatchObject({ isNamed: false });
    const reason = { params: { id: suspended.userId }, body: { reason: 'Another person uses it.' } };
    expect((await admin.call(suspendUser, reason)).status).toBe(200);
    expect(await names()).not.toEqual(expect.arrayContaining(['Hidden']));
    expect(await names()).not.toEqual(expect.arrayContaining(['Suspended']));
    const { rows } = await app.database.asOwner('select 1 from marketer_listing where account_id = $1', [
      advertiser.userId,
    ]);
    expect(rows).toEqual([]);
    const { rows: audited } = await app.database.asOwner(
      "select 1 from audit_entry where action = 'listing.hidden' and actor_id = $1",
      [hidden.userId],
    );
    expect(audited).toHaveLength(1);
    await hide(hidden, false);
    expect(await names()).toContain('Hidden');
  });

  test('without contact details or the account id', async () => {
    const marketer = await named('Private');
    await note(marketer, { finishedWork: 3 });
    const text = JSON.stringify(await list());
    expect(text).toContain('Private Ó.');
    for (const secret of [
      marketer.userId,
      marketer.email,
      'Óberg',
      profileFormSample.phoneNumber,
      profileFormSample.address,
      profileFormSample.zipCode,
      profileFormSample.dateOfBirth,
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the list', () => {
  test('is filtered by city and platform', async () => {
    const [reno, renoir] = [await named('Reno', 'Reno'), await named('Renoir', 'reno%ville')];
    await note(reno, { finishedWork: 2 });
    await note(renoir, { finishedWork: 1 });
    const names = async (query: object) => (await list(query)).map(({ name }) => name);
    expect(await names({ city: ' RENO ' })).toEqual(['Reno Ó.', 'Renoir Ó.']);
    expect(await names({ city: 'reno%' })).toEqual(['Renoir Ó.']);
    expect(await names({ city: 'reno', platform: 'tiktok' })).toEqual([]);
    const accounts = { platform: 'tiktok', handle: 'reno.runs', followers: 12_345 } as const;
    await connectSocialAccount(reno, admin, accounts);
    const [found] = await list({ city: 'reno', platform: 'tiktok' });
    expect(found).toMatchObject({ name: 'Reno Ó.', platforms: [{ platform: 'tiktok', tier: 'micro' }] });
    expect(JSON.stringify(found)).not.toContain('reno.runs');
    app.clock.advance(91 * DAY);
    await signInAgain();
    expect(await names({ city: 'reno', platform: 'tiktok' })).toEqual([]);
    expect((await list({ city: 'reno' }))[0]?.platforms).toEqual([]);
  });

  test('is paged without repeats, most finished work first', async () => {
    for (const finishedWork of [7, 9, 7, 7, 8]) {
      await note(await named(`Page${finishedWork}`, 'Pagetown'), { finishedWork });
    }
    const address = '/api/marketers?city=Pagetown&limit=2';
    const seen = (await readPages<typeof contract.listMarketers>(advertiser, address)).flat();
    expect(seen.map(({ finishedWork }) => finishedWork)).toEqual([9, 8, 7, 7, 7]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
  });

  it.each([
    ['cursor=nothing', 'cursor'],
    ['cursor=abc~00000000-0000-4000-8000-000000000000', 'cursor'],
    ['minRating=6', 'minRating'],
    ['platform=myspace', 'platform'],
    ['limit=51', 'limit'],
  ])('refuses ?%s', async (query, field) => {
    const refused = await advertiser.request('GET', `/api/marketers?${query}`);
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [field]]);
  });
});

test('listing data is deleted with the account, and included in the export', async () => {
  const marketer = await named('Leaving');
  await note(marketer, { finishedWork: 4 });
  app.clock.advance(HOUR);
  const again = await app.signIn('marketer', marketer.email);
  const exported = await again.request('GET', exportOwnData.path);
  expect(JSON.stringify(exported.error)).toContain('"finishedWork":4');
  expect((await again.request('DELETE', '/api/me')).status).toBeLessThan(300);
  await signInAgain();
  expect((await list()).map(({ name }) => name)).not.toContain('Leaving Ó.');
  await note(marketer, { finishedWork: 5 });
  const { rows } = await app.database.asOwner('select 1 from marketer_listing where account_id = $1', [
    marketer.userId,
  ]);
  expect(rows).toEqual([]);
});
