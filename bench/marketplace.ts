/**
 * npm run bench:marketplace: measures lists of the marketplace with a thousand to a million campaigns on
 * PostgreSQL. Each call runs next to a no-op route that only looks up the session. The servers of all sizes
 * run side by side and are measured in turns, one at a time, so that other load affects all of them alike.
 * The growth from the smallest to the largest is the cost of size. Uses loopback only, is limited in time and
 * count, and leaves nothing behind. Arguments select sizes and calls: npm run bench:marketplace -- 1000
 * 100000 'rare word'. `brief` measures each call for one second instead of three. If BENCH_POSTGRES names a
 * server, the databases are kept there for the next run, because creating a million campaigns takes minutes.
 */
import { Client } from 'pg';
import { z } from 'zod';
import { startPostgres } from '#tests/support/databases/postgres.ts';
import { type Measured, measure, type NextCall, type Sample, summarise } from './load.ts';
import { machineFacts } from './machine.ts';
import { callNames, type Marketplace, buildPaths } from './marketplace-calls.ts';
import { type RunningServer, startServer } from './served/server.ts';

const CALLERS = 16;
const NO_OP = '/api/bench/no-op';
const allSizes = [1_000, 10_000, 100_000, 1_000_000];

const words = process.argv.slice(2);
const isBrief = words.includes('brief');
const numbers = words.map(Number).filter((size) => Number.isInteger(size) && size > 0 && size <= 5_000_000);
const sizes = numbers.length > 0 ? numbers.toSorted((one, other) => one - other) : allSizes;
const wanted = words.filter((word) => word !== 'brief' && Number.isNaN(Number(word)));
const turns = isBrief
  ? { rounds: 2, seconds: 0.5, noOpSeconds: 0.25, warmUpSeconds: 0.3 }
  : { rounds: 8, seconds: 0.4, noOpSeconds: 0.2, warmUpSeconds: 0.5 };

interface Row {
  call: string;
  campaigns: number;
  rows: number;
  measured: Measured;
  noOp: Measured;
}

interface Running extends RunningServer<Marketplace> {
  campaigns: number;
}

const kept = process.env['BENCH_POSTGRES'];
const postgres = kept ? { url: kept, stop: async () => {} } : await startPostgres();
const servers: Running[] = [];
try {
  for (const campaigns of sizes) {
    console.error(`making ${text(campaigns)} campaigns`);
    servers.push(await serve(campaigns, postgres.url));
  }
  const rows: Row[] = [];
  for (const call of callNames) {
    if (wanted.length > 0 && !wanted.some((word) => call.includes(word))) continue;
    console.error(call);
    rows.push(...(await measureCall(call, servers)));
  }
  print(rows);
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
}

async function serve(campaigns: number, serverUrl: string): Promise<Running> {
  const server = await startServer<Marketplace>('served-marketplace.ts', {
    BENCH_CAMPAIGNS: String(campaigns),
    BENCH_DATABASE_URL: await ensureDatabase(serverUrl, `bench_marketplace_${campaigns}`),
  });
  return { ...server, campaigns };
}

/** A server from BENCH_POSTGRES keeps the database for the next run. */
async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_catalog.pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function measureCall(call: string, all: readonly Running[]): Promise<Row[]> {
  const taken = all.map((server) => ({ server, called: [] as Sample[], idle: [] as Sample[] }));
  const run = (server: Running, paths: readonly string[], seconds: number) =>
    measure(server, oneAfterAnother(server.world, paths), { callers: CALLERS, seconds });
  for (const { server } of taken) {
    await run(server, [NO_OP], turns.warmUpSeconds);
    await run(server, buildPaths(call, server.world), turns.warmUpSeconds);
  }
  for (let round = 0; round < turns.rounds; round += 1) {
    for (const { server, called, idle } of taken) {
      idle.push(await run(server, [NO_OP], turns.noOpSeconds));
      called.push(await run(server, buildPaths(call, server.world), turns.seconds));
    }
  }
  const rows: Row[] = [];
  for (const { server, called, idle } of taken) {
    rows.push({
      call,
      campaigns: server.campaigns,
      rows: await meanRows(server.world, buildPaths(call, server.world)),
      measured: summarise(called),
      noOp: summarise(idle),
    });
  }
  return rows;
}

/** Measured separately, because parsing responses takes time. */
async function meanRows({ address, cookies }: Marketplace, paths: readonly string[]): Promise<number> {
  const some = paths.filter((_, index) => index % Math.ceil(paths.length / 40) === 0);
  let rows = 0;
  for (const path of some) {
    const answer = await fetch(address + path, { headers: { cookie: cookies[0] ?? '' } });
    rows += z.array(z.unknown()).parse(await answer.json()).length;
  }
  return rows / some.length;
}

function oneAfterAnother({ cookies }: Marketplace, paths: readonly string[]): NextCall {
  let sent = 0;
  return (caller) => {
    sent += 1;
    return {
      method: 'GET',
      path: paths[sent % paths.length] ?? '',
      cookie: cookies[caller % cookies.length] ?? '',
    };
  };
}

function print(rows: readonly Row[]): void {
  console.log(`\n${machineFacts()}`);
  console.log(
    `${CALLERS} callers, ${turns.rounds * turns.seconds} s for each call and size, all sizes in turns`,
  );
  console.log(
    'ratio = requests per second of the call ÷ of the no-op; CPU: milliseconds of the server’s process\n',
  );
  console.log(
    '| call | campaigns | rows | ratio | requests/s | p50 ms | p99 ms | CPU ms | no-op requests/s | no-op p50 ms | no-op p99 ms |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const { call, campaigns, rows: rowsPerAnswer, measured, noOp } of rows) {
    const cells = [
      call,
      text(campaigns),
      text(Math.round(rowsPerAnswer)),
      (measured.perSecond / noOp.perSecond).toFixed(2),
      Math.round(measured.perSecond),
      measured.p50Ms.toFixed(1),
      measured.p99Ms.toFixed(1),
      measured.cpuMs.toFixed(2),
      Math.round(noOp.perSecond),
      noOp.p50Ms.toFixed(1),
      noOp.p99Ms.toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  if (sizes.length > 1) printGrowth(rows);
}

/**
 * Prints two growth rates of the largest: from the smallest size, and from the smallest size whose pages are as full. A
 * page of 50 rows costs more than one of eight, whatever the size.
 */
function printGrowth(rows: readonly Row[]): void {
  console.log(`\n| p50 ms of | ${sizes.map(text).join(' | ')} | growth | from the first as full |`);
  console.log(`|---|${sizes.map(() => '---|').join('')}---|---|`);
  for (const call of new Set(rows.map((row) => row.call))) {
    const own = rows.filter((row) => row.call === call);
    const last = own.at(-1);
    const first = own[0];
    if (!last || !first) continue;
    const asFull = own.find((row) => row.rows > 0.95 * last.rows) ?? last;
    const times = own.map(({ measured }) => measured.p50Ms.toFixed(1)).join(' | ');
    const since = asFull === last ? 'none' : `${growth(asFull, last)}, from ${text(asFull.campaigns)}`;
    console.log(`| ${call} | ${times} | ${growth(first, last)} | ${since} |`);
  }
}

function growth(first: Row, last: Row): string {
  return `${((last.measured.p50Ms / first.measured.p50Ms - 1) * 100).toFixed(0)} %`;
}

function text(count: number): string {
  return count.toLocaleString('en-US');
}
