import fc from 'fast-check';
import { cellToLatLng, getResolution, latLngToCell } from 'h3-js';
import { describe, expect, it } from 'vitest';
import { distanceMeters, movePoint } from '#kernel/geometry/geometry.ts';
import { createAlias, isShownInZone, moveByOffset, publishedPoint } from './published-point.ts';

const zone = { lat: 37.7955, lng: -122.3937 };
const secret = {
  key: 'a'.repeat(64),
  marketerId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  businessId: '0b54a1d2-93a5-4b1e-8a52-6b2f6a4de7aa',
};
const other = '1c2d3e4f-93a5-4b1e-8a52-6b2f6a4de7bb';

const nearby = fc.record({
  east: fc.double({ min: -2000, max: 2000, noNaN: true }),
  north: fc.double({ min: -2000, max: 2000, noNaN: true }),
});
const points = Array.from({ length: 400 }, (_, index) =>
  movePoint(zone, ((index * 37) % 4000) - 2000, ((index * 91) % 4000) - 2000),
);

describe('a published point', () => {
  it('is the centre of a cell of resolution 8 for any fix', () => {
    fc.assert(
      fc.property(nearby, ({ east, north }) => {
        const fix = movePoint(zone, east, north);
        const shown = publishedPoint(fix, fix, secret);
        if (!shown) throw new Error('nothing is shown');
        const cell = latLngToCell(shown.lat, shown.lng, 8);
        expect(getResolution(cell)).toBe(8);
        expect([shown.lat, shown.lng]).toEqual(cellToLatLng(cell));
      }),
    );
  });

  it('says no more than the cell: fixes in the same cell give exactly the same point', () => {
    const fixes = Array.from({ length: 40 }, (_, index) => movePoint(zone, index % 7, Math.floor(index / 7)));
    const shown = new Set(fixes.map((fix) => JSON.stringify(publishedPoint(fix, zone, secret))));
    expect(shown.size).toBeLessThanOrEqual(3);
  });

  it('errs by hundreds of metres', () => {
    const errors = points
      .map((fix) => distanceMeters(fix, publishedPoint(fix, zone, secret) ?? fix))
      .toSorted((one, two) => one - two);
    expect(errors[200]).toBeGreaterThan(150);
    expect(errors.at(-1)).toBeLessThan(2500);
  });

  it('is moved by a secret: by about 320 m on each axis over many marketers, in no direction', () => {
    // The offset itself is not visible, but the mean of many cells around it is.
    const shifts = Array.from({ length: 300 }, (_, index) => {
      const own = { ...secret, marketerId: `marketer-${index}` };
      const spread = points.slice(0, 60).map((fix) => {
        const shown = publishedPoint(fix, zone, own) ?? fix;
        return { east: (shown.lng - fix.lng) * 87_900, north: (shown.lat - fix.lat) * 111_195 };
      });
      const mean = (axis: 'east' | 'north') =>
        spread.reduce((sum, shift) => sum + shift[axis], 0) / spread.length;
      return { east: mean('east'), north: mean('north') };
    });
    for (const axis of ['east', 'north'] as const) {
      const mean = shifts.reduce((sum, shift) => sum + shift[axis], 0) / shifts.length;
      const deviation = Math.sqrt(
        shifts.reduce((sum, shift) => sum + (shift[axis] - mean) ** 2, 0) / shifts.length,
      );
      expect(Math.abs(mean)).toBeLessThan(80);
      expect(deviation).toBeGreaterThan(270);
      expect(deviation).toBeLessThan(380);
    }
  });

  it('is stable for a marketer and a business, in all of its campaigns, and differs for another marketer, business or key', () => {
    const all = (changed: Partial<typeof secret>) =>
      points.map((fix) => JSON.stringify(publishedPoint(fix, zone, { ...secret, ...changed })));
    const own = all({});
    expect(all({})).toEqual(own);
    for (const changed of [{ marketerId: other }, { businessId: other }, { key: 'b'.repeat(64) }]) {
      expect(all(changed).filter((point, index) => point === own[index]).length).toBeLessThan(300);
    }
  });

  it('is shown or not by its cell alone, so that the limit of three kilometres reveals no circle', () => {
    const shown = (meters: number) => publishedPoint(movePoint(zone, meters, 0), zone, secret);
    expect(shown(0)).not.toBeNull();
    expect(shown(5000)).toBeNull();
    for (const fix of Array.from({ length: 300 }, (_, index) => movePoint(zone, 1500 + index * 10, 0))) {
      const point = publishedPoint(fix, fix, secret);
      if (!point) throw new Error('nothing is shown');
      const isNear = distanceMeters(point, zone) <= 3000;
      expect(publishedPoint(fix, zone, secret)).toEqual(isNear ? point : null);
    }
  });

  it.each([
    [{ lat: 0.0001, lng: 179.9999 }],
    [{ lat: -16.5, lng: -179.9999 }],
    [{ lat: 89.99, lng: 10 }],
    [{ lat: -89.99, lng: -170 }],
  ])('exists at the edges of the map: %o', (place) => {
    const shown = publishedPoint(place, place, secret);
    expect(Math.abs(shown?.lat ?? NaN)).toBeLessThanOrEqual(90);
    expect(Math.abs(shown?.lng ?? NaN)).toBeLessThanOrEqual(180);
  });
});

