import { expect, it } from 'vitest';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { isIntricate, isOtherZoneNearby } from './geometry.ts';

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

function drawComb(teeth: number) {
  const tops = Array.from({ length: teeth }, (_, tooth) => [
    [tooth * 60, 0],
    [tooth * 60, 300],
    [tooth * 60 + 30, 300],
    [tooth * 60 + 30, 0],
  ]).flat();
  return [...tops, [teeth * 60, -30], [0, -30]].map(([east = 0, north = 0]) => movePoint(place, east, north));
}
const rectangle = (width: number, height: number) =>
  [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([east = 0, north = 0]) => movePoint(place, east, north));

it.each([
  ['a circle', undefined, false],
  ['a square', rectangle(400, 400), false],
  ['a street of 50 by 500 m', rectangle(50, 500), false],
  ['a comb', drawComb(7), true],
  ['a strip of 30 by 1500 m', rectangle(30, 1500), true],
] as const)('publishes only the hidden point of areas with a long edge: %s', (_, corners, is) => {
  expect(isIntricate({ ...circle, ...(corners && { corners }) })).toBe(is);
});
