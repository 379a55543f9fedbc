import { describe, expect, it } from 'vitest';
import { photonFeature, stageProvider } from '#tests/support/place-provider.ts';

const stage = stageProvider();
const photon = () => stage.placesOf({ PLACES_PROVIDER: 'photon' });

const ferryBuilding = {
  name: 'Ferry Building',
  address: 'Ferry Building, 1 Ferry Building, San Francisco, CA 94111',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94111',
  lat: 37.7955,
  lng: -122.3937,
};
describe('Photon', () => {
  it('requests US places and parses the response', async () => {
    stage.answers({ features: [photonFeature({ street: 'The Embarcadero' })] });
    expect(await photon().search(' ferry build ', 5)).toEqual([
      {
        ...ferryBuilding,
        placeId: 'photon:W24222973',
        address: 'Ferry Building, 1 The Embarcadero, San Francisco, CA 94111',
      },
    ]);
    expect(stage.requests[0]?.path).toBe('/api');
    expect(Object.fromEntries(stage.requests[0]?.query ?? [])).toEqual({
      q: 'ferry build',
      lang: 'en',
      limit: '10',
      bbox: '-179.9,18.8,-66.8,71.5',
    });
  });

  it('returns no duplicates, no places abroad, and no more than the limit', async () => {
    stage.answers({
      features: [
        photonFeature(),
        photonFeature({ osm_id: 1 }),
        photonFeature({ osm_id: 2, countrycode: 'CA', city: 'Vancouver' }, [-123.1, 49.28]),
        photonFeature({ osm_id: 3, name: 'Oakland', type: 'city', city: undefined, street: undefined }),
        photonFeature({ osm_id: 4, name: 'Third' }),
      ],
    });
    const found = await photon().search('ferry', 2);
    expect(found.map(({ address }) => address)).toEqual([
      'Ferry Building, 1 Ferry Building, San Francisco, CA 94111',
      'Oakland, CA 94111',
    ]);
  });

  it('names a point', async () => {
    stage.answers({ features: [photonFeature()] });
    expect(await photon().reverse({ lat: 37.7955, lng: -122.3937 })).toMatchObject({ city: 'San Francisco' });
    expect(stage.requests[0]?.path).toBe('/reverse');
    expect(stage.requests[0]?.query.get('lon')).toBe('-122.3937');
  });

  it('takes a missing state and city from the bundled list', async () => {
    stage.answers({ features: [photonFeature({ city: undefined, state: undefined, postcode: undefined })] });
    expect(await photon().search('ferry', 1)).toMatchObject([{ city: 'San Francisco', state: 'CA' }]);
  });
});

describe('Nominatim', () => {
  const nominatim = () => stage.placesOf({ PLACES_PROVIDER: 'nominatim' });
  const found = {
    osm_type: 'way',
    osm_id: 24_222_973,
    lat: '37.7955',
    lon: '-122.3937',
    name: 'Ferry Building',
    address: {
      house_number: '1',
      road: 'Ferry Building',
      city: 'San Francisco',
      state: 'California',
      postcode: '94111',
      country_code: 'us',
    },
  };

  it('sends the request and parses the response', async () => {
    stage.answers([found]);
    expect(await nominatim().search('ferry building', 5)).toEqual([
      { ...ferryBuilding, placeId: 'nominatim:W24222973' },
    ]);
    expect(stage.requests[0]?.path).toBe('/search');
    expect(stage.requests[0]?.query.get('format')).toBe('jsonv2');
    expect(stage.requests[0]?.query.get('countrycodes')).toContain('us');
  });

  it('returns the place at a point, or the bundled list’s if it finds none', async () => {
    stage.answers(found);
    expect(await nominatim().reverse({ lat: 37.7955, lng: -122.3937 })).toMatchObject(ferryBuilding);
    stage.answers({ error: 'Unable to geocode' });
    expect(await nominatim().reverse({ lat: 37.7955, lng: -122.3937 })).toMatchObject({
      address: 'San Francisco, CA',
    });
  });
});

