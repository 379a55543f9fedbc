import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { saveProfile } from '../../form-contract.ts';
import * as contract from '../../marketers-contract.ts';
import { profileFormSample } from '../../sample.ts';
import { updateMarketerListing } from './marketers-service.ts';

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database, listens: false });
  advertiser = await app.signIn('advertiser');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function listed(): Promise<{ marketer: Client; id: string }> {
  const marketer = await app.signIn('marketer');
  await marketer.call(saveProfile, { body: profileFormSample });
  await transact(app.deps.db, (tx) =>
    updateMarketerListing(tx, app.deps, marketer.userId, { finishedWork: 1 }),
  );
  const { rows } = await database.asOwner('select id from marketer_listing where account_id = $1', [
    marketer.userId,
  ]);
  return { marketer, id: rows[0].id };
}
const save = (client: Client, id: string) => client.call(contract.saveMarketer, { params: { id } });
const remove = (client: Client, id: string) => client.call(contract.removeSavedMarketer, { params: { id } });
const saved = async (client: Client) => (await client.call(contract.listSavedMarketers)).body;
const found = async (client: Client) =>
  (await client.call(contract.listMarketers, { query: { limit: 50, savedBy: client.userId } })).body.map(
    ({ id }) => id,
  );

test('saving and removing are idempotent, concurrent too, and seen only by the business', async () => {
  const { marketer, id } = await listed();
  const other = await app.signIn('advertiser');
  await save(other, (await listed()).id);
  const answers = await Promise.all(Array.from({ length: 8 }, () => save(advertiser, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await saved(advertiser), await found(advertiser)]).toEqual([[id], [id]]);
  expect(await saved(other)).not.toContain(id);

  await marketer.call(contract.setListing, { body: { isHidden: true } });
  expect([(await save(advertiser, id)).status, (await save(other, id)).error.code]).toEqual([
    200,
    'listing/not-found',
  ]);
  expect(await found(advertiser)).toEqual([]);
  for (let each = 0; each < 2; each += 1) expect((await remove(advertiser, id)).status).toBe(200);
  expect(await saved(advertiser)).toEqual([]);
});

test('a team shares the list: managers change it, viewers read it, and others do not see it', async () => {
  const { userId: businessId } = advertiser;
  const manager = await teamMember(app, advertiser, 'manager');
  const viewer = await teamMember(app, advertiser, 'viewer');
  const { id } = await listed();
  const query = { businessId };
  const saveFor = async (client: Client) =>
    (await client.call(contract.saveMarketer, { params: { id }, query })).error.code;
  const listFor = (client: Client) => client.call(contract.listSavedMarketers, { query });
  const stranger = await app.signIn('advertiser');
  expect([await saveFor(viewer), await saveFor(stranger)]).toEqual([
    'listing/read-only',
    'listing/no-business',
  ]);
  expect((await listFor(stranger)).error.code).toBe('listing/no-business');
  const spied = await stranger.call(contract.listMarketers, { query: { limit: 50, savedBy: businessId } });
  expect(spied.error.code).toBe('listing/no-business');
  await manager.call(contract.saveMarketer, { params: { id }, query });
  for (const client of [advertiser, manager, viewer]) expect((await listFor(client)).body).toContain(id);
  expect(await saved(manager)).toEqual([]);
  await viewer.call(contract.removeSavedMarketer, { params: { id }, query });
  expect(await saved(advertiser)).toContain(id);
  await manager.call(contract.removeSavedMarketer, { params: { id }, query });
  expect(await saved(advertiser)).not.toContain(id);
});

test('of concurrent saves at the limit, only as many succeed as have room', async () => {
  const full = await app.signIn('advertiser');
  await database.asOwner(
    `with a as (insert into account (id, email, role, created_at)
       select gen_random_uuid(), 'filler' || n || '@promenade.test', 'marketer', now()
       from generate_series(1, $2::int) n returning id),
     l as (insert into marketer_listing (id, account_id) select gen_random_uuid(), id from a returning id)
     select id from l where $1::uuid is not null`,
    [full.userId, contract.MAX_SAVED_MARKETERS - 1],
  );
  await database.asOwner(
    `insert into saved_marketer (advertiser_id, listing_id, saved_at)
     select $1, l.id, now() from marketer_listing l join account a on a.id = l.account_id where a.email like 'filler%'`,
    [full.userId],
  );
  const more = [await listed(), await listed(), await listed()];
  const answers = await Promise.all(more.map(({ id }) => save(full, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await saved(full)).toHaveLength(contract.MAX_SAVED_MARKETERS);
});

test('a marketer who deletes the account is removed, also during a save', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { marketer, id } = await listed();
    const [answer, gone] = await Promise.all([save(advertiser, id), marketer.request('DELETE', '/api/me')]);
    expect(gone.status).toBeLessThan(300);
    expect(answer.status === 200 || answer.error.code === 'listing/not-found').toBe(true);
    expect(await saved(advertiser)).not.toContain(id);
  }
});
