import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillMarketplace } from '../../../../bench/marketplace-world.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/client.ts';
import { openBeside, serverDatabase } from '#tests/support/databases/database.ts';
import { type Campaign, listCampaigns } from '../../contract.ts';

const CAMPAIGNS = 1500;

let database: Awaited<ReturnType<typeof serverDatabase>>;
let one: TestApp;
let other: TestApp;
let advertiser: Client;
beforeAll(async () => {
  database = await serverDatabase();
  one = await testApp({ database });
  const second = await openBeside(database.url, 5);
  other = await testApp({ database: { ...database, ...second } });
  advertiser = await one.signIn('advertiser');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillMarketplace(client, advertiser.userId, CAMPAIGNS);
  await client.end();
});
afterAll(async () => {
  await other.close();
  await other.database.close();
  await one.close();
  await database.close();
});

const listed = async (app: TestApp) => (await app.visitor().call(listCampaigns)).body;

test('lists the newest hundred without parameters, and links each page to the next', async () => {
  const ids: string[] = [];
  const sizes: number[] = [];
  let next: string | undefined = '/api/campaigns';
  while (next !== undefined) {
    const page: Answer<typeof listCampaigns> = await one.visitor().request('GET', next);
    expect(page.status).toBe(200);
    ids.push(...page.body.map(({ id }) => id));
    sizes.push(page.body.length);
    next = /^<(.+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  const { rows } = await database.asOwner(
    `select id from campaign where status <> 'draft' order by created_at desc, id desc`,
  );
  expect(sizes.slice(0, 2)).toEqual([100, 100]);
  expect(ids).toEqual(rows.map(({ id }) => id));
});

test('a change by one server is visible through the other immediately, under concurrent requests', async () => {
  const read = async () => (await other.visitor().call(listCampaigns, { query: { limit: 10 } })).body;
  const [first] = await read();
  const id = first?.id ?? '';
  const end = new AbortController();
  const askers = Array.from({ length: 8 }, async () => {
    while (!end.signal.aborted) await read();
  });
  const seen: (string | undefined)[] = [];
  const titles = Array.from({ length: 25 }, (_, number) => `Title ${number}`);
  for (const title of titles) {
    await database.asOwner('update campaign set title = $1 where id = $2', [title, id]);
    seen.push((await read())[0]?.title);
  }
  end.abort();
  await Promise.all(askers);
  expect(seen).toEqual(titles);
});

test('campaigns that open, close and fill up are the same on both servers', async () => {
  const same = async (): Promise<Campaign[]> => {
    const [here, there] = [await listed(one), await listed(other)];
    expect(there).toEqual(here);
    return here;
  };
  const [newest, second] = await same();
  await database.asOwner(
    'update campaign set needed = needed + 1, escrow_cents = pay_cents * (needed + 1) where id = $1',
    [newest?.id],
  );
  expect((await same())[0]?.totalMarketersNeeded).toBe((newest?.totalMarketersNeeded ?? 0) + 1);
  await database.asOwner(`update campaign set created_at = created_at + interval '1 day' where id = $1`, [
    second?.id,
  ]);
  expect((await same())[0]?.id).toBe(second?.id);
  await database.asOwner('delete from campaign where id = $1', [newest?.id]);
  expect((await same()).map(({ id }) => id)).not.toContain(newest?.id);
});
