import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE, systemClock } from '#kernel/time.ts';
import { openBeside, serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import type { Database } from '../db/open-database.ts';
import { transact } from '../db/transact.ts';
import { createLog } from '../log/log.ts';
import { systemRandom } from '../security/random.ts';
import { announce, announceOnce, defineEvent, subscribe } from './announce.ts';
import { defineEffect, enqueue, handleEffect, type EffectContext, type Outcome } from './enqueue.ts';
import { createOutboxWorker, type OutboxWorkerOptions } from './outbox-worker.ts';

let database: TestDatabase;
let second: Database;
beforeAll(async () => {
  const made = await serverDatabase();
  database = made;
  second = await openBeside(made.url);
  await database.asOwner('create table test_note (text text not null)');
});
afterAll(async () => {
  await second.close();
  await database.close();
});
beforeEach(() => database.asOwner('truncate outbox, sweep, test_note'));

const log = createLog({ level: 'silent' });
const counted = defineEvent('test/counted', z.object({ n: z.number() }));
const sent = defineEffect('test/sent', z.object({ n: z.number() }));

function workerOn({ db }: Database, parts: Partial<OutboxWorkerOptions>) {
  return createOutboxWorker({
    db,
    clock: systemClock,
    random: systemRandom,
    log,
    subscriptions: [],
    effects: [],
    sweeps: [],
    isAlone: false,
    ...parts,
  });
}

test('two processes handle each event once, even if a handler throws at first', async () => {
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  await transact(database.db, async (tx) => {
    for (const n of numbers) await announce(tx, counted, { ref: String(n), payload: { n } }, systemClock);
  });
  const handledBy = [0, 0];
  // The first process waits with its event until the second one has one too, because the second may start
  // late on a slow machine.
  const haveBegun = new Set<number>();
  let bothHaveBegun = () => {};
  const begun = new Promise<void>((resolve) => (bothHaveBegun = resolve));
  const workers = [database, second].map((each, index) =>
    workerOn(each, {
      subscriptions: [
        subscribe(counted, async (tx, { n }, { attempt }) => {
          haveBegun.add(index);
          if (haveBegun.size === 2) bothHaveBegun();
          await begun;
          await tx.execute(sql`insert into test_note (text) values (${String(n)})`);
          if (n % 50 === 0 && attempt === 1) throw new Error('after the write');
          handledBy[index] = (handledBy[index] ?? 0) + 1;
        }),
      ],
    }),
  );
  for (const worker of workers) worker.start();
  const left = async () =>
    (await database.pool.query<{ n: number }>("select count(*) as n from outbox where state <> 'done'"))
      .rows[0]?.n;
  await expect.poll(left).toBe(0);
  await Promise.all(workers.map((worker) => worker.stop()));
  const { rows } = await database.pool.query<{ text: string }>('select text from test_note');
  expect(rows.map(({ text }) => Number(text)).sort((one, other) => one - other)).toEqual(numbers);
  expect(handledBy.every((count) => count > 0)).toBe(true);
});

test('invariant 15: two processes carry out each effect once', async () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  await transact(database.db, async (tx) => {
    for (const n of numbers)
      await enqueue(tx, sent, { ref: String(n), payload: { n } }, systemClock, systemRandom);
  });
  const left: number[] = [];
  const recorded: number[] = [];
  const effect = handleEffect(sent, {
    perform: async ({ n }): Promise<Outcome<number>> => {
      left.push(n);
      await setImmediate();
      return { status: 'done', value: n };
    },
    record: async (_tx, _payload, outcome) => {
      if (outcome.status === 'done') recorded.push(outcome.value);
    },
  });
  await Promise.all([database, second].map((each) => workerOn(each, { effects: [effect] }).runDue()));
  const inOrder = (list: number[]) => list.toSorted((one, other) => one - other);
  expect(inOrder(left)).toEqual(numbers);
  expect(inOrder(recorded)).toEqual(numbers);
});

test('twenty concurrent announcements of the same fact create one event', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      transact(database.db, (tx) => announceOnce(tx, counted, { ref: 'one', payload: { n } }, systemClock)),
    ),
  );
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test('takes over a sent effect of a lost process only after its lease has expired', async () => {
  const clock = systemClock;
  await transact(database.db, (tx) =>
    enqueue(tx, sent, { ref: 'lost', payload: { n: 1 } }, clock, systemRandom),
  );
  const asked: EffectContext[] = [];
  let arrived = () => {};
  const hasLeft = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let answer = (_outcome: Outcome<string>) => {};
  const lost = workerOn(database, {
    clock,
    effects: [
      handleEffect(sent, {
        perform: (): Promise<Outcome<string>> =>
          new Promise((resolve) => {
            answer = resolve;
            arrived();
          }),
        record: (tx) => tx.execute(sql`insert into test_note (text) values ('late')`),
      }),
    ],
  });
  const losing = lost.runDue();
  await hasLeft;
  const heir = workerOn(second, {
    clock,
    effects: [
      handleEffect(sent, {
        perform: async (_payload, context): Promise<Outcome<string>> => {
          asked.push(context);
          return { status: 'done', value: 'looked up' };
        },
        record: (tx) => tx.execute(sql`insert into test_note (text) values ('heir')`),
      }),
    ],
  });
  const expireIn = (ms: number) =>
    database.asOwner(`update outbox set next_at = now() + ${ms} * interval '1 ms' where state = 'sent'`);
  await expireIn(MINUTE);
  expect(await heir.runDue()).toBe(0);
  await expireIn(-1);
  expect(await heir.runDue()).toBe(1);
  expect(asked).toMatchObject([{ mayHaveBeenSent: true, attempts: 2 }]);

  answer({ status: 'done', value: 'late' });
  await losing;
  expect((await database.pool.query('select text from test_note')).rows).toEqual([{ text: 'heir' }]);
});

test('runs a due sweep in one process only', async () => {
  let runs = 0;
  let rounds = 0;
  let endRun = () => {};
  const othersAreDone = new Promise<void>((resolve) => (endRun = resolve));
  const sweeps = [
    {
      name: 'test/sweep',
      everyMs: MINUTE,
      run: async () => {
        runs += 1;
        if (runs === 1) await othersAreDone;
      },
    },
  ];
  const workers = Array.from({ length: 8 }, (_, index) =>
    workerOn(index % 2 ? second : database, { sweeps }),
  );
  await Promise.all(
    workers.map(async (worker) => {
      await worker.runDue();
      rounds += 1;
      if (rounds === workers.length - 1) endRun();
    }),
  );
  expect(runs).toBe(1);
});
