import { expect, test } from 'vitest';
import { limits as declared } from '#main/domains.ts';
import { parseLimitSettings, parseLimit } from './settings.ts';

test.each([
  ['5/1h', { capacity: 5, refillMilliseconds: 3_600_000 }],
  ['20/100s', { capacity: 20, refillMilliseconds: 100_000 }],
  ['1/30m', { capacity: 1, refillMilliseconds: 1_800_000 }],
  ['1000/1d', { capacity: 1000, refillMilliseconds: 86_400_000 }],
])('parses %s', (text, setting) => {
  expect(parseLimit(text)).toEqual(setting);
});

test.each([
  '',
  '5',
  '0/1h',
  '5/0h',
  '-5/1h',
  '5/1',
  '5/h',
  '5 / 1h',
  '1.5/1h',
  '5/1w',
  '5/1h ',
  '10000/1s',
  '5/1constructor',
])('rejects %j', (text) => expect(parseLimit(text)).toBeNull());

test('the largest possible limit still counts exactly', () => {
  const largest = parseLimit('9999/9999d');
  expect(Number.isSafeInteger((largest?.capacity ?? 0) * (largest?.refillMilliseconds ?? 0))).toBe(true);
});

test('the defaults are those of the rate-limit table', () => {
  expect(parseLimitSettings(declared)).toMatchObject({
    'sign-in': { capacity: 20, refillMilliseconds: 3_600_000 },
    'sign-in-address': { capacity: 5, refillMilliseconds: 3_600_000 },
    'type-change': { capacity: 3, refillMilliseconds: 3_600_000 },
    resend: { capacity: 1, refillMilliseconds: 60_000 },
    payment: { capacity: 10, refillMilliseconds: 60_000 },
    apply: { capacity: 20, refillMilliseconds: 60_000 },
    location: { capacity: 20, refillMilliseconds: 100_000 },
    live: { capacity: 24, refillMilliseconds: 30_000 },
    heat: { capacity: 12, refillMilliseconds: 60_000 },
    upload: { capacity: 20, refillMilliseconds: 3_600_000 },
  });
});

test('LIMITS overrides the named limits only', () => {
  const defaults = Object(parseLimitSettings(declared));
  expect(parseLimitSettings(declared, ' apply=3/2m, live=2/1m,')).toEqual({
    ...defaults,
    apply: { ...defaults.apply, capacity: 3, refillMilliseconds: 120_000 },
    live: { capacity: 2, refillMilliseconds: 60_000, isPerObject: true, isPerProcess: true },
  });
});

test("'off' disables all limits", () => {
  expect(parseLimitSettings(declared, 'off')).toBe('off');
});

test('reports every invalid part in one error', () => {
  const settings = () => parseLimitSettings(declared, 'apply=many,resend=1/60s,unknown=1/1h,upload');
  expect(settings).toThrow(RangeError);
  expect(settings).toThrow(/"apply=many", "unknown=1\/1h", "upload"/);
});
