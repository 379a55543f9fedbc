import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { transact } from '../db/transact.ts';
import { createLog } from '../log/log.ts';
import { systemRandom } from '../security/random.ts';
import { announce, announceOnce, defineEvent, subscribe } from './announce.ts';
import {
  type Circuit,
  defineEffect,
  enqueue,
  handleEffect,
  type EffectContext,
  type Lane,
  type Outcome,
} from './enqueue.ts';
import { dueTimesSweep } from './due-times.ts';
import { claimEffect } from './effect-runner.ts';
import { createOutboxWorker, type OutboxWorkerOptions } from './outbox-worker.ts';

const approved = defineEvent('test/approved', z.object({ proofId: z.string() }));
const payout = defineEffect('test/payout', z.object({ cents: z.number().int() }));

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.asOwner(
    'create table test_note (id bigint generated always as identity, text text not null)',
  );
});
afterAll(() => database.close());

const clock = new DrivenClock('2026-05-01T12:00:00Z');

let logged: { level: string; msg: string }[] = [];
const log = createLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } });

beforeEach(async () => {
  logged = [];
  await database.asOwner('truncate outbox, sweep, test_note');
});

function workerWith(parts: Partial<OutboxWorkerOptions>) {
  return createOutboxWorker({
    db: database.db,
    clock,
    random: systemRandom,
    log,
    subscriptions: [],
    effects: [],
    sweeps: [],
    isAlone: true,
    ...parts,
  });
}

const note = (text: string) => sql`insert into test_note (text) values (${text})`;
const noted = async () =>
  (await database.db.execute<{ text: string }>(sql`select text from test_note order by id`)).rows.map(
    ({ text }) => text,
  );
const row = async (kind: string, ref: string) =>
  (await database.db.execute(sql`select * from outbox where kind = ${kind} and ref = ${ref}`)).rows[0];

const announceProof = (ref: string) =>
  transact(database.db, (tx) => announce(tx, approved, { ref, payload: { proofId: ref } }, clock));
const enqueuePayout = (ref: string, notBefore?: Date) =>
  transact(database.db, (tx) =>
    enqueue(tx, payout, { ref, payload: { cents: 2500 }, notBefore }, clock, systemRandom),
  );

test('runs every subscriber once per event, and announces the same fact once', async () => {
  await announceProof('a');
  await announceProof('a');
  const again = { ref: 'a', payload: { proofId: 'a' } };
  expect(await transact(database.db, (tx) => announceOnce(tx, approved, again, clock))).toBe(false);
  const worker = workerWith({
    subscriptions: [
      subscribe(approved, (tx, { proofId }) => tx.execute(note(`first ${proofId}`))),
      subscribe(approved, (tx, { proofId }, context) =>
        tx.execute(note(`second ${proofId} ${context.attempt}`)),
      ),
    ],
  });
  expect(await worker.runDue()).toBe(1);
  expect(await worker.runDue()).toBe(0);
  expect(await noted()).toEqual(['first a', 'second a 1']);
});

