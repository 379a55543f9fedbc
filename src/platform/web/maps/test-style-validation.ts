import { createRequire } from 'node:module';
import type { StyleSpecification } from 'maplibre-gl';

/** What MapLibre's own validator finds wrong with a style; an empty list for a good one. */
export async function styleFaults(style: StyleSpecification): Promise<string[]> {
  // The validator that the installed map library brings along, and not another version of it.
  const fromMapLibre = createRequire(createRequire(import.meta.url).resolve('maplibre-gl/package.json'));
  const spec = await import(fromMapLibre.resolve('@maplibre/maplibre-gl-style-spec'));
  const faults: { message: string }[] = spec.validateStyleMin(style);
  return faults.map((fault) => fault.message);
}

export const testPalette = {
  land: '#f1ede1',
  road: '#fff',
  mainRoad: '#fdeecb',
  water: '#cfe3ea',
  park: '#d9e7cb',
  line: '#e0d8c8',
  strongLine: '#9d927d',
  label: '#5b5446',
  faintLabel: '#6a6252',
  ring: '#b9330c',
};
