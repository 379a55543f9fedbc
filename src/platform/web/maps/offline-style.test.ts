import { describe, expect, it } from 'vitest';
import { loadOfflineData } from './offline-data.ts';
import { offlineStyle } from './offline-style.ts';
import { styleFaults, testPalette } from './test-style-validation.ts';

describe('the offline style', async () => {
  const data = await loadOfflineData();
  const style = offlineStyle(testPalette, data);

  it('is valid, with the shipped data in it', async () => {
    expect(await styleFaults(style)).toEqual([]);
  });

  it('would be found faulty with a layer whose source is missing', async () => {
    const { cities: _, ...sources } = style.sources;
    expect(await styleFaults({ ...style, sources })).toEqual([expect.stringContaining('"cities" not found')]);
  });

  it('asks nobody for anything: no addresses of tiles, fonts or pictures', () => {
    const { sources, ...rest } = style;
    expect(JSON.stringify(rest)).not.toMatch(/https?:/);
    expect(Object.values(sources).map((source) => source.type)).toEqual(Array(5).fill('geojson'));
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
  });

  it('knows the cities by falling size, with neighbourhoods marked', () => {
    const labels = data.cities.features.map((feature) => feature.properties);
    expect(labels.slice(0, 3).map((label) => label.name)).toEqual(['New York', 'Los Angeles', 'Chicago']);
    expect(labels.find((label) => label.name === 'Mission District')?.isPart).toBe(true);
    const [lng, lat] =
      data.cities.features.find((feature) => feature.properties.name === 'San Francisco')?.geometry
        .coordinates ?? [];
    expect([lng, lat]).toEqual([-122.419, 37.775]);
  });

  it('draws land, borders and coasts', () => {
    expect(data.land.features.length).toBeGreaterThan(5);
    // Lines are joined where they meet, so that there are fewer of them than borders.
    const corners = (lines: { coordinates: unknown[][] }) => lines.coordinates.flat().length;
    expect(corners(data.stateLines)).toBeGreaterThan(1000);
    expect(corners(data.countyLines)).toBeGreaterThan(10_000);
    expect(corners(data.coastLines)).toBeGreaterThan(5000);
  });
});
