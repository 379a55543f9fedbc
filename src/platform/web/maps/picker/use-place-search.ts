import { useEffect, useState } from 'react';
import { type Place, searchPlaces } from '../../../places-contract.ts';
import { useClock } from '../../clock.ts';
import { useEndpoint } from '../../query.ts';

/** How long the user must pause typing before the search runs. */
const restMilliseconds = 150;
const shortestQuery = 2;
const noPlaces: readonly Place[] = [];

export interface PlaceSearch {
  /** While 'searching', the places are still the previous results. */
  state: 'idle' | 'searching' | 'failed' | 'found';
  places: readonly Place[];
  retry(): void;
}

/** Returns the places for the typed text. Keeps the previous results while the next ones load. */
export function usePlaceSearch(text: string): PlaceSearch {
  const q = useDebounced(text.trim());
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

/** Returns the value debounced: the last value that did not change for 150 ms. */
function useDebounced(value: string): string {
  const clock = useClock();
  const [rested, setRested] = useState(value);
  useEffect(() => clock.after(restMilliseconds, () => setRested(value)), [clock, value]);
  return rested;
}
