import { describe, expect, it } from 'vitest';
import type { ServerResponse } from 'node:http';
import { createPlaceCache } from '../place-cache.ts';
import { photonFeature, stageProvider } from '#tests/support/place-provider.ts';

const stage = stageProvider();
const photon = () => stage.placesOf({ PLACES_PROVIDER: 'photon' });

describe('a provider that fails', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['busy', (response) => response.writeHead(429).end()],
    ['failing', (response) => response.writeHead(503).end('{}')],
    ['refused', (response) => response.writeHead(403).end('{}')],
    ['unreadable', (response) => response.end('<html>')],
    ['unreadable', (response) => response.end('{"features":[{}]}')],
    ['unreadable', (response) => response.writeHead(302, { location: `${stage.url}/elsewhere` }).end()],
    ['unreadable', (response) => response.end(' '.repeat(1_000_001))],
    ['unreachable', (response) => response.destroy()],
    ['timeout', () => undefined],
  ])('is %s, and the bundled list answers instead', async (failure, does) => {
    stage.respond = does;
    const places = photon();
    expect(await places.search('san fr', 1)).toMatchObject([
      { address: 'San Francisco, CA', placeId: 'geonames:5391959', insteadOf: 'photon' },
    ]);
    expect(places.status()).toMatchObject({ isAnswering: false, failure });
    expect(stage.requests).toHaveLength(1);
  });

  it('is paused for half a minute, so that other users do not wait for it', async () => {
    stage.respond = (response) => response.writeHead(503).end();
    const places = photon();
    await places.search('san fr', 1);
    await places.search('san fra', 1);
    expect(await places.reverse({ lat: 37.7955, lng: -122.3937 })).toMatchObject({ insteadOf: 'photon' });
    expect(stage.requests).toHaveLength(1);
    expect(places.status().askedAgainAt).toBe('2026-11-02T15:00:30.000Z');

    stage.now = new Date('2026-11-02T15:00:30Z');
    stage.answers({ features: [photonFeature()] });
    expect(await places.search('ferry', 1)).toMatchObject([{ placeId: 'photon:W24222973' }]);
    expect(places.status()).toMatchObject({ isAnswering: true, failure: null, askedAgainAt: null });
    expect(stage.logged).toHaveLength(1);
  });
});

describe('a query that the provider rejects', () => {
  it.each([400, 404, 414, 422])(
    'with %i is answered by the bundled list, and the next one is sent',
    async (status) => {
      stage.respond = (response) => response.writeHead(status).end('{"message":"bad lat"}');
      const places = photon();
      expect(await places.search('san fr', 1)).toMatchObject([
        { address: 'San Francisco, CA', insteadOf: 'photon' },
      ]);
      expect(places.status()).toMatchObject({
        isAnswering: true,
        failure: 'not-understood',
        askedAgainAt: null,
      });
      stage.answers({ features: [photonFeature()] });
      expect(await places.search('ferry', 1)).toMatchObject([{ placeId: 'photon:W24222973' }]);
      expect(places.status()).toMatchObject({ isAnswering: true, failure: null });
      expect(stage.logged).toEqual([]);
    },
  );

  it('or whose response cannot be parsed does not pause the provider', async () => {
    stage.answers({ features: [{}] });
    const places = photon();
    expect(await places.search('san fr', 1)).toMatchObject([{ insteadOf: 'photon' }]);
    expect(places.status()).toMatchObject({ isAnswering: false, failure: 'unreadable', askedAgainAt: null });
    stage.answers({ features: [photonFeature()] });
    expect(await places.search('ferry', 1)).toMatchObject([{ placeId: 'photon:W24222973' }]);
  });

  it.each([401, 402, 403])('differs from a refused key, with %i', async (status) => {
    stage.respond = (response) => response.writeHead(status).end('{}');
    const places = photon();
    await places.search('san fr', 1);
    expect(places.status()).toMatchObject({ failure: 'refused', askedAgainAt: '2026-11-02T15:00:30.000Z' });
  });

  it.each([
    ['API key not valid.', 'API_KEY_INVALID', 'refused', '2026-11-02T15:00:30.000Z'],
    ['Request contains an invalid argument.', 'BAD_TEXT', 'not-understood', null],
  ])('is 400 for Google’s search, like a wrong key: %s', async (message, reason, failure, askedAgainAt) => {
    stage.respond = (response) =>
      response.writeHead(400).end(
        JSON.stringify({
          error: { code: 400, message, status: 'INVALID_ARGUMENT', details: [{ reason }] },
        }),
      );
    const places = stage.placesOf({ PLACES_PROVIDER: 'google', PLACES_KEY: 'some-key' });
    expect(await places.search('san fr', 1)).toMatchObject([{ insteadOf: 'google' }]);
    expect(places.status()).toMatchObject({ failure, askedAgainAt });
  });

  it('is INVALID_REQUEST for Google’s geocoding', async () => {
    stage.answers({ status: 'INVALID_REQUEST', results: [] });
    const places = stage.placesOf({ PLACES_PROVIDER: 'google', PLACES_KEY: 'some-key' });
    expect(await places.reverse({ lat: 37.7955, lng: -122.3937 })).toMatchObject({ insteadOf: 'google' });
    expect(places.status()).toMatchObject({
      isAnswering: true,
      failure: 'not-understood',
      askedAgainAt: null,
    });
  });
});

