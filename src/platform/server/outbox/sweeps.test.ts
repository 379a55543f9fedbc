import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createLog } from '../log/log.ts';
import { systemRandom } from '../security/random.ts';
import { createOutboxWorker, type OutboxWorkerOptions } from './outbox-worker.ts';
import { createSweepRunner } from './sweep-runner.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const clock = new DrivenClock('2026-05-01T12:00:00Z');

let logged: { level: string; msg: string }[] = [];
const log = createLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } });

beforeEach(async () => {
  logged = [];
  await database.asOwner('truncate sweep');
});

function workerWith(parts: Pick<OutboxWorkerOptions, 'sweeps'> & Partial<OutboxWorkerOptions>) {
  return createOutboxWorker({
    db: database.db,
    clock,
    random: systemRandom,
    log,
    subscriptions: [],
    effects: [],
    isAlone: true,
    ...parts,
  });
}

test('runs a sweep only when it is due, and again after a failure', async () => {
  let runs = 0;
  const sweeps = [
    {
      name: 'test/sweep',
      everyMs: MINUTE,
      run: async () => {
        runs += 1;
        if (runs === 2) throw new Error('half done');
      },
    },
  ];
  const worker = workerWith({ sweeps });
  const other = workerWith({ sweeps, isAlone: false });
  await worker.runDue();
  await other.runDue();
  expect(runs).toBe(1);
  clock.advance(MINUTE);
  await worker.runDue();
  clock.advance(30 * SECOND);
  await worker.runDue();
  expect(runs).toBe(2);
  clock.advance(30 * SECOND);
  await other.runDue();
  expect(runs).toBe(3);
  expect(logged).toMatchObject([{ level: 'error', msg: 'a sweep failed' }]);
});

function slowSweep(name: string, slowRuns: number) {
  const slow = {
    begun: 0,
    end: [] as (() => void)[],
    sweep: {
      name,
      everyMs: MINUTE,
      run: async () => {
        slow.begun += 1;
        if (slow.begun <= slowRuns) await new Promise<void>((resolve) => slow.end.push(resolve));
      },
    },
  };
  return slow;
}

test('a slow sweep does not delay others, and is not started twice', async () => {
  const slow = slowSweep('test/slow', 1);
  let quickRuns = 0;
  const quick = { name: 'test/quick', everyMs: MINUTE, run: async () => (quickRuns += 1) };
  const worker = workerWith({ sweeps: [slow.sweep, quick] });
  worker.start();
  try {
    for (const count of [1, 2, 3]) {
      await expect.poll(() => quickRuns).toBe(count);
      await database.asOwner("update sweep set running_until = '-infinity' where name = 'test/slow'");
      clock.advance(6 * MINUTE);
    }
    expect(slow.begun).toBe(1);
  } finally {
    slow.end[0]?.();
    await worker.stop();
  }
  const { rows } = await database.db.execute(sql`select running_until from sweep where name = 'test/slow'`);
  expect(rows).toEqual([{ running_until: null }]);
});

test('runs that end together share statements, and each keeps its own result', async () => {
  const [one, two, bad] = [slowSweep('test/1', 1), slowSweep('test/2', 1), slowSweep('test/3', 1)];
  const fail = async () => {
    await bad.sweep.run();
    throw new Error('half done');
  };
  const worker = workerWith({ sweeps: [one.sweep, two.sweep, { ...bad.sweep, run: fail }] });
  const done = worker.runDue();
  await expect.poll(() => [one.begun, two.begun, bad.begun]).toEqual([1, 1, 1]);
  const execute = vi.spyOn(database.db, 'execute');
  for (const { end } of [one, two, bad]) end[0]?.();
  await done;
  const statements = execute.mock.calls.map(([query]) => JSON.stringify(query));
  execute.mockRestore();
  expect(statements.filter((text) => text.includes('set running_until = null'))).toHaveLength(2);
  const { rows } = await database.db.execute(
    sql`select name, last_error, running_until from sweep order by name`,
  );
  expect(rows).toEqual([
    { name: 'test/1', last_error: null, running_until: null },
    { name: 'test/2', last_error: null, running_until: null },
    { name: 'test/3', last_error: 'half done', running_until: null },
  ]);
});

