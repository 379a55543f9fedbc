import { describe, expect, it } from 'vitest';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { MINUTE } from '#kernel/time.ts';
import { getSerializer } from '#platform/server/http/serialize.ts';
import { everyFifteenSeconds, hasTracks, recordedWalk, type WalkedPoint } from '#tests/support/walk.ts';
import { Presence } from '../../contract.ts';
import { presenceSample } from '../../sample.ts';
import { isInZone } from './geometry.ts';
import { computeGaps, type MeasuredFix, computePresence } from './presence.ts';

const elbow = {
  lat: 37.7955,
  lng: -122.3937,
  radiusMeters: 283,
  corners: [
    [-200, -200],
    [200, -200],
    [200, 0],
    [0, 0],
    [0, 200],
    [-200, 200],
  ].map(([east = 0, north = 0]) => movePoint({ lat: 37.7955, lng: -122.3937 }, east, north)),
};

const begin = new Date('2026-11-02T15:00:00Z').getTime();
const zone = { lat: 37.7955, lng: -122.3937, radiusMeters: 1000 };

function fixes(
  seconds: readonly number[],
  eastMeters: number | ((second: number) => number) = 0,
  accuracy = 8,
): MeasuredFix[] {
  return seconds.map((second) => ({
    ...movePoint(zone, typeof eastMeters === 'number' ? eastMeters : eastMeters(second), 0),
    accuracy,
    recordedAt: new Date(begin + second * 1000),
  }));
}

const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

const openFor = (milliseconds: number) => ({ from: new Date(begin), to: new Date(begin + milliseconds) });

describe('minutes inside', () => {
  it('are the time between fixes inside the zone', () => {
    const presence = computePresence(fixes(every(15, 0, 3600)), zone, openFor(60 * MINUTE), 60, []);
    expect(presence).toMatchObject({
      minutesInside: 60,
      coverage: 1,
      longestGapSeconds: 15,
      fixes: 241,
      score: 1,
    });
  });

  it('are none outside', () => {
    const presence = computePresence(fixes(every(15, 0, 3600), 1500), zone, openFor(60 * MINUTE), 60, []);
    expect(presence).toMatchObject({ minutesInside: 0, coverage: 1, score: 0 });
  });

  it('count inside the corners of a drawn area, by the same rule at its edge', () => {
    const at = (east: number, north: number) =>
      every(15, 0, 3600).map((second) => ({
        ...movePoint(elbow, east, north),
        accuracy: 10,
        recordedAt: new Date(begin + second * 1000),
      }));
    const minutesAt = (east: number, north: number) =>
      computePresence(at(east, north), elbow, openFor(60 * MINUTE), 60, []).minutesInside;
    expect(minutesAt(100, -100)).toBe(60);
    expect(minutesAt(-100, 100)).toBe(60);
    expect(minutesAt(100, 100)).toBe(0);
    expect(minutesAt(0, 100)).toBeCloseTo(30, 0);
    // One σ of 5 m from the edge: Φ(1) = 0.8413.
    expect(minutesAt(-5, 100)).toBeCloseTo(60 * 0.8413, 0);
  });

  it('count half at the very edge, by how likely each fix was inside', () => {
    const presence = computePresence(fixes(every(15, 0, 3600), 1000), zone, openFor(60 * MINUTE), 60, []);
    expect(presence.minutesInside).toBeCloseTo(30, 0);
    const justInside = computePresence(
      fixes(every(15, 0, 3600), 995, 10),
      zone,
      openFor(60 * MINUTE),
      60,
      [],
    );
    expect(justInside.minutesInside).toBeCloseTo(60 * 0.8413, 0);
  });

  it('do not count silence: a gap counts for 45 seconds', () => {
    const presence = computePresence(
      fixes([...every(15, 0, 600), ...every(15, 3000, 3600)]),
      zone,
      openFor(60 * MINUTE),
      60,
      [],
    );
    expect(presence.minutesInside).toBeCloseTo(20.8, 5);
    expect(presence.longestGapSeconds).toBe(2400);
  });

  it('leave out inaccurate fixes and single jumps away and back', () => {
    const seconds = every(15, 0, 600);
    const jump = (second: number) => (second === 300 ? 5000 : 0);
    expect(computePresence(fixes(seconds, jump), zone, openFor(10 * MINUTE), 10, [])).toMatchObject({
      minutesInside: 10,
      distanceMeters: 0,
    });
    expect(computePresence(fixes(seconds, 0, 201), zone, openFor(10 * MINUTE), 10, [])).toMatchObject({
      minutesInside: 0,
      fixes: 41,
    });
  });

  it('work without a zone, a duration or fixes', () => {
    const none = {
      minutesInside: 0,
      coverage: 0,
      distanceMeters: 0,
      longestGapSeconds: 0,
      fixes: 0,
      signals: [],
    };
    expect(computePresence([], zone, openFor(0), 60, [])).toEqual({ ...none, score: 0 });
    expect(computePresence([], zone, openFor(10 * MINUTE), null, [])).toEqual({
      ...none,
      longestGapSeconds: 600,
      score: null,
    });
    expect(computePresence(fixes([0, 15]), null, openFor(15_000), 60, [])).toMatchObject({
      minutesInside: 0,
      coverage: 1,
    });
  });

  it('score at most 1', () => {
    expect(computePresence(fixes(every(15, 0, 7200)), zone, openFor(120 * MINUTE), 60, []).score).toBe(1);
  });
});