describe('the cache', () => {
  const found = [{ placeId: 'photon:W24222973' }];

  it('stores a result for six hours, ignoring case and spaces of the query', async () => {
    stage.answers({ features: [photonFeature()] });
    const places = photon();
    expect(await places.search('Ferry building', 5)).toMatchObject(found);
    stage.respond = (response) => response.writeHead(503).end();
    expect(await places.search(' ferry  BUILDING ', 5)).toMatchObject(found);
    expect(stage.requests).toHaveLength(1);
    expect(await places.search('ferry building', 6)).not.toMatchObject(found);
    expect(await places.search('ferry building', 5)).toMatchObject(found);
    expect(stage.requests).toHaveLength(2);
    stage.now = new Date('2026-11-02T21:00:00Z');
    stage.answers({ features: [] });
    await places.search('ferry building', 5);
    expect(stage.requests).toHaveLength(3);
  });

  it('stores an empty result, and nothing if the provider failed', async () => {
    stage.answers({ features: [] });
    const places = photon();
    expect(await places.search('san fr', 1)).toMatchObject([{ address: 'San Francisco, CA' }]);
    expect(await places.search('san fr', 1)).toMatchObject([{ address: 'San Francisco, CA' }]);
    expect(stage.requests).toHaveLength(1);
    stage.respond = (response) => response.writeHead(400).end();
    await places.search('chicago', 1);
    stage.answers({ features: [photonFeature()] });
    expect(await places.search('chicago', 1)).toMatchObject(found);
  });

  it('keeps the thousand most recently used results', async () => {
    const memory = createPlaceCache({ now: () => stage.now });
    memory.keep('first', 1, []);
    memory.keep('second', 1, []);
    for (let count = 0; count < 998; count += 1) memory.keep(`other ${count}`, 1, []);
    expect(memory.find('first', 1)).toEqual([]);
    memory.keep('one more', 1, []);
    expect([memory.find('first', 1), memory.find('second', 1)]).toEqual([[], undefined]);
  });

  it('stores no results of Google and no points', async () => {
    stage.answers({});
    const google = stage.placesOf({ PLACES_PROVIDER: 'google', PLACES_KEY: 'some-key' });
    await google.search('ferry', 1);
    await google.search('ferry', 1);
    expect(stage.requests).toHaveLength(2);
    stage.answers({ features: [photonFeature()] });
    const places = photon();
    await places.reverse({ lat: 37.7955, lng: -122.3937 });
    await places.reverse({ lat: 37.7955, lng: -122.3937 });
    expect(stage.requests).toHaveLength(4);
  });
});
