import { describe, expect, it } from 'vitest';
import { addMilliseconds, ageInYears, DAY, formatDuration, IsoTime } from './time.ts';
import { BirthDate } from './form-schemas.ts';

describe('age', () => {
  it.each([
    ['2008-11-02', '2026-11-01T23:59:59.999Z', 17],
    ['2008-11-02', '2026-11-02T00:00:00.000Z', 18],
    ['2008-11-02', '2026-11-02T15:00:00.000Z', 18],
    ['2008-12-31', '2026-12-30T23:59:59.999Z', 17],
    ['2009-01-01', '2026-12-31T23:59:59.999Z', 17],
    ['2009-01-01', '2027-01-01T00:00:00.000Z', 18],
    ['2008-02-29', '2026-02-28T23:59:59.999Z', 17],
    ['2008-02-29', '2026-03-01T00:00:00.000Z', 18],
    ['2008-02-29', '2028-02-29T00:00:00.000Z', 20],
    ['2026-11-02', '2026-11-02T00:00:00.000Z', 0],
    ['2027-11-02', '2026-11-02T00:00:00.000Z', -1],
    ['1926-06-15', '2026-06-15T00:00:00.000Z', 100],
  ])('born %s, at %s: %i', (born, at, years) => {
    expect(ageInYears(born, new Date(at))).toBe(years);
  });
});

it('requires ISO 8601 with an offset', () => {
  for (const text of ['2026-11-02T15:00:00Z', '2026-11-02T15:00:00.123+09:00']) {
    expect(IsoTime.safeParse(text).success).toBe(true);
  }
  for (const text of ['2026-11-02', '2026-11-02T15:00:00', '2026-13-02T15:00:00Z', 'now', '']) {
    expect(IsoTime.safeParse(text).success).toBe(false);
  }
});

it('rejects years that the database does not support', () => {
  expect(IsoTime.safeParse('0001-01-01T00:00:00Z').success).toBe(true);
  for (const text of ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '0000-12-31T23:59:59-00:30']) {
    expect(IsoTime.safeParse(text).success, text).toBe(text.includes('-00:30'));
  }
  expect(IsoTime.safeParse('9999-12-31T23:59:59Z').success).toBe(true);
  expect(IsoTime.safeParse('9999-12-31T23:59:59-00:01').success).toBe(false);
});

it.each([
  ['1900-01-01', true],
  ['2008-02-29', true],
  ['1899-12-31', false],
  ['0000-01-01', false],
  ['2007-02-29', false],
  ['1.2.2000', false],
])('a birth date %s: %s', (text, isOne) => {
  expect(BirthDate.safeParse(text).success).toBe(isOne);
});

it('adds milliseconds without changing the given date', () => {
  const moment = new Date('2026-11-02T15:00:00Z');
  expect(addMilliseconds(moment, -DAY).toISOString()).toBe('2026-11-01T15:00:00.000Z');
  expect(moment.toISOString()).toBe('2026-11-02T15:00:00.000Z');
});

it.each([
  [1, '1 minute'],
  [45, '45 minutes'],
  [59.6, '1 hour'],
  [90, '1h 30m'],
  [120, '2 hours'],
])('%d minutes read as %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});
