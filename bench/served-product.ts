/**
 * The product in a process of its own, so that who measures does not take its time: prepares the world, tells the parent
 * where it is, and serves until it is ended; every message is answered with the milliseconds that it has worked. `BENCH_DATABASE_URL` names a PostgreSQL server; without it the embedded engine
 * works in BENCH_FOLDER.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { endpoint } from '../src/kernel/endpoint.ts';
import { systemClock } from '../src/kernel/time.ts';
import { createApp } from '../src/main/app.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { openDatabase } from '../src/platform/server/db/open-database.ts';
import { createLog } from '../src/platform/server/log/log.ts';
import { registerRoutes } from '../src/platform/server/register-routes.ts';
import { route } from '../src/platform/server/route.ts';
import { ADMIN_EMAIL, type MovableClock, prepareWorld, type WorldSize } from './prepared-world.ts';

/** Everything that a call goes through, and nothing of its own: session, shapes, white list. */
const noOp = endpoint({
  name: 'noOp',
  method: 'GET',
  path: '/api/bench/no-op',
  summary: 'Does nothing for somebody who is signed in',
  who: 'signedIn',
  response: z.object({ ok: z.boolean() }),
});

const size: WorldSize = JSON.parse(process.env['BENCH_SIZE'] ?? '');
const config = readConfig({
  NODE_ENV: 'development',
  DATA_DIR: process.env['BENCH_FOLDER'],
  DATABASE_URL: process.env['BENCH_DATABASE_URL'],
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
const app = await createApp({ config, database, log, clock });
registerRoutes(app.http, app.deps, [route(noOp, () => ({ ok: true }))]);
const address = await app.listen();
const world = await prepareWorld(app, clock, address, size);
app.worker.start();
app.setReady();
process.send?.(world);

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.once('disconnect', async () => {
  await app.close();
  await database.close();
  process.exit(0);
});
