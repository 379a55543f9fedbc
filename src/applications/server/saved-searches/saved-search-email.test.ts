import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign } from '#campaigns/contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  type SavedFilters,
  type SavedSearch,
  saveSearch,
} from '../../saved-search-contract.ts';
import { savedSearchesCollected } from '../events.ts';
import { deleteOldMatches } from './saved-search-alerts.ts';
import { insertMatches } from './saved-search-store.ts';

/** The daily email about a marketer's saved searches. */

vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
let advertiser: Client;
let marketer: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
  marketer = await app.signIn('marketer');
});
afterAll(() => app.close());

async function save(name: string, filters: SavedFilters, client = marketer): Promise<SavedSearch> {
  const saved = await client.call(saveSearch, { body: { name, filters, isAlerting: true } });
  expect(saved.status, saved.error?.message).toBe(201);
  return saved.body;
}
function fund(title: string): Promise<Campaign> {
  app.clock.advance(SECOND);
  const startTime = new Date(app.clock.now().getTime() + 9 * DAY).toISOString();
  return fundedCampaign(app, advertiser, { title, startTime });
}
async function mails(client = marketer) {
  const { payload } = await app.http.inject({
    url: `/dev/mailbox.json?to=${encodeURIComponent(client.email)}`,
  });
  const all: { subject: string; text: string; links: string[] }[] = JSON.parse(payload);
  return all.filter(({ text }) => text.includes('saved search')).toReversed();
}
const bells = async () =>
  (await marketer.call(listNotifications)).body.notifications.filter(({ kind }) =>
    kind.startsWith('saved-search.'),
  );
async function runDueWork() {
  await app.runDue();
  app.clock.advance(MINUTE);
  await app.runDue();
  await app.runDue();
}
const matches = async () =>
  (
    await app.database.asOwner(
      'select campaign_id as id, mailed_at as mailed from saved_search_match where account_id = $1',
      [marketer.userId],
    )
  ).rows;

test('one email covers all searches, and the next one comes a day later', async () => {
  const coffee = await save('Coffee', { q: 'mocha' });
  const tea = await save('Tea', { q: 'oolong' });
  const [mocha, oolong] = [await fund('Mocha to go'), await fund('Oolong hour')];
  await runDueWork();
  const [mail, ...none] = await mails();
  expect(none).toEqual([]);
  expect(mail?.subject).toBe('2 new campaigns for your saved searches');
  expect(mail?.text).toMatch(/^Your saved search “Coffee” found:\n- Mocha to go, .*\n$/m);
  expect(mail?.text).toMatch(/^Your saved search “Tea” found:\n- Oolong hour, .*\n$/m);
  expect(mail?.links[0]).toMatch(/\/marketplace$/);
  expect((await matches()).map(({ id }) => id).toSorted()).toEqual([mocha.id, oolong.id].toSorted());

  // The marketer's other search has never been in an email.
  await marketer.call(deleteSavedSearch, { params: { id: coffee.id } });
  await save('Matcha', { q: 'matcha' });
  await fund('Matcha morning');
  app.clock.advance(22 * HOUR);
  await runDueWork();
  expect(await mails()).toHaveLength(1);
  app.clock.advance(2 * HOUR);
  await runDueWork();
  const [, second, ...others] = await mails();
  expect(others).toEqual([]);
  expect(second?.subject).toBe('New for “Matcha”: Matcha morning');
  expect(second?.text).not.toContain(tea.name);
});

test.each<[string, (one: SavedSearch) => Promise<unknown>]>([
  ['deleted', ({ id }) => marketer.call(deleteSavedSearch, { params: { id } })],
  ['silent', ({ id }) => marketer.call(changeSavedSearch, { params: { id }, body: { isAlerting: false } })],
  [
    'changed',
    ({ id }) => marketer.call(changeSavedSearch, { params: { id }, body: { filters: { q: 'tea' } } }),
  ],
])('a match of two searches is reported by the second if the first is %s', async (_, end) => {
  const one = await save('One', { q: 'espresso' });
  await save('Two', { q: 'noir' });
  await fund('Plain noir');
  await runDueWork();
  expect(await mails()).toHaveLength(1);
  await fund('Espresso noir');
  await runDueWork();
  expect((await bells()).map((bell) => JSON.stringify(bell).includes('“One”')).toSorted()).toEqual([
    false,
    true,
  ]);
  await end(one);
  app.clock.advance(DAY);
  await runDueWork();
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'New for “Two”: Plain noir',
    'New for “Two”: Espresso noir',
  ]);
  expect((await matches()).map(({ mailed }) => mailed)).not.toContain(null);
});

