import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metersBetween } from './campaign-match.ts';
import { outlineAround, type Point } from './campaign-search-point.ts';

const centre = fc.record({
  lat: fc.double({ min: -84, max: 84, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
/** From zero to half a continent, with small radii as often as large ones. */
const radius = fc.double({ min: -3, max: 6.6, noNaN: true }).map((power) => 10 ** power);

/** Returns true if a straight line to the east from the point crosses an odd number of edges. */
function isInside({ lat, lng }: Point, corners: readonly Point[]): boolean {
  const crossed = corners.filter((one, index) => {
    const next = corners[(index + 1) % corners.length] ?? one;
    if (one.lat > lat === next.lat > lat) return false;
    return lng < one.lng + ((lat - one.lat) / (next.lat - one.lat)) * (next.lng - one.lng);
  });
  return crossed.length % 2 === 1;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

test('the outline contains the whole circle', () => {
  fc.assert(
    fc.property(centre, radius, share, share, (point, radiusMeters, direction, outwards) => {
      const corners = outlineAround(point, radiusMeters);
      fc.pre(corners !== null);
      // A point between the centre and an edge, often on the edge itself.
      const at = Math.min(1, outwards * 2);
      const place = direction * corners.length;
      const [one, next] = [corners[Math.floor(place)], corners[Math.ceil(place) % corners.length]];
      if (!one || !next) return;
      const part = place % 1;
      const onEdge = {
        lat: one.lat + (next.lat - one.lat) * part,
        lng: one.lng + (next.lng - one.lng) * part,
      };
      const onEdgeMeters = metersBetween(onEdge, `${point.lat},${point.lng}`);
      // No part of an edge lies in the circle, and the edges go once around its centre.
      expect(onEdgeMeters).toBeGreaterThan(radiusMeters);
      const within = {
        lat: point.lat + (onEdge.lat - point.lat) * at * 0.999,
        lng: point.lng + (onEdge.lng - point.lng) * at * 0.999,
      };
      if (radiusMeters > 1) expect(isInside(within, corners)).toBe(true);
      // The outline is hardly larger than the circle, unless degrees no longer approximate metres.
      if (radiusMeters > 1 && radiusMeters < 300_000 && Math.abs(point.lat) < 70)
        expect(onEdgeMeters).toBeLessThan(radiusMeters * 1.004 + 0.01);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['near a pole', { lat: 84, lng: 10 }, 200_000],
  ['across the date line', { lat: 52, lng: 179.9 }, 20_000],
])('%s there is no outline', (_, point, radiusMeters) => {
  expect(outlineAround(point, radiusMeters)).toBeNull();
});
