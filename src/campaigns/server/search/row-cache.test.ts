import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { searchCampaigns } from './campaign-search.ts';
import { readCachedRows } from './row-cache.ts';
import { listCampaignsById } from '../store.ts';

let app: TestApp;
let ids: string[];
beforeAll(async () => {
  app = await testApp();
  const advertiser = await app.signIn('advertiser');
  ids = [];
  for (const title of ['First', 'Second']) {
    ids.unshift((await fundedCampaign(app, advertiser, { title })).id);
    app.clock.advance(MINUTE);
  }
});
afterAll(() => app.close());

const listed = async () =>
  (await searchCampaigns(app.deps.db, {}, 10)).rows.map(({ id, title, hired }) => ({ id, title, hired }));

it('reads a row like drizzle, without the columns that no response uses', async () => {
  await app.database.asOwner(
    `update campaign set min_followers = 5000000000, max_followers = 9007199254740991, lat = -0.1, place_id = 'a "place"',
       brand_assets = '{"customInstructions": "Ünly blue, \\"please\\""}', closes_at = closes_at + interval '1 millisecond',
       custom_requirements = E'two\\nlines'
     where id = $1`,
    [ids[1]],
  );
  const { rows } = await searchCampaigns(app.deps.db, {}, 10);
  const whole = new Map((await listCampaignsById(app.deps.db, ids)).map((row) => [row.id, row]));
  expect(rows).toHaveLength(2);
  for (const { version, written: _written, ...row } of rows as ((typeof rows)[number] & {
    version?: string;
  })[]) {
    expect(version).toBeTruthy();
    expect(whole.get(row.id)).toMatchObject(row);
    const left = Object.keys(whole.get(row.id) ?? {}).filter((column) => !(column in row));
    expect(left.toSorted()).toEqual([
      'completedAt',
      'followersNeeded',
      'hourlyCents',
      'isOpen',
      'lane',
      'released',
      'submissionKey',
      'updatedAt',
    ]);
  }
});

it('caches a row from its second read on, and again after every change by any process', async () => {
  const before = await listed();
  expect(before.map(({ title }) => title)).toEqual(['Second', 'First']);
  const [one] = (await searchCampaigns(app.deps.db, {}, 10)).rows;
  const [again] = (await searchCampaigns(app.deps.db, {}, 10)).rows;
  expect(again).toBe(one);

  for (const title of ['Changed', 'Changed again']) {
    await app.database.asOwner('update campaign set title = $1 where id = $2', [title, ids[0]]);
    expect((await listed()).map((row) => row.title)).toEqual([title, 'First']);
  }
});

it('shows the last of several changes in a transaction, and none of a failed one', async () => {
  const twice = 'begin; update campaign set title = $$A$$; update campaign set title = $$B$$; commit';
  await app.database.asOwner(twice);
  expect((await listed()).map(({ title }) => title)).toEqual(['B', 'B']);
  await app.database.asOwner('begin; update campaign set title = $$C$$; rollback');
  expect((await listed()).map(({ title }) => title)).toEqual(['B', 'B']);
});

it('caches no row that is read only once, and frequently read ones immediately', async () => {
  const [id = ''] = ids;
  await app.database.asOwner(
    `insert into campaign (id, advertiser_id, campaign_type, title, created_at, updated_at)
     select gen_random_uuid(), advertiser_id, 'social', 'Many', created_at, created_at
       from campaign, generate_series(1, 11000) where id = $1`,
    [id],
  );
  const { rows: many } = await app.database.asOwner(
    `select id, 'unknown' as version from campaign where title = 'Many'`,
  );
  const versionOfFirst = async () =>
    (
      await app.database.asOwner('select xmin::text || ctid::text as version from campaign where id = $1', [
        id,
      ])
    ).rows[0].version;
  const read = async (options = {}) =>
    (await readCachedRows(app.deps.db, [{ id, version: await versionOfFirst() }], options))[0];

  await app.database.asOwner(
    'update campaign set applications_count = applications_count + 1 where id = $1',
    [id],
  );
  const kept = await read({ askedOften: true });
  expect(await read()).toBe(kept);
  // More than the cache keeps, and more than it tracks as read.
  await readCachedRows(app.deps.db, many);
  expect(await read()).toBe(kept);
  const [once] = await readCachedRows(app.deps.db, many.slice(0, 1));
  expect(once?.written).toBeUndefined();
  const [twice] = await readCachedRows(app.deps.db, many.slice(0, 1));
  expect(twice?.written).toBeDefined();
});
