import type pg from 'pg';
import { encodeCursor } from '#kernel/page.ts';
import type { App } from '#main/app.ts';
import { enterApplicationRole } from '#platform/server/db/application-role/application-pool.ts';
import type { Marketplace } from '../marketplace-calls.ts';
import { fillMarketplace } from '../marketplace-world.ts';
import { ADMIN_EMAIL, signUp } from '../prepared-world.ts';
import { serveForBench } from './serve.ts';

const campaigns = Number(process.env['BENCH_CAMPAIGNS']);
const MARKETERS = 8;
const DEEP_PAGES = 400;

// Runs without the worker: its sweeps would close campaigns that are over and look for their money, which does not
// exist. The marketers' cookies are kept with the campaigns, because later runs create no account.
await serveForBench<Marketplace>(
  async (app, _clock, address) => {
    const kept = await asOwner(app, keptCookies);
    const cookies = kept ?? (await makeMarketplace(app));
    return { address, cookies, deepCursors: await asOwner(app, loadCursors) };
  },
  { hasWorker: false },
);

async function makeMarketplace(app: App): Promise<string[]> {
  const advertiser = await signUp(app, ADMIN_EMAIL, 'advertiser');
  const cookies: string[] = [];
  for (let number = 1; number <= MARKETERS; number += 1) {
    cookies.push((await signUp(app, `marketer-${number}@bench.test`, 'marketer')).cookie);
  }
  await asOwner(app, async (client) => {
    await fillMarketplace(client, advertiser.actor.userId, campaigns);
    await client.query('create table bench_cookie as select unnest($1::text[]) as cookie', [cookies]);
  });
  return cookies;
}

async function keptCookies(client: pg.ClientBase): Promise<string[] | null> {
  const { rows: tables } = await client.query(`select where to_regclass('bench_cookie') is not null`);
  if (tables.length === 0) return null;
  const { rows } = await client.query<{ cookie: string }>('select cookie from bench_cookie');
  return rows.map(({ cookie }) => cookie);
}

/** Only the owner can create indexes and run analyze. */
async function asOwner<Result>(
  { deps }: App,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await deps.db.$client.connect();
  try {
    await client.query('reset role');
    const result = await work(client);
    await enterApplicationRole(client);
    return result;
  } finally {
    client.release();
  }
}

async function loadCursors(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string; created_at: Date }>(
    `with numbered as (
       select id, created_at, row_number() over (order by created_at desc, id desc) as place, count(*) over () as places
       from campaign where status <> 'draft'
     )
     select id, created_at from numbered where place % greatest(1, places / $1) = 0 and place < places - 50`,
    [DEEP_PAGES],
  );
  return rows.map(({ id, created_at }) => encodeCursor({ sortedBy: created_at.toISOString(), id }));
}
