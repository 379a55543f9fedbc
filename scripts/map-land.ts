import { createRequire } from 'node:module';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

type WorldAtlas = Topology<{ countries: GeometryCollection<{ name?: string }> }>;

const neighbours = [
  'Canada',
  'Mexico',
  'Cuba',
  'Bahamas',
  'Greenland',
  'Guatemala',
  'Belize',
  'Dominican Rep.',
  'Haiti',
  'Jamaica',
];

/** The United States itself comes from the Census with its counties. */
export function neighboursFile(): string {
  const detailed = countries(require('world-atlas/countries-50m.json'), (name) => neighbours.includes(name));
  return `${JSON.stringify(detailed)}\n`;
}

/** Antarctica surrounds the pole, which no flat map can show. */
export function farLandFile(): string {
  const others = [...neighbours, 'United States of America', 'Antarctica'];
  const coarse = countries(require('world-atlas/countries-110m.json'), (name) => !others.includes(name));
  return `${JSON.stringify(coarse)}\n`;
}

function countries(topology: WorldAtlas, isWanted: (name: string) => boolean): Topology {
  const geometries = topology.objects.countries.geometries.filter(
    ({ properties = {} }) => 'name' in properties && isWanted(properties.name ?? ''),
  );
  const used = new Map<number, number>();
  const renumber = (arcs: unknown): unknown => {
    if (Array.isArray(arcs)) return arcs.map(renumber);
    const arc = Number(arcs);
    const index = arc < 0 ? ~arc : arc;
    const kept = used.get(index) ?? used.size;
    used.set(index, kept);
    return arc < 0 ? ~kept : kept;
  };
  const kept = geometries.map((one) => ({ type: one.type, arcs: renumber('arcs' in one ? one.arcs : []) }));
  return {
    type: 'Topology',
    ...(topology.transform ? { transform: topology.transform } : {}),
    // The renumbered arcs have the same shape as the originals.
    objects: { land: { type: 'GeometryCollection', geometries: kept as GeometryCollection['geometries'] } },
    arcs: [...used.keys()].map((index) => topology.arcs[index] ?? []),
  };
}
