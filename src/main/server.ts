import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND } from '#kernel/time.ts';
import { type Config, readConfig } from '#platform/server/settings/config.ts';
import { withoutPooler } from '#platform/server/settings/process-settings.ts';
import { crashAt } from '#platform/server/crash-point.ts';
import { checkPooler } from '#platform/server/db/application-role/check-pooler.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { type Database, openDatabase } from '#platform/server/db/open-database.ts';
import { createLog, type Logger } from '#platform/server/log/log.ts';
import { explainStartFailure } from '#platform/server/start-error.ts';
import { type App, createApp } from './app.ts';
import { limits } from './domains.ts';
import { refuseLostKeys } from './server/backup/lost-keys.ts';
import { seedDemoWorld } from './seed/demo-world.ts';
import { projectRoot } from './project-root.ts';

try {
  await run();
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}

async function run(): Promise<void> {
  const config = readConfig(process.env, limits);
  if (config.crashAt !== undefined) crashAt(config.crashAt);
  const log = createLog({ level: config.logLevel });
  const database = await openMigrated(config, log);
  const stopping = new AbortController();
  const running: { app?: App; seeding?: Promise<unknown> } = {};

  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    // A database that does not answer must not block a restart.
    setTimeout(() => process.exit(1), config.stopTimeoutMs + 5 * SECOND).unref();
    stopping.abort();
    await running.seeding?.catch(() => {});
    await running.app?.close();
    await database.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  // From source, another server may serve the client (npm run dev), or none (process tests).
  const built = join(projectRoot, 'build/client');
  const pagesFolder = existsSync(built) ? built : undefined;
  if (!pagesFolder && config.role !== 'worker') log.warn('the client is not built: serving only the API');
  running.seeding = seedDemoWorld({
    config,
    database,
    log,
    signal: stopping.signal,
    pagesFolder,
    onProgress: createProgressPrinter(),
  });
  await running.seeding;
  if (stopping.signal.aborted) return;
  const app = await createApp({ config, database, log, pagesFolder });
  running.app = app;
  const address = await app.listen();
  app.worker.start();
  app.setReady();
  console.log(`Promenade is ready at ${address}`);
}

/** Migrations run without a time limit for statements. */
async function openMigrated(config: Config, log: Logger): Promise<Database> {
  const poolSize = config.databasePool;
  const direct = await openDatabase({ ...withoutPooler(config), poolSize, log });
  await migrate(direct, join(projectRoot, 'migrations'), log);
  await refuseLostKeys(direct.db, config);
  const { databaseUrl, databaseListenUrl } = config;
  if (databaseUrl === undefined) return direct;
  await direct.close();
  if (databaseListenUrl !== undefined) await checkPooler(databaseUrl);
  return openDatabase({ ...config, poolSize, statementLimitMs: config.databaseTimeoutMs, log });
}

/** Returns a function that prints one line per quarter of the demo world. */
function createProgressPrinter(): (address: string, percent: number) => void {
  let printed = -1;
  return (address, percent) => {
    const quarter = Math.floor(percent / 25);
    if (quarter === printed) return;
    printed = quarter;
    console.log(`Promenade answers at ${address} and creates the demo world, ${25 * quarter}% done …`);
  };
}