test('announces no event if the transaction rolls back', async () => {
  const failing = transact(database.db, async (tx) => {
    await announce(tx, approved, { ref: 'lost', payload: { proofId: 'lost' } }, clock);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await row('test/approved', 'lost')).toBeUndefined();
});

test('if one subscriber throws, rolls back all, retries the event later and does not delay other events', async () => {
  let isBroken = true;
  const worker = workerWith({
    subscriptions: [
      subscribe(approved, (tx, { proofId }) => tx.execute(note(proofId))),
      subscribe(approved, async (_tx, { proofId }) => {
        if (proofId === 'bad' && isBroken) throw new Error('not yet');
      }),
    ],
  });
  await announceProof('bad');
  await announceProof('good');
  await worker.runDue();
  expect(await noted()).toEqual(['good']);
  expect(await row('test/approved', 'bad')).toMatchObject({
    state: 'ready',
    attempts: 1,
    last_error: 'not yet',
  });
  expect(logged).toMatchObject([{ level: 'error', msg: 'an event failed' }]);

  isBroken = false;
  expect(await worker.runDue()).toBe(0);
  clock.advance(2 * SECOND);
  expect(await worker.runDue()).toBe(1);
  expect(await noted()).toEqual(['good', 'bad']);
});

test('retries a failing event with growing pauses, then gives up and logs an error', async () => {
  await announceProof('never');
  const worker = workerWith({
    subscriptions: [
      subscribe(approved, async () => {
        throw new Error('broken');
      }),
    ],
  });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    expect(await worker.runDue()).toBe(1);
    const { next_at: nextAt } = (await row('test/approved', 'never')) as { next_at: Date };
    waits.push(nextAt.getTime() - clock.now().getTime());
    clock.set(nextAt);
  }
  expect(waits[0]).toBeGreaterThanOrEqual(500);
  expect(waits[0]).toBeLessThanOrEqual(1000);
  expect(waits[4]).toBeGreaterThanOrEqual(8 * SECOND);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15 * MINUTE);
  expect(waits.at(-1)).toBeGreaterThanOrEqual(7.5 * MINUTE);
  expect((await row('test/approved', 'never'))?.state).toBe('dead');
  expect(logged.at(-1)).toMatchObject({ level: 'error', msg: 'an event was given up' });
  clock.advance(24 * HOUR);
  expect(await worker.runDue()).toBe(0);
});

test('throws for an event whose payload does not match its schema', async () => {
  // Bypasses the compiler, as a careless caller could.
  const payload = { proofId: 7 } as unknown as { proofId: string };
  const announced = transact(database.db, (tx) => announce(tx, approved, { ref: 'x', payload }, clock));
  await expect(announced).rejects.toThrow('"expected": "string"');
});

function outside(...answers: Outcome<string>[]) {
  const asked: EffectContext[] = [];
  const recorded: string[] = [];
  const effect = handleEffect(payout, {
    attempts: 3,
    perform: async (payload, context): Promise<Outcome<string>> => {
      expect(payload).toEqual({ cents: 2500 });
      expect((await row('test/payout', context.ref))?.state).toBe('sent');
      asked.push(context);
      return answers.shift() ?? { status: 'done', value: 'batch-1' };
    },
    record: async (tx, _payload, outcome) => {
      recorded.push(outcome.status);
      await tx.execute(note(outcome.status === 'done' ? outcome.value : outcome.status));
    },
  });
  return { effect, asked, recorded };
}

test('commits an effect as sent before it is performed, and stores its outcome in one transaction', async () => {
  await enqueuePayout('p1');
  await enqueuePayout('p1');
  const { effect, asked } = outside();
  const worker = workerWith({ effects: [effect] });
  expect(await worker.runDue()).toBe(1);
  expect(await row('test/payout', 'p1')).toMatchObject({ state: 'done', attempts: 1 });
  expect(asked).toMatchObject([{ ref: 'p1', mayHaveBeenSent: false, attempts: 1, firstSentAt: clock.now() }]);
  expect(await noted()).toEqual(['batch-1']);
  expect(await worker.runDue()).toBe(0);
});

test('does not start an effect before its time', async () => {
  await enqueuePayout('later', new Date(clock.now().getTime() + 10 * MINUTE));
  const { effect, asked } = outside();
  const worker = workerWith({ effects: [effect] });
  expect(await worker.runDue()).toBe(0);
  clock.advance(10 * MINUTE);
  expect(await worker.runDue()).toBe(1);
  expect(asked).toHaveLength(1);
});

