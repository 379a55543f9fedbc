/**
 * npm run bench:tracking: measures how many fixes per second are stored through the API on PostgreSQL. It
 * compares them with a route of the same server that only authenticates the caller, and with pgbench running
 * the same statements. All run in turns, with 10,000 to 10,000,000 fixes already stored. Then it measures the
 * delay of a fix to the advertiser's screen with 1,000 running sessions, and the memory per viewer. Arguments
 * select sizes, 'delay' and 'memory'; 'brief' takes a few seconds. Uses loopback only and leaves nothing
 * behind.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '#tests/support/databases/postgres.ts';
import { measure, type Measured, type NextCall, quantiles, type Sample, summarise } from './load.ts';
import { machineFacts } from './machine.ts';
import { runPgbench, type Statement } from './pgbench.ts';
import { measureDelays, measureMemory, type Memory } from './tracking-live.ts';
import {
  buildScript,
  people,
  serveWalkers,
  storeHistory,
  type Walker,
  type WalkersServer,
} from './tracking-world.ts';

const words = process.argv.slice(2);
const isBrief = words.includes('brief');
const chosen = words.filter((word) => word !== 'brief');
const wants = (word: string) => chosen.length === 0 || chosen.includes(word);

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const CALLERS = 64;
const ROUNDS = isBrief ? 1 : 4;
const SECONDS = isBrief ? 1 : 4;
const PGBENCH_EACH = isBrief ? 20 : 200;
/** An account may open 20 streams, so the viewers are spread over all advertisers. */
const VIEWERS = isBrief ? 400 : 2000;
const DELAY_SECONDS = isBrief ? 15 : 60;

interface Stored {
  fixes: number;
  api: Measured;
  noOp: Measured;
  pgbench: number;
}

const postgres = await startPostgres();
try {
  await run();
} finally {
  await postgres.stop();
}

async function run(): Promise<void> {
  console.error('preparing');
  const server = await serveWalkers(postgres.url, ['--expose-gc']);
  const { address, walkers, watched } = server;
  try {
    console.log(`\n${machineFacts()}`);
    // Runs first, because memory of the other parts would be freed during the measurement.
    if (wants('memory')) {
      // Sent by served-tracking.ts.
      const memory = async () => (await server.ask('memory')) as Memory;
      printMemory(await measureMemory(address, watched, VIEWERS, memory));
    }
    const rows: Stored[] = [];
    for (const fixes of SIZES.filter((size) => wants(String(size)))) {
      console.error(`${fixes} fixes`);
      await storeHistory(postgres.url, fixes);
      rows.push(await measureStoring(server, fixes));
    }
    printStored(rows);
    if (wants('delay')) printDelays(await measureDelays(address, { walkers, watched }, DELAY_SECONDS));
  } finally {
    await server.stop();
  }
}

async function measureStoring(server: WalkersServer, fixes: number): Promise<Stored> {
  const { walkers, folder, ask } = server;
  const send = updateLocation(walkers);
  const noOp: NextCall = (caller) => ({
    method: 'GET',
    path: '/api/bench/no-op',
    cookie: walkers[caller % walkers.length]?.cookie ?? '',
  });
  const load = { callers: CALLERS, seconds: SECONDS };
  await measure(server, noOp, { ...load, seconds: 1 });
  // After this, the server has loaded all walkers.
  await measure(server, send, { ...load, seconds: 2 });
  const [sample] = walkers;
  if (!sample) throw new Error('no walkers');
  await ask('record');
  const one = [buildCall(sample)];
  await measure(server, () => one.pop() ?? null, { callers: 1, seconds: 5 });
  // Sent by served-tracking.ts.
  const recorded = (await ask('recorded')) as Statement[];
  const file = join(folder, `update_location_${fixes}.sql`);
  await writeFile(file, await buildScript(postgres.url, sample.sessionId, recorded));

  const samples: { api: Sample[]; noOp: Sample[]; pgbench: number[] } = { api: [], noOp: [], pgbench: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.noOp.push(await measure(server, noOp, { ...load, seconds: SECONDS / 2 }));
    samples.api.push(await measure(server, send, load));
    samples.pgbench.push(
      await runPgbench(
        postgres.url,
        { file },
        { clients: CALLERS, transactionsEach: PGBENCH_EACH, protocol: 'prepared' },
      ),
    );
  }
  const pgbench = samples.pgbench.reduce((sum, each) => sum + each, 0) / ROUNDS;
  return { fixes, api: summarise(samples.api), noOp: summarise(samples.noOp), pgbench };
}

function updateLocation(walkers: readonly Walker[]): NextCall {
  let sent = 0;
  return () => {
    const walker = walkers[sent % walkers.length];
    sent += 1;
    return walker ? buildCall(walker, sent) : null;
  };
}

function buildCall({ campaignId, sessionId, cookie }: Walker, step = 0): ReturnType<NextCall> {
  return {
    method: 'POST',
    path: `/api/campaign/${campaignId}/update-location`,
    cookie,
    body: { latitude: 37.7897 + (step % 1000) * 1e-6, longitude: -122.4, accuracy: 12, sessionId },
  };
}

function printStored(rows: readonly Stored[]): void {
  if (rows.length === 0) return;
  console.log(
    `${CALLERS} callers, ${people.walkers} sessions; ${ROUNDS} rounds of ${SECONDS} s in turns; PostgreSQL with fsync; pgbench over the prepared protocol, ${CALLERS} clients\n`,
  );
  console.log(
    '| stored fixes | fixes/s | p50 ms | p99 ms | CPU ms | no-op requests/s | no-op p99 ms | ÷ no-op | pgbench/s | ÷ pgbench |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const { fixes, api, noOp, pgbench } of rows) {
    const cells = [
      fixes.toLocaleString('en-US'),
      Math.round(api.perSecond),
      api.p50Ms.toFixed(1),
      api.p99Ms.toFixed(1),
      api.cpuMs.toFixed(2),
      Math.round(noOp.perSecond),
      noOp.p99Ms.toFixed(1),
      (api.perSecond / noOp.perSecond).toFixed(2),
      Math.round(pgbench),
      (api.perSecond / pgbench).toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function printDelays({ delaysMs, sent }: { delaysMs: number[]; sent: number }): void {
  const [p50, p95, p99] = quantiles(delaysMs, 0.5, 0.95, 0.99).map(Math.round);
  console.log(
    `\nfix to screen with ${people.walkers} sessions, each sending every 15 s, and ${people.campaigns} advertisers: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms (${delaysMs.length} of ${sent} were pushed; one that leaves the published point where it was is not)`,
  );
}

function printMemory({ perViewer, rss }: { perViewer: number; rss: number }): void {
  console.log(
    `\nmemory of one more live viewer at ${VIEWERS}: ${(perViewer / 1024).toFixed(1)} KiB of the heap and buffers; the process has ${Math.round(rss / 1024 ** 2)} MiB then`,
  );
}
