import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#kernel/time.ts';
import { startChild, type Child } from '#tests/support/child.ts';
import { prepareDataFolder } from '#tests/support/databases/database.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { openDatabase } from '../db/open-database.ts';
import { createLog } from '../log/log.ts';
import { systemRandom } from '../security/random.ts';
import { defineEffect, handleEffect, type EffectContext, type Outcome } from './enqueue.ts';
import { createOutboxWorker } from './outbox-worker.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'promenade-outbox-'));
let child: Child | undefined;
afterEach(async () => {
  await child?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const source = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

test(
  'invariant 15: after a kill while an effect is sent, the next process retries it with the same request id',
  { timeout: STORY_LIMIT_MS },
  async () => {
    await prepareDataFolder(dataDir);
    child = startChild(`
    import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
    import { openDatabase } from ${source('../db/open-database.ts')};
    import { transact } from ${source('../db/transact.ts')};
    import { createLog } from ${source('../log/log.ts')};
    import { systemRandom as random } from ${source('../security/random.ts')};
    import { defineEffect, enqueue, handleEffect } from ${source('enqueue.ts')};
    import { createOutboxWorker } from ${source('outbox-worker.ts')};
    const clock = { now: () => new Date() };
    const { db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    const payout = defineEffect('test/payout', z.object({ cents: z.number() }));
    await transact(db, (tx) => enqueue(tx, payout, { ref: 'p1', payload: { cents: 2500 } }, clock, random));
    const effect = handleEffect(payout, {
      perform: async (_, { requestId }) => {
        console.log(requestId);
        return new Promise(() => {});
      },
    });
    createOutboxWorker({
      db, clock, random, log: createLog({ level: 'silent' }), subscriptions: [], effects: [effect], sweeps: [], isAlone: true,
    }).start();`);
    const requestId = await child.line();
    await child.kill();

    const database = await openDatabase({ dataDir });
    const asked: EffectContext[] = [];
    const payout = defineEffect('test/payout', z.object({ cents: z.number() }));
    const effect = handleEffect(payout, {
      perform: async (payload, context): Promise<Outcome<number>> => {
        asked.push(context);
        return { status: 'done', value: payload.cents };
      },
    });
    const worker = createOutboxWorker({
      db: database.db,
      clock: systemClock,
      random: systemRandom,
      log: createLog({ level: 'silent' }),
      subscriptions: [],
      effects: [effect],
      sweeps: [],
      isAlone: true,
    });
    expect(await worker.runDue()).toBe(1);
    expect(asked).toMatchObject([{ requestId, mayHaveBeenSent: true, attempts: 2, ref: 'p1' }]);
    const { rows } = await database.pool.query('select state from outbox');
    await database.close();
    expect(rows).toEqual([{ state: 'done' }]);
  },
);
