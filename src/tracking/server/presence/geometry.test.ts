import { expect, it } from 'vitest';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { isOtherZoneNearby } from './geometry.ts';

const place = { lat: 37.7955, lng: -122.3937 };
const circle = { ...place, radiusMeters: 283 };
const square = {
  ...circle,
  corners: [movePoint(place, -200, -200), movePoint(place, 200, -200), movePoint(place, 200, 200)],
};
const turned = { ...square, corners: square.corners.map(({ lat, lng }) => movePoint({ lat, lng }, 1, 0)) };

it.each([
  ['the same circle', circle, circle, false],
  ['the same area', square, { ...square }, false],
  ['an area and the circle around it', square, circle, true],
  ['two areas in the same circle', square, turned, true],
  ['a circle 1.4 km beyond the edge', square, { ...circle, ...movePoint(place, 283 * 2 + 1400, 0) }, true],
  ['a circle 1.6 km beyond the edge', square, { ...circle, ...movePoint(place, 283 * 2 + 1600, 0) }, false],
] as const)('tells whether another zone is near: %s', (_, one, other, isNear) => {
  expect(isOtherZoneNearby(one, other)).toBe(isNear);
  expect(isOtherZoneNearby(other, one)).toBe(isNear);
});
