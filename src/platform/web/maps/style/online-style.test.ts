import type { StyleSpecification } from 'maplibre-gl';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchStyle, applyPalette } from './online-style.ts';
import { validateStyle, testPalette } from './test-style-validation.ts';

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
  const style = applyPalette(providersStyle, testPalette);
  const layer = (id: string) => style.layers.find((one) => one.id === id);

  it('stays a valid style', async () => expect(await validateStyle(style)).toEqual([]));

  it('removes all of the provider’s colors', () => expect(JSON.stringify(style)).not.toContain('#123456'));

  it('sets colors by source layer and keeps widths and zooms', () => {
    expect(layer('water')?.paint).toMatchObject({ 'fill-color': testPalette.water });
    expect(layer('residential')?.paint).toMatchObject({ 'fill-color': testPalette.land });
    expect(layer('highway_motorway_inner')?.paint).toMatchObject({
      'line-color': testPalette.mainRoad,
      'line-width': 3,
    });
    expect(layer('highway_minor')?.paint).toMatchObject({ 'line-color': testPalette.road });
  });

  it('uses the page’s font for labels and drops points of interest', () => {
    expect(style.glyphs).toBeUndefined();
    expect(layer('label_city')?.layout).toMatchObject({
      'text-font': ['Instrument Sans Variable', 'system-ui'],
    });
    expect(layer('poi_shop')).toBeUndefined();
    expect(layer('shade')).toBeUndefined();
  });
});

describe('fetchStyle', () => {
  afterEach(() => vi.unstubAllGlobals());

  const address = 'https://tiles.example/styles/plain';
  const fetched = (response: Response) => {
    const requests: [address: string, request: RequestInit][] = [];
    vi.stubGlobal('fetch', (to: string, request: RequestInit) => {
      requests.push([to, request]);
      return Promise.resolve(response);
    });
    return { requests, style: fetchStyle(address, new AbortController().signal) };
  };

  it('loads a style without sending cookies', async () => {
    const { requests, style } = fetched(Response.json(providersStyle));
    expect(await style).toEqual(providersStyle);
    expect(requests).toEqual([[address, expect.objectContaining({ credentials: 'omit' })]]);
  });

  it('throws if the response is not a style', async () => {
    await expect(fetched(Response.json({ hello: 'world' })).style).rejects.toThrow('not a map style');
    await expect(fetched(new Response('', { status: 503 })).style).rejects.toThrow('503');
    await expect(fetched(new Response('<html>')).style).rejects.toThrow(SyntaxError);
  });
});
