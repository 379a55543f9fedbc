import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { listCampaigns } from '#campaigns/contract.ts';
import { currentPosition } from '#platform/web/maps/current-position.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import {
  activeFirst,
  citiesOf,
  type Filters,
  filtersFrom,
  queryFrom,
  searchFrom,
  type Sort,
} from './marketplace-filters.ts';

/** The marketplace's filters live in the address, so that back, reload and a sent link show the same. */
export function useMarketplace() {
  const [search, setSearch] = useSearchParams();
  const [isLocating, setIsLocating] = useState(false);
  const filters = filtersFrom(search);
  const found = useEndpoint(
    listCampaigns,
    { query: queryFrom(filters) },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  // Which cities there are does not depend on what is searched for.
  const newest = useEndpoint(listCampaigns);

  const change = (changes: Partial<Filters>) =>
    setSearch((present) => searchFrom({ ...filtersFrom(present), ...changes }), {
      replace: true,
      preventScrollReset: true,
    });

  return {
    filters,
    change,
    clear: () => setSearch(new URLSearchParams(), { replace: true, preventScrollReset: true }),
    campaigns: found.data && activeFirst(found.data),
    error: found.error,
    isStale: found.isPlaceholderData,
    refetch: found.refetch,
    cities: citiesOf(newest.data ?? [], filters.city),
    isLocating,
    /** Distances need a point: asked for at this moment, kept to about a kilometre. */
    async sortBy(sort: Sort) {
      if (sort !== 'distance') return change({ sort });
      setIsLocating(true);
      try {
        const { lat, lng } = await currentPosition();
        change({ sort, near: `${lat.toFixed(2)},${lng.toFixed(2)}` });
      } catch (error) {
        showToast({
          title: 'Location Required',
          message: error instanceof Error ? error.message : '',
          tone: 'error',
        });
      } finally {
        setIsLocating(false);
      }
    },
  };
}

export type Marketplace = ReturnType<typeof useMarketplace>;
