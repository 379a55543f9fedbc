import { HOUR, type Clock } from '#kernel/time.ts';
import type { Place } from '../../places-contract.ts';

const keptForMilliseconds = 6 * HOUR;
/** Each has at most twenty places of some 300 bytes: 6 MB at worst. */
const maxEntries = 1000;

/** Points are not cached: they hardly repeat, and a point may be a user's home. */
export interface PlaceCache {
  find(query: string, limit: number): Place[] | undefined;
  keep(query: string, limit: number, places: Place[]): void;
}

export function createPlaceCache(clock: Clock): PlaceCache {
  // A Map iterates in insertion order, so the first entry is the least recently used.
  const answers = new Map<string, { places: Place[]; until: number }>();
  return {
    find(query, limit) {
      const key = toCacheKey(query, limit);
      const answer = answers.get(key);
      if (!answer) return undefined;
      answers.delete(key);
      if (answer.until <= clock.now().getTime()) return undefined;
      answers.set(key, answer);
      return answer.places;
    },
    keep(query, limit, places) {
      const key = toCacheKey(query, limit);
      answers.delete(key);
      answers.set(key, { places, until: clock.now().getTime() + keptForMilliseconds });
      const [oldest] = answers.keys();
      if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest);
    },
  };
}

/** 'Ferry building' and 'ferry building' are the same query. A comma or an accent may make another. */
function toCacheKey(query: string, limit: number): string {
  return `${limit} ${query.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ')}`;
}
