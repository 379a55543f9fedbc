/**
 * npm run bench:shedding: measures how many calls a second one process answers on PostgreSQL, then sends it twice as
 * many, with CALL_LIMIT and without. Prints the share of calls that were answered, and how much longer vital calls took
 * than without load. Compare ratios within one run. Uses loopback only, is limited in time and count, and leaves
 * nothing behind.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { startPostgres } from '#tests/support/databases/postgres.ts';
import { type Call, quantiles } from './load.ts';
import { machineFacts } from './machine.ts';
import type { PreparedWorld, WorldSize } from './prepared-world.ts';
import { type RunningServer, startServer } from './served/server.ts';

const limits = { 'with CALL_LIMIT': '50', 'without a limit': '10000' };
const CALLERS = 32;
/** Open before the overload, as a proxy keeps them. */
const CONNECTIONS = 300;
const UNLOADED_CALLS = 60;
const WARM_UP_SECONDS = 3;
const CAPACITY_SECONDS = 6;
const OVERLOAD_SECONDS = 10;
const TIMES_CAPACITY = 2;
const TICK_MS = 5;
const size: WorldSize = { campaigns: 20, marketers: 16, proofCampaigns: 10 };

interface Outcome {
  isVital: boolean;
  status: number;
  milliseconds: number;
}

type NextCall = (number: number) => Call & { isVital: boolean };

const postgres = await startPostgres();
try {
  for (const [name, limit] of Object.entries(limits)) await run(name, limit);
} finally {
  await postgres.stop();
}

async function run(name: string, limit: string): Promise<void> {
  console.error(`${name}: preparing`);
  const database = new URL(postgres.url);
  database.pathname = `/bench_${limit}`;
  await createDatabase(database.pathname.slice(1));
  const server = await startServer<PreparedWorld>('served-product.ts', {
    BENCH_SIZE: JSON.stringify(size),
    BENCH_DATABASE_URL: database.href,
    BENCH_CALL_LIMIT: limit,
  });
  const pool = new Pool(server.address, { connections: CONNECTIONS, pipelining: 1 });
  try {
    await measure(name, server, pool);
  } finally {
    await pool.destroy();
    await server.stop();
  }
}

async function createDatabase(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
}

async function measure(name: string, { world }: RunningServer<PreparedWorld>, pool: Pool): Promise<void> {
  const next = mixCalls(world);
  console.error(`${name}: measuring`);
  await sendInTurns(pool, next, WARM_UP_SECONDS);
  const health: ReturnType<NextCall> = { method: 'GET', path: '/healthz', cookie: '', isVital: false };
  await Promise.all(Array.from({ length: CONNECTIONS }, () => send(pool, health)));
  const unloaded: Outcome[] = [];
  for (let number = 0; unloaded.length < UNLOADED_CALLS; number += 1) {
    const call = next(number);
    if (call.isVital) unloaded.push(await send(pool, call));
  }
  const answered = await sendInTurns(pool, next, CAPACITY_SECONDS);
  const capacity = answered.length / CAPACITY_SECONDS;
  const outcomes = await sendAtRate(pool, next, TIMES_CAPACITY * capacity, OVERLOAD_SECONDS);
  print(name, { unloaded, capacity, outcomes });
}

