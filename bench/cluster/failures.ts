import { type Cluster, isReady } from './cluster.ts';
import { untilSynchronous } from './database-servers.ts';
import { isLive } from './live-probe.ts';
import type { Program } from './program.ts';
import type { Gaps, Seen } from './seen.ts';
import { until } from './until.ts';

interface Failure {
  name: string;
  act: () => Promise<void>;
}

export interface Measured extends Gaps {
  name: string;
  /**
   * From the kill until every process works, live updates pass between the processes, and both kinds of calls have
   * succeeded again.
   */
  recoveredMs: number;
  failures: [why: string, count: number][];
}

async function restart(program: Program): Promise<void> {
  await program.kill();
  await program.start();
}

/** In this order, because the primary stays away. */
export function listFailures(cluster: Cluster): Failure[] {
  const { webs, workers, proxy, pooler, valkey, replica, primary } = cluster;
  const programs = [...webs, ...workers, proxy, pooler].map(({ program }) => program);
  return [
    { name: 'nothing', act: async () => {} },
    ...[...programs, valkey].map((program) => ({ name: program.name, act: () => restart(program) })),
    {
      name: 'replica',
      act: async () => {
        await restart(replica.program);
        await untilSynchronous(primary);
      },
    },
    { name: 'primary, failover', act: () => failOver(cluster) },
    { name: 'nothing, new replica', act: () => addReplica(cluster) },
  ];
}

/** What an operator does when the primary is lost. */
async function failOver(cluster: Cluster): Promise<void> {
  await cluster.primary.program.kill();
  await cluster.servers.promote(cluster.replica);
  await cluster.pooler.pointTo(cluster.replica.port);
  cluster.primary = cluster.replica;
}

/** Commits wait for a replica again. */
async function addReplica(cluster: Cluster): Promise<void> {
  const replica = await cluster.servers.startReplica('new-replica', cluster.primary);
  cluster.end.add(() => replica.program.stop());
  cluster.replica = replica;
}

/** Calls after the recovery, so that the measurement shows what follows. */
const CALLS_AFTER = { write: 60, read: 120 };

/** The first calls are slow, because no process has compiled its code. */
export async function warmUp(seen: Seen): Promise<void> {
  await until(
    'the first calls',
    async () => seen.countSince('write', 0) > 5 * CALLS_AFTER.write && seen.countSince('read', 0) > 0,
  );
}

export async function measureFailure(
  { name, act }: Failure,
  cluster: Cluster,
  seen: Seen,
): Promise<Measured> {
  const from = performance.now();
  await act();
  await until(`recovery from: ${name}`, () => isWhole(cluster));
  const wholeAt = performance.now();
  await until(
    `calls after: ${name}`,
    async () => seen.countSince('write', wholeAt) > 0 && seen.countSince('read', wholeAt) > 0,
  );
  const recoveredMs = performance.now() - from;
  await until(
    `more calls after: ${name}`,
    async () =>
      seen.countSince('write', wholeAt) >= CALLS_AFTER.write &&
      seen.countSince('read', wholeAt) >= CALLS_AFTER.read,
  );
  const window = { from, to: performance.now() };
  return { name, recoveredMs, failures: seen.listFailures(window), ...seen.measure(window) };
}

async function isWhole(cluster: Cluster): Promise<boolean> {
  const { webs, workers, proxy } = cluster;
  const ready = await Promise.all([...webs, ...workers].map(({ address }) => isReady(address)));
  return ready.every(Boolean) && (await proxy.countUp()) === webs.length && isLive(cluster);
}
