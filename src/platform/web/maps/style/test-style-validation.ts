import type { StyleSpecification } from 'maplibre-gl';

interface StyleSpec {
  validateStyleMin(style: StyleSpecification): { message: string }[];
}

/** The library's validator may be installed nested or at the top; the nested version is newer. */
const validators = import.meta.glob<StyleSpec>(
  [
    '/node_modules/maplibre-gl/node_modules/@maplibre/maplibre-gl-style-spec/dist/index.mjs',
    '/node_modules/@maplibre/maplibre-gl-style-spec/dist/index.mjs',
  ],
  { exhaustive: true },
);

export async function validateStyle(style: StyleSpecification): Promise<string[]> {
  const [load] = Object.entries(validators)
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([, loader]) => loader);
  if (!load) throw new Error('the style validator of maplibre-gl is not installed');
  const spec = await load();
  return spec.validateStyleMin(style).map((fault) => fault.message);
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
  way: '#17150f',
  stain: '#b77a00',
};