test('retries an effect with the same request id until its attempts are used up', async () => {
  await enqueuePayout('p2');
  const retry = { status: 'retry', reason: 'connection refused' } as const;
  const { effect, asked, recorded } = outside(retry, retry, retry);
  const worker = workerWith({ effects: [effect] });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await worker.runDue()).toBe(1);
    clock.advance(MINUTE);
  }
  expect(await worker.runDue()).toBe(0);
  expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
  expect(asked.map(({ mayHaveBeenSent }) => mayHaveBeenSent)).toEqual([false, false, false]);
  expect(asked[2]?.firstSentAt).not.toEqual(asked[0]?.firstSentAt);
  expect(recorded).toEqual(['retry', 'retry', 'dead']);
  expect(await row('test/payout', 'p2')).toMatchObject({ state: 'dead', last_error: 'connection refused' });
  expect(logged).toMatchObject([{ level: 'error', msg: 'an effect was given up' }]);
});

test('invariant 16: an unknown outcome stays unknown until the other service reports it', async () => {
  await enqueuePayout('p3');
  const unknown = { status: 'unknown', reason: 'timeout' } as const;
  const retry = { status: 'retry', reason: 'connection refused' } as const;
  const { effect, asked, recorded } = outside(unknown, unknown, retry, unknown, retry, retry);
  const worker = workerWith({ effects: [effect] });
  const sentAt = clock.now();
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(await worker.runDue()).toBe(1);
    expect((await row('test/payout', 'p3'))?.state).toBe('unknown');
    clock.advance(15 * MINUTE);
  }
  expect(await worker.runDue()).toBe(1);
  expect((await row('test/payout', 'p3'))?.state).toBe('done');
  expect(recorded).toEqual([...Array.from({ length: 6 }, () => 'unknown'), 'done']);
  expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
  expect(asked.map(({ firstSentAt }) => firstSentAt)).toEqual(asked.map(() => sentAt));
  expect(asked.slice(1).every(({ mayHaveBeenSent }) => mayHaveBeenSent)).toBe(true);
});

const other = defineEffect('test/other', z.object({}));
const mail = defineEffect('test/mail', z.object({}));

function silentDestination(circuit: () => Circuit = () => 'closed') {
  const lane: Lane = { name: 'silent', getCircuit: circuit };
  const waiting: (() => void)[] = [];
  const perform = (): Promise<Outcome<undefined>> =>
    new Promise((resolve) => waiting.push(() => resolve({ status: 'done', value: undefined })));
  const effects = [handleEffect(payout, { lane, perform }), handleEffect(other, { lane, perform })];
  return { effects, waiting };
}

test('sends mail while every call to another destination is unanswered', async () => {
  const silent = silentDestination();
  for (let n = 0; n < 10; n += 1) await enqueuePayout(`waiting-${n}`);
  const send = handleEffect(mail, { perform: async () => ({ status: 'done', value: undefined }) });
  const worker = workerWith({ effects: [...silent.effects, send] });
  worker.start();
  try {
    await expect.poll(() => silent.waiting.length).toBe(4);
    for (const ref of ['first', 'second']) {
      await transact(database.db, (tx) => enqueue(tx, mail, { ref, payload: {} }, clock, systemRandom));
      await expect.poll(async () => (await row('test/mail', ref))?.state).toBe('done');
    }
    expect(silent.waiting).toHaveLength(4);
  } finally {
    const stopped = worker.stop();
    for (const answer of silent.waiting.splice(0)) answer();
    await stopped;
    expect((await row('test/payout', 'waiting-9'))?.state).toBe('ready');
  }
});

const countSent = async () =>
  (await database.db.execute(sql`select from outbox where state = 'sent'`)).rows.length;

test('leaves effects untouched while the circuit is open, and probes with one', async () => {
  let circuit: Circuit = 'open';
  const silent = silentDestination(() => circuit);
  for (let n = 0; n < 3; n += 1) await enqueuePayout(`paused-${n}`);
  const worker = workerWith({ effects: silent.effects });
  expect(await worker.runDue()).toBe(0);
  expect(await row('test/payout', 'paused-0')).toMatchObject({ state: 'ready', attempts: 0 });
  circuit = 'half-open';
  const running = worker.runDue();
  await expect.poll(() => silent.waiting.length).toBe(1);
  expect(await countSent()).toBe(1);
  circuit = 'closed';
  for (let n = 0; n < 3; n += 1) {
    await expect.poll(() => silent.waiting.length).toBeGreaterThan(0);
    silent.waiting.shift()?.();
  }
  expect(await running).toBe(3);
});

