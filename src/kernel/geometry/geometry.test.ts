import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMeters, movePoint, stepBetween } from './geometry.ts';

const ferryBuilding = { lat: 37.7955, lng: -122.3937 };

describe('the distance between two points', () => {
  it.each([
    [
      'San Francisco to Los Angeles',
      { lat: 37.7749, lng: -122.4194 },
      { lat: 34.0522, lng: -118.2437 },
      559_120,
    ],
    ['a degree of latitude', { lat: 0, lng: 0 }, { lat: 1, lng: 0 }, 111_195],
    ['over the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111_195],
    ['half around the earth', { lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 20_015_115],
    ['none', ferryBuilding, ferryBuilding, 0],
  ])('%s', (_, one, other, meters) => {
    expect(Math.abs(distanceMeters(one, other) - meters)).toBeLessThanOrEqual(meters / 1000);
    expect(distanceMeters(other, one)).toBeCloseTo(distanceMeters(one, other), 6);
  });
});

describe('a moved point', () => {
  const place = fc.record({
    lat: fc.double({ min: -70, max: 70, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const meters = fc.double({ min: -2000, max: 2000, noNaN: true });

  it('is as far away as it was moved, and stepBetween returns the same step', () => {
    fc.assert(
      fc.property(place, meters, meters, (from, eastMeters, northMeters) => {
        const to = movePoint(from, eastMeters, northMeters);
        const away = Math.hypot(eastMeters, northMeters);
        expect(Math.abs(distanceMeters(from, to) - away)).toBeLessThanOrEqual(0.01 + away / 500);
        expect(stepBetween(from, to).eastMeters).toBeCloseTo(eastMeters, 4);
        expect(stepBetween(from, to).northMeters).toBeCloseTo(northMeters, 4);
      }),
    );
  });

  it('stays on the map at its edges', () => {
    expect(movePoint({ lat: 89.999, lng: 0 }, 0, 1000).lat).toBe(90);
    expect(movePoint({ lat: 0, lng: 179.999 }, 1000, 0).lng).toBeCloseTo(-179.992, 3);
    expect(stepBetween({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 }).eastMeters).toBeCloseTo(222.4, 1);
  });
});
