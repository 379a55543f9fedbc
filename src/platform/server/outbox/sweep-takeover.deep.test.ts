import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, SECOND, systemClock } from '#kernel/time.ts';
import { startChild } from '#tests/support/child.ts';
import { serverDatabase } from '#tests/support/databases/database.ts';
import { patience, STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { createLog } from '../log/log.ts';
import { systemRandom } from '../security/random.ts';
import { createOutboxWorker } from './outbox-worker.ts';

let database: Awaited<ReturnType<typeof serverDatabase>>;
beforeAll(async () => {
  database = await serverDatabase();
});
afterAll(() => database.close());

const readLease = async () => {
  const { rows } = await database.pool.query(
    `select running_until as until from sweep where name = 'test/sweep'`,
  );
  return new Date(rows[0]?.until).getTime();
};

const source = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

test(
  'another process takes over the sweep of a killed one within 15 seconds, and not while it lives',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const child = startChild(`
    import { openDatabase } from ${source('../db/open-database.ts')};
    import { createLog } from ${source('../log/log.ts')};
    import { systemRandom as random } from ${source('../security/random.ts')};
    import { createOutboxWorker } from ${source('outbox-worker.ts')};
    const { db } = await openDatabase({ databaseUrl: ${JSON.stringify(database.url)}, dataDir: '.' });
    const sweep = { name: 'test/sweep', everyMs: ${DAY}, run: () => new Promise(() => console.log('running')) };
    createOutboxWorker({
      db, clock: { now: () => new Date() }, random, log: createLog({ level: 'silent' }), subscriptions: [],
      effects: [], sweeps: [sweep], isAlone: false,
    }).start();`);
    await child.line();
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    let runs = 0;
    const run = async () => {
      runs += 1;
      begun();
    };
    const worker = createOutboxWorker({
      db: database.db,
      clock: systemClock,
      random: systemRandom,
      log: createLog({ level: 'silent' }),
      subscriptions: [],
      effects: [],
      sweeps: [{ name: 'test/sweep', everyMs: DAY, run }],
      isAlone: false,
    });
    worker.start();
    try {
      const first = await readLease();
      await expect
        .poll(async () => (await readLease()) - first, { timeout: STORY_LIMIT_MS })
        .toBeGreaterThan(12 * SECOND);
      expect(runs).toBe(0);
      const killedAt = performance.now();
      await child.kill();
      await hasBegun;
      const tookMs = performance.now() - killedAt;
      process.stdout.write(`took over after ${Math.round(tookMs)} ms\n`);
      expect(tookMs).toBeLessThan(patience(15 * SECOND));
    } finally {
      await child.kill();
      await worker.stop();
    }
  },
);
