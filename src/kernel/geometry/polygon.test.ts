import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMeters, movePoint, type Point } from './geometry.ts';
import {
  areaSquareMeters,
  circleAround,
  computeCompactness,
  crossesItself,
  metersInsidePolygon,
  perimeterMeters,
} from './polygon.ts';

const ferryBuilding = { lat: 37.7955, lng: -122.3937 };
const onDateLine = { lat: -16.8, lng: 179.999 };

function cornersAt(origin: Point, ...steps: [east: number, north: number][]): Point[] {
  return steps.map(([east, north]) => movePoint(origin, east, north));
}

const elbow = (origin: Point) =>
  cornersAt(origin, [0, 0], [300, 0], [300, 100], [100, 100], [100, 300], [0, 300]);

/** Corners at rising angles around a centre never cross. */
const star = fc
  .record({
    lat: fc.double({ min: -65, max: 65, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    radii: fc.array(fc.double({ min: 60, max: 2500, noNaN: true }), { minLength: 3, maxLength: 30 }),
  })
  .map(({ lat, lng, radii }) => {
    const centre = { lat, lng };
    const angles = radii.map((_, index) => (2 * Math.PI * index) / radii.length);
    const corners = radii.map((radius, index) => {
      const angle = angles[index] ?? 0;
      return movePoint(centre, radius * Math.cos(angle), radius * Math.sin(angle));
    });
    return { centre, radii, corners };
  });

describe('metres inside a polygon', () => {
  it.each([
    ['in one arm', [50, 200], 50],
    ['in the corner of both arms', [50, 50], 50],
    ['in the gap, within the bounding box', [200, 200], -100],
    ['on an edge', [300, 50], 0],
    ['level with a corner', [-40, 100], -40],
    ['beyond a corner', [330, -40], -50],
    ['far away', [5000, 50], -4700],
  ] as const)('%s', (_, [east, north], meters) => {
    for (const origin of [ferryBuilding, onDateLine]) {
      const corners = elbow(origin);
      const point = movePoint(origin, east, north);
      for (const ring of [corners, corners.toReversed()]) {
        const error = Math.abs(metersInsidePolygon(point, ring) - meters);
        expect(error).toBeLessThanOrEqual(0.01 + Math.abs(meters) / 1000);
      }
    }
  });

  it('tells both sides of every edge apart, as far away as the point was moved', () => {
    fc.assert(
      fc.property(star, fc.nat(), fc.double({ min: 0.05, max: 0.95, noNaN: true }), (shape, at, share) => {
        const { centre, radii, corners } = shape;
        const index = at % radii.length;
        const angle = (2 * Math.PI * index) / radii.length;
        const [radius = 0] = radii.slice(index);
        const on = (meters: number) => movePoint(centre, meters * Math.cos(angle), meters * Math.sin(angle));
        expect(metersInsidePolygon(on(radius * share), corners)).toBeGreaterThan(0);
        const outside = metersInsidePolygon(on(radius * (1 + share)), corners);
        expect(outside).toBeLessThan(0);
        expect(-outside).toBeLessThanOrEqual(radius * share * 1.005 + 0.01);
      }),
    );
  });

  it('is the distance to the nearest of many points on the edges', () => {
    fc.assert(
      fc.property(star, fc.double({ min: -3000, max: 3000, noNaN: true }), (shape, east) => {
        const point = movePoint(shape.centre, east, east / 3);
        const nearest = Math.min(
          ...shape.corners.flatMap((from, index) => {
            const to = shape.corners[(index + 1) % shape.corners.length] ?? from;
            return Array.from({ length: 201 }, (_, step) =>
              distanceMeters(point, {
                lat: from.lat + ((to.lat - from.lat) * step) / 200,
                lng: from.lng + ((((to.lng - from.lng + 540) % 360) - 180) * step) / 200,
              }),
            );
          }),
        );
        const meters = Math.abs(metersInsidePolygon(point, shape.corners));
        // Half a step between two of the points, on an edge of up to 5 km.
        expect(Math.abs(meters - nearest)).toBeLessThanOrEqual(13 + nearest * 0.006);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the size of a polygon', () => {
  it('is its area and the length of its edges', () => {
    for (const origin of [ferryBuilding, onDateLine]) {
      for (const ring of [elbow(origin), elbow(origin).toReversed()])
        expect(Math.abs(areaSquareMeters(ring) - 50_000)).toBeLessThan(50);
      expect(perimeterMeters(elbow(origin))).toBeCloseTo(1200, 0);
      expect(computeCompactness(elbow(origin))).toBeCloseTo((4 * Math.PI * 50_000) / 1200 ** 2, 2);
    }
  });

  it('is within a circle that holds every corner', () => {
    fc.assert(
      fc.property(star, ({ corners }) => {
        const circle = circleAround(corners);
        for (const corner of corners)
          expect(distanceMeters(circle, corner)).toBeLessThanOrEqual(circle.radiusMeters);
        expect(areaSquareMeters(corners)).toBeLessThanOrEqual(Math.PI * (circle.radiusMeters * 1.005) ** 2);
      }),
    );
  });
});

describe('edges that cross', () => {
  it.each<[string, [east: number, north: number][], boolean]>([
    [
      'a triangle',
      [
        [0, 0],
        [200, 0],
        [0, 200],
      ],
      false,
    ],
    [
      'a bow tie',
      [
        [0, 0],
        [200, 200],
        [200, 0],
        [0, 200],
      ],
      true,
    ],
    [
      'a corner on another edge',
      [
        [0, 0],
        [200, 0],
        [200, 200],
        [100, 0],
      ],
      true,
    ],
    [
      'the same corner twice',
      [
        [0, 0],
        [200, 0],
        [200, 0],
        [0, 200],
      ],
      true,
    ],
    [
      'one corner passed twice',
      [
        [0, 0],
        [200, 0],
        [100, 100],
        [200, 200],
        [0, 200],
        [100, 100],
      ],
      true,
    ],
    [
      'there and back on one line',
      [
        [0, 0],
        [200, 0],
        [100, 0],
        [100, 200],
      ],
      true,
    ],
    [
      'back over the first edge',
      [
        [0, 0],
        [200, 0],
        [200, 200],
        [100, 0.0],
      ],
      true,
    ],
    [
      'three corners on one line',
      [
        [0, 0],
        [100, 0],
        [200, 0],
      ],
      true,
    ],
    [
      'a corner in the middle of a straight edge',
      [
        [0, 0],
        [100, 0],
        [200, 0],
        [0, 200],
      ],
      false,
    ],
    [
      'an elbow',
      [
        [0, 0],
        [300, 0],
        [300, 100],
        [100, 100],
        [100, 300],
        [0, 300],
      ],
      false,
    ],
  ])('%s', (_, steps, crosses) => {
    const corners = cornersAt({ lat: 0, lng: 0 }, ...steps);
    expect(crossesItself(corners)).toBe(crosses);
    expect(crossesItself(corners.toReversed())).toBe(crosses);
  });

  it('never in a star, and always once two neighbours of a convex one are swapped', () => {
    fc.assert(
      fc.property(star, fc.nat(), ({ centre, radii, corners }, at) => {
        expect(crossesItself(corners)).toBe(false);
        if (radii.length < 4) return;
        const round = radii.map((_, index) => {
          const angle = (2 * Math.PI * index) / radii.length;
          return movePoint(centre, 500 * Math.cos(angle), 500 * Math.sin(angle));
        });
        const index = at % (round.length - 1);
        const swapped = round.with(index, round[index + 1] ?? centre).with(index + 1, round[index] ?? centre);
        expect(crossesItself(swapped)).toBe(true);
      }),
    );
  });
});
