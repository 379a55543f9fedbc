import { describe, expect, it } from 'vitest';
import { loadOfflineData } from './offline-data.ts';
import { createOfflineStyle } from './offline-style.ts';
import { validateStyle, testPalette } from './test-style-validation.ts';

describe('the offline style', async () => {
  const data = await loadOfflineData();
  const style = createOfflineStyle(testPalette, data);

  it('is valid and includes the shipped data', async () => {
    expect(await validateStyle(style)).toEqual([]);
  });

  it('is invalid if a layer’s source is missing', async () => {
    const { cities: _, ...sources } = style.sources;
    expect(await validateStyle({ ...style, sources })).toEqual([
      expect.stringContaining('"cities" not found'),
    ]);
  });

  it('requests nothing: has no URLs of tiles, fonts or images', () => {
    const { sources, ...rest } = style;
    expect(JSON.stringify(rest)).not.toMatch(/https?:/);
    expect(Object.values(sources).map((source) => source.type)).toEqual(Array(5).fill('geojson'));
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
  });

  it('sorts cities by size and marks neighbourhoods', () => {
    const labels = data.cities.features.map((feature) => feature.properties);
    expect(labels.slice(0, 3).map((label) => label.name)).toEqual(['New York', 'Los Angeles', 'Chicago']);
    expect(labels.find((label) => label.name === 'Mission District')?.isPart).toBe(true);
    const [lng, lat] =
      data.cities.features.find((feature) => feature.properties.name === 'San Francisco')?.geometry
        .coordinates ?? [];
    expect([lng, lat]).toEqual([-122.419, 37.775]);
  });

  it('draws sea and land from one source, so that neither appears first', () => {
    const { layers, sources } = style;
    const getSource = (id: string) => layers.find((layer) => layer.id === id && 'source' in layer);
    expect(layers[0]).toMatchObject({ type: 'background', paint: { 'background-color': testPalette.land } });
    expect(getSource('water')).toMatchObject({
      source: 'ground',
      paint: { 'fill-color': testPalette.water },
    });
    expect(getSource('land')).toMatchObject({ source: 'ground', paint: { 'fill-color': testPalette.land } });
    expect(layers.findIndex(({ id }) => id === 'water')).toBeLessThan(
      layers.findIndex(({ id }) => id === 'land'),
    );
    const { ground } = sources;
    const features =
      ground?.type === 'geojson' && typeof ground.data === 'object' && 'features' in ground.data
        ? ground.data.features
        : [];
    const kinds = features.map(({ properties }) => String(properties?.['kind']));
    expect(kinds[0]).toBe('water');
    expect(new Set(kinds.slice(1))).toEqual(new Set(['land']));
    expect(kinds).toHaveLength(data.land.features.length + 1);
  });

  it('covers the whole world, without a coast that jumps across the map', () => {
    const rings = data.land.features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon'
        ? geometry.coordinates
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.flat()
          : [],
    );
    expect(rings.length).toBeGreaterThan(200);
    const getSteps = (ring: readonly (readonly number[])[]) =>
      ring.map(([lng = 0], index) => Math.abs(lng - (ring[index - 1]?.[0] ?? lng)));
    expect(Math.max(...rings.flatMap(getSteps))).toBeLessThan(180);
    const isLand = (lng: number, lat: number) => rings.some((ring) => isInside(ring, lng, lat));
    expect([isLand(-55, -10), isLand(20, 0), isLand(135, -25), isLand(185, 67)]).toEqual(Array(4).fill(true));
    expect([isLand(-30, 20), isLand(-120, -20)]).toEqual([false, false]);
  });

  it('draws borders and coasts', () => {
    // Lines are joined at their ends, so there are fewer lines than borders.
    const corners = (lines: { coordinates: unknown[][] }) => lines.coordinates.flat().length;
    expect(corners(data.stateLines)).toBeGreaterThan(1000);
    expect(corners(data.countyLines)).toBeGreaterThan(10_000);
    expect(corners(data.coastLines)).toBeGreaterThan(5000);
  });
});

function isInside(ring: readonly (readonly number[])[], lng: number, lat: number): boolean {
  return ring.reduce((inside, [x = 0, y = 0], index) => {
    const [fromX = 0, fromY = 0] = ring.at(index - 1) ?? [];
    const isCrossed = y > lat !== fromY > lat && lng < ((fromX - x) * (lat - y)) / (fromY - y) + x;
    return isCrossed ? !inside : inside;
  }, false);
}
