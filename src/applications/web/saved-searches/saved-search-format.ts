import { platformNames, typeNames } from '#campaigns/web/campaign-labels.ts';
import { t } from '#kernel/text.ts';
import type { SavedFilters } from '../../saved-search-contract.ts';
import { METERS_PER_MILE } from '../marketplace/marketplace-area.ts';
import {
  type Filters,
  parseFilters,
  type PayBand,
  toListQuery,
  toSearchParams,
} from '../marketplace/marketplace-filters.ts';

export function toSavedFilters(filters: Filters): SavedFilters {
  const { limit: _limit, open: _open, status: _status, cursor: _cursor, ...saved } = toListQuery(filters);
  // toListQuery uses the same names and types as SavedFilters, and filters from the URL are validated.
  return saved as SavedFilters;
}

export function toSearchUrl(saved: SavedFilters): string {
  const search = toSearchParams(toFilters(saved)).toString();
  return search ? `/marketplace?${search}` : '/marketplace';
}

export function toFilters(saved: SavedFilters): Filters {
  return {
    ...parseFilters(new URLSearchParams()),
    text: saved.q ?? '',
    city: saved.city ?? null,
    pay: toPayBand(saved),
    type: saved.campaignType ?? null,
    platform: saved.platform ?? null,
    followers: saved.followers ?? null,
    sort: saved.sort ?? 'newest',
    near: saved.near ?? null,
    radius: saved.radius === undefined ? null : Math.round(saved.radius),
  };
}

const MAX_DOLLARS = 999_999;

function toPayBand({ minPay, maxPay }: SavedFilters): PayBand | null {
  if (maxPay !== undefined) return `${minPay ?? 0}-${Math.min(maxPay, MAX_DOLLARS)}`;
  return minPay === undefined ? null : `${minPay}+`;
}

/** '“coffee”, Chicago, $20-30 per hour'. */
export function describeSearch(saved: SavedFilters): string {
  const band = toPayBand(saved);
  const parts = [
    saved.q ? `“${saved.q}”` : '',
    saved.city ?? '',
    saved.radius === undefined ? '' : t('within {miles} of a point', { miles: formatMiles(saved.radius) }),
    band ? t('${band} per hour', { band }) : '',
    saved.platform
      ? platformNames[saved.platform]
      : saved.campaignType
        ? t(typeNames[saved.campaignType])
        : '',
    saved.followers === undefined
      ? ''
      : t('for {followers, number} followers', { followers: saved.followers }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : t('All campaigns');
}

export function formatMiles(meters: number): string {
  const miles = meters / METERS_PER_MILE;
  const rounded = miles < 10 ? Math.round(miles * 10) / 10 : Math.round(miles);
  return t('{miles, plural, one {# mile} other {# miles}}', { miles: rounded });
}
