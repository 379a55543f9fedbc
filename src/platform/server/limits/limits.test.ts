import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clock, HOUR } from '#kernel/time.ts';
import { limits as declared } from '#main/domains.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';
import type { Tx } from '../db/open-database.ts';
import { createLimits, type LimitOptions, type Limits } from './limits.ts';
import { type LimitSettings, parseLimitSettings } from './settings.ts';

function drivenClock() {
  let now = Date.UTC(2026, 0, 1);
  return { now: () => new Date(now), advance: (milliseconds: number) => (now += milliseconds) };
}

const parseApplyLimit = (text: string) => parseLimitSettings(declared, `apply=${text}`);
const create = (settings: LimitSettings | 'off', clock: Clock, more: Partial<LimitOptions> = {}) =>
  createLimits(settings, { clock, log: scannedLog(), ...more });

async function countAllowed(limits: Limits, times: number, name = 'apply', key = 'a'): Promise<number> {
  let allowed = 0;
  for (let call = 0; call < times; call += 1) if ((await limits.take(name, key)).allowed) allowed += 1;
  return allowed;
}

test('a full bucket allows its capacity at once, then returns the time until the next token', async () => {
  const clock = drivenClock();
  const limits = create(parseApplyLimit('5/1h'), clock);
  expect(await countAllowed(limits, 5)).toBe(5);
  expect(await limits.take('apply', 'a')).toEqual({ allowed: false, retryAfterSeconds: 720 });
  clock.advance(719_999);
  expect(await limits.take('apply', 'a')).toEqual({ allowed: false, retryAfterSeconds: 1 });
  clock.advance(1);
  expect(await limits.take('apply', 'a')).toEqual({ allowed: true });
  expect(await limits.take('apply', 'a')).toMatchObject({ allowed: false });
});

test('locations: 20 at once, then one every five seconds', async () => {
  const clock = drivenClock();
  const limits = create(parseLimitSettings(declared), clock);
  expect(await countAllowed(limits, 30, 'location')).toBe(20);
  clock.advance(4999);
  expect(await countAllowed(limits, 1, 'location')).toBe(0);
  clock.advance(1);
  expect(await countAllowed(limits, 2, 'location')).toBe(1);
});

test('a refused call takes no token', async () => {
  const clock = drivenClock();
  const limits = create(parseApplyLimit('10/10s'), clock);
  expect(await countAllowed(limits, 60)).toBe(10);
  clock.advance(1000);
  expect(await countAllowed(limits, 2)).toBe(1);
});

test('without a store, a transaction counts in this process', async () => {
  const limits = create(parseApplyLimit('1/1h'), drivenClock());
  const tx = {} as Tx;
  expect(await limits.take('apply', 'ada', tx)).toEqual({ allowed: true });
  expect(await limits.take('apply', 'ada', tx)).toMatchObject({ allowed: false });
});

test('a name that no domain declares is a bug', async () => {
  const limits = create(parseApplyLimit('5/1h'), drivenClock());
  await expect(limits.take('unknown', 'a')).rejects.toThrow(RangeError);
});

test('allows every call if limits are off', async () => {
  const limits = create(parseLimitSettings(declared, 'off'), drivenClock());
  expect(await countAllowed(limits, 500, 'resend')).toBe(500);
});

test('limits and keys do not share a bucket', async () => {
  const limits = create(parseLimitSettings(declared, 'apply=2/1h,resend=1/1h'), drivenClock());
  expect(await countAllowed(limits, 9, 'apply', 'a')).toBe(2);
  expect(await countAllowed(limits, 9, 'apply', 'b')).toBe(2);
  expect(await countAllowed(limits, 9, 'resend', 'a')).toBe(1);
});

test('evicts the least recently used key beyond the maximum', async () => {
  const limits = create(parseApplyLimit('1/1h'), drivenClock(), { keysPerLimit: 100 });
  await limits.take('apply', 'kept');
  for (let key = 0; key < 5000; key += 1) {
    await limits.take('apply', `key-${key}`);
    await limits.take('apply', 'kept');
  }
  expect(await limits.take('apply', 'kept')).toMatchObject({ allowed: false });
  expect(await limits.take('apply', 'key-4999')).toMatchObject({ allowed: false });
  expect(await limits.take('apply', 'key-0')).toEqual({ allowed: true });
});

test('a clock that goes back neither removes tokens nor refills the same time twice', async () => {
  const clock = drivenClock();
  const limits = create(parseApplyLimit('2/10s'), clock);
  expect(await countAllowed(limits, 2)).toBe(2);
  clock.advance(-60_000);
  expect(await countAllowed(limits, 1)).toBe(0);
  clock.advance(60_000);
  expect(await countAllowed(limits, 1)).toBe(0);
  clock.advance(5000);
  expect(await countAllowed(limits, 2)).toBe(1);
});

test('a clock that was far ahead does not refuse calls after its correction', async () => {
  const clock = drivenClock();
  const limits = create(parseApplyLimit('2/10s'), clock);
  clock.advance(73 * HOUR);
  expect(await countAllowed(limits, 3)).toBe(2);
  clock.advance(-73 * HOUR);
  expect(await countAllowed(limits, 3)).toBe(2);
});

const isAllowed = async (limits: Limits, key: string) => (await limits.take('apply', key)).allowed;

const steps = fc.array(
  fc.record({
    waitMilliseconds: fc.nat(8000),
    key: fc.constantFrom('a', 'b'),
  }),
  { minLength: 1, maxLength: 80 },
);

test('never allows more than the capacity plus the refill, in any time span and for any key', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 30 }),
      async (moves, capacity, seconds) => {
        const clock = drivenClock();
        const limits = create(parseApplyLimit(`${capacity}/${seconds}s`), clock);
        const taken: { at: number; key: string }[] = [];
        for (const { waitMilliseconds, key } of moves) {
          clock.advance(waitMilliseconds);
          if ((await limits.take('apply', key)).allowed) taken.push({ at: clock.now().getTime(), key });
        }
        for (const [index, first] of taken.entries()) {
          let sum = 0;
          for (const later of taken.slice(index).filter(({ key }) => key === first.key)) {
            sum += 1;
            const refilled = ((later.at - first.at) * capacity) / (seconds * 1000);
            expect(sum).toBeLessThanOrEqual(capacity + refilled);
          }
        }
      },
    ),
  );
});

test('the returned wait is enough, and a second less is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 600 }),
      async (moves, capacity, seconds) => {
        const clock = drivenClock();
        const limits = create(parseApplyLimit(`${capacity}/${seconds}s`), clock);
        for (const { waitMilliseconds, key } of moves) {
          clock.advance(waitMilliseconds);
          const answer = await limits.take('apply', key);
          if (answer.allowed) continue;
          clock.advance((answer.retryAfterSeconds - 1) * 1000);
          if (answer.retryAfterSeconds > 1) expect(await isAllowed(limits, key)).toBe(false);
          clock.advance(1000);
          expect(await isAllowed(limits, key)).toBe(true);
        }
      },
    ),
  );
});
