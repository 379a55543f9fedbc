/**
 * npm run bench:money: measures approvals per second through the API on PostgreSQL with 32 callers, on many
 * campaigns and on one. pgbench runs the same statements on the same server in the same run. They are
 * recorded from a real approval, so the comparison always matches the code. The worker does not run on either
 * side, so later effects of an approval (notifications, the payout) are not measured. Uses loopback only, is
 * limited in count, and leaves nothing behind.
 */
import { startPostgres } from '#tests/support/databases/postgres.ts';
import { measure, type NextCall, type Sample, summarise } from './load.ts';
import { machineFacts } from './machine.ts';
import type { MoneySize, MoneyWorld } from './money-world.ts';
import { prepareScript, runPgbench, type Script, type Statement } from './pgbench.ts';
import { startServer } from './served/server.ts';

const CALLERS = 32;
const ROUNDS = 4;
/** Per round, for both the API and pgbench. */
const MANY_PER_CALLER = 24;
const ONE_PER_CALLER = 3;
const size: MoneySize = { marketers: 832, campaigns: 64, proofsEach: 8 };
const LONGEST_ROUND_SECONDS = 60;

const postgres = await startPostgres();
try {
  await run();
} finally {
  await postgres.stop();
}

async function run(): Promise<void> {
  console.error('preparing (two minutes)');
  const server = await startServer<MoneyWorld>('served-money.ts', {
    BENCH_SIZE: JSON.stringify(size),
    BENCH_DATABASE_URL: postgres.url,
    BENCH_DATABASE_POOL: String(CALLERS),
  });
  const { world, folder, ask } = server;
  try {
    const approve = (ids: string[]): NextCall => {
      return () => {
        const id = ids.shift();
        if (id === undefined) return null;
        return {
          method: 'PUT',
          path: `/api/proofs/${id}`,
          cookie: world.advertiser,
          body: { status: 'approved' },
        };
      };
    };
    const measureApi = (ids: string[]) =>
      measure(server, approve(ids), { callers: CALLERS, seconds: LONGEST_ROUND_SECONDS });

    const many = createTaker(world.manyCampaignsProofIds);
    const one = createTaker(world.oneCampaignProofIds);
    await measureApi(many(CALLERS * 4));
    const [sampleProofId = ''] = many(1);
    await ask('record');
    await measure(server, approve([sampleProofId]), { callers: 1, seconds: LONGEST_ROUND_SECONDS });
    // Recorded by the child process.
    const recorded = (await ask('recorded')) as Statement[];
    const scriptFor = (name: string, proofIds: string[]) =>
      prepareScript({ url: postgres.url, folder, name, sampleProofId, recorded, proofIds });

    const scripts = {
      many: await scriptFor('many_approvals', many(ROUNDS * CALLERS * MANY_PER_CALLER)),
      one: await scriptFor('one_approval', one(ROUNDS * CALLERS * ONE_PER_CALLER)),
    };
    const rows: Row[] = [
      {
        title: `${size.campaigns} campaigns`,
        api: [],
        pgbench: [],
        perCaller: MANY_PER_CALLER,
        take: many,
        script: scripts.many,
      },
      {
        title: 'one campaign',
        api: [],
        pgbench: [],
        perCaller: ONE_PER_CALLER,
        take: one,
        script: scripts.one,
      },
    ];
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const row of rows) {
        console.error(`round ${round}: ${row.title}`);
        row.api.push(await measureApi(row.take(CALLERS * row.perCaller)));
        const load = { clients: CALLERS, transactionsEach: row.perCaller };
        row.pgbench.push(await runPgbench(postgres.url, row.script, load));
      }
    }
    print(rows);
  } finally {
    await server.stop();
  }
}

interface Row {
  title: string;
  api: Sample[];
  pgbench: number[];
  perCaller: number;
  take: (count: number) => string[];
  script: Script;
}

/** The function returns each proof once. It throws if too few are left. */
function createTaker(proofIds: readonly string[]): (count: number) => string[] {
  let taken = 0;
  return (count) => {
    if (taken + count > proofIds.length) throw new Error('the prepared proofs have run out');
    taken += count;
    return proofIds.slice(taken - count, taken);
  };
}

function print(rows: readonly Row[]): void {
  console.log(`\n${machineFacts()}`);
  console.log(
    `${CALLERS} callers; ${ROUNDS} rounds in turns; PostgreSQL with fsync; pgbench over the extended protocol, ${CALLERS} clients\n`,
  );
  console.log(
    '| approvals on | API per second | p50 ms | p99 ms | CPU ms | pgbench per second | ratio | statements |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  const perSecond = rows.map((row) => {
    const api = summarise(row.api);
    const pgbench = row.pgbench.reduce((sum, each) => sum + each, 0) / row.pgbench.length;
    const cells = [
      row.title,
      Math.round(api.perSecond),
      api.p50Ms.toFixed(1),
      api.p99Ms.toFixed(1),
      api.cpuMs.toFixed(2),
      Math.round(pgbench),
      (api.perSecond / pgbench).toFixed(2),
      row.script.statements,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    return { api: api.perSecond, pgbench };
  });
  const [many, one] = perSecond;
  if (!many || !one) return;
  console.log(
    `\nmany campaigns ÷ one campaign: ${(many.api / one.api).toFixed(2)} through the API, ${(many.pgbench / one.pgbench).toFixed(2)} by pgbench`,
  );
}
