/**
 * Its own process, so that the load generator does not use its CPU time. If BENCH_DATABASE_URL is not set, the embedded
 * engine stores its data in BENCH_FOLDER.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { endpoint } from '#platform/domain.ts';
import type { Random } from '#kernel/id.ts';
import { systemClock } from '#kernel/time.ts';
import { type App, createApp } from '#main/app.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { createLog } from '#platform/server/log/log.ts';
import { registerRoutes } from '#platform/server/http/register-routes.ts';
import { route } from '#platform/server/http/route.ts';
import { ADMIN_EMAIL, type MovableClock } from '../prepared-world.ts';

/** Has everything that each call needs (session, validation, serialization) and no work of its own. */
const noOp = endpoint({
  name: 'noOp',
  method: 'GET',
  path: '/api/bench/no-op',
  summary: 'Does nothing for a signed-in user',
  who: 'signedIn',
  response: z.object({ ok: z.boolean() }),
});

const nothing = endpoint({
  name: 'nothing',
  method: 'GET',
  path: '/api/bench/nothing',
  summary: 'Does nothing for any caller',
  who: 'anyone',
  response: z.object({ ok: z.boolean() }),
});

/** 'cpu' is always handled: it returns the CPU time of the process in milliseconds. */
type Answers = Record<string, (app: App) => unknown>;

export async function serveForBench<World>(
  prepare: (app: App, clock: MovableClock, address: string) => Promise<World>,
  options: { answers?: Answers; hasWorker: boolean; random?: Random },
): Promise<void> {
  const config = readConfig({
    NODE_ENV: 'development',
    DATA_DIR: process.env['BENCH_FOLDER'],
    DATABASE_URL: process.env['BENCH_DATABASE_URL'],
    ...(process.env['BENCH_DATABASE_POOL'] ? { DATABASE_POOL: process.env['BENCH_DATABASE_POOL'] } : {}),
    PORT: '0',
    HOST: '127.0.0.1',
    SEED: 'none',
    LIMITS: 'off',
    CALL_LIMIT: process.env['BENCH_CALL_LIMIT'] ?? '10000',
    MAP_STYLE_URL: 'offline',
    ADMIN_EMAILS: ADMIN_EMAIL,
  });
  const log = createLog({ level: config.logLevel });
  const database = await openDatabase({ ...config, poolSize: config.databasePool, log });
  await migrate(database, resolve(import.meta.dirname, '../../migrations'), log);

  const clock: MovableClock = {
    aheadMs: 0,
    now: () => new Date(systemClock.now().getTime() + clock.aheadMs),
  };
  const app = await createApp({
    config,
    database,
    log,
    clock,
    ...(options.random ? { random: options.random } : {}),
  });
  registerRoutes(app.http, app.deps, [
    route(noOp, () => ({ ok: true })),
    route(nothing, () => ({ ok: true })),
  ]);
  const world = await prepare(app, clock, await app.listen());
  if (options.hasWorker) app.worker.start();
  app.setReady();
  process.send?.(world);

  const answers: Answers = { ...options.answers, cpu: workedMs };
  process.on('message', (asked) => {
    process.send?.(answers[String(asked)]?.(app) ?? null);
  });
  process.once('disconnect', async () => {
    await app.close();
    await database.close();
    process.exit(0);
  });
}

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
