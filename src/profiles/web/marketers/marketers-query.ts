import { useSearchParams } from 'react-router';
import { usePages } from '#platform/web/paging.ts';
import { listMarketers } from '../../marketers-contract.ts';
import { type SocialPlatform, socialPlatforms } from '../../social-handle-contract.ts';

export interface MarketerFilters {
  city: string;
  platform: SocialPlatform | null;
  minRating: number | null;
  isSaved: boolean;
  business: string | null;
}

const PAGE_ROWS = 24;
export const ratings = [4.8, 4.5, 4, 3] as const;

export function useMarketerFilters() {
  const [search, setSearch] = useSearchParams();
  const platform = search.get('platform');
  const asked = Number(search.get('rating'));
  const filters: MarketerFilters = {
    city: (search.get('city') ?? '').slice(0, 100),
    platform: socialPlatforms.find((option) => option === platform) ?? null,
    minRating: ratings.find((rating) => rating === asked) ?? null,
    isSaved: search.get('saved') === 'true',
    business: search.get('business'),
  };
  const change = (changes: Partial<MarketerFilters>) => {
    const next = { ...filters, ...changes };
    setSearch(
      {
        ...(next.city ? { city: next.city } : {}),
        ...(next.platform ? { platform: next.platform } : {}),
        ...(next.minRating ? { rating: String(next.minRating) } : {}),
        ...(next.isSaved ? { saved: 'true' } : {}),
        ...(next.business ? { business: next.business } : {}),
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { filters, change };
}

/** Keeps the previous results while new filters load. */
export function useMarketers({ city, platform, minRating, isSaved }: MarketerFilters, businessId: string) {
  const query = {
    ...(city.trim() ? { city: city.trim() } : {}),
    ...(platform ? { platform } : {}),
    ...(minRating ? { minRating } : {}),
    ...(isSaved ? { savedBy: businessId } : {}),
    limit: PAGE_ROWS,
  };
  return usePages(listMarketers, { query }, { keepsLast: true });
}
