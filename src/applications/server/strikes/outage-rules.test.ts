import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import {
  extendDeadline,
  MAX_IGNORED_OUTAGE_MS,
  OUTAGE_FROM_MS,
  outagesBetween,
  isExcused,
} from './outage-rules.ts';

const start = new Date('2026-11-10T12:00:00Z');
const at = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const span = (from: number, until: number) => ({ from: at(from), until: at(until) });

describe('an outage', () => {
  const up = (from: number, seen: number) => ({ startedAt: at(from), seenAt: at(seen) });
  test.each([
    ['is absent while uptime is noted every minute', [up(0, HOUR)], HOUR + MINUTE, []],
    ['after a restart', [up(0, HOUR), up(HOUR + OUTAGE_FROM_MS, 2 * HOUR)], 2 * HOUR, []],
    [
      'after a longer pause',
      [up(0, HOUR), up(HOUR + OUTAGE_FROM_MS + 1, 2 * HOUR)],
      2 * HOUR,
      [span(HOUR, HOUR + OUTAGE_FROM_MS + 1)],
    ],
    ['that has not ended', [up(0, HOUR)], 3 * HOUR, [span(HOUR, 3 * HOUR)]],
    ['before the first uptime', [], HOUR, []],
  ])('%s', (_, uptimes, now, expected) => {
    expect(outagesBetween(uptimes, at(now))).toEqual(expected);
  });
});

describe('whether a no-show is excused', () => {
  // Tracking opens 30 minutes before the start, the work takes 90 minutes, and tracking can start for a day
  // after.
  const spans = { hours: span(-30 * MINUTE, 90 * MINUTE), whole: span(-30 * MINUTE, 25.5 * HOUR) };
  const night = 12 * HOUR;
  test.each([
    ['without an outage', [], false],
    ['if one ends as tracking opens', [span(-9 * HOUR, -30 * MINUTE)], false],
    ['if one ends a moment later', [span(-9 * HOUR, -30 * MINUTE + 1)], true],
    ['if one begins in the last moment of the work', [span(90 * MINUTE - 1, 100 * MINUTE)], true],
    ['if one begins as the work ends', [span(90 * MINUTE, 100 * MINUTE)], false],
    ['if one takes an hour of the night', [span(night, night + MAX_IGNORED_OUTAGE_MS)], false],
    ['if one takes more', [span(night, night + MAX_IGNORED_OUTAGE_MS + 1)], true],
    ['if two take more', [span(night, night + 40 * MINUTE), span(20 * HOUR, 20.5 * HOUR)], true],
    [
      'if two overlap within an hour',
      [span(night, night + HOUR), span(night + 5 * MINUTE, night + HOUR)],
      false,
    ],
    [
      'if the second begins earlier',
      [span(night + 30 * MINUTE, night + HOUR), span(night, night + 40 * MINUTE)],
      false,
    ],
    [
      'if two overlap and take more',
      [span(night, night + 40 * MINUTE), span(night + 30 * MINUTE, night + HOUR + 1)],
      true,
    ],
    [
      'if one lies within another and a third follows',
      [
        span(night, night + 40 * MINUTE),
        span(night + MINUTE, night + 2 * MINUTE),
        span(night + 20 * MINUTE, night + HOUR),
      ],
      false,
    ],
    ['if one lasts beyond the end', [span(25 * HOUR, 40 * HOUR)], false],
    ['if one takes the end and more than an hour', [span(24 * HOUR, 40 * HOUR)], true],
    ['if one takes everything', [span(-9 * HOUR, 40 * HOUR)], true],
  ])('%s', (_, outages, expected) => {
    expect(isExcused(outages, spans)).toBe(expected);
  });
});

describe('a deadline until the start is extended', () => {
  test.each([
    ['not at all without an outage', [], 0],
    ['not at all if one ends at this moment', [span(-HOUR, 0)], 0],
    ['by an hour if one ends a moment later', [span(-HOUR, 1)], HOUR + 1],
    ['by an hour if one begins at this moment', [span(0, 10 * MINUTE)], 70 * MINUTE],
    ['not at all if one begins a moment later', [span(1, 10 * MINUTE)], 0],
    [
      'to an hour after the second outage if it covers the end of the hour after the first',
      [span(-MINUTE, 10 * MINUTE), span(HOUR, 2 * HOUR)],
      3 * HOUR,
    ],
    [
      'to an hour after the first outage if the second ends before that',
      [span(-MINUTE, 10 * MINUTE), span(20 * MINUTE, 30 * MINUTE)],
      70 * MINUTE,
    ],
  ])('%s', (_, outages, expected) => {
    expect(extendDeadline(outages, start)).toEqual(at(expected));
  });
});
