import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportOwnData } from '#auth/account-contract.ts';
import { changeUserType } from '#auth/change-type-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { setNotificationChoice } from '#notifications/choices-contract.ts';
import { listNotifications } from '#notifications/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  type SavedFilters,
  saveSearch,
} from '../../saved-search-contract.ts';
import { insertMatches } from './saved-search-store.ts';
import type { SavedSearchRow } from '../tables.ts';

let app: TestApp;
let advertiser: Client;
let marketer: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
beforeEach(async () => {
  marketer = await app.signIn('marketer');
});
afterAll(() => app.close());

const save = (name: string, filters: SavedFilters = {}, isAlerting = true, client = marketer) =>
  client.call(saveSearch, { body: { name, filters, isAlerting } });
const names = async (client = marketer) =>
  (await client.call(listSavedSearches)).body.map(({ name }) => name);
const alerts = async (client = marketer) =>
  (await client.call(listNotifications)).body.notifications
    .filter(({ kind }) => kind.startsWith('saved-search.'))
    .map(({ title, text, href }) => ({ title, text, href }));
async function mails(client = marketer) {
  const { payload } = await app.http.inject({
    url: `/dev/mailbox.json?to=${encodeURIComponent(client.email)}`,
  });
  const all: { subject: string; text: string; links: string[] }[] = JSON.parse(payload);
  return all.filter(({ text }) => text.includes('saved search')).toReversed();
}
async function runDueWork() {
  await app.runDue();
  app.clock.advance(MINUTE);
  await app.runDue();
  await app.runDue();
}

describe('saving searches', () => {
  const filters: SavedFilters = {
    q: 'coffee',
    near: '37.79,-122.4',
    radius: 8000,
    minPay: 20,
    sort: 'distance',
  };

  test('returns the filters as saved, only to their owner', async () => {
    const saved = await save('  Coffee nearby ', filters);
    expect(saved.status, saved.error?.message).toBe(201);
    expect(saved.body).toMatchObject({ name: 'Coffee nearby', filters, isAlerting: true });
    expect((await marketer.call(listSavedSearches)).body).toEqual([saved.body]);
    const other = await app.signIn('marketer');
    expect(await names(other)).toEqual([]);
    for (const refused of [
      await other.call(changeSavedSearch, { params: { id: saved.body.id }, body: { name: 'Mine' } }),
      await other.call(deleteSavedSearch, { params: { id: saved.body.id } }),
    ]) {
      expect(refused.error.code).toBe('search/not-found');
    }
    expect(await names()).toEqual(['Coffee nearby']);
  });

  test('keeps a repeated search once, and refuses another search with that name in any case', async () => {
    const [one, two] = await Promise.all([save('Coffee', filters), save('Coffee', filters)]);
    expect(two.body.id).toBe(one.body.id);
    expect((await save('COFFEE', { q: 'tea' })).error.code).toBe('search/name-taken');
    expect(await names()).toEqual(['Coffee']);
    // JavaScript lowercases a final sigma differently from the database.
    await save('ΚΑΦΕΣ', filters);
    expect((await save('καφεσ', { q: 'tea' })).error.code).toBe('search/name-taken');
  });

  test('renames, changes and deletes a search', async () => {
    const { id } = (await save('Coffee', filters)).body;
    await save('Tea', { q: 'tea' });
    const change = (body: Parameters<typeof marketer.call<typeof changeSavedSearch>>[1]['body']) =>
      marketer.call(changeSavedSearch, { params: { id }, body });
    expect((await change({ name: 'tea' })).error.code).toBe('search/name-taken');
    expect((await change({ name: 'Espresso' })).body).toMatchObject({ name: 'Espresso', filters });
    expect((await change({ filters: { q: 'espresso' }, isAlerting: false })).body).toMatchObject({
      name: 'Espresso',
      filters: { q: 'espresso' },
      isAlerting: false,
    });
    expect((await marketer.call(deleteSavedSearch, { params: { id } })).status).toBe(200);
    expect((await marketer.call(deleteSavedSearch, { params: { id } })).error.code).toBe('search/not-found');
    expect(await names()).toEqual(['Tea']);
  });

  test('allows twenty, and a deleted one makes room', async () => {
    for (let count = 1; count <= MAX_SAVED_SEARCHES; count += 1) {
      expect((await save(`Search ${count}`)).status).toBe(201);
    }
    expect((await save('One more')).error.code).toBe('search/too-many');
    const [first] = (await marketer.call(listSavedSearches)).body;
    await marketer.call(deleteSavedSearch, { params: { id: first?.id ?? '' } });
    expect((await save('One more')).status).toBe(201);
    expect(await names()).toHaveLength(MAX_SAVED_SEARCHES);
  });

  test.each<[string, unknown, string]>([
    ['a radius without a point', { radius: 1000 }, 'filters.near'],
    ['distance without a point', { sort: 'distance' }, 'filters.near'],
    ['a point beyond the poles', { near: '91,0', radius: 10 }, 'filters.near'],
    ['an unknown platform', { platform: 'myspace' }, 'filters.platform'],
    ['negative pay', { minPay: -1 }, 'filters.minPay'],
  ])('refuses %s', async (_, wrong, field) => {
    const refused = await marketer.request('POST', saveSearch.path, {
      name: 'Wrong',
      filters: wrong,
      isAlerting: true,
    });
    expect(refused.error.code).toBe('request/invalid');
    expect(Object.keys(refused.error.fields ?? {})).toContain(field);
  });

  test('requires a name, and accepts only marketplace filters', async () => {
    for (const body of [
      { name: '  ', filters: {}, isAlerting: true },
      { name: 'x'.repeat(81), filters: {}, isAlerting: true },
      { name: 'Drafts', filters: { status: 'draft' }, isAlerting: true },
    ]) {
      expect((await marketer.request('POST', saveSearch.path, body)).error.code).toBe('request/invalid');
    }
    expect(await names()).toEqual([]);
  });
});

