import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { listCampaignCities, listCampaigns } from '#campaigns/contract.ts';
import { countCampaigns } from '#campaigns/count-contract.ts';
import { t } from '#kernel/text.ts';
import { readCurrentPosition } from '#platform/web/maps/picker/current-position.ts';
import { usePages } from '#platform/web/paging.ts';
import { useEndpoint } from '#platform/web/query.ts';
import {
  listCities,
  type Filters,
  parseFilters,
  toCountQuery,
  toListQuery,
  toSearchParams,
  type Sort,
} from './marketplace-filters.ts';
import { formatNear } from './marketplace-area.ts';

/** Back, reload and shared links show the same results. */
export function useMarketplace() {
  const [search, setSearch] = useSearchParams();
  const wanted = useLatestParams(search);
  const [isLocating, setIsLocating] = useState(false);
  const [positionProblem, setPositionProblem] = useState<string | null>(null);
  const filters = parseFilters(search);
  const found = usePages(listCampaigns, { query: toListQuery(filters) }, { keepsLast: true });
  const count = useEndpoint(
    countCampaigns,
    { query: toCountQuery(filters) },
    // The last page knows the count.
    { enabled: found.hasNextPage && !found.isPlaceholderData, refetchOnMount: 'always' },
  );
  const cities = useEndpoint(listCampaignCities, undefined, { refetchOnMount: 'always' });

  const change = (changes: Partial<Filters>, { isTyping = false } = {}) => {
    setPositionProblem(null);
    setSearch(
      wanted((present) => toSearchParams({ ...parseFilters(present), ...changes })),
      {
        // Each choice is a history entry. Further typing replaces the entry.
        replace: isTyping && filters.text !== '',
        preventScrollReset: true,
      },
    );
  };
  /** Rounded to about a kilometre. */
  const locate = async (changes: Partial<Filters>) => {
    setIsLocating(true);
    setPositionProblem(null);
    try {
      change({ ...changes, near: formatNear(await readCurrentPosition()) });
    } catch (error) {
      setPositionProblem(
        error instanceof Error
          ? error.message
          : t('We couldn’t read your location. Please try again, or choose a city.'),
      );
    } finally {
      setIsLocating(false);
    }
  };
  const changeNear = (changes: Partial<Filters>) =>
    filters.near === null ? locate(changes) : Promise.resolve(change(changes));

  return {
    filters,
    change,
    clear: () =>
      change({
        ...parseFilters(new URLSearchParams()),
        sort: filters.sort,
        near: filters.near,
        isAll: filters.isAll,
      }),
    campaigns: found.data,
    error: found.error,
    isStale: found.isPlaceholderData,
    refetch: found.refetch,
    hasMore: found.hasNextPage,
    count: found.isPlaceholderData ? undefined : count.data,
    isLoadingMore: found.isFetchingNextPage,
    hasFailedToLoadMore: found.isFetchNextPageError,
    loadMore: () => void found.fetchNextPage(),
    cities: listCities(cities.data ?? [], filters.city),
    isLocating,
    /** Null if the position is known or was never requested. */
    positionProblem,
    locate,
    changeNear,
    sortBy: (sort: Sort) => (sort === 'distance' ? changeNear({ sort }) : Promise.resolve(change({ sort }))),
  };
}

/**
 * The URL updates a moment after a change. Until then, the next change must start from the latest wanted filters, or it
 * would undo the first change.
 */
function useLatestParams(shown: URLSearchParams) {
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
