/** Without redis-server or valkey-server, only what happens without a server is tested. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { findProgram, startProgram } from '#tests/support/server-program.ts';
import type { LimitStore } from './limit-store.ts';
import { createLimits, type Limits } from './limits.ts';
import { checkRedis, redisStore } from './redis-store.ts';

const program = findProgram('valkey-server', 'redis-server');
const hasRedis = program !== undefined;
const clock = new DrivenClock();
const warn = vi.fn();
const processOn = (store: LimitStore) =>
  createLimits({ code: { capacity: 5, refillMilliseconds: HOUR } }, { clock, log: { warn }, store });

async function countAllowed(processes: readonly Limits[], times: number, key = 'a'): Promise<number> {
  const taken = await Promise.all(
    Array.from({ length: times }, (_, index) => processes[index % processes.length]?.take('code', key)),
  );
  return taken.filter((each) => each?.allowed).length;
}

describe.skipIf(!hasRedis)('on a server', () => {
  const start = () =>
    startProgram((port) => [program ?? '', '--port', String(port), '--bind', '127.0.0.1', '--save', '']);
  let server: Awaited<ReturnType<typeof start>>;
  let url: string;
  const stores: LimitStore[] = [];
  beforeAll(async () => {
    server = await start();
    url = `redis://127.0.0.1:${server.port}`;
    stores.push(await redisStore(url, 'secret'), await redisStore(url, 'secret'));
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await server.stop();
  });

  test('two processes together allow what one allows, also at the same moment', async () => {
    const processes = stores.map(processOn);
    expect(await countAllowed(processes, 40)).toBe(5);
    clock.advance(12 * MINUTE);
    expect(await countAllowed(processes, 40)).toBe(1);
    expect(await processes[0]?.take('code', 'a')).toEqual({ allowed: false, retryAfterSeconds: 720 });
    expect(await countAllowed(stores.map(processOn), 8)).toBe(0);
    expect(await countAllowed(processes, 1, 'b')).toBe(1);
  });

  test('a clock that was far ahead does not refuse calls after its correction', async () => {
    clock.advance(73 * HOUR);
    expect(await countAllowed(stores.map(processOn), 6, 'c')).toBe(5);
    clock.advance(-73 * HOUR);
    expect(await countAllowed(stores.map(processOn), 6, 'c')).toBe(5);
  });

  test('the check for the doctor passes', async () => {
    await expect(checkRedis(url)).resolves.toBeUndefined();
  });
});

test('without a server, each process counts alone and says so once', async () => {
  const url = 'redis://127.0.0.1:1';
  const store = await redisStore(url, 'secret');
  try {
    expect(await countAllowed([processOn(store)], 9)).toBe(5);
    expect(warn).toHaveBeenCalledOnce();
  } finally {
    await store.close();
  }
  await expect(checkRedis(url)).rejects.toThrow('ECONNREFUSED');
});
