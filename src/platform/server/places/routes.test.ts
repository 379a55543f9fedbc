import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { getPlacesStatus, reversePlace, searchPlaces } from '../../places-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const sanFrancisco = {
  placeId: 'geonames:5391959',
  name: 'San Francisco',
  address: 'San Francisco, CA',
  city: 'San Francisco',
  state: 'CA',
  lat: 37.7749,
  lng: -122.4194,
};

describe('GET /api/places', () => {
  it('is public', async () => {
    const { status, body } = await app.visitor().call(searchPlaces, { query: { q: 'san fr', limit: 1 } });
    expect(status).toBe(200);
    expect(body).toEqual([sanFrancisco]);
  });

  it('includes the ZIP code if there is one', async () => {
    const { body } = await app.visitor().call(searchPlaces, { query: { q: '94105' } });
    expect(body).toMatchObject([{ zipCode: '94105', address: 'San Francisco, CA 94105' }]);
  });

  it('returns an empty list for an empty or meaningless query', async () => {
    for (const q of ['', '%00', '💥']) {
      const { status, body } = await app.visitor().call(searchPlaces, { query: { q } });
      expect([status, body]).toEqual([200, []]);
    }
    expect((await app.visitor().request('GET', '/api/places')).body).toEqual([]);
  });

  it.each(['q=san&limit=0', 'q=san&limit=21', 'q=san&limit=1.5', 'q=san&limit=x', `q=${'x'.repeat(101)}`])(
    'refuses ?%s',
    async (query) => {
      const { status, error } = await app.visitor().request('GET', `/api/places?${query}`);
      expect([status, error.code]).toEqual([400, 'request/invalid']);
    },
  );
});

describe('GET /api/places/reverse', () => {
  it('returns the place at a point', async () => {
    const { status, body } = await app
      .visitor()
      .call(reversePlace, { query: { lat: 37.7955, lng: -122.3937 } });
    expect(status).toBe(200);
    expect(body).toEqual({ place: sanFrancisco });
  });

  it('returns null if no city is near', async () => {
    const { status, body } = await app.visitor().call(reversePlace, { query: { lat: 36, lng: -130 } });
    expect([status, body]).toEqual([200, { place: null }]);
  });

  it.each(['', 'lat=1', 'lat=&lng=', 'lat=x&lng=1', 'lat=91&lng=0', 'lat=0&lng=181', 'lat=Infinity&lng=0'])(
    'refuses ?%s',
    async (query) => {
      const { status, error } = await app.visitor().request('GET', `/api/places/reverse?${query}`);
      expect([status, error.code]).toEqual([400, 'request/invalid']);
    },
  );
});

describe('GET /api/places/status', () => {
  it('returns the provider and the size of the bundled list', async () => {
    const { status, body } = await app.visitor().call(getPlacesStatus);
    expect(status).toBe(200);
    expect(body).toMatchObject({ provider: 'offline', isAnswering: null, failure: null, askedAgainAt: null });
    expect(body?.list.places).toBeGreaterThan(10_000);
  });
});
