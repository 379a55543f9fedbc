import { describe, expect, it } from 'vitest';
import {
  beforeQuietHours,
  emailDueAt,
  isQuiet,
  nextTimeOfDay,
  pushDueAt,
  type Schedule,
} from './schedule.ts';

const zone = 'America/New_York';
const nights: Schedule = { timeZone: zone, quiet: { from: 22 * 60, until: 7 * 60 }, digestHour: null };
const at = (time: string) => new Date(time);

describe('the next time of day', () => {
  it.each([
    ['later today', '2026-11-02T15:00:00Z', 18 * 60, '2026-11-02T23:00:00.000Z'],
    ['tomorrow', '2026-11-02T15:00:30Z', 10 * 60, '2026-11-03T15:00:00.000Z'],
    ['after clocks go back', '2026-11-01T03:00:00Z', 7 * 60, '2026-11-01T12:00:00.000Z'],
    ['after clocks go forward', '2026-03-08T04:00:00Z', 7 * 60, '2026-03-08T11:00:00.000Z'],
    ['a skipped time', '2026-03-08T06:00:00Z', 2 * 60 + 30, '2026-03-08T07:30:00.000Z'],
  ])('%s', (_, now, minutes, next) => {
    expect(nextTimeOfDay(at(now), zone, minutes).toISOString()).toBe(next);
  });
});

it.each([
  ['2026-11-03T02:59:00Z', false],
  ['2026-11-03T03:00:00Z', true],
  ['2026-11-03T11:59:00Z', true],
  ['2026-11-03T12:00:00Z', false],
])('quiet hours over midnight: %s is quiet: %s', (time, quiet) => {
  expect(isQuiet(at(time), nights)).toBe(quiet);
});

describe('messages', () => {
  const night = at('2026-11-03T05:00:00Z');
  const morning = at('2026-11-03T12:00:00Z');
  const noon = at('2026-11-03T17:00:00Z');

  it('wait for the end of quiet hours, unless a deadline comes first', () => {
    expect(pushDueAt(night, nights, null)).toEqual(morning);
    expect(emailDueAt(night, nights, at('2026-11-04T12:00:00Z'))).toEqual(morning);
    expect(pushDueAt(night, nights, at('2026-11-03T12:30:00Z'))).toBeNull();
    expect(pushDueAt(noon, nights, null)).toBeNull();
  });

  it('wait for the summary if they are emails without a deadline', () => {
    const daily = { ...nights, digestHour: 18 };
    expect(emailDueAt(noon, daily, null)).toEqual(at('2026-11-03T23:00:00Z'));
    expect(emailDueAt(noon, daily, at('2026-11-04T12:00:00Z'))).toBeNull();
    expect(pushDueAt(noon, daily, null)).toBeNull();
  });
});

it('a warning is moved before the quiet hours that would delay it', () => {
  expect(beforeQuietHours(at('2026-11-03T05:00:00Z'), nights)).toEqual(at('2026-11-03T02:45:00Z'));
  expect(beforeQuietHours(at('2026-11-03T17:00:00Z'), nights)).toEqual(at('2026-11-03T17:00:00Z'));
});
