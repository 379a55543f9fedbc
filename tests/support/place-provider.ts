import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { scannedLog } from './scans/log-scan.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { createPlaces } from '#platform/server/places/place-service.ts';

interface Asked {
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A places provider on a real connection that answers as the test says. Each test gets a new one. */
export function stageProvider() {
  let server: Server;
  const stage = {
    requests: [] as Asked[],
    respond: (response: ServerResponse): unknown => response.end(),
    now: new Date(),
    /** Warnings and errors. */
    logged: [] as string[],
    url: '',
    answers(value: unknown) {
      stage.respond = (response) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    },
    placesOf: (environment: Record<string, string>) =>
      createPlaces({
        config: readConfig({ PLACES_URL: `${stage.url}/`, ...environment }),
        clock: { now: () => stage.now },
        log: scannedLog({ write: (line) => void stage.logged.push(line) }),
      }),
  };
  beforeEach(async () => {
    stage.requests = [];
    stage.logged = [];
    stage.now = new Date('2026-11-02T15:00:00Z');
    server = createServer(async (request, response) => {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '', stage.url);
      stage.requests.push({ path, query, headers: request.headers, body: await text(request) });
      stage.respond(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stage.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return stage;
}

/** The Ferry Building, as Photon returns it. */
export const photonFeature = (properties: object = {}, coordinates = [-122.3937, 37.7955]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: {
    osm_type: 'W',
    osm_id: 24_222_973,
    countrycode: 'US',
    type: 'house',
    name: 'Ferry Building',
    housenumber: '1',
    street: 'Ferry Building',
    city: 'San Francisco',
    state: 'California',
    postcode: '94111-1234',
    ...properties,
  },
});
