/**
 * npm run bench:writes: measures the hot writes on both engines, each next to a no-op route on the same server in the
 * same run. Their ratio is the cost of the call itself, and is easier to compare between machines than the
 * figures. Accounts and the admin's user table come last (people.ts). Uses loopback only, is limited in time
 * and count, and leaves nothing behind. Arguments select engines and calls: npm run bench:writes -- embedded
 * 'update location'.
 */
import { startPostgres } from '#tests/support/databases/postgres.ts';
import type { Call, NextCall } from './load.ts';
import { measurePeople, peopleTurns } from './people.ts';
import type { PreparedWorld, WorldSize } from './prepared-world.ts';
import { measureInTurns, printRows, type Row, type Turns } from './alternate.ts';
import { type RunningServer, startServer } from './served/server.ts';

const CALLERS = 32;
const turns: Turns = { callers: CALLERS, rounds: 4, seconds: 2, noOpSeconds: 1, warmUpSeconds: 1 };
const size: WorldSize = { campaigns: 120, marketers: CALLERS, proofCampaigns: 24 };

const engines = ['embedded', 'postgresql'];
const words = process.argv.slice(2);
const wantedEngines = engines.filter((engine) => words.includes(engine));
const wantedCalls = words.filter((word) => !engines.includes(word));

const rows: Row[] = [];
const peopleRows: Row[] = [];
for (const engine of wantedEngines.length > 0 ? wantedEngines : engines) {
  const postgres = engine === 'postgresql' ? await startPostgres() : undefined;
  try {
    rows.push(...(await measureEngine(engine, postgres?.url)));
    peopleRows.push(...(await measurePeople(engine, postgres?.url, wantedCalls)));
  } finally {
    await postgres?.stop();
  }
}
printRows(rows, turns);
printRows(peopleRows, peopleTurns);

async function measureEngine(engine: string, databaseUrl?: string): Promise<Row[]> {
  console.error(`${engine}: preparing`);
  const server = await startServer<PreparedWorld>('served-product.ts', {
    BENCH_SIZE: JSON.stringify(size),
    ...(databaseUrl ? { BENCH_DATABASE_URL: databaseUrl } : {}),
  });
  try {
    return await measureCalls(engine, server);
  } finally {
    await server.stop();
  }
}

async function measureCalls(engine: string, server: RunningServer<PreparedWorld>): Promise<Row[]> {
  const { world } = server;
  const { advertiser, walkers } = world;
  const getWalker = (caller: number) => walkers[caller % walkers.length] ?? { cookie: '', sessionId: '' };
  const buildNoOp = (caller: number): Call => ({
    method: 'GET',
    path: '/api/bench/no-op',
    cookie: getWalker(caller).cookie,
  });
  const calls: [name: string, next: NextCall][] = [
    ['update location', updateLocation(world, getWalker)],
    ['approve proof', approveProof(world.pendingProofIds, advertiser)],
  ];
  const measured: Row[] = [];
  for (const [call, next] of calls) {
    if (wantedCalls.length > 0 && !wantedCalls.some((word) => call.includes(word))) continue;
    console.error(`${engine}: ${call}`);
    measured.push({ engine, call, ...(await measureInTurns(server, next, buildNoOp, turns)) });
  }
  return measured;
}

function updateLocation(
  { walkedCampaignId }: PreparedWorld,
  getWalker: (caller: number) => { cookie: string; sessionId: string },
): NextCall {
  let sent = 0;
  return (caller) => {
    const { cookie, sessionId } = getWalker(caller);
    sent += 1;
    return {
      method: 'POST',
      path: `/api/campaign/${walkedCampaignId}/update-location`,
      cookie,
      body: {
        latitude: 37.7897 + (sent % 1000) * 1e-6,
        longitude: -122.4 + caller * 1e-5,
        accuracy: 12,
        sessionId,
      },
    };
  };
}

function approveProof(proofIds: readonly string[], cookie: string): NextCall {
  const perCampaign = proofIds.length / size.proofCampaigns;
  let taken = 0;
  return () => {
    const index = (taken % size.proofCampaigns) * perCampaign + Math.floor(taken / size.proofCampaigns);
    taken += 1;
    const id = taken <= proofIds.length ? proofIds[index] : undefined;
    return id ? { method: 'PUT', path: `/api/proofs/${id}`, cookie, body: { status: 'approved' } } : null;
  };
}
