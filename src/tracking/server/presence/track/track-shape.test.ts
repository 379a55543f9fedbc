import { describe, expect, it } from 'vitest';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { movedBy, sixDecimals, stroll } from '#tests/support/track.ts';
import { hashShapes } from './track-shape.ts';
import type { TrackFix } from './track.ts';

const seeds = Array.from({ length: 30 }, (_, index) => index + 1);
const original = stroll(1);
const start = { lat: 37.7955, lng: -122.3937 };

const isFoundIn = (copy: readonly TrackFix[], track: readonly TrackFix[] = original) => {
  const shapes = new Set(hashShapes(track));
  return hashShapes(copy).some((shape) => shapes.has(shape));
};
const later = (track: readonly TrackFix[], ms: number) =>
  track.map((fix) => ({ ...fix, recordedAt: addMilliseconds(fix.recordedAt, ms) }));
const byDegrees = (track: readonly TrackFix[], lat: number, lng: number) =>
  track.map((fix) => ({
    ...fix,
    ...sixDecimals(movePoint({ lat: fix.lat + lat, lng: fix.lng + lng }, 0, 0)),
  }));

describe('a copied track is found', () => {
  it.each<[string, (track: TrackFix[]) => TrackFix[]]>([
    ['as it is', (track) => track],
    ['a day later', (track) => later(track, DAY + 12_345)],
    ['in another order', (track) => track.toReversed()],
    ['with other accuracies', (track) => track.map((fix) => ({ ...fix, accuracy: fix.accuracy + 3 }))],
    ['moved by a few streets', (track) => movedBy(track, 733.3, -412.7)],
    ['moved into another town by degrees', (track) => byDegrees(track, -12.345678, 42.123457)],
    ['over the date line', (track) => byDegrees(track, 0, -57.6063)],
    ['its last ten minutes', (track) => track.slice(-40)],
    [
      'ten minutes from its middle, moved and later',
      (track) => later(movedBy(track.slice(60, 100), 1500, 900), DAY),
    ],
    [
      'in the middle of a real walk',
      (track) => [
        ...stroll(99).slice(0, 60),
        ...later(movedBy(track.slice(60, 110), 55.5, 77.7), 0),
        ...stroll(98).slice(110),
      ],
    ],
  ])('%s', (_, copied) => {
    for (const seed of seeds) {
      const track = stroll(seed);
      expect(isFoundIn(copied(track), track), `seed ${seed}`).toBe(true);
    }
  });
});

describe('a shape is', () => {
  it('unique, even on the same route at the same speed', () => {
    const owners = new Map<string, number>();
    for (let seed = 1; seed <= 300; seed += 1) {
      for (const shape of hashShapes(stroll(seed))) {
        expect(owners.get(shape) ?? seed).toBe(seed);
        owners.set(shape, seed);
      }
    }
    expect(owners.size).toBeGreaterThan(300);
  });

  it('sixteen characters, a few dozen per session, and independent of place and time', () => {
    for (const seed of seeds) {
      const shapes = hashShapes(stroll(seed));
      expect(shapes.length).toBeLessThan(60);
      for (const shape of shapes) expect(shape).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(hashShapes(later(original, DAY))).toEqual(hashShapes(original));
  });

  it.each<[string, TrackFix[]]>([
    ['a phone at rest', stroll(1, 0)],
    ['one frozen point', original.map((fix) => ({ ...fix, lat: 37.7955, lng: -122.3937 }))],
    [
      'a straight line at even speed',
      original.map((fix, index) => ({ ...fix, ...movePoint(start, index * 18, 0) })),
    ],
    [
      'four network positions, back and forth',
      original.map((fix, index) => ({
        ...fix,
        ...movePoint(start, ((index * 7) % 4) * 150, ((index * 5) % 3) * 80),
      })),
    ],
    ['less than four minutes', original.slice(0, 16)],
    ['nothing', []],
  ])('not made of %s', (_, track) => {
    expect(hashShapes(track)).toEqual([]);
  });
});
