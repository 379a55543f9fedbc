import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNearestPoint, type Point } from './nearest-point.ts';

const point = fc.record({
  lat: fc.double({ min: 25, max: 49, noNaN: true }),
  lng: fc.double({ min: -124, max: -67, noNaN: true }),
});

function nearestByLooking(points: readonly Point[], from: Point): number {
  const east = Math.cos((from.lat * Math.PI) / 180);
  return Math.min(
    ...points.map(({ lat, lng }) => Math.hypot(lat - from.lat, (lng - from.lng) * east) * 111.195),
  );
}

it('returns the same point as a comparison with every point', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), point, (points, from) => {
      const found = createNearestPoint(points)(from, 100_000);
      expect(found?.kilometers).toBeCloseTo(nearestByLooking(points, from), 3);
    }),
  );
});

it('returns undefined beyond the limit, without points, or if no point is accepted', () => {
  const points = [{ lat: 40, lng: -100 }];
  expect(createNearestPoint(points)({ lat: 41, lng: -100 }, 111)).toBeUndefined();
  expect(createNearestPoint(points)({ lat: 41, lng: -100 }, 112)).toMatchObject({ index: 0 });
  expect(createNearestPoint([])({ lat: 41, lng: -100 }, 112)).toBeUndefined();
  expect(createNearestPoint(points)({ lat: 41, lng: -100 }, 112, () => false)).toBeUndefined();
});
