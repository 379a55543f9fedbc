/**
 * npm run cluster: starts the product as in docs/scaling.md, kills each of its programs under load, promotes the
 * replica, and reports the gaps that users saw. Fails if an acknowledged write is lost, a session ends, or the books
 * differ from the wallet's. Needs Debian's packages. Uses loopback only and leaves nothing behind. `keep` keeps the
 * folder with the logs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setUp } from '../scripts/setup/prepare.mjs';
import { auditCluster, type Finding } from './cluster/audit.ts';
import { type Cluster, ClusterEnd, startCluster } from './cluster/cluster.ts';
import { listFailures, measureFailure, type Measured, warmUp } from './cluster/failures.ts';
import { startLoad } from './cluster/load.ts';
import { findNeededPrograms, type NeededPrograms } from './cluster/needed-programs.ts';
import { printReport } from './cluster/report.ts';
import { Seen } from './cluster/seen.ts';

const end = new ClusterEnd();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end.run().finally(() => process.exit(1)));

try {
  const programs = findNeededPrograms();
  await setUp({ targets: ['server'] });
  await report(programs, await startCluster(programs, end));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await end.run();
}

async function report({ versions }: NeededPrograms, cluster: Cluster): Promise<void> {
  const seen = new Seen();
  const load = startLoad(cluster.proxy.address, cluster.world, seen);
  const measured: Measured[] = [];
  try {
    await warmUp(seen);
    for (const failure of listFailures(cluster)) {
      const result = await measureFailure(failure, cluster, seen);
      measured.push(result);
      console.error(`${result.name}: ${result.failed} failed ${JSON.stringify(result.failures)}`);
    }
  } finally {
    await load.stop();
  }
  const findings: Finding[] = [
    ...(await auditCluster(cluster, load.acknowledged)),
    toFinding(`answers that no failure may cause, of ${seen.total}`, seen.wrong),
    toFinding('bugs in the logs', listBugs(cluster.folder)),
  ];
  printReport(versions, measured, findings);
  if (findings.some(({ isRight }) => !isRight)) process.exitCode = 1;
}

function toFinding(what: string, lines: readonly string[]): Finding {
  for (const line of new Set(lines)) console.error(`${what}: ${line}`);
  return { what, found: String(lines.length), isRight: lines.length === 0 };
}

/** Lines of processes that report a bug. */
function listBugs(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(web|worker)-\d\.log$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"msg":"bug"'));
}