test('lists twenty campaigns, with the number of others and a link per search', async () => {
  const campaigns: Campaign[] = [];
  for (let count = 1; count <= 3; count += 1) campaigns.push(await fund(`Slate ${count}`));
  for (let count = 1; count <= 19; count += 1) campaigns.push(await fund(`Quartz ${count}`));
  const gone = await fund('Quartz that is taken');
  // Earlier campaigns are not news, so the matches are inserted by hand.
  app.clock.advance(SECOND);
  const slate = await save('Slate', { q: 'slate' });
  const quartz = await save('Quartz', { q: 'quartz' });
  for (const { id, title } of [...campaigns, gone]) {
    app.clock.advance(SECOND);
    const search = { id: title.startsWith('Slate') ? slate.id : quartz.id, version: 1 };
    await transact(app.deps.db, (tx) => insertMatches(tx, id, [search], app.clock.now()));
  }
  expect((await advertiser.call(closeCampaign, { params: { id: gone.id } })).status).toBe(200);
  await runDueWork();
  const [mail, ...none] = await mails();
  expect(none).toEqual([]);
  expect(mail?.subject).toBe('22 new campaigns for your saved searches');
  expect(mail?.text.match(/^- (?:Quartz|Slate) \d+, /gm)).toHaveLength(20);
  expect(mail?.text).toMatch(/^Your saved search “Quartz” found:\n- Quartz 19, .*\n- Quartz 18, /);
  expect(mail?.text).toMatch(
    new RegExp(`- Slate 3, .*\\n- and 2 more: http\\S*/marketplace\\?search=${slate.id}\\n`),
  );
  expect(mail?.text).not.toContain(quartz.id);
  expect(mail?.text).not.toContain('that is taken');
});

test('matches of old filters are reported neither by email nor in the app', async () => {
  const { id } = await save('Either', { q: 'walnut' });
  const walnut = await fund('Walnut fair');
  const search = { id, version: 1 };
  // The event is pending while the search changes.
  const inserted = await transact(app.deps.db, (tx) =>
    insertMatches(tx, walnut.id, [search], app.clock.now()),
  );
  expect(inserted).toHaveLength(1);
  const changed = await marketer.call(changeSavedSearch, {
    params: { id },
    body: { filters: { q: 'almond' } },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  await runDueWork();
  expect(await mails()).toEqual([]);
  expect((await matches()).map(({ mailed }) => mailed !== null)).toEqual([true]);
  // No match is stored for the former filters.
  const late = await fund('Late walnut');
  expect(await transact(app.deps.db, (tx) => insertMatches(tx, late.id, [search], app.clock.now()))).toEqual(
    [],
  );
  await fund('Almond fair');
  await runDueWork();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['New for “Either”: Almond fair']);
  expect((await bells()).map(({ text }) => text)).toEqual([expect.stringContaining('Almond fair')]);
});

test('renaming a search, or saving it with the same filters, keeps its matches', async () => {
  const { id } = await save('Before', { q: 'chestnut' });
  const campaign = await fund('Chestnut walk');
  await transact(app.deps.db, (tx) => insertMatches(tx, campaign.id, [{ id, version: 1 }], app.clock.now()));
  const body = { name: 'After', filters: { q: 'chestnut' } };
  expect((await marketer.call(changeSavedSearch, { params: { id }, body })).status).toBe(200);
  await runDueWork();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['New for “After”: Chestnut walk']);
});

test('an event from before versions existed is still delivered', async () => {
  const { id } = await save('Older', { q: 'granite' });
  const campaign = await fund('Granite stairs');
  await app.database.asOwner('delete from saved_search_match where search_id = $1', [id]);
  await transact(app.deps.db, (tx) =>
    announce(
      tx,
      savedSearchesCollected,
      {
        ref: `${id}:before`,
        payload: { searchId: id, marketerId: marketer.userId, campaignIds: [campaign.id] },
      },
      app.clock,
    ),
  );
  await app.runDue();
  expect((await mails()).map(({ subject }) => subject)).toContain('New for “Older”: Granite stairs');
});

test('deletes all matches after a month', async () => {
  await save('Old', { q: 'basalt' });
  await fund('Basalt one');
  await runDueWork();
  app.clock.advance(29 * DAY);
  await deleteOldMatches(app.deps);
  expect(await matches()).toHaveLength(1);
  const other = await app.signIn('marketer');
  await save('Many', {}, other);
  await app.database.asOwner(
    `insert into saved_search_match (search_id, account_id, campaign_id, found_at)
     select s.id, s.account_id, c.id, $2::timestamptz - interval '31 days'
     from saved_search s, campaign c where s.account_id = $1`,
    [other.userId, app.clock.now()],
  );
  app.clock.advance(DAY + MINUTE);
  await deleteOldMatches(app.deps);
  const { rows } = await app.database.asOwner('select 1 from saved_search_match where found_at < $1', [
    new Date(app.clock.now().getTime() - 30 * DAY),
  ]);
  expect([await matches(), rows]).toEqual([[], []]);
});
