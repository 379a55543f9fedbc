import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Campaign } from '#campaigns/contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { movePoint, type Point } from '#kernel/geometry/geometry.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';

const place = { lat: 37.7955, lng: -122.3937 };
const cornersAt = (...steps: [east: number, north: number][]) =>
  steps.map(([east, north]) => movePoint(place, east, north));
const square = cornersAt([0, 0], [400, 0], [400, 400], [0, 400]);

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const save = (corners: readonly Point[], rest: object = {}) =>
  advertiser.request('POST', '/api/campaigns', {
    ...wearableForm(app.clock.now()),
    locationDetails: { address: 'Ferry Building', ...place, radius: 500, corners, ...rest },
  });

describe('a campaign with a drawn area', () => {
  it('is placed in the circle around it, whatever circle was sent', async () => {
    const { status, body } = await save(square, { lat: 1, lng: 1, radius: 12_345 });
    expect(status).toBe(201);
    const { locationDetails, city } = Campaign.parse(body);
    expect(locationDetails).toMatchObject({ address: 'Ferry Building', corners: square });
    expect(locationDetails?.lat).toBeCloseTo(movePoint(place, 200, 200).lat, 6);
    expect(locationDetails?.lng).toBeCloseTo(movePoint(place, 200, 200).lng, 6);
    expect(locationDetails?.radius).toBe(283);
    expect(city).toBe('San Francisco');
  });

  it('becomes a circle again if it is saved without corners', async () => {
    const draft = Campaign.parse((await save(square)).body);
    const { status, body } = await advertiser.request('PUT', `/api/campaigns/${draft.id}`, {
      ...wearableForm(app.clock.now()),
      locationDetails: { address: 'Ferry Building', ...place, radius: 250 },
    });
    expect(status).toBe(200);
    expect(Campaign.parse(body).locationDetails).toEqual({
      address: 'Ferry Building',
      ...place,
      radius: 250,
    });
  });

  it.each([
    ['too few corners', square.slice(0, 2), 'Draw at least 3 corners.'],
    [
      'too many corners',
      cornersAt(...Array.from({ length: 31 }, (_, at): [number, number] => [at * 20, at % 2 ? 0 : 400])),
      'An area has at most 30 corners. Remove some.',
    ],
    ['crossing edges', cornersAt([0, 0], [400, 400], [400, 0], [0, 400]), 'The edges cross.'],
    ['a corner twice', [...square, square[3] ?? place], 'The edges cross.'],
    ['more than 25 km²', cornersAt([0, 0], [5100, 0], [5100, 5100], [0, 5100]), 'larger than 25 km²'],
    ['more than 20 km', cornersAt([0, 0], [21_000, 0], [21_000, 500], [0, 500]), 'longer than 20 km'],
    ['too little ground', cornersAt([0, 0], [170, 0], [170, 170], [0, 170]), 'smaller than a circle'],
    ['a narrow strip', cornersAt([0, 0], [3000, 0], [3000, 15], [0, 15]), 'narrower than 20 meters'],
  ])('is refused with %s', async (_, corners, text) => {
    const { status, error } = await save(corners);
    expect(status).toBe(400);
    expect(error.fields?.['locationDetails.corners']).toContain(text);
  });

  it.each([
    ['a point off the earth', [{ lat: 91, lng: 0 }, ...square], 'locationDetails.corners.0.lat'],
    ['no list', 'square', 'locationDetails.corners'],
  ])('is refused with %s', async (_, corners, field) => {
    const { status, error } = await save(corners as Point[]);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toContain(field);
  });
});
