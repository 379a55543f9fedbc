import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generatedFiles } from './build-map-data.ts';

it.each(Object.entries(generatedFiles))('%s is what the packages say', (path, make) => {
  const kept = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  // Compared as a claim and not by `toBe`, which would print megabytes of difference.
  expect(kept === make(), 'run `npx tsx scripts/build-map-data.ts`').toBe(true);
});
