import { platformNames, typeNames } from '#campaigns/web/campaign-words.ts';
import type { SavedFilters } from '../saved-search-contract.ts';
import { METERS_PER_MILE } from './marketplace-area.ts';
import { type Filters, filtersFrom, type PayBand, queryFrom, searchFrom } from './marketplace-filters.ts';

/** Returns the filters to save, without paging and status. */
export function savedFiltersOf(filters: Filters): SavedFilters {
  const { limit: _limit, status: _status, cursor: _cursor, ...saved } = queryFrom(filters);
  // queryFrom uses the same names and types as SavedFilters, and filters from the URL are validated.
  return saved as SavedFilters;
}

export function addressOf(saved: SavedFilters): string {
  const search = searchFrom(filtersOf(saved)).toString();
  return search ? `/marketplace?${search}` : '/marketplace';
}

export function filtersOf(saved: SavedFilters): Filters {
  return {
    ...filtersFrom(new URLSearchParams()),
    text: saved.q ?? '',
    city: saved.city ?? null,
    pay: bandOf(saved),
    type: saved.campaignType ?? null,
    platform: saved.platform ?? null,
    followers: saved.followers ?? null,
    sort: saved.sort ?? 'newest',
    near: saved.near ?? null,
    radius: saved.radius === undefined ? null : Math.round(saved.radius),
  };
}

const MOST_DOLLARS = 999_999;

function bandOf({ minPay, maxPay }: SavedFilters): PayBand | null {
  if (maxPay !== undefined) return `${minPay ?? 0}-${Math.min(maxPay, MOST_DOLLARS)}`;
  return minPay === undefined ? null : `${minPay}+`;
}

/** Returns a summary such as '“coffee”, Chicago, $20-30 per hour'. */
export function describeSearch(saved: SavedFilters): string {
  const band = bandOf(saved);
  const parts = [
    saved.q ? `“${saved.q}”` : '',
    saved.city ?? '',
    saved.radius === undefined ? '' : `within ${milesText(saved.radius)} of a point`,
    band ? `$${band} per hour` : '',
    saved.platform ? platformNames[saved.platform] : saved.campaignType ? typeNames[saved.campaignType] : '',
    saved.followers === undefined ? '' : `for ${saved.followers.toLocaleString('en-US')} followers`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'All campaigns';
}

export function milesText(meters: number): string {
  const miles = meters / METERS_PER_MILE;
  const rounded = miles < 10 ? Math.round(miles * 10) / 10 : Math.round(miles);
  return rounded === 1 ? '1 mile' : `${rounded} miles`;
}