test('looks for due sweeps with one statement, which updates no row if none is due', async () => {
  const sweeps = Array.from({ length: 29 }, (_, n) => ({
    name: `test/${n}`,
    everyMs: HOUR,
    run: async () => {},
  }));
  const worker = workerWith({ sweeps, isAlone: false });
  await worker.runDue();
  const read = async () => (await database.db.execute(sql`select name, xmin from sweep order by name`)).rows;
  const before = await read();
  const execute = vi.spyOn(database.db, 'execute');
  await worker.runDue();
  const statements = execute.mock.calls.map(([query]) => JSON.stringify(query));
  execute.mockRestore();
  expect(statements.filter((text) => text.includes('update sweep'))).toHaveLength(1);
  expect(before).toHaveLength(29);
  expect(await read()).toEqual(before);
});

test('between two looks, asks the database only when a sweep that ran here is due, or the clock was set back', async () => {
  const run = async () => {};
  const quick = { name: 'test/quick', everyMs: 3 * SECOND, run };
  const sweeps = [quick, { name: 'test/slow', everyMs: HOUR, run }];
  const runner = createSweepRunner({ db: database.db, clock, random: systemRandom, log }, sweeps);
  const look = async () => {
    const started = await runner.startDue();
    await runner.finished();
    return started;
  };
  expect(runner.mayBeDue()).toBe(true);
  expect(await look()).toBe(2);
  clock.advance(2 * SECOND);
  expect(runner.mayBeDue()).toBe(false);
  clock.advance(SECOND);
  expect(runner.mayBeDue()).toBe(true);
  await workerWith({ sweeps: [quick], isAlone: false }).runDue();
  expect(await look()).toBe(0);
  clock.advance(3 * SECOND);
  expect(runner.mayBeDue()).toBe(false);
  clock.advance(SECOND);
  expect(runner.mayBeDue()).toBe(true);
  expect(await look()).toBe(1);
  clock.advance(-2 * SECOND);
  expect(runner.mayBeDue()).toBe(true);
});

const expireLeases = () => database.asOwner("update sweep set running_until = now() - interval '1 ms'");

test('another process runs a sweep again when its lease has expired, however long its period', async () => {
  const lost = slowSweep('test/slow', 1);
  lost.sweep.everyMs = 24 * HOUR;
  const losing = workerWith({ sweeps: [lost.sweep], isAlone: false }).runDue();
  await expect.poll(() => lost.begun).toBe(1);
  const heir = workerWith({ sweeps: [lost.sweep], isAlone: false });
  await heir.runDue();
  expect(lost.begun).toBe(1);
  // A killed process no longer renews its lease. With a look every four seconds, another takes over within 15 s.
  const { rows } = await database.db.execute(
    sql`select running_until <= now() + interval '10 s' as "isShort" from sweep`,
  );
  expect(rows).toEqual([{ isShort: true }]);
  await expireLeases();
  await heir.runDue();
  expect(lost.begun).toBe(2);
  lost.end[0]?.();
  await losing;
});

test('renews the lease of a running sweep', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const slow = slowSweep('test/slow', 1);
  const running = workerWith({ sweeps: [slow.sweep], isAlone: false }).runDue();
  try {
    while (slow.begun === 0) await new Promise(setImmediate);
    await expireLeases();
    vi.advanceTimersByTime(4 * SECOND);
    const query = sql`select running_until > now() as "isRunning" from sweep`;
    while (!(await database.db.execute(query)).rows[0]?.['isRunning']) await new Promise(setImmediate);
  } finally {
    slow.end[0]?.();
    await running;
    vi.useRealTimers();
  }
});

