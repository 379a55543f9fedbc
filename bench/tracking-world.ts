/** Copied by SQL from the marketer that the use cases created. */
import pg from 'pg';
import type { Statement } from './pgbench.ts';
import { type RunningServer, startServer } from './served/server.ts';

export interface FirstWalk {
  address: string;
  advertiserId: string;
  marketerId: string;
  campaignId: string;
  sessionId: string;
}

export interface Walker {
  cookie: string;
  campaignId: string;
  applicationId: string;
  sessionId: string;
}

export interface Watched {
  campaignId: string;
  /** Cookie of the campaign's advertiser. */
  cookie: string;
}

export const people = { walkers: 1000, campaigns: 100 };

export interface WalkersServer extends RunningServer<FirstWalk> {
  walkers: Walker[];
  watched: Watched[];
}

export async function serveWalkers(url: string, nodeOptions?: readonly string[]): Promise<WalkersServer> {
  const server = await startServer<FirstWalk>('served-tracking.ts', { BENCH_DATABASE_URL: url }, nodeOptions);
  try {
    return { ...server, ...(await copyPeople(url, server.world)) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Once for each row of `from`. Works for any columns. */
async function copyRow(
  client: pg.Client,
  table: string,
  where: string,
  changes: string,
  from: string,
): Promise<void> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = rows[0]?.columns ?? '';
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from (
       select (jsonb_populate_record(t, jsonb_build_object(${changes}))).* from ${table} t, ${from} where t.${where}
     ) copied`,
  );
}

const hashed = (token: string) => `encode(sha256(convert_to(${token}, 'UTF8')), 'hex')`;

/** Triggers and foreign keys are disabled. The copies are consistent because their originals are. */
async function asReplica(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await work(client);
  } finally {
    await client.end();
  }
}

/** Their session tokens are their names. */
async function copyPeople(
  url: string,
  first: FirstWalk,
): Promise<Pick<WalkersServer, 'walkers' | 'watched'>> {
  const { campaigns, walkers } = people;
  const read: { walkers: Walker[]; watched: Watched[] } = { walkers: [], watched: [] };
  await asReplica(url, async (client) => {
    await client.query(
      `create table bench_campaign as select n, gen_random_uuid() as campaign_id, gen_random_uuid() as account_id,
         'advertiser-' || n as token from generate_series(1, $1::int) n`,
      [campaigns],
    );
    await client.query(
      `create table bench_walker as select w.n, c.campaign_id, gen_random_uuid() as account_id, gen_random_uuid() as application_id,
         gen_random_uuid() as session_id, 'marketer-' || w.n as token, ${hashed(`'marketer-' || w.n`)} as token_hash,
         gen_random_uuid() as sign_in_id
       from generate_series(1, $1::int) w(n) join bench_campaign c on c.n = 1 + w.n % $2::int`,
      [walkers, campaigns],
    );
    await client.query('create unique index on bench_walker (n)');
    const people = [
      ['bench_campaign b', first.advertiserId, 'gen_random_uuid()'],
      ['bench_walker b', first.marketerId, 'b.sign_in_id'],
    ] as const;
    for (const [from, id, signInId] of people) {
      const ofPerson = `account_id = '${id}'`;
      const email = `b.token || '@bench.example'`;
      await copyRow(client, 'account', `id = '${id}'`, `'id', b.account_id, 'email', ${email}`, from);
      await copyRow(client, 'profile', ofPerson, `'account_id', b.account_id`, from);
      const signIn = `'id', ${signInId}, 'account_id', b.account_id, 'token_hash', ${hashed('b.token')}`;
      await copyRow(client, 'sign_in_session', ofPerson, signIn, from);
    }
    const campaign = `'id', b.campaign_id, 'advertiser_id', b.account_id`;
    await copyRow(client, 'campaign', `id = '${first.campaignId}'`, campaign, 'bench_campaign b');
    const work = `'campaign_id', b.campaign_id, 'marketer_id', b.account_id`;
    const ofMarketer = `marketer_id = '${first.marketerId}'`;
    const application = `${work}, 'id', b.application_id`;
    await copyRow(client, 'application', ofMarketer, application, 'bench_walker b');
    const session = `${work}, 'id', b.session_id, 'alias', gen_random_uuid(), 'application_id', b.application_id`;
    await copyRow(client, 'tracking_session', ofMarketer, session, 'bench_walker b');
    await client.query('analyze');
    const out = await client.query<Walker>(
      `select 'sid=' || token as cookie, campaign_id as "campaignId", application_id as "applicationId",
         session_id as "sessionId" from bench_walker order by n`,
    );
    const looking = await client.query<Watched>(
      `select 'sid=' || token as cookie, campaign_id as "campaignId" from bench_campaign order by n`,
    );
    read.walkers = out.rows;
    read.watched = looking.rows;
  });
  return read;
}

/** Sessions of two weeks with a fix every four minutes, until `wanted` fixes are stored. */
export async function storeHistory(url: string, wanted: number): Promise<void> {
  await asReplica(url, async (client) => {
    await client.query("select prepare_location_months((now() - interval '1 month')::date, now()::date)");
    const { rows } = await client.query<{ stored: number }>(
      'select count(*)::int as stored from location_fix',
    );
    const missing = wanted - (rows[0]?.stored ?? 0);
    if (missing <= 0) return;
    await client.query(
      `with past as (select gen_random_uuid() as id from generate_series(1, 1 + $1::int / 5000)),
       kept as (
         insert into tracking_session
           (id, campaign_id, application_id, marketer_id, status, started_at, last_heard_at, ended_at, end_reason)
         select past.id, campaign_id, application_id, marketer_id, 'ended', now() - interval '14 days', now(), now(), 'stopped'
           from past, (select * from tracking_session limit 1) any_session
       )
       insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy)
       select past.id, at, at, 37.79, -122.4, 12 from past,
         lateral (select now() - step * interval '4 minutes' as at from generate_series(1, 5000) step) steps
       limit $1`,
      [missing],
    );
    await client.query('vacuum analyze location_fix');
    await client.query('checkpoint');
  });
}

/**
 * Replaces the ids, hashes and times of the sample, so that pgbench repeats the script for any walker at the current
 * time.
 */
export async function buildScript(
  url: string,
  sampleSessionId: string,
  recorded: readonly Statement[],
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string | number>>(
      'select * from bench_walker where session_id = $1',
      [sampleSessionId],
    );
    const count = await client.query<{ walkers: number }>(
      'select count(*)::int as walkers from bench_walker',
    );
    const known = Object.entries(rows[0] ?? {}).filter(([column]) => /_(id|hash)$/.test(column));
    const columns = new Map<string, string>();
    const lines = recorded.map(({ text, values }) =>
      text
        .replaceAll(/\$(\d+)/g, (_, index: string) => {
          const literal = toLiteral(values[Number(index) - 1]);
          if (literal === null) return 'null';
          const expression = toExpression(literal, known);
          if (!columns.has(expression)) columns.set(expression, `v${columns.size + 1}`);
          return `:${columns.get(expression)}`;
        })
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
    const taken = Array.from(columns, ([expression, name]) => `${expression} as ${name}`).join(', ');
    return [
      `\\set walker random(1, ${count.rows[0]?.walkers ?? 1})`,
      `select ${taken} from bench_walker w where n = :walker \\gset`,
      ...lines.map((line) => `${line};`),
      '',
    ].join('\n');
  } finally {
    await client.end();
  }
}

const anyMoment = /\d{4}-\d\d-\d\dT[\d:.]+Z/;

function toExpression(literal: string, known: readonly [string, string | number][]): string {
  const found = known.find(([, value]) => literal.includes(String(value)));
  const moment = anyMoment.exec(literal)?.[0];
  const [part, put] = found ? [String(found[1]), `w.${found[0]}`] : [moment, 'clock_timestamp()'];
  if (part === undefined) return quoted(literal);
  const [before = '', after = ''] = literal.split(part, 2);
  return `${quoted(before)} || ${put}::text || ${quoted(after)}`;
}

function toLiteral(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  // The values have been sent as JSON, so a Date is a string here.
  if (Array.isArray(value))
    return `{${value.map((part) => (part === null ? 'null' : `"${part}"`)).join(',')}}`;
  return String(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
