import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { generatedFiles } from './build-map-data.ts';

it.each(Object.entries(generatedFiles))('%s matches the packages', (path, make) => {
  const kept = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  // Compared as a boolean, because `toBe` would print megabytes of difference.
  expect(kept === make(), 'run `npx tsx scripts/build-map-data.ts`').toBe(true);
});

it('keeps the offline map below 500 kB of compressed data', () => {
  const files = [
    createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'),
    new URL('../src/platform/web/maps/style/neighbours.json', import.meta.url),
    new URL('../src/platform/web/maps/style/far-land.json', import.meta.url),
    new URL('../src/platform/web/maps/style/us-cities.json', import.meta.url),
  ];
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).byteLength, 0);
  process.stdout.write(`offline map data: ${Math.round(bytes / 1000)} kB gzip\n`);
  expect(bytes).toBeLessThan(500_000);
});