/** Of 20 calls, three store a position and one approves a proof. */
function mixCalls({ walkers, walkedCampaignId, pendingProofIds, advertiser }: PreparedWorld): NextCall {
  const perCampaign = pendingProofIds.length / size.proofCampaigns;
  let approved = 0;
  const takeProof = () => {
    const index = (approved % size.proofCampaigns) * perCampaign + Math.floor(approved / size.proofCampaigns);
    approved += 1;
    return approved <= pendingProofIds.length ? pendingProofIds[index] : undefined;
  };
  const reads = ['/api/campaigns?limit=20', '/api/notifications?limit=20', '/api/payments', '/api/auth/user'];
  return (number) => {
    const { cookie = '', sessionId = '' } = walkers[number % walkers.length] ?? {};
    const kind = number % 20;
    const proofId = kind === 10 ? takeProof() : undefined;
    if (proofId !== undefined) {
      const body = { status: 'approved' };
      return { method: 'PUT', path: `/api/proofs/${proofId}`, cookie: advertiser, body, isVital: true };
    }
    if (kind % 5 !== 0)
      return { method: 'GET', path: reads[kind % reads.length] ?? '', cookie, isVital: false };
    return {
      method: 'POST',
      path: `/api/campaign/${walkedCampaignId}/update-location`,
      cookie,
      body: { latitude: 37.7897 + (number % 1000) * 1e-6, longitude: -122.4, accuracy: 12, sessionId },
      isVital: true,
    };
  };
}

async function send(
  pool: Pool,
  { method, path, cookie, body, isVital }: ReturnType<NextCall>,
): Promise<Outcome> {
  const sentAt = performance.now();
  let status = 0;
  try {
    const response = await pool.request({
      method,
      path,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    await response.body.dump();
    status = response.statusCode;
  } catch {
    // No answer counts as a failure.
  }
  return { isVital, status, milliseconds: performance.now() - sentAt };
}

/** Each caller sends its next call after the previous response. */
async function sendInTurns(pool: Pool, next: NextCall, seconds: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const end = performance.now() + seconds * 1000;
  let number = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (performance.now() < end) outcomes.push(await send(pool, next((number += 1))));
  });
  await Promise.all(callers);
  return outcomes;
}

/** Sends at this rate, whether or not earlier calls have been answered. */
async function sendAtRate(
  pool: Pool,
  next: NextCall,
  perSecond: number,
  seconds: number,
): Promise<Outcome[]> {
  const sent: Promise<Outcome>[] = [];
  const begin = performance.now();
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = performance.now() - begin) {
    while (sent.length < (elapsedMs / 1000) * perSecond) sent.push(send(pool, next(sent.length)));
    await sleep(TICK_MS);
  }
  return Promise.all(sent);
}

function print(
  name: string,
  { unloaded, capacity, outcomes }: { unloaded: Outcome[]; capacity: number; outcomes: Outcome[] },
): void {
  const [unloadedP50 = 0, unloadedP95 = 0] = quantiles(listTimes(unloaded), 0.5, 0.95);
  const rate = outcomes.length / OVERLOAD_SECONDS;
  console.log(`\n${machineFacts()}`);
  console.log(
    `${name}: capacity ${capacity.toFixed()} calls/s, sent ${rate.toFixed()} calls/s for ${OVERLOAD_SECONDS} s; ` +
      `vital calls without load: p50 ${unloadedP50.toFixed(1)} ms, p95 ${unloadedP95.toFixed(1)} ms\n`,
  );
  console.log('| calls | sent | answered | refused | failed | p50 ms | p95 ms | p50 ÷ unloaded |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const isVital of [true, false]) {
    const ofKind = outcomes.filter((outcome) => outcome.isVital === isVital);
    const answered = ofKind.filter(({ status }) => status >= 200 && status < 300);
    const refused = ofKind.filter(({ status }) => status === 503);
    const failed = ofKind.length - answered.length - refused.length;
    const share = (count: number) => `${((100 * count) / ofKind.length).toFixed(1)}%`;
    const [p50 = 0, p95 = 0] = quantiles(listTimes(answered), 0.5, 0.95);
    const ratio = isVital ? (p50 / unloadedP50).toFixed(1) : '';
    console.log(
      `| ${isVital ? 'vital' : 'other'} | ${ofKind.length} | ${share(answered.length)} | ${share(refused.length)} | ${share(failed)} | ${p50.toFixed()} | ${p95.toFixed()} | ${ratio} |`,
    );
  }
}

function listTimes(outcomes: readonly Outcome[]): number[] {
  return outcomes.map(({ milliseconds }) => milliseconds);
}
