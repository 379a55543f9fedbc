import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits as declared } from '#main/domains.ts';
import { createLimits } from './limits.ts';
import type { Limits } from './limits.ts';
import { parseLimitSettings } from './settings.ts';

function drivenClock() {
  let now = Date.UTC(2026, 0, 1);
  return { now: () => new Date(now), advance: (milliseconds: number) => (now += milliseconds) };
}

const parseApplyLimit = (text: string) => parseLimitSettings(declared, `apply=${text}`);
const countAllowed = (limits: Limits, times: number, name = 'apply', key = 'a') =>
  Array.from({ length: times }, () => limits.take(name, key)).filter((taken) => taken.allowed).length;

test('a full bucket allows its capacity at once, then returns the time until the next token', () => {
  const clock = drivenClock();
  const limits = createLimits(parseApplyLimit('5/1h'), clock);
  expect(countAllowed(limits, 5)).toBe(5);
  expect(limits.take('apply', 'a')).toEqual({ allowed: false, retryAfterSeconds: 720 });
  clock.advance(719_999);
  expect(limits.take('apply', 'a')).toEqual({ allowed: false, retryAfterSeconds: 1 });
  clock.advance(1);
  expect(limits.take('apply', 'a')).toEqual({ allowed: true });
  expect(limits.take('apply', 'a')).toMatchObject({ allowed: false });
});

test('locations: 20 at once, then one every five seconds', () => {
  const clock = drivenClock();
  const limits = createLimits(parseLimitSettings(declared), clock);
  expect(countAllowed(limits, 30, 'location')).toBe(20);
  clock.advance(4999);
  expect(countAllowed(limits, 1, 'location')).toBe(0);
  clock.advance(1);
  expect(countAllowed(limits, 2, 'location')).toBe(1);
});

test('a refused call takes no tokens', () => {
  const clock = drivenClock();
  const limits = createLimits(parseApplyLimit('10/10s'), clock);
  limits.take('apply', 'a', 8);
  for (let call = 0; call < 50; call += 1) limits.take('apply', 'a', 3);
  expect(limits.take('apply', 'a', 2)).toEqual({ allowed: true });
});

test('throws for a cost that a full bucket cannot pay', () => {
  const limits = createLimits(parseApplyLimit('5/1h'), drivenClock());
  for (const cost of [0, -1, 6, 0.5, Number.NaN])
    expect(() => limits.take('apply', 'a', cost)).toThrow(RangeError);
});

test('allows every call and stores nothing if limits are off', () => {
  const limits = createLimits(parseLimitSettings(declared, 'off'), drivenClock());
  expect(countAllowed(limits, 500, 'resend')).toBe(500);
  expect(limits.size()).toBe(0);
});

test('limits and keys do not share a bucket', () => {
  const limits = createLimits(parseLimitSettings(declared, 'apply=2/1h,resend=1/1h'), drivenClock());
  expect(countAllowed(limits, 9, 'apply', 'a')).toBe(2);
  expect(countAllowed(limits, 9, 'apply', 'b')).toBe(2);
  expect(countAllowed(limits, 9, 'resend', 'a')).toBe(1);
});

test('evicts the least recently used key beyond the maximum', () => {
  const limits = createLimits(parseApplyLimit('1/1h'), drivenClock(), 100);
  limits.take('apply', 'kept');
  for (let key = 0; key < 5000; key += 1) {
    limits.take('apply', `key-${key}`);
    limits.take('apply', 'kept');
  }
  expect(limits.size()).toBe(100);
  expect(limits.take('apply', 'kept')).toMatchObject({ allowed: false });
  expect(limits.take('apply', 'key-4999')).toMatchObject({ allowed: false });
  expect(limits.take('apply', 'key-0')).toEqual({ allowed: true });
});

test('a clock that goes back neither removes tokens nor refills the same time twice', () => {
  const clock = drivenClock();
  const limits = createLimits(parseApplyLimit('2/10s'), clock);
  expect(countAllowed(limits, 2)).toBe(2);
  clock.advance(-60_000);
  expect(countAllowed(limits, 1)).toBe(0);
  clock.advance(60_000);
  expect(countAllowed(limits, 1)).toBe(0);
  clock.advance(5000);
  expect(countAllowed(limits, 2)).toBe(1);
});

const steps = fc.array(
  fc.record({
    waitMilliseconds: fc.nat(8000),
    cost: fc.integer({ min: 1, max: 5 }),
    key: fc.constantFrom('a', 'b'),
  }),
  { minLength: 1, maxLength: 80 },
);

test('never allows more than the capacity plus the refill, in any time span and for any key', () => {
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 5, max: 12 }),
      fc.integer({ min: 1, max: 30 }),
      (moves, capacity, seconds) => {
        const clock = drivenClock();
        const limits = createLimits(parseApplyLimit(`${capacity}/${seconds}s`), clock);
        const taken: { at: number; cost: number; key: string }[] = [];
        for (const { waitMilliseconds, cost, key } of moves) {
          clock.advance(waitMilliseconds);
          if (limits.take('apply', key, cost).allowed) taken.push({ at: clock.now().getTime(), cost, key });
        }
        for (const [index, first] of taken.entries()) {
          let sum = 0;
          for (const later of taken.slice(index).filter(({ key }) => key === first.key)) {
            sum += later.cost;
            const refilled = ((later.at - first.at) * capacity) / (seconds * 1000);
            expect(sum).toBeLessThanOrEqual(capacity + refilled);
          }
        }
      },
    ),
  );
});

test('the returned wait is enough, and a second less is not', () => {
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 5, max: 12 }),
      fc.integer({ min: 1, max: 600 }),
      (moves, capacity, seconds) => {
        const clock = drivenClock();
        const limits = createLimits(parseApplyLimit(`${capacity}/${seconds}s`), clock);
        for (const { waitMilliseconds, cost, key } of moves) {
          clock.advance(waitMilliseconds);
          const answer = limits.take('apply', key, cost);
          if (answer.allowed) continue;
          clock.advance((answer.retryAfterSeconds - 1) * 1000);
          if (answer.retryAfterSeconds > 1) expect(limits.take('apply', key, cost).allowed).toBe(false);
          clock.advance(1000);
          expect(limits.take('apply', key, cost).allowed).toBe(true);
        }
      },
    ),
  );
});
