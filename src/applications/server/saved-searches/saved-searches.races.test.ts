import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { changeSavedSearch, deleteSavedSearch, saveSearch } from '../../saved-search-contract.ts';
import { alertSearches, deleteOldMatches, sendAlertEmails } from './saved-search-alerts.ts';
import { insertMatches } from './saved-search-store.ts';

const AT_ONCE = 6;

let database: TestDatabase;
let app: TestApp;
let campaignId: string;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database });
  const advertiser = await app.signIn('advertiser');
  const startTime = new Date(app.clock.now().getTime() + 9 * DAY).toISOString();
  campaignId = (await fundedCampaign(app, advertiser, { title: 'Harbor walk', startTime })).id;
  await app.runDue();
});
afterAll(async () => {
  await app.close();
  await database.close();
});

interface Searcher {
  client: Client;
  id: string;
}

async function searcher(): Promise<Searcher> {
  const client = await app.signIn('marketer');
  const saved = await client.call(saveSearch, {
    body: { name: 'Harbor', filters: { q: 'harbor' }, isAlerting: true },
  });
  const { id } = saved.body;
  await transact(app.deps.db, (tx) => insertMatches(tx, campaignId, [{ id, version: 1 }], app.clock.now()));
  return { client, id };
}
const searchers = (): Promise<Searcher[]> => Promise.all(Array.from({ length: AT_ONCE }, searcher));
const sweeps = (count = AT_ONCE) => Array.from({ length: count }, () => sendAlertEmails(app.deps));

async function readMails({ client }: Searcher): Promise<string[]> {
  const { payload } = await app.http.inject({
    url: `/dev/mailbox.json?to=${encodeURIComponent(client.email)}`,
  });
  const mails: { subject: string; text: string }[] = JSON.parse(payload);
  return mails.filter(({ text }) => text.includes('saved search')).map(({ subject }) => subject);
}
async function collected({ client }: Searcher): Promise<number> {
  const { rows } = await database.asOwner(
    "select 1 from outbox where kind = 'saved-search.collected' and payload ->> 'marketerId' = $1",
    [client.userId],
  );
  return rows.length;
}

test('concurrent sweeps send each marketer one email', async () => {
  const people = await searchers();
  await Promise.all(sweeps());
  for (const person of people) expect(await collected(person)).toBe(1);
  await app.runDue();
  for (const person of people) expect(await readMails(person)).toEqual(['New for “Harbor”: Harbor walk']);
  // A match of the marketer's other search on the same day doesn't cause a second email either.
  const advertiser = await app.signIn('advertiser');
  await fundedCampaign(app, advertiser, { title: 'Harbor run' });
  app.clock.advance(MINUTE);
  await app.runDue();
  await Promise.all(sweeps());
  for (const person of people) expect(await collected(person)).toBe(1);
});

test('a search that is changed or deleted at the same time reports nothing from before', async () => {
  const changed = await searchers();
  const deleted = await searchers();
  const answers = await Promise.all([
    ...changed.map(({ client, id }) =>
      client.call(changeSavedSearch, { params: { id }, body: { filters: { q: 'meadow' } } }),
    ),
    ...deleted.map(({ client, id }) => client.call(deleteSavedSearch, { params: { id } })),
    ...sweeps().map((sweep) => sweep.then(() => ({ status: 200 }))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  app.clock.advance(MINUTE);
  await app.runDue();
  for (const person of [...changed, ...deleted]) expect(await readMails(person)).toEqual([]);
});

test('an alert that meets a change of the search uses the current filters', async () => {
  const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => app.signIn('marketer')));
  const saved = await Promise.all(
    clients.map((client) =>
      client.call(saveSearch, { body: { name: 'Harbor', filters: { q: 'harbor' }, isAlerting: true } }),
    ),
  );
  const fundedAt = app.clock.now();
  await Promise.all([
    ...saved.map(({ body: { id } }, index) =>
      clients[index]?.call(changeSavedSearch, { params: { id }, body: { filters: { q: 'meadow' } } }),
    ),
    transact(app.deps.db, (tx) => alertSearches(tx, app.deps, { campaignId }, fundedAt)),
    ...sweeps(2),
  ]);
  app.clock.advance(MINUTE);
  await app.runDue();
  for (const [index, client] of clients.entries()) {
    expect(await readMails({ client, id: saved[index]?.body.id ?? '' })).toEqual([]);
  }
});

test('a marketer who is deleting the account gets no email, and nothing of theirs remains', async () => {
  const people = await searchers();
  const answers = await Promise.all([
    ...people.map(({ client }) => client.call(deleteOwnAccount)),
    ...sweeps(2).map((sweep) => sweep.then(() => ({ status: 200 }))),
    deleteOldMatches(app.deps).then(() => ({ status: 200 })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await app.runDue();
  for (const person of people) expect(await readMails(person)).toEqual([]);
  const ids = people.map(({ client }) => client.userId);
  for (const table of ['saved_search', 'saved_search_match', 'saved_search_mail']) {
    const { rows } = await database.asOwner(`select 1 from ${table} where account_id = any($1)`, [ids]);
    expect([table, rows]).toEqual([table, []]);
  }
});
