import { circle } from '@turf/circle';
import { expect, it } from 'vitest';
import { computeBounds } from './map-model.ts';

it('returns undefined if nothing is shown', () => expect(computeBounds([], [])).toBeUndefined());

it('encloses all markers', () => {
  const markers = [
    { lat: 40.7, lng: -74 },
    { lat: 40.8, lng: -73.9 },
    { lat: 40.75, lng: -74.1 },
  ];
  expect(computeBounds(markers, [])).toEqual([-74.1, 40.7, -73.9, 40.8]);
});

it.each([25, 37.77, 61.2])('encloses the drawn ring at latitude %s', (lat) => {
  const [west = 0, south = 0, east = 0, north = 0] =
    computeBounds([], [{ lat, lng: -100, radiusMeters: 10_000 }]) ?? [];
  const drawn = circle([-100, lat], 10_000, { units: 'meters', steps: 96 }).geometry.coordinates[0] ?? [];
  const tolerance = 0.0005;
  for (const [x = 0, y = 0] of drawn) {
    expect(x).toBeGreaterThan(west - tolerance);
    expect(x).toBeLessThan(east + tolerance);
    expect(y).toBeGreaterThan(south - tolerance);
    expect(y).toBeLessThan(north + tolerance);
  }
});
