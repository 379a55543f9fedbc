import type { GazetteerPlace } from './gazetteer-file.ts';
import { placeKey } from './place-key.ts';
import { type KeyEntry, findRun } from './key-run.ts';
import { listMistypedRuns } from './mistyped-prefix.ts';
import type { Area, NameReading } from '../place-query.ts';

export interface NameIndex {
  find(reading: NameReading, limit: number): GazetteerPlace[];
  findMistyped(reading: NameReading, limit: number): GazetteerPlace[];
}

interface Entry extends KeyEntry {
  rank: number;
  isWholeName: boolean;
}

/** The cities of the location filter come first for every prefix of their name. */
const firstCities = ['San Francisco,CA', 'Los Angeles,CA', 'New York,NY', 'Chicago,IL'];
/**
 * A neighbourhood ranks below a town with a tenth of its population, because some counts are those of the
 * whole city.
 */
const partWeight = 0.1;

/** Best first. Within a tier, the place's rank decides. */
const firstTier = 0;
const exactTier = 1;
const prefixTier = 2;
const laterWordTier = 3;
const tierSize = 1_000_000;

/** Also sorts the rest after each space of a name. A prefix then matches one run of the list. */
export function createNameIndex(places: readonly GazetteerPlace[]): NameIndex {
  const ranked = places.toSorted((a, b) => getWeight(b) - getWeight(a));
  const entries = ranked.flatMap(toEntries).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const cityKeys = new Map<string, string>();
  const getCityKey = ({ city: { name } }: GazetteerPlace) => {
    const key = cityKeys.get(name) ?? placeKey(name);
    cityKeys.set(name, key);
    return key;
  };
  const liesIn = (place: GazetteerPlace, { states, cityPrefix }: Area) =>
    states.includes(place.state) || (cityPrefix !== undefined && getCityKey(place).startsWith(cityPrefix));

  const inAreas = (place: GazetteerPlace, within: readonly Area[]) =>
    within.every((area) => liesIn(place, area));

  const takeBest = (rated: readonly number[], limit: number): GazetteerPlace[] => {
    const best = new Set<GazetteerPlace>();
    for (const score of Float64Array.from(rated).sort()) {
      const place = ranked[score % tierSize];
      if (place) best.add(place);
      if (best.size >= limit) break;
    }
    return [...best];
  };

  return {
    find: ({ prefix, within, isWhole }, limit) => {
      if (!prefix) return firstWhere(ranked, (place) => inAreas(place, within), limit);
      const scores: number[] = [];
      const [from, to] = findRun(entries, prefix);
      for (const entry of entries.slice(from, to)) {
        const place = ranked[entry.rank];
        if (!place || !inAreas(place, within)) continue;
        const tier = getTier(entry, place, prefix);
        if (isWhole && !(entry.isWholeName && entry.key === prefix)) continue;
        scores.push(tier * tierSize + entry.rank);
      }
      return takeBest(scores, limit);
    },
    findMistyped: ({ prefix, within }, limit) => {
      const scores: number[] = [];
      for (const { from, to, mistakes } of listMistypedRuns(entries, prefix)) {
        for (const entry of entries.slice(from, to)) {
          const place = ranked[entry.rank];
          // Matching the rest of a longer name would be too far from the typed name.
          if (place && entry.isWholeName && inAreas(place, within))
            scores.push(mistakes * tierSize + entry.rank);
        }
      }
      return takeBest(scores, limit);
    },
  };
}

function firstWhere<T>(list: readonly T[], fits: (one: T) => boolean, limit: number): T[] {
  const found: T[] = [];
  for (const one of list) {
    if (fits(one)) found.push(one);
    if (found.length >= limit) break;
  }
  return found;
}

function getWeight(place: GazetteerPlace): number {
  return place.isUnnamedPart ? place.population * partWeight : place.population;
}

function toEntries(place: GazetteerPlace, rank: number): Entry[] {
  return [place.name, ...place.aliases].flatMap((name) => {
    const key = placeKey(name);
    const laterWords = [...key.matchAll(/ /g)].map(({ index }) => key.slice(index + 1));
    return [
      { key, rank, isWholeName: true },
      ...laterWords.map((rest) => ({ key: rest, rank, isWholeName: false })),
    ];
  });
}

function getTier({ key, isWholeName }: Entry, place: GazetteerPlace, prefix: string): number {
  if (!isWholeName) return laterWordTier;
  if (firstCities.includes(`${place.name},${place.state}`)) return firstTier;
  return key === prefix ? exactTier : prefixTier;
}
