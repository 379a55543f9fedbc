import { useEffect, useState } from 'react';
import { type Place, searchPlaces } from '../../places-contract.ts';
import { useClock } from '../clock.ts';
import { useEndpoint } from '../query.ts';

/** How long the typing must rest before the server is asked. */
const restMilliseconds = 150;
const shortestQuery = 2;
const noPlaces: readonly Place[] = [];

export interface PlaceSearch {
  /** Searching: the places are those of the last answer, to fewer letters. */
  state: 'idle' | 'searching' | 'failed' | 'found';
  places: readonly Place[];
  /** Asks once more for the same. */
  retry(): void;
}

/** The places for what is being typed. While the next answer is on its way the last one stays. */
export function usePlaceSearch(text: string): PlaceSearch {
  const q = useRested(text.trim());
  const isLongEnough = q.length >= shortestQuery;
  const { data, isError, isFetching, refetch } = useEndpoint(
    searchPlaces,
    { query: { q, limit: 8 } },
    { enabled: isLongEnough, placeholderData: (last) => last },
  );
  const retry = () => void refetch();
  if (!isLongEnough) return { state: 'idle', places: noPlaces, retry };
  const isBehind = isFetching || q !== text.trim();
  if (isError && !isBehind) return { state: 'failed', places: noPlaces, retry };
  return { state: isBehind ? 'searching' : 'found', places: data ?? noPlaces, retry };
}

/** The value as it was when it last stood still for a moment. */
function useRested(value: string): string {
  const clock = useClock();
  const [rested, setRested] = useState(value);
  useEffect(() => clock.after(restMilliseconds, () => setRested(value)), [clock, value]);
  return rested;
}
