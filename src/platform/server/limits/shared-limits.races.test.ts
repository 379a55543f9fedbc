import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { openBeside, serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';
import { systemRandom } from '../security/random.ts';
import type { Database } from '../db/open-database.ts';
import { transact } from '../db/transact.ts';
import type { LimitStore } from './limit-store.ts';
import { createLimits, type Limits } from './limits.ts';
import { fullBucketsSweep, postgresStore } from './postgres-store.ts';

const clock = new DrivenClock();
const settings = {
  code: { capacity: 5, refillMilliseconds: HOUR },
  poll: { capacity: 5, refillMilliseconds: HOUR, isPerProcess: true },
};
const warn = vi.fn();
const processOn = (store: LimitStore) => createLimits(settings, { clock, log: { warn }, store });

let database: TestDatabase;
let beside: Database;
beforeAll(async () => {
  const own = await serverDatabase({ poolSize: 4 });
  database = own;
  beside = await openBeside(own.url, 4);
});
afterEach(async () => {
  warn.mockReset();
  await database.asOwner('truncate rate_limit');
});
afterAll(async () => {
  await beside.close();
  await database.close();
});

const twoProcesses = () => [database, beside].map(({ db }) => processOn(postgresStore(db, 'secret')));

const take = (processes: readonly Limits[], times: number, name = 'code', key = 'a') =>
  Promise.all(
    Array.from({ length: times }, (_, index) => processes[index % processes.length]?.take(name, key)),
  );
const countAllowed = async (...args: Parameters<typeof take>) =>
  (await take(...args)).filter((taken) => taken?.allowed).length;

test('two processes together allow what one allows, also at the same moment', async () => {
  const processes = twoProcesses();
  expect(await countAllowed(processes, 40)).toBe(5);
  clock.advance(12 * MINUTE);
  expect(await countAllowed(processes, 40)).toBe(1);
  expect((await take(processes, 2)).map((taken) => taken && 'retryAfterSeconds' in taken && taken)).toEqual([
    { allowed: false, retryAfterSeconds: 720 },
    { allowed: false, retryAfterSeconds: 720 },
  ]);
  expect(await countAllowed(processes, 1, 'code', 'b')).toBe(1);
});

test('a process that starts later knows the tokens that others took', async () => {
  const [first] = twoProcesses();
  expect(await countAllowed(first ? [first] : [], 4)).toBe(4);
  expect(await countAllowed(twoProcesses(), 8)).toBe(1);
});

test('a limit per process allows each its own, without a row', async () => {
  expect(await countAllowed(twoProcesses(), 40, 'poll')).toBe(10);
  expect((await database.asOwner('select from rate_limit')).rowCount).toBe(0);
});

test('a token that a transaction takes is back if it fails', async () => {
  const [first] = twoProcesses();
  const failing = transact(database.db, async (tx) => {
    for (let call = 0; call < 5; call += 1) await first?.take('code', 'a', tx);
    throw new Error('nothing is saved');
  });
  await expect(failing).rejects.toThrow('nothing is saved');
  expect(await countAllowed(twoProcesses(), 8)).toBe(5);
});

test('a clock that was far ahead does not refuse calls after its correction', async () => {
  clock.advance(73 * HOUR);
  expect(await countAllowed(twoProcesses(), 6)).toBe(5);
  clock.advance(-73 * HOUR);
  expect(await countAllowed(twoProcesses(), 6)).toBe(5);
});

test('the table contains no address, and the sweep empties it', async () => {
  await countAllowed(twoProcesses(), 1, 'code', 'ada@example.com');
  const { rows } = await database.asOwner('select key from rate_limit');
  expect(rows).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/) }]);
  const { run } = fullBucketsSweep({ db: database.db, clock });
  const sweep = () => run({ clock, random: systemRandom, log: scannedLog() });
  await sweep();
  expect((await database.asOwner('select from rate_limit')).rowCount).toBe(1);
  clock.advance(HOUR);
  await sweep();
  expect((await database.asOwner('select from rate_limit')).rowCount).toBe(0);
});

test('without an answer of the store, each process counts alone and asks again after a second', async () => {
  const asked = vi.fn().mockRejectedValue(new Error('the store does not answer'));
  const limits = processOn({ usesTransactions: true, take: asked, close: async () => undefined });
  expect(await countAllowed([limits], 1)).toBe(1);
  expect(await countAllowed([limits], 9)).toBe(4);
  expect(asked).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledOnce();
  clock.advance(SECOND);
  asked.mockResolvedValue({ isAllowed: true, fullAtUs: 0 });
  expect(await countAllowed([limits], 1, 'code', 'b')).toBe(1);
  expect(warn).toHaveBeenCalledTimes(2);
});
