import { useEffect, useState } from 'react';
import { type Place, searchPlaces } from '../../places-contract.ts';
import { useClock } from '../clock.ts';
import { useEndpoint } from '../query.ts';

/** How long the typing must rest before the server is asked. */
const restMilliseconds = 150;
const shortestQuery = 2;
const noPlaces: readonly Place[] = [];

export type PlaceSearch =
  | { state: 'idle' | 'searching' | 'failed'; places: readonly Place[] }
  | { state: 'found'; places: readonly Place[] };

/** The places for what is being typed. While the next answer is on its way the last one stays. */
export function usePlaceSearch(text: string): PlaceSearch {
  const q = useRested(text.trim());
  const isLongEnough = q.length >= shortestQuery;
  const { data, isError, isFetching } = useEndpoint(
    searchPlaces,
    { query: { q, limit: 8 } },
    { enabled: isLongEnough, placeholderData: (last) => last },
  );
  if (!isLongEnough) return { state: 'idle', places: noPlaces };
  if (isError) return { state: 'failed', places: noPlaces };
  const isBehind = isFetching || q !== text.trim();
  return { state: isBehind ? 'searching' : 'found', places: data ?? noPlaces };
}

/** The value as it was when it last stood still for a moment. */
function useRested(value: string): string {
  const clock = useClock();
  const [rested, setRested] = useState(value);
  useEffect(() => clock.after(restMilliseconds, () => setRested(value)), [clock, value]);
  return rested;
}
