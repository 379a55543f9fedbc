import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type TestApp, testApp } from '../../../tests/support/app.ts';
import { fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { searchCampaigns } from './campaign-search.ts';

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

it('reads a row once, and again after every change, whoever made it', async () => {
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

it('shows the last of several changes of one transaction, and none of one that failed', async () => {
  const twice = 'begin; update campaign set title = $$A$$; update campaign set title = $$B$$; commit';
  await app.database.asOwner(twice);
  expect((await listed()).map(({ title }) => title)).toEqual(['B', 'B']);
  await app.database.asOwner('begin; update campaign set title = $$C$$; rollback');
  expect((await listed()).map(({ title }) => title)).toEqual(['B', 'B']);
});