describe('coverage', () => {
  const walking = (second: number) => second * 1.4 - 2520;
  it.each([
    ['walking', 5, 1],
    ['walking', 15, 1],
    // A phone with an error of 20 metres skips every second fix of a walker too, so no more can be expected.
    ['walking', 30, 1],
    ['walking', 45, 1],
    ['walking', 60, 0.75],
    ['walking', 90, 0.5],
    ['standing', 15, 1],
    ['standing', 45, 1],
    ['standing', 60, 0.75],
  ])('of a marketer %s, with a fix every %i seconds, is %d', (how, step, coverage) => {
    const some = fixes(every(step, 0, 3600), how === 'walking' ? walking : 0);
    expect(computePresence(some, zone, openFor(60 * MINUTE), 60, []).coverage).toBeCloseTo(coverage, 2);
  });

  it('is a half if only the first half has fixes', () => {
    expect(computePresence(fixes(every(15, 0, 1800)), zone, openFor(60 * MINUTE), 60, []).coverage).toBe(0.5);
  });
});

describe('the longest gap', () => {
  it.each([
    ['before the first fix', every(15, 1200, 3600), 1200],
    ['after the last fix', every(15, 0, 1800), 1800],
    ['between two', [...every(15, 0, 600), ...every(15, 3000, 3600)], 2400],
  ])('may be %s', (_, seconds, expected) => {
    const presence = computePresence(fixes(seconds), zone, openFor(60 * MINUTE), 60, []);
    expect(presence.longestGapSeconds).toBe(expected);
  });
});

describe('gaps', () => {
  const span = { from: new Date(begin), to: new Date(begin + 3600 * 1000) };
  const inSeconds = (seconds: readonly number[]) =>
    computeGaps(fixes(seconds), span).map(({ from, to }) => [
      (from.getTime() - begin) / 1000,
      (to.getTime() - begin) / 1000,
    ]);

  it.each([
    ['none with a fix every 15 seconds', every(15, 0, 3600), []],
    ['none for a marketer who stands still with a slightly late timer', every(48, 0, 3600), []],
    ['the time in between', [...every(15, 0, 600), ...every(15, 1800, 3600)], [[600, 1800]]],
    [
      'the time before the first and after the last',
      every(15, 90, 3000),
      [
        [0, 90],
        [3000, 3600],
      ],
    ],
    ['all of it without a fix', [], [[0, 3600]]],
    [
      'two, with a single fix between them',
      [0, 1200, 3600],
      [
        [0, 1200],
        [1200, 3600],
      ],
    ],
  ])('are %s', (_, seconds, gaps) => {
    expect(inSeconds(seconds)).toEqual(gaps);
  });
});

