/** Counts the 8 KB pages that the server reads, on a small and a larger marketplace. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillMarketplace, RARE_WORD } from '../../../../bench/marketplace-world.ts';
import { serverDatabase } from '#tests/support/databases/database.ts';
import type { CampaignQuery } from '../../contract.ts';
import { countMatching, searchCampaigns } from './campaign-search.ts';

const SMALL = 3000;
const LARGE = 60_000;
const advertiserId = '00000000-0000-4000-8000-00000000000a';

type Marketplace = Awaited<ReturnType<typeof serverDatabase>>;
let small: Marketplace;
let large: Marketplace;
beforeAll(async () => {
  small = await readMarketplace(SMALL);
  large = await readMarketplace(LARGE);
});
afterAll(async () => {
  await small.close();
  await large.close();
});

async function readMarketplace(campaigns: number): Promise<Marketplace> {
  const database = await serverDatabase({ poolSize: 2 });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into account (id, email, role, created_at) values ($1, 'ada@example.com', 'advertiser', now())`,
    [advertiserId],
  );
  await fillMarketplace(client, advertiserId, campaigns);
  await client.end();
  return database;
}

async function readBy(database: Marketplace, query: CampaignQuery): Promise<{ pages: number; rows: number }> {
  const sent: { text: string; values: unknown[] }[] = [];
  const original = database.pool.query.bind(database.pool);
  database.pool.query = ((config: { text: string; values?: unknown[] }, values?: unknown[]) => {
    sent.push({ text: config.text, values: values ?? config.values ?? [] });
    return original(config, values);
  }) as unknown as typeof database.pool.query; // the two overloads that are called here
  const { rows } = await searchCampaigns(database.db, query, 50).finally(() => {
    database.pool.query = original as typeof database.pool.query; // bound, otherwise the same
  });
  let pages = 0;
  for (const { text, values } of sent) {
    const answer = await original(`explain (analyze, buffers, format json) ${text}`, values);
    const [{ Plan: plan }] = answer.rows[0]['QUERY PLAN'];
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return { pages, rows: rows.length };
}

const newYork = '40.7312,-73.9904';

test.each<[string, CampaignQuery]>([
  ['everything', {}],
  ['open ones', { open: 'true' }],
  ['completed ones by start', { status: 'completed', sort: 'start' }],
  ['by pay', { sort: 'pay' }],
  ['a frequent word', { q: 'coffee' }],
  ['a frequent word in a city', { q: 'coffee', city: 'New York' }],
  ['a rare word', { q: RARE_WORD }],
  ['a rare word by pay', { q: RARE_WORD, sort: 'pay' }],
  ['a word in no title', { q: 'xylophone' }],
  ['two letters that no word begins with', { q: 'zq' }],
  ['a sign', { q: '%' }],
  ['a band of pay', { minPay: 30, maxPay: 40 }],
  ['a band of pay, best paid first', { minPay: 30, maxPay: 40, sort: 'pay' }],
  ['a band of pay in a city, best paid first', { minPay: 30, maxPay: 40, sort: 'pay', city: 'New York' }],
  ['a pay band without campaigns', { minPay: 30.01, maxPay: 30.02 }],
  ['posts for few followers, best paid first', { followers: 2000, sort: 'pay' }],
  ['posts below every tier', { followers: 500, campaignType: 'social' }],
  ['a platform, best paid first', { platform: 'twitter', sort: 'pay' }],
  ['the nearest', { near: newYork, sort: 'distance' }],
  ['the nearest from outside a city', { near: '33.0,-84.0', sort: 'distance' }],
  ['the nearest open ones with a word', { near: newYork, sort: 'distance', q: 'coffee', open: 'true' }],
  ['the nearest in a band', { near: newYork, sort: 'distance', minPay: 40 }],
  ['a radius that is empty', { near: '44.0,-30.0', radius: 20_000, sort: 'start' }],
])('%s: a marketplace twenty times as large needs no more reads', async (_, query) => {
  const [few, many] = [await readBy(small, query), await readBy(large, query)];
  expect(many.rows).toBeGreaterThanOrEqual(few.rows);
  // Indexes are a level deeper and neighbours in the list lie farther apart. That is far less than twenty
  // times.
  expect(many.pages).toBeLessThan(2.5 * few.pages + 200);
  expect(many.pages).toBeLessThan(3500);
});

test('a count ends after 10,000 campaigns, and is exact before', async () => {
  const readTotal = async (condition: string) => {
    const { rows } = await large.asOwner(`select count(*)::int as total from campaign where ${condition}`);
    return Number(rows[0]?.['total']);
  };
  expect(await readTotal('is_open')).toBeGreaterThan(10_001);
  expect(await countMatching(large.db, {})).toEqual({ found: 10_001, active: 10_001 });
  const few = await readTotal(`is_open and lower(title) like '%coffee%'`);
  expect(few).toBeGreaterThan(1000);
  expect(await countMatching(large.db, { q: 'coffee', open: 'true' })).toEqual({ found: few, active: few });
});
