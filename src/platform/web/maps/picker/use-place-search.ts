import { type Place, searchPlaces } from '../../../places-contract.ts';
import { useEndpoint } from '../../query.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';

const restMilliseconds = 150;
const shortestQuery = 2;
const noPlaces: readonly Place[] = [];

export interface PlaceSearch {
  /** While 'searching', the places are still the previous results. */
  state: 'idle' | 'searching' | 'failed' | 'found';
  places: readonly Place[];
  retry(): void;
}

export function usePlaceSearch(text: string): PlaceSearch {
  const q = useDebounced(text.trim(), restMilliseconds);
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
