/**
 * npm run bench:reads: measures the reads that screens wait for, on PostgreSQL, each next to a bare server and to a
 * no-op that only authenticates, in turns within one run. Uses loopback only, is limited in time, and leaves nothing
 * behind. Arguments select reads: npm run bench:reads -- 'current user'.
 */
import { startPostgres } from '#tests/support/databases/postgres.ts';
import { type Measured, measure, type NextCall, type Sample, type Served, summarise } from './load.ts';
import { machineFacts } from './machine.ts';
import type { PreparedWorld, WorldSize } from './prepared-world.ts';
import { startServer } from './served/server.ts';

const CALLERS = 32;
const ROUNDS = 3;
const SECONDS = 2;
const COMPARED_SECONDS = 1;
const size: WorldSize = { campaigns: 120, marketers: CALLERS, proofCampaigns: 24 };

const now = new Date().toISOString();

/** `aim`: requests per second, divided by those of the bare server. */
interface Read {
  name: string;
  path: string;
  as: 'visitor' | 'marketer' | 'advertiser';
  aim: number;
}

const reads: readonly Read[] = [
  { name: 'health check', path: '/healthz', as: 'visitor', aim: 0.8 },
  { name: 'no-op with a session', path: '/api/bench/no-op', as: 'marketer', aim: 0 },
  { name: 'current user', path: '/api/auth/user', as: 'marketer', aim: 0.2 },
  { name: 'first page of campaigns', path: '/api/campaigns?limit=20', as: 'marketer', aim: 0.15 },
  { name: 'notifications', path: '/api/notifications?limit=20', as: 'marketer', aim: 0.08 },
  { name: 'a marketer’s applications', path: '/api/applications', as: 'marketer', aim: 0.08 },
  { name: 'a marketer’s proofs', path: '/api/proofs', as: 'marketer', aim: 0.08 },
  { name: 'a marketer’s payments', path: '/api/payments', as: 'marketer', aim: 0.08 },
  {
    name: 'a marketer’s figures',
    path: `/api/stats/marketer?weekStart=${now}&monthStart=${now}`,
    as: 'marketer',
    aim: 0.08,
  },
  { name: 'an advertiser’s campaigns', path: '/api/campaigns/advertiser', as: 'advertiser', aim: 0.08 },
  { name: 'an advertiser’s figures', path: '/api/stats/advertiser', as: 'advertiser', aim: 0.08 },
  { name: 'proofs to review', path: '/api/proofs?status=pending', as: 'advertiser', aim: 0.08 },
];

const words = process.argv.slice(2);
const postgres = await startPostgres();
try {
  await run(reads.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word))));
} finally {
  await postgres.stop();
}

async function run(wanted: readonly Read[]): Promise<void> {
  console.error('preparing');
  const bare = await startServer<{ address: string }>('bare-server.ts', {});
  const server = await startServer<PreparedWorld>('served-product.ts', {
    BENCH_SIZE: JSON.stringify(size),
    BENCH_DATABASE_URL: postgres.url,
  });
  try {
    const { advertiser, walkers } = server.world;
    const call = ({ path, as }: Pick<Read, 'path' | 'as'>): NextCall => {
      return (caller) => {
        const marketer = walkers[caller % walkers.length]?.cookie ?? '';
        const cookie = { visitor: '', marketer, advertiser }[as];
        return { method: 'GET', path, cookie };
      };
    };
    console.log(`\n${machineFacts()}`);
    console.log(`${CALLERS} callers, ${ROUNDS} rounds of ${SECONDS} s; PostgreSQL with fsync\n`);
    console.log(
      '| read | ÷ bare server | aim | ÷ no-op | requests/s | p50 ms | p99 ms | CPU ms | bare requests/s | no-op requests/s |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|---|');
    for (const read of wanted) {
      const measured = await measureTogether([
        [server, call(read), SECONDS],
        [bare, call({ path: '/', as: 'visitor' }), COMPARED_SECONDS],
        [server, call({ path: '/api/bench/no-op', as: 'marketer' }), COMPARED_SECONDS],
      ]);
      console.log(toLine(read, measured));
    }
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

async function measureTogether(
  parts: readonly (readonly [served: Served, call: NextCall, seconds: number])[],
): Promise<Measured[]> {
  const samples: Sample[][] = parts.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, [served, call, seconds]] of parts.entries()) {
      const sample = await measure(served, call, { callers: CALLERS, seconds });
      // The first round warms up.
      if (round > 0) samples[index]?.push(sample);
    }
  }
  return samples.map(summarise);
}

function toLine({ name, aim }: Read, [read, bare, noOp]: readonly Measured[]): string {
  if (!read || !bare || !noOp) return '';
  const cells = [
    name,
    (read.perSecond / bare.perSecond).toFixed(3),
    aim > 0 ? aim.toFixed(2) : '',
    (read.perSecond / noOp.perSecond).toFixed(2),
    Math.round(read.perSecond),
    read.p50Ms.toFixed(1),
    read.p99Ms.toFixed(1),
    read.cpuMs.toFixed(2),
    Math.round(bare.perSecond),
    Math.round(noOp.perSecond),
  ];
  return `| ${cells.join(' | ')} |`;
}
