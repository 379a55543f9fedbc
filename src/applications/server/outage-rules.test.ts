import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import {
  afterOutages,
  BEARABLE_OUTAGE_MS,
  OUTAGE_FROM_MS,
  outagesBetween,
  wasKeptOut,
} from './outage-rules.ts';

/** The work starts at 12:00. */
const start = new Date('2026-11-10T12:00:00Z');
const at = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const span = (from: number, until: number) => ({ from: at(from), until: at(until) });

describe('an outage', () => {
  const up = (from: number, seen: number) => ({ startedAt: at(from), seenAt: at(seen) });
  test.each([
    ['while it is seen each minute', [up(0, HOUR)], HOUR + MINUTE, []],
    ['after a restart', [up(0, HOUR), up(HOUR + OUTAGE_FROM_MS, 2 * HOUR)], 2 * HOUR, []],
    [
      'after a longer pause',
      [up(0, HOUR), up(HOUR + OUTAGE_FROM_MS + 1, 2 * HOUR)],
      2 * HOUR,
      [span(HOUR, HOUR + OUTAGE_FROM_MS + 1)],
    ],
    ['that nobody has noted the end of', [up(0, HOUR)], 3 * HOUR, [span(HOUR, 3 * HOUR)]],
    ['before anything was noted', [], HOUR, []],
  ])('%s', (_, uptimes, now, expected) => {
    expect(outagesBetween(uptimes, at(now))).toEqual(expected);
  });
});

describe('it says nothing that somebody did not come', () => {
  // Tracking opens half an hour before the start, the work takes 90 minutes, and one can begin for a day after it.
  const spans = { hours: span(-30 * MINUTE, 90 * MINUTE), whole: span(-30 * MINUTE, 25.5 * HOUR) };
  const night = 12 * HOUR;
  test.each([
    ['without an outage', [], false],
    ['where one ends as tracking opens', [span(-9 * HOUR, -30 * MINUTE)], false],
    ['where one ends a moment later', [span(-9 * HOUR, -30 * MINUTE + 1)], true],
    ['where one begins in the last moment of the work', [span(90 * MINUTE - 1, 100 * MINUTE)], true],
    ['where one begins as the work ends', [span(90 * MINUTE, 100 * MINUTE)], false],
    ['where one takes an hour of the night', [span(night, night + BEARABLE_OUTAGE_MS)], false],
    ['where one takes more', [span(night, night + BEARABLE_OUTAGE_MS + 1)], true],
    ['where two take more', [span(night, night + 40 * MINUTE), span(20 * HOUR, 20.5 * HOUR)], true],
    [
      'where two overlap within an hour',
      [span(night, night + HOUR), span(night + 5 * MINUTE, night + HOUR)],
      false,
    ],
    [
      'where the second begins earlier',
      [span(night + 30 * MINUTE, night + HOUR), span(night, night + 40 * MINUTE)],
      false,
    ],
    [
      'where two overlap and take more',
      [span(night, night + 40 * MINUTE), span(night + 30 * MINUTE, night + HOUR + 1)],
      true,
    ],
    [
      'where one lies within another and a third follows',
      [
        span(night, night + 40 * MINUTE),
        span(night + MINUTE, night + 2 * MINUTE),
        span(night + 20 * MINUTE, night + HOUR),
      ],
      false,
    ],
    ['where one lasts beyond the end', [span(25 * HOUR, 40 * HOUR)], false],
    ['where one takes the end and more than an hour', [span(24 * HOUR, 40 * HOUR)], true],
    ['where one takes everything', [span(-9 * HOUR, 40 * HOUR)], true],
  ])('%s', (_, outages, expected) => {
    expect(wasKeptOut(outages, spans)).toBe(expected);
  });
});

describe('what could be done until the start can be done', () => {
  test.each([
    ['until then without an outage', [], 0],
    ['until then where one ends in this moment', [span(-HOUR, 0)], 0],
    ['an hour longer where one ends a moment later', [span(-HOUR, 1)], HOUR + 1],
    ['an hour longer where one begins in this moment', [span(0, 10 * MINUTE)], 70 * MINUTE],
    ['until then where one begins a moment later', [span(1, 10 * MINUTE)], 0],
    [
      'an hour after the second where that lies over the hour after the first',
      [span(-MINUTE, 10 * MINUTE), span(HOUR, 2 * HOUR)],
      3 * HOUR,
    ],
    [
      'an hour after the first where the second is over before that',
      [span(-MINUTE, 10 * MINUTE), span(20 * MINUTE, 30 * MINUTE)],
      70 * MINUTE,
    ],
  ])('%s', (_, outages, expected) => {
    expect(afterOutages(outages, start)).toEqual(at(expected));
  });
});