test('another process takes over a sweep that hangs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stuck = slowSweep('test/stuck', 1);
  const live = slowSweep('test/live', 1);
  live.sweep.everyMs = HOUR;
  const running = workerWith({ sweeps: [stuck.sweep, live.sweep], isAlone: false }).runDue();
  try {
    while (stuck.begun + live.begun < 2) await new Promise(setImmediate);
    clock.advance(11 * MINUTE);
    await expireLeases();
    vi.advanceTimersByTime(4 * SECOND);
    const query = sql`select name from sweep where running_until > now()`;
    let renewed: unknown[] = [];
    while (renewed.length === 0) {
      await new Promise(setImmediate);
      renewed = (await database.db.execute(query)).rows;
    }
    expect(renewed).toEqual([{ name: 'test/live' }]);
    await workerWith({ sweeps: [stuck.sweep], isAlone: false }).runDue();
    expect(stuck.begun).toBe(2);
  } finally {
    for (const end of [...stuck.end, ...live.end]) end();
    await running;
    vi.useRealTimers();
  }
});

async function withClockAhead(work: () => Promise<unknown>): Promise<void> {
  clock.advance(73 * HOUR);
  await work();
  clock.advance(-73 * HOUR);
}

test('a clock that was ahead delays no sweep', async () => {
  let runs = 0;
  const sweeps = [{ name: 'test/sweep', everyMs: MINUTE, run: async () => (runs += 1) }];
  const before = workerWith({ sweeps });
  await before.runDue();
  await withClockAhead(() => before.runDue());
  await before.runDue();
  expect(runs).toBe(3);
  await withClockAhead(() => before.runDue());
  await workerWith({ sweeps }).runDue();
  expect(runs).toBe(5);
});

test('two processes whose clocks differ by two days each run a sweep once per period', async () => {
  let runs = 0;
  const sweeps = [{ name: 'test/sweep', everyMs: MINUTE, run: async () => (runs += 1) }];
  const ahead = { now: () => new Date(clock.now().getTime() + 48 * HOUR) };
  const workers = [workerWith({ sweeps }), workerWith({ sweeps, clock: ahead })];
  for (let round = 0; round < 5; round += 1) for (const worker of workers) await worker.runDue();
  expect(runs).toBe(workers.length);
  runs = 0;
  for (let period = 0; period < 3; period += 1) {
    clock.advance(MINUTE);
    for (const worker of workers) await worker.runDue();
  }
  expect(runs).toBe(3 * workers.length);
});

test('reports a sweep as late when its last success is too long ago', async () => {
  let isBroken = false;
  const run = async () => {
    if (isBroken) throw new Error('half done');
  };
  const worker = workerWith({ sweeps: [{ name: 'test/sweep', everyMs: MINUTE, run }] });
  await worker.runDue();
  const succeededAt = clock.now();
  clock.advance(15 * MINUTE);
  expect(await worker.listLateSweeps()).toEqual([]);
  isBroken = true;
  clock.advance(2 * MINUTE);
  await worker.runDue();
  expect(await worker.listLateSweeps()).toEqual([
    { name: 'test/sweep', succeededAt, lastError: 'half done' },
  ]);
  isBroken = false;
  clock.advance(MINUTE);
  await worker.runDue();
  expect(await worker.listLateSweeps()).toEqual([]);
});

test('a late run of a sweep does not end the run that replaced it', async () => {
  const slow = slowSweep('test/slow', 2);
  const parts = { sweeps: [slow.sweep], isAlone: false };
  const lost = workerWith(parts).runDue();
  await expect.poll(() => slow.begun).toBe(1);
  await expireLeases();
  clock.advance(SECOND);
  const heir = workerWith(parts).runDue();
  await expect.poll(() => slow.begun).toBe(2);
  slow.end[0]?.();
  clock.advance(2 * MINUTE);
  await lost;
  await workerWith(parts).runDue();
  expect(slow.begun).toBe(2);
  slow.end[1]?.();
  await heir;
});