test('treats an error from perform as an unknown outcome', async () => {
  await enqueuePayout('p4');
  const effect = handleEffect(payout, {
    perform: async () => {
      throw new Error('socket hang up');
    },
  });
  await workerWith({ effects: [effect] }).runDue();
  expect(await row('test/payout', 'p4')).toMatchObject({ state: 'unknown', last_error: 'socket hang up' });
  expect(logged).toMatchObject([{ level: 'error', msg: 'an effect failed unexpectedly' }]);
});

test('never retries a refused effect', async () => {
  await enqueuePayout('p5');
  const { effect, recorded } = outside({ status: 'refused', reason: 'account closed' });
  const worker = workerWith({ effects: [effect] });
  await worker.runDue();
  clock.advance(24 * HOUR);
  expect(await worker.runDue()).toBe(0);
  expect(recorded).toEqual(['refused']);
  expect(await row('test/payout', 'p5')).toMatchObject({ state: 'done', last_error: 'account closed' });
});

test('if storing the outcome fails, rolls back and asks again with the same request id', async () => {
  await enqueuePayout('p6');
  const asked: EffectContext[] = [];
  const effect = handleEffect(payout, {
    perform: async (_payload, context): Promise<Outcome<undefined>> => {
      asked.push(context);
      return { status: 'done', value: undefined };
    },
    record: async (tx) => {
      await tx.execute(note('recorded'));
      if (asked.length === 1) throw new Error('ledger says no');
    },
  });
  const worker = workerWith({ effects: [effect] });
  await worker.runDue();
  expect(await noted()).toEqual([]);
  expect(await row('test/payout', 'p6')).toMatchObject({ state: 'unknown', last_error: 'ledger says no' });
  clock.advance(MINUTE);
  await worker.runDue();
  expect(await noted()).toEqual(['recorded']);
  expect(asked[1]).toMatchObject({ requestId: asked[0]?.requestId, mayHaveBeenSent: true });
  expect(logged).toMatchObject([{ level: 'error', msg: 'an outcome was not recorded' }]);
});

test('stores no values of a failed query, because they may contain email addresses', async () => {
  await enqueuePayout('p7');
  const effect = handleEffect(payout, {
    perform: async (): Promise<Outcome<undefined>> => ({ status: 'done', value: undefined }),
    record: async (tx) => tx.execute(sql`select ${'ada@example.com'}::integer`),
  });
  await workerWith({ effects: [effect] }).runDue();
  const { state, last_error: lastError } = (await row('test/payout', 'p7')) ?? {};
  expect(state).toBe('unknown');
  expect(lastError).toContain('Failed query');
  expect(lastError).not.toContain('ada');
});

function startNow() {
  clock.set(new Date());
}

test('a clock that was ahead delays neither new rows of the outbox nor retries', async () => {
  startNow();
  const retry = { status: 'retry', reason: 'connection refused' } as const;
  const { effect, asked } = outside(retry);
  const worker = workerWith({ effects: [effect], sweeps: [dueTimesSweep({ db: database.db, clock })] });
  clock.advance(73 * HOUR);
  await enqueuePayout('retried');
  await worker.runDue();
  await enqueuePayout('new');
  clock.advance(-73 * HOUR);
  await worker.runDue();
  expect(asked.map(({ ref }) => ref).toSorted()).toEqual(['new', 'retried', 'retried']);
});

