/** The land of the offline map beyond the United States, cut out of the world's countries (Natural Earth). */
import { createRequire } from 'node:module';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

type WorldAtlas = Topology<{ countries: GeometryCollection<{ name?: string }> }>;

/** Drawn in detail. */
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

/** The countries around the United States; the United States themselves come from the Census with their counties. */
export function neighboursFile(): string {
  const detailed = countries(require('world-atlas/countries-50m.json'), (name) => neighbours.includes(name));
  return `${JSON.stringify(detailed)}\n`;
}

/** All other countries. Antarctica goes around the pole, which no flat map can show. */
export function farLandFile(): string {
  const others = [...neighbours, 'United States of America', 'Antarctica'];
  const coarse = countries(require('world-atlas/countries-110m.json'), (name) => !others.includes(name));
  return `${JSON.stringify(coarse)}\n`;
}

/** A topology with only the wanted countries, merged under the one name `land`. */
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
    // The renumbered arcs have the shape that the originals had.
    objects: { land: { type: 'GeometryCollection', geometries: kept as GeometryCollection['geometries'] } },
    arcs: [...used.keys()].map((index) => topology.arcs[index] ?? []),
  };
}
