import { HOUR, type Clock } from '#kernel/time.ts';
import type { Place } from '../../places-contract.ts';

const keptForMilliseconds = 6 * HOUR;
/** Of twenty places at most, some 300 bytes each: 6 MB at worst. */
const mostAnswers = 1000;

/**
 * What a provider has answered to a search of late, for everybody who types the same; in memory alone. Points are not kept: one
 * hardly comes twice, and it may be where somebody lives.
 */
export interface PlaceMemory {
  find(query: string, limit: number): Place[] | undefined;
  /** An empty answer is one too. */
  keep(query: string, limit: number, places: Place[]): void;
}

export function createPlaceMemory(clock: Clock): PlaceMemory {
  // The order of a map is that of its writing: the first is the one that was used least recently.
  const answers = new Map<string, { places: Place[]; until: number }>();
  return {
    find(query, limit) {
      const key = keyOf(query, limit);
      const answer = answers.get(key);
      if (!answer) return undefined;
      answers.delete(key);
      if (answer.until <= clock.now().getTime()) return undefined;
      answers.set(key, answer);
      return answer.places;
    },
    keep(query, limit, places) {
      const key = keyOf(query, limit);
      answers.delete(key);
      answers.set(key, { places, until: clock.now().getTime() + keptForMilliseconds });
      const [oldest] = answers.keys();
      if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
    },
  };
}

/** 'Ferry  building' and 'ferry building' are one question; a comma or an accent may make another. */
function keyOf(query: string, limit: number): string {
  return `${limit} ${query.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ')}`;
}