test('invariant 15: a process whose clock is wrong leaves the effects and times of others alone', async () => {
  startNow();
  await enqueuePayout('sent-elsewhere');
  await enqueuePayout('waiting-elsewhere', new Date(clock.now().getTime() + 10 * MINUTE));
  let answer = () => {};
  let calls = 0;
  const effect = handleEffect(payout, {
    perform: (): Promise<Outcome<undefined>> => {
      calls += 1;
      return new Promise((resolve) => (answer = () => resolve({ status: 'done', value: undefined })));
    },
  });
  const running = workerWith({ effects: [effect], isAlone: false }).runDue();
  await expect.poll(() => calls).toBe(1);
  const before = [await row('test/payout', 'sent-elsewhere'), await row('test/payout', 'waiting-elsewhere')];
  for (const offset of [-HOUR, 5 * MINUTE]) {
    const wrong = { now: () => new Date(clock.now().getTime() + offset) };
    const sweeps = [dueTimesSweep({ db: database.db, clock: wrong })];
    await workerWith({ clock: wrong, effects: [effect], sweeps, isAlone: false }).runDue();
    expect([
      await row('test/payout', 'sent-elsewhere'),
      await row('test/payout', 'waiting-elsewhere'),
    ]).toEqual(before);
  }
  expect(calls).toBe(1);
  answer();
  await running;
});

test('claims from the first row of each kind, without reading the rows of other lanes', async () => {
  await database.asOwner(`
    insert into outbox (kind, form, ref, payload, request_id, next_at, created_at)
    select 'test/other', 'effect', n::text, '{}', gen_random_uuid(), '2026-01-01', '2026-01-01'
    from generate_series(1, 5000) n`);
  await database.asOwner('analyze outbox');
  const { rows } = await database.db.execute<{ 'QUERY PLAN': string }>(sql`
    explain ${claimEffect({ kinds: ['test/payout', 'test/mail'], runningIds: [], now: clock.now() })}`);
  const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using outbox_lane');
  expect(plan).toMatch(/Index Cond: \(\(kind = own\.kind\) AND \(next_at <= /);
  expect(plan).not.toContain('Seq Scan on outbox');
});

test('a running worker starts right after a commit, and does not block requests', async () => {
  const worker = workerWith({
    subscriptions: [subscribe(approved, (tx, { proofId }) => tx.execute(note(proofId)))],
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  worker.start();
  try {
    for (let count = 1; count <= 5; count += 1) {
      await announceProof(`quick-${count}`);
      while ((await noted()).length < count) await new Promise(setImmediate);
    }

    await transact(database.db, async (tx) => {
      for (let index = 0; index < 300; index += 1) {
        await announce(tx, approved, { ref: `many-${index}`, payload: { proofId: `${index}` } }, clock);
      }
    });
    let answered = 0;
    while ((await noted()).length < 305) {
      await database.db.execute(sql`select 1`);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(3);
  } finally {
    await worker.stop();
    vi.useRealTimers();
  }
});

test('all lanes share one poll a second, which finds what became due without a commit', async () => {
  const kinds = ['one', 'two', 'three'].map((name) => defineEffect(`test/${name}`, z.object({})));
  const sent: string[] = [];
  const effects = kinds.map((effect) =>
    handleEffect(effect, {
      perform: async () => {
        sent.push(effect.kind);
        return { status: 'done', value: undefined };
      },
    }),
  );
  const execute = vi.spyOn(database.db, 'execute');
  const worker = workerWith({ effects });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  worker.start();
  const tick = async (): Promise<number> => {
    execute.mockClear();
    while (execute.mock.calls.length === 0) {
      await vi.advanceTimersByTimeAsync(SECOND);
      await new Promise(setImmediate);
    }
    return execute.mock.calls.length;
  };
  try {
    await tick();
    expect([await tick(), await tick(), await tick()]).toEqual([1, 1, 1]);

    const notBefore = new Date(clock.now().getTime() + MINUTE);
    const what = { ref: 'later', payload: {}, notBefore };
    await transact(database.db, (tx) => enqueue(tx, kinds[1] as never, what, clock, systemRandom));
    await tick();
    expect(sent).toEqual([]);
    clock.advance(MINUTE);
    await tick();
    while (sent.length === 0) await new Promise(setImmediate);
    expect(sent).toEqual(['test/two']);
  } finally {
    execute.mockRestore();
    await worker.stop();
    vi.useRealTimers();
  }
});
