import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { createCode, drawAskTimes, getSpotCheckState, getWorkTime } from './spot-check-rules.ts';

const from = new Date('2026-11-26T12:00:00Z');
const after = (milliseconds: number) => new Date(from.getTime() + milliseconds);
const random = seededRandom(62);
const draw = (length: number, count: number) =>
  drawAskTimes(random, { from, to: after(length), count }).map((at) => at.getTime() - from.getTime());

describe('the times of checks', () => {
  it.each([
    ['before the start', -20 * MINUTE, 0, HOUR],
    ['an hour late', HOUR, HOUR, 2 * HOUR],
    ['just before the window closes', 23.5 * HOUR, 23.5 * HOUR, 24 * HOUR],
  ])('lie within the work of a marketer who starts %s', (_, startedAfter, begin, end) => {
    const campaign = { startTime: from, durationMinutes: 60, closesAt: after(24 * HOUR) };
    expect(getWorkTime(campaign, after(startedAfter))).toEqual({ from: after(begin), to: after(end) });
  });

  it('leave ten minutes at the end and between two, and use all the rest evenly', () => {
    const firsts: number[] = [];
    const seconds: number[] = [];
    for (let run = 0; run < 2000; run += 1) {
      const [first = Number.NaN, second = Number.NaN] = draw(2 * HOUR, 2);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(second - first).toBeGreaterThanOrEqual(10 * MINUTE);
      expect(second).toBeLessThanOrEqual(110 * MINUTE);
      firsts.push(first);
      seconds.push(second);
    }
    // Two even draws in 100 minutes: the earlier one at a third on average, the later one at two thirds.
    const mean = (times: number[]) => times.reduce((sum, time) => sum + time, 0) / times.length / MINUTE;
    expect(mean(firsts)).toBeCloseTo(100 / 3, -1);
    expect(mean(seconds)).toBeCloseTo(200 / 3 + 10, -1);
    expect(Math.min(...firsts)).toBeLessThan(MINUTE);
    expect(Math.max(...seconds)).toBeGreaterThan(109 * MINUTE);
  });

  it.each([
    ['none asked for', 2 * HOUR, 0, 0],
    ['more used than asked for', 2 * HOUR, -1, 0],
    ['a window that is over', -MINUTE, 2, 0],
    ['less than the time to answer', 9 * MINUTE, 2, 0],
    ['only the time to answer', 10 * MINUTE, 2, 1],
    ['no room for a second', 19 * MINUTE, 2, 1],
    ['just room for both', 20 * MINUTE, 2, 2],
  ])('with %s', (_, length, count, drawn) => {
    expect(draw(length, count)).toHaveLength(drawn);
  });
});

it('a code has five characters that are hard to confuse', () => {
  const codes = Array.from({ length: 100 }, () => createCode(random));
  expect(codes.filter((code) => !/^[A-Z0-9]{5}$/.test(code) || /[01258BGILOQSVZ]/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBeGreaterThan(95);
});

it.each([
  [-1, null, null],
  [0, null, 'asked'],
  [10 * MINUTE, null, 'asked'],
  [10 * MINUTE + 1, null, 'missed'],
  [HOUR, 5 * MINUTE, 'passed'],
])('%d ms after it is asked, answered at %s: %s', (passed, answered, state) => {
  const check = { askAt: from, answeredAt: answered === null ? null : after(answered) };
  expect(getSpotCheckState(check, after(passed))).toBe(state);
});