describe('alerts', () => {
  test('notify in the app once per matching campaign, followed by an email', async () => {
    await save('Espresso', { q: 'espresso', campaignType: 'wearable' });
    // Matches as well, but the marketer was already notified of this campaign.
    await save('All of espresso', { q: 'ESPRESSO' });
    await save('Elsewhere', { q: 'espresso', near: '40.71,-74.01', radius: 20_000 });
    const campaign = await fundedCampaign(app, advertiser, { title: 'Espresso at the pier' });
    await fundedCampaign(app, advertiser, { title: 'Tea at the pier' });
    await runDueWork();
    expect(await alerts()).toEqual([
      {
        title: 'New for “Espresso”',
        text: expect.stringMatching(/^Espresso at the pier, .*\$40\.00 per session\. You can apply now\.$/),
        href: `/campaigns/${campaign.id}`,
      },
    ]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New for “Espresso”: Espresso at the pier');
    expect(mail?.text).not.toContain('Tea');
    expect(mail?.links[0]).toContain(`/campaigns/${campaign.id}`);
  });

  test('collect matches within a day for the next email, without those filled by then', async () => {
    await save('Rooftop', { q: 'rooftop' });
    await fundedCampaign(app, advertiser, { title: 'Rooftop one' });
    await runDueWork();
    expect(await mails()).toHaveLength(1);
    const startTime = new Date(app.clock.now().getTime() + 5 * DAY).toISOString();
    for (const title of ['Rooftop two', 'Rooftop three'])
      await fundedCampaign(app, advertiser, { title, startTime });
    const gone = await fundedCampaign(app, advertiser, { title: 'Rooftop four', startTime });
    await runDueWork();
    expect(await alerts()).toHaveLength(4);
    expect(await mails()).toHaveLength(1);
    expect((await advertiser.call(closeCampaign, { params: { id: gone.id } })).status).toBe(200);
    app.clock.advance(DAY);
    await runDueWork();
    const [, second, ...others] = await mails();
    expect(others).toEqual([]);
    expect(second?.subject).toBe('2 new campaigns for “Rooftop”');
    expect(second?.text).toContain('- Rooftop two');
    expect(second?.text).toContain('- Rooftop three');
    expect(second?.text).not.toContain('Rooftop four');
    app.clock.advance(2 * DAY);
    await runDueWork();
    expect(await mails()).toHaveLength(2);
    advertiser = await app.signIn('advertiser');
  });

  test('work with more matching searches than a statement takes parameters', async () => {
    const campaign = await fundedCampaign(app, advertiser, { title: 'A popular campaign' });
    const { rows } = await app.database.asOwner(`
      with person as (
        insert into account (id, email, role, created_at)
        select gen_random_uuid(), 'many' || n || '@example.com', 'marketer', now() from generate_series(1, 820) n returning id
      )
      insert into saved_search (id, account_id, place, name, filters, created_at)
      select gen_random_uuid(), person.id, place, 'Search ' || place, '{}', now() from person, generate_series(1, 20) place
      returning id, version`);
    const ids = rows.map(({ id }: { id: string }) => id);
    const insert = () =>
      transact(app.database.db, (tx) =>
        insertMatches(tx, campaign.id, rows as SavedSearchRow[], app.clock.now()),
      );
    // 16,400 searches of five values each.
    const matches = await insert();
    expect(matches).toHaveLength(820);
    expect(new Set(matches.map(({ accountId }) => accountId)).size).toBe(820);
    expect(await insert()).toEqual([]);
    await app.database.asOwner(`delete from saved_search where id = any($1)`, [ids]);
  });

  test('skip campaigns from before the search, and those while alerts are off', async () => {
    await fundedCampaign(app, advertiser, { title: 'Harvest before' });
    app.clock.advance(MINUTE);
    const { id } = (await save('Harvest', { q: 'harvest' }, false)).body;
    await fundedCampaign(app, advertiser, { title: 'Harvest meanwhile' });
    app.clock.advance(HOUR);
    await marketer.call(changeSavedSearch, { params: { id }, body: { isAlerting: true } });
    await runDueWork();
    expect(await alerts()).toEqual([]);
    await fundedCampaign(app, advertiser, { title: 'Harvest after' });
    await runDueWork();
    expect((await alerts()).map(({ text }) => text)).toEqual([expect.stringContaining('Harvest after')]);
  });

  test('still notify in the app if the user switched the emails off', async () => {
    await marketer.call(setNotificationChoice, { body: { topic: 'searches', isMailed: false } });
    await save('Lantern', { q: 'lantern' });
    await fundedCampaign(app, advertiser, { title: 'Lantern walk' });
    await runDueWork();
    expect(await alerts()).toHaveLength(1);
    expect(await mails()).toEqual([]);
  });

  test('send nothing for a search deleted before its email', async () => {
    const { id } = (await save('Velvet', { q: 'velvet' })).body;
    await fundedCampaign(app, advertiser, { title: 'Velvet night' });
    await marketer.call(deleteSavedSearch, { params: { id } });
    await runDueWork();
    expect(await alerts()).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});

test('becoming an advertiser deletes the searches, and the export includes them before', async () => {
  await save('Mine', { city: 'Chicago' });
  await app.runDue();
  const exported = await marketer.request('GET', exportOwnData.path);
  expect(exported.error).toMatchObject({
    savedSearches: { lastMailAt: null, searches: [{ name: 'Mine', filters: { city: 'Chicago' } }] },
  });
  const changed = await marketer.call(changeUserType, {
    body: { email: marketer.email, newUserType: 'advertiser' },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  const { rows } = await app.database.asOwner('select 1 from saved_search where account_id = $1', [
    marketer.userId,
  ]);
  expect(rows).toEqual([]);
});