describe('distance', () => {
  it('is what was walked', () => {
    const presence = computePresence(
      fixes(every(15, 0, 1800), (second) => second * 1.4 - 1260, 5),
      zone,
      openFor(30 * MINUTE),
      30,
      [],
    );
    expect(presence.distanceMeters).toBeGreaterThan(2400);
    expect(presence.distanceMeters).toBeLessThan(2600);
  });

  it('is nothing while standing still, however much the fixes wander', () => {
    const trembling = (second: number) => ((second * 7) % 9) - 4;
    expect(
      computePresence(fixes(every(15, 0, 5400), trembling, 10), zone, openFor(90 * MINUTE), 90, [])
        .distanceMeters,
    ).toBe(0);
  });
});

describe('a fix counts as inside', () => {
  it.each([
    [1000, 8, true],
    [1007, 8, true],
    [1010, 8, false],
    [1049, 500, true],
    [1052, 500, false],
  ])('%i m from the middle of a radius of 1000 m with accuracy %i m: %s', (meters, accuracy, expected) => {
    expect(isInZone({ ...movePoint(zone, meters, 0), accuracy }, zone)).toBe(expected);
  });
});

/** The recordings are not part of this repository. */
describe('recorded walks', () => {
  const seeded = () => {
    let state = 7;
    return {
      uuid: () => '',
      hex: () => '',
      below: (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit,
    };
  };
  const measured = (walk: readonly WalkedPoint[]): MeasuredFix[] =>
    walk.map(({ elapsedMs, lat, lng, accuracy }) => ({
      lat,
      lng,
      accuracy,
      recordedAt: new Date(begin + elapsedMs),
    }));
  const wholeMinutes = (walk: readonly WalkedPoint[]) => (walk.at(-1)?.elapsedMs ?? 0) / MINUTE;
  const wide = { ...zone, radiusMeters: 10_000 };

  it.skipIf(!hasTracks)('the one with gaps counts 60 minutes of its 90', () => {
    const walk = recordedWalk('tokyo-stroll-gaps', zone, seeded());
    expect(wholeMinutes(walk)).toBeCloseTo(90.2, 0);
    for (const [points, minutes] of [
      [walk, 60.5],
      [everyFifteenSeconds(walk), 60],
    ] as const) {
      const presence = computePresence(measured(points), wide, openFor(wholeMinutes(walk) * MINUTE), 90, []);
      expect(Math.abs(presence.minutesInside / minutes - 1)).toBeLessThan(0.02);
      expect(presence.longestGapSeconds).toBeGreaterThan(300);
    }
  });

  it
    .skipIf(!hasTracks)
    .each(['tokyo-walk-a', 'tokyo-walk-b', 'savannah-applewatch-2019', 'washington-dc-run-2012'])(
    '%s counts in full except for its gaps',
    (name) => {
      const walk = recordedWalk(name, zone, seeded());
      const sent = everyFifteenSeconds(walk);
      const cappedMinutes = sent.slice(1).reduce((sum, point, index) => {
        return sum + Math.min(45_000, point.elapsedMs - (sent[index]?.elapsedMs ?? 0)) / MINUTE;
      }, 0);
      const presence = computePresence(measured(sent), wide, openFor(wholeMinutes(walk) * MINUTE), 90, []);
      // Minutes are rounded to a tenth, which matters in a recording of 43 seconds.
      expect(Math.abs(presence.minutesInside - cappedMinutes)).toBeLessThanOrEqual(0.05 + cappedMinutes / 50);
    },
  );

  it.skipIf(!hasTracks)('ninety minutes indoors do not count as kilometres walked', () => {
    const walk = recordedWalk('tokyo-stay-jitter', zone, seeded());
    const presence = computePresence(
      measured(everyFifteenSeconds(walk)),
      wide,
      openFor(wholeMinutes(walk) * MINUTE),
      90,
      [],
    );
    expect(presence.distanceMeters).toBeLessThan(2000);
  });
});

it('a summary that predates signs is sent without them, which differs from an empty list', () => {
  const { signals: _, ...old } = presenceSample;
  const read = Presence.nullable().parse(old);
  expect(JSON.parse(getSerializer(Presence.nullable())(read))).toEqual(old);
});
