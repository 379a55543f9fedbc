/**
 * The product in a process of its own, so that who measures does not take its time: prepares a world, tells the parent where
 * it is, and serves until it is ended. `BENCH_DATABASE_URL` names a PostgreSQL server; without it the embedded engine works in
 * BENCH_FOLDER.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { endpoint } from '../src/kernel/endpoint.ts';
import type { Random } from '../src/kernel/id.ts';
import { systemClock } from '../src/kernel/time.ts';
import { type App, createApp } from '../src/main/app.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { openDatabase } from '../src/platform/server/db/open-database.ts';
import { createLog } from '../src/platform/server/log/log.ts';
import { registerRoutes } from '../src/platform/server/register-routes.ts';
import { route } from '../src/platform/server/route.ts';
import { ADMIN_EMAIL, type MovableClock } from './prepared-world.ts';

/** Everything that a call goes through, and nothing of its own: session, shapes, white list. */
const noOp = endpoint({
  name: 'noOp',
  method: 'GET',
  path: '/api/bench/no-op',
  summary: 'Does nothing for somebody who is signed in',
  who: 'signedIn',
  response: z.object({ ok: z.boolean() }),
});

/** The same for anybody: not even the session is looked for. */
const nothing = endpoint({
  name: 'nothing',
  method: 'GET',
  path: '/api/bench/nothing',
  summary: 'Does nothing for anybody',
  who: 'anyone',
  response: z.object({ ok: z.boolean() }),
});

/** What the parent asks, and what it is answered; 'cpu' is always there: the milliseconds that the process has worked. */
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
    MAP_STYLE_URL: 'offline',
    ADMIN_EMAILS: ADMIN_EMAIL,
  });
  const log = createLog({ level: config.logLevel });
  const database = await openDatabase({ ...config, poolSize: config.databasePool, log });
  await migrate(database, resolve(import.meta.dirname, '../migrations'), log);

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