describe('in or out of the zone as published', () => {
  const area = { ...zone, radiusMeters: 500 };
  const at = (meters: number) => ({ ...movePoint(zone, 0, meters), accuracy: 5 });
  const owners = Array.from({ length: 100 }, (_, index) => ({ ...secret, marketerId: `marketer-${index}` }));

  it('has a margin of up to 150 m, the same in each session of a marketer in that zone', () => {
    const edges = owners.map((owner) => {
      const isShown = (meters: number) => isShownInZone(at(meters), area, owner, false);
      expect([isShown(500), isShown(660)]).toEqual([true, false]);
      return Array.from({ length: 16 }, (_, index) => 505 + index * 10).findLast(isShown) ?? 500;
    });
    expect(Math.min(...edges)).toBeLessThan(530);
    expect(Math.max(...edges)).toBeGreaterThan(630);
  });

  it('has the same margin around a drawn area, not around the circle that encloses it', () => {
    const corners = [at(0), movePoint(at(0), 400, 0), movePoint(at(0), 400, 400), movePoint(at(0), 0, 400)];
    const drawn = { ...movePoint(zone, 200, 200), radiusMeters: 283, corners };
    const edges = owners.map((owner) => {
      const isShown = (meters: number) =>
        isShownInZone({ ...movePoint(zone, 200, 400 + meters), accuracy: 5 }, drawn, owner, false);
      expect([isShown(0), isShown(160)]).toEqual([true, false]);
      return Array.from({ length: 16 }, (_, index) => 5 + index * 10).findLast(isShown) ?? 0;
    });
    expect(Math.min(...edges)).toBeLessThan(30);
    expect(Math.max(...edges)).toBeGreaterThan(130);
  });

  it('is that of the hidden point where the zone is approximate', () => {
    const errors = owners.map((owner) => {
      const hidden = moveByOffset(at(0), owner);
      const inside = distanceMeters(hidden, zone);
      expect(isShownInZone(at(0), { ...area, radiusMeters: inside + 10 }, owner, true)).toBe(true);
      expect(isShownInZone(at(0), { ...area, radiusMeters: inside - 10 }, owner, true)).toBe(false);
      return inside;
    });
    expect(errors.toSorted((one, two) => one - two)[50]).toBeGreaterThan(290);
  });
});

describe('an alias', () => {
  it('is stable within a campaign and says nothing in others', () => {
    const alias = createAlias(secret.key, secret.businessId, secret.marketerId);
    expect(createAlias(secret.key, secret.businessId, secret.marketerId)).toBe(alias);
    expect(alias).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    const others = [
      createAlias(secret.key, other, secret.marketerId),
      createAlias(secret.key, secret.businessId, other),
      createAlias('b'.repeat(64), secret.businessId, secret.marketerId),
    ];
    expect(new Set([alias, ...others]).size).toBe(4);
    for (const text of [alias, ...others]) expect(text.slice(0, 8)).not.toBe(secret.marketerId.slice(0, 8));
  });
});
