import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StyleSpecification } from 'maplibre-gl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchStyle, inOurColours } from './online-style.ts';
import { styleFaults, testPalette } from './test-style-validation.ts';

/** One layer of each kind that styles for the OpenMapTiles schema have. */
const providersStyle: StyleSpecification = {
  version: 8,
  glyphs: 'https://tiles.example/fonts/{fontstack}/{range}.pbf',
  sources: {
    tiles: { type: 'vector', url: 'https://tiles.example/planet' },
    shade: { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}.png'] },
  },
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': '#123456' } },
    { id: 'shade', type: 'raster', source: 'shade' },
    fill('water', 'water'),
    fill('park', 'park'),
    fill('building', 'building'),
    fill('residential', 'landuse'),
    line('highway_motorway_casing', 'transportation'),
    line('highway_motorway_inner', 'transportation'),
    line('highway_minor', 'transportation'),
    line('boundary_2', 'boundary'),
    {
      id: 'label_city',
      type: 'symbol',
      source: 'tiles',
      'source-layer': 'place',
      layout: { 'text-field': ['get', 'name'], 'text-font': ['Noto Sans Regular'] },
    },
    {
      id: 'poi_shop',
      type: 'symbol',
      source: 'tiles',
      'source-layer': 'poi',
      layout: { 'text-field': 'shop' },
    },
  ],
};

function fill(id: string, sourceLayer: string) {
  return {
    id,
    type: 'fill' as const,
    source: 'tiles',
    'source-layer': sourceLayer,
    paint: { 'fill-color': '#123456' },
  };
}

function line(id: string, sourceLayer: string) {
  return {
    id,
    type: 'line' as const,
    source: 'tiles',
    'source-layer': sourceLayer,
    paint: { 'line-color': '#123456', 'line-width': 3 },
  };
}

describe('inOurColours', () => {
  const style = inOurColours(providersStyle, testPalette);
  const layer = (id: string) => style.layers.find((one) => one.id === id);

  it('stays a valid style', async () => expect(await styleFaults(style)).toEqual([]));

  it('leaves none of the provider’s colours', () => expect(JSON.stringify(style)).not.toContain('#123456'));

  it('colours by what is drawn and keeps how it is drawn', () => {
    expect(layer('water')?.paint).toMatchObject({ 'fill-color': testPalette.water });
    expect(layer('residential')?.paint).toMatchObject({ 'fill-color': testPalette.land });
    expect(layer('highway_motorway_inner')?.paint).toMatchObject({
      'line-color': testPalette.mainRoad,
      'line-width': 3,
    });
    expect(layer('highway_minor')?.paint).toMatchObject({ 'line-color': testPalette.road });
  });

  it('labels in the page’s own face, without the provider’s fonts and shops', () => {
    expect(style.glyphs).toBeUndefined();
    expect(layer('label_city')?.layout).toMatchObject({
      'text-font': ['Instrument Sans Variable', 'system-ui'],
    });
    expect(layer('poi_shop')).toBeUndefined();
    expect(layer('shade')).toBeUndefined();
  });
});

describe('fetchStyle', () => {
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/style') response.end(JSON.stringify(providersStyle));
      else if (request.url === '/page') response.end('{"hello": "world"}');
      else response.writeHead(503).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    // A server on a port has an address of this form.
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });

  const signal = () => new AbortController().signal;

  it('reads a style', async () =>
    expect(await fetchStyle(`${address}/style`, signal())).toEqual(providersStyle));

  it('refuses what is no style', async () => {
    await expect(fetchStyle(`${address}/page`, signal())).rejects.toThrow('not a map style');
    await expect(fetchStyle(`${address}/broken`, signal())).rejects.toThrow('503');
  });
});