describe('Google', () => {
  const key = 'a-key-that-must-not-leak';
  const google = () => stage.placesOf({ PLACES_PROVIDER: 'google', PLACES_KEY: key });
  const components: [string, string, string][] = [
    ['1', '1', 'street_number'],
    ['Ferry Building', 'Ferry Building', 'route'],
    ['San Francisco', 'SF', 'locality'],
    ['California', 'CA', 'administrative_area_level_1'],
    ['United States', 'US', 'country'],
    ['94111', '94111', 'postal_code'],
  ];

  it('sends the key in a header and parses the response', async () => {
    stage.answers({
      places: [
        {
          id: 'ChIJWTGPjmaAhYARxz6l1hOj92w',
          displayName: { text: 'Ferry Building' },
          location: { latitude: 37.7955, longitude: -122.3937 },
          addressComponents: components.map(([longText, shortText, type]) => ({
            longText,
            shortText,
            types: [type],
          })),
        },
      ],
    });
    const found = await google().search('ferry building', 3);
    expect(found).toEqual([{ ...ferryBuilding, placeId: 'google:ChIJWTGPjmaAhYARxz6l1hOj92w' }]);
    expect(stage.requests[0]?.path).toBe('/v1/places:searchText');
    expect(stage.requests[0]?.headers['x-goog-api-key']).toBe(key);
    expect(stage.requests[0]?.headers['x-goog-fieldmask']).toContain('places.location');
    expect(JSON.parse(stage.requests[0]?.body ?? '')).toMatchObject({
      textQuery: 'ferry building',
      regionCode: 'US',
      pageSize: 3,
    });
    expect(JSON.stringify(found)).not.toContain(key);
  });

  it('falls back to the bundled list if the response has no places', async () => {
    stage.answers({});
    expect(await google().search('portland, or', 1)).toMatchObject([{ address: 'Portland, OR' }]);
  });

  it('names a point', async () => {
    stage.answers({
      status: 'OK',
      results: [
        {
          place_id: 'ChIJ1',
          geometry: { location: { lat: 37.7955, lng: -122.3937 } },
          address_components: components.map(([long_name, short_name, type]) => ({
            long_name,
            short_name,
            types: [type],
          })),
        },
      ],
    });
    expect(await google().reverse({ lat: 37.7955, lng: -122.3937 })).toMatchObject({
      placeId: 'google:ChIJ1',
      address: '1 Ferry Building, San Francisco, CA 94111',
    });
  });

  it.each([
    ['REQUEST_DENIED', 'refused'],
    ['OVER_QUERY_LIMIT', 'busy'],
    ['UNKNOWN_ERROR', 'failing'],
  ])('handles %s with status 200', async (status, failure) => {
    stage.answers({ status, results: [], error_message: `The provided key ${key} is invalid` });
    const places = google();
    expect(await places.reverse({ lat: 37.7955, lng: -122.3937 })).toMatchObject({
      address: 'San Francisco, CA',
      insteadOf: 'google',
    });
    expect(places.status()).toMatchObject({ provider: 'google', isAnswering: false, failure });
    expect(stage.logged.join()).toContain(failure);
    expect(stage.logged.join()).not.toContain(key);
  });
});

describe('no provider is called', () => {
  it('for an empty query, for ZIP codes and for points at sea', async () => {
    const places = photon();
    expect(await places.search('  ', 5)).toEqual([]);
    const [zip] = await places.search('94105', 5);
    expect(zip).toMatchObject({ zipCode: '94105' });
    expect(zip?.insteadOf).toBeUndefined();
    expect(await places.reverse({ lat: 36, lng: -130 })).toBeNull();
    expect(stage.requests).toEqual([]);
  });

  it('if the bundled list is the provider', async () => {
    const places = stage.placesOf({});
    expect(await places.search('san fr', 1)).toMatchObject([{ address: 'San Francisco, CA' }]);
    expect(places.status()).toMatchObject({ provider: 'offline', isAnswering: null, failure: null });
    expect(places.status().list.zipCodes).toBeGreaterThan(40_000);
    expect(stage.requests).toEqual([]);
  });
});
