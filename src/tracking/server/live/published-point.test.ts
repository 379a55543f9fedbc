import fc from 'fast-check';
import { cellToLatLng, getResolution, latLngToCell } from 'h3-js';
import { describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { distanceMeters, movePoint } from '#kernel/geometry.ts';
import { createAlias, publishedPoint } from './published-point.ts';

const at = new Date('2026-11-02T15:00:00Z');
const zone = { lat: 37.7955, lng: -122.3937 };
const secret = {
  key: 'a'.repeat(64),
  marketerId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignId: '0b54a1d2-93a5-4b1e-8a52-6b2f6a4de7aa',
};
const other = '1c2d3e4f-93a5-4b1e-8a52-6b2f6a4de7bb';

/** A position that is shown: metres east and north of the campaign. */
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
        const shown = publishedPoint(movePoint(zone, east, north), zone, secret, at);
        if (!shown) throw new Error('nothing is shown');
        const cell = latLngToCell(shown.lat, shown.lng, 8);
        expect(getResolution(cell)).toBe(8);
        expect([shown.lat, shown.lng]).toEqual(cellToLatLng(cell));
      }),
    );
  });

  it('says no more than the cell: fixes in the same cell give exactly the same point', () => {
    const fixes = Array.from({ length: 40 }, (_, index) => movePoint(zone, index % 7, Math.floor(index / 7)));
    const shown = new Set(fixes.map((fix) => JSON.stringify(publishedPoint(fix, zone, secret, at))));
    // Forty fixes within seven metres are in one cell, or in two or three if an edge runs between them.
    expect(shown.size).toBeLessThanOrEqual(3);
  });

  it('errs by hundreds of metres', () => {
    const errors = points
      .map((fix) => distanceMeters(fix, publishedPoint(fix, zone, secret, at) ?? fix))
      .toSorted((one, two) => one - two);
    expect(errors[200]).toBeGreaterThan(150);
    expect(errors.at(-1)).toBeLessThan(2500);
  });

  it('is moved by a secret: by about 230 m on each axis over many marketers, in no direction', () => {
    // The offset itself is not visible, but the mean of many cells around it is.
    const shifts = Array.from({ length: 300 }, (_, index) => {
      const own = { ...secret, marketerId: `marketer-${index}` };
      const spread = points.slice(0, 60).map((fix) => {
        const shown = publishedPoint(fix, zone, own, at) ?? fix;
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
      expect(Math.abs(mean)).toBeLessThan(60);
      expect(deviation).toBeGreaterThan(190);
      expect(deviation).toBeLessThan(290);
    }
  });

  it('is stable for a marketer in a campaign, and differs for another marketer, campaign or key', () => {
    const all = (changed: Partial<typeof secret>) =>
      points.map((fix) => JSON.stringify(publishedPoint(fix, zone, { ...secret, ...changed }, at)));
    const own = all({});
    expect(all({})).toEqual(own);
    for (const changed of [{ marketerId: other }, { campaignId: other }, { key: 'b'.repeat(64) }]) {
      expect(all(changed).filter((point, index) => point === own[index]).length).toBeLessThan(300);
    }
  });

  it('drifts slowly: most points stay within a day, and not all of them within weeks', () => {
    const shown = (days: number) =>
      points.map((fix) =>
        JSON.stringify(publishedPoint(fix, zone, secret, new Date(at.getTime() + days * DAY))),
      );
    const now = shown(0);
    const stays = (days: number) =>
      shown(days).filter((point, index) => point === now[index]).length / now.length;
    expect(stays(1 / 1440)).toBeGreaterThan(0.99);
    expect(stays(1)).toBeGreaterThan(0.5);
    expect(stays(20)).toBeLessThan(1);
  });

  it('is shown only within three kilometres of the campaign', () => {
    expect(publishedPoint(movePoint(zone, 2990, 0), zone, secret, at)).not.toBeNull();
    expect(publishedPoint(movePoint(zone, 3010, 0), zone, secret, at)).toBeNull();
    expect(publishedPoint(movePoint(zone, 0, -3010), zone, secret, at)).toBeNull();
    expect(publishedPoint({ lat: -zone.lat, lng: zone.lng + 180 }, zone, secret, at)).toBeNull();
  });

  it.each([
    [{ lat: 0.0001, lng: 179.9999 }],
    [{ lat: -16.5, lng: -179.9999 }],
    [{ lat: 89.99, lng: 10 }],
    [{ lat: -89.99, lng: -170 }],
  ])('exists at the edges of the map: %o', (place) => {
    const shown = publishedPoint(place, place, secret, at);
    expect(Math.abs(shown?.lat ?? NaN)).toBeLessThanOrEqual(90);
    expect(Math.abs(shown?.lng ?? NaN)).toBeLessThanOrEqual(180);
  });
});

describe('an alias', () => {
  it('is stable within a campaign and says nothing in others', () => {
    const alias = createAlias(secret);
    expect(createAlias({ ...secret })).toBe(alias);
    expect(alias).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    const others = [{ campaignId: other }, { marketerId: other }, { key: 'b'.repeat(64) }].map((changed) =>
      createAlias({ ...secret, ...changed }),
    );
    expect(new Set([alias, ...others]).size).toBe(4);
    for (const text of [alias, ...others]) {
      expect(text.slice(0, 8)).not.toBe(secret.marketerId.slice(0, 8));
      expect(text.slice(0, 8)).not.toBe(secret.campaignId.slice(0, 8));
    }
  });
});
