import { describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { everyFifteenSeconds, hasTracks, recordedWalk, type WalkedPoint } from '#tests/support/walk.ts';
import { computeGaps, computePresence } from './presence.ts';
import { collectSignals } from './signals.ts';
import { begin, movedBy, toTrack } from '#tests/support/track.ts';
import { hashShapes } from './track/track-shape.ts';

const names = [
  'savannah-applewatch-2019',
  'tokyo-stay-jitter',
  'tokyo-stroll-gaps',
  'tokyo-walk-a',
  'tokyo-walk-b',
  'washington-dc-run-2012',
  'zurich-google-2012',
];
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
const zone = { lat: 37.7955, lng: -122.3937, radiusMeters: 10_000 };
const alone = { copiedFrom: false, agreement: -1, elsewhereAtOnce: null };

/** If the walk has no accuracy, derives one from the seed. */
const recorded = (name: string, seed = 7) => recordedWalk(name, zone, seededRandom(seed));
const minutesBetween = (from: number, to: number) => (to - from) / MINUTE;
const wholeMinutes = (walk: readonly WalkedPoint[]) => minutesBetween(0, walk.at(-1)?.elapsedMs ?? 0);

describe.skipIf(!hasTracks)('recordings', () => {
  it.each(names)('%s shows no sign, neither as measured nor as a browser would have sent it', (name) => {
    for (const seed of seeds) {
      for (const walk of [recorded(name, seed), everyFifteenSeconds(recorded(name, seed))]) {
        expect(collectSignals(toTrack(walk), alone), `seed ${seed}`).toEqual([]);
      }
    }
  });

  it('zurich-google-2012 would show signs if its repeated positions claimed to come from satellites', () => {
    // Its positions are a minute apart. Shorten that to a quarter.
    const walk = recorded('zurich-google-2012').map((point) => ({
      ...point,
      accuracy: 12,
      elapsedMs: point.elapsedMs / 4,
    }));
    const kinds = collectSignals(toTrack(walk), alone).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['frozen', 'constant-accuracy']));
  });

  it('the one with gaps lasts 90 minutes, of which 60 count and 36 are in gaps', () => {
    const walk = recorded('tokyo-stroll-gaps');
    expect(wholeMinutes(walk)).toBeCloseTo(90.2, 1);
    const span = { from: begin, to: new Date(begin.getTime() + (walk.at(-1)?.elapsedMs ?? 0)) };
    for (const [points, minutes] of [
      [walk, 60.5],
      [everyFifteenSeconds(walk), 60],
    ] as const) {
      const track = toTrack(points);
      const { minutesInside } = computePresence(track, zone, span, 90, []);
      expect(Math.abs(minutesInside / minutes - 1)).toBeLessThan(0.02);
      const gaps = computeGaps(track, span);
      const silent = gaps.reduce(
        (sum, { from, to }) => sum + minutesBetween(from.getTime(), to.getTime()),
        0,
      );
      expect(Math.abs(silent - 36)).toBeLessThan(2);
    }
  });

  it.each(names)('%s is found in a copy that is moved and shortened, and in no other recording', (name) => {
    const track = toTrack(everyFifteenSeconds(recorded(name)));
    const shapes = new Set(hashShapes(track));
    const copy = movedBy(track, 733.3, -412.7).slice(Math.floor(track.length / 4));
    const others = names.filter((other) => other !== name);
    // Too short, and from the network: nothing in these two identifies them.
    const isTelling = !['savannah-applewatch-2019', 'zurich-google-2012'].includes(name);
    expect(hashShapes(copy).some((shape) => shapes.has(shape))).toBe(isTelling);
    for (const other of others) {
      const shared = hashShapes(toTrack(everyFifteenSeconds(recorded(other)))).filter((shape) =>
        shapes.has(shape),
      );
      expect(shared, other).toEqual([]);
    }
  });
});
