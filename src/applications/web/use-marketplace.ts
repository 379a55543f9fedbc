import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { listCampaignCities, listCampaigns } from '#campaigns/contract.ts';
import { currentPosition } from '#platform/web/maps/current-position.ts';
import { usePages } from '#platform/web/pages.ts';
import { useEndpoint } from '#platform/web/query.ts';
import {
  citiesOf,
  type Filters,
  filtersFrom,
  queryFrom,
  searchFrom,
  type Sort,
} from './marketplace-filters.ts';
import { nearOf } from './marketplace-area.ts';

/** The marketplace's filters live in the address, so that back, reload and a sent link show the same. */
export function useMarketplace() {
  const [search, setSearch] = useSearchParams();
  const wanted = useWanted(search);
  const [isLocating, setIsLocating] = useState(false);
  const [positionProblem, setPositionProblem] = useState<string | null>(null);
  const filters = filtersFrom(search);
  const found = usePages(listCampaigns, { query: queryFrom(filters) }, { keepsLast: true });
  const cities = useEndpoint(listCampaignCities, undefined, { refetchOnMount: 'always' });

  const change = (changes: Partial<Filters>, { isTyping = false } = {}) => {
    setPositionProblem(null);
    setSearch(
      wanted((present) => searchFrom({ ...filtersFrom(present), ...changes })),
      {
        // Every choice is a step that Back takes back; going on with a text is none.
        replace: isTyping && filters.text !== '',
        preventScrollReset: true,
      },
    );
  };
  /** Distances need a point: asked for at this moment, kept to about a kilometre. */
  const locate = async (changes: Partial<Filters>) => {
    setIsLocating(true);
    setPositionProblem(null);
    try {
      change({ ...changes, near: nearOf(await currentPosition()) });
    } catch (error) {
      setPositionProblem(error instanceof Error ? error.message : 'Your position could not be read.');
    } finally {
      setIsLocating(false);
    }
  };
  /** With the point that is known, or else with the present position. */
  const changeNear = (changes: Partial<Filters>) =>
    filters.near === null ? locate(changes) : Promise.resolve(change(changes));

  return {
    filters,
    change,
    clear: () =>
      change({
        ...filtersFrom(new URLSearchParams()),
        sort: filters.sort,
        near: filters.near,
        isAll: filters.isAll,
      }),
    campaigns: found.data,
    error: found.error,
    isStale: found.isPlaceholderData,
    refetch: found.refetch,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    hasFailedToLoadMore: found.isFetchNextPageError,
    loadMore: () => void found.fetchNextPage(),
    cities: citiesOf(cities.data ?? [], filters.city),
    isLocating,
    /** Why there is no position, in words; null where nobody asked, or there is one. */
    positionProblem,
    locate,
    changeNear,
    sortBy: (sort: Sort) => (sort === 'distance' ? changeNear({ sort }) : Promise.resolve(change({ sort }))),
  };
}

/**
 * The address follows a choice a moment later. Until then another choice starts from what was chosen, and not from what is
 * shown, or it would take the first one back.
 */
function useWanted(shown: URLSearchParams) {
  const newest = useRef(shown);
  const isOurs = useRef(new Set<string>());
  useEffect(() => {
    const hasArrived = shown.toString() === newest.current.toString();
    if (!hasArrived && isOurs.current.has(shown.toString())) return;
    newest.current = shown;
    isOurs.current.clear();
  }, [shown]);
  return (changed: (present: URLSearchParams) => URLSearchParams) => {
    newest.current = changed(newest.current);
    isOurs.current.add(newest.current.toString());
    return newest.current;
  };
}

export type Marketplace = ReturnType<typeof useMarketplace>;
