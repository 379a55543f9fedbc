import type { CampaignSort, listCampaigns } from '#campaigns/contract.ts';
import type { CampaignType, SocialPlatform } from '#campaigns/fields-contract.ts';
import type { countCampaigns } from '#campaigns/count-contract.ts';
import type { CallArguments } from '#kernel/endpoint.ts';
import type { z } from 'zod';

export type Sort = z.infer<typeof CampaignSort>;
export type ListQuery = NonNullable<CallArguments<typeof listCampaigns>['query']>;
type CountQuery = NonNullable<CallArguments<typeof countCampaigns>['query']>;

/** Dollars per hour, inclusive: '20-30', or '40+' for at least 40. */
export type PayBand = `${number}-${number}` | `${number}+`;
/** The three bands of the specification. */
export const payBands: readonly PayBand[] = ['20-30', '30-40', '40+'];
/** The four cities of the specification. Others follow if they have campaigns. */
// not for users
export const firstCities = ['San Francisco', 'Los Angeles', 'New York', 'Chicago'] as const;
export const PAGE_ROWS = 50;

export interface Filters {
  text: string;
  city: string | null;
  pay: PayBand | null;
  type: CampaignType | null;
  platform: SocialPlatform | null;
  /** The user's own follower count, for social campaigns. */
  followers: number | null;
  sort: Sort;
  /** 'lat,lng'. Null unless sorted by distance or limited to a radius. */
  near: string | null;
  radius: number | null;
  isAll: boolean;
}

const types: readonly CampaignType[] = ['wearable', 'social'];
const sorts: readonly Sort[] = ['newest', 'pay', 'distance', 'start'];
const platforms: readonly SocialPlatform[] = ['instagram', 'tiktok', 'facebook', 'youtube', 'twitter'];
const MAX_RADIUS_METERS = 500_000;

export function parseFilters(search: URLSearchParams): Filters {
  const near = parseNear(search.get('near'));
  const sort = findKnown(sorts, search.get('sort')) ?? 'newest';
  const radius = parseWholeNumber(search.get('radius'));
  return {
    text: search.get('q')?.slice(0, 200) ?? '',
    city: search.get('city')?.slice(0, 120) || null,
    pay: parseBand(search.get('pay')),
    type: findKnown(types, search.get('type')),
    platform: findKnown(platforms, search.get('platform')),
    followers: parseWholeNumber(search.get('followers')),
    // Sorting by distance needs a point.
    sort: sort === 'distance' && near === null ? 'newest' : sort,
    near,
    radius: near !== null && radius !== null && radius >= 1 && radius <= MAX_RADIUS_METERS ? radius : null,
    isAll: search.get('show') === 'all',
  };
}

export function toSearchParams(filters: Filters): URLSearchParams {
  const { text, city, pay, type, platform, followers, sort, near, radius, isAll } = filters;
  const search = new URLSearchParams();
  const set = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') search.set(name, String(value));
  };
  set('q', text);
  set('city', city);
  set('pay', pay);
  set('type', type);
  set('platform', platform);
  set('followers', followers);
  set('sort', sort === 'newest' ? null : sort);
  set('near', sort === 'distance' || radius !== null ? near : null);
  set('radius', near === null ? null : radius);
  set('show', isAll ? 'all' : null);
  return search;
}

export function toListQuery(filters: Filters): ListQuery {
  const { text, city, pay, type, platform, followers, sort, near, radius, isAll } = filters;
  const { minPay, maxPay } = parsePayBand(pay);
  const isPlaced = near !== null && (sort === 'distance' || radius !== null);
  return {
    ...(text.trim() ? { q: text.trim() } : {}),
    ...(city ? { city } : {}),
    ...(minPay === undefined ? {} : { minPay }),
    ...(maxPay === undefined ? {} : { maxPay }),
    ...(type ? { campaignType: type } : {}),
    ...(platform ? { platform } : {}),
    ...(followers === null ? {} : { followers }),
    ...(sort === 'newest' ? {} : { sort }),
    ...(isPlaced ? { near } : {}),
    ...(isPlaced && radius !== null ? { radius } : {}),
    ...(isAll ? {} : { open: 'true' as const }),
    limit: PAGE_ROWS,
  };
}

export function toCountQuery(filters: Filters): CountQuery {
  const { limit: _, ...query } = toListQuery({ ...filters, sort: 'newest' });
  return query;
}

export function hasFilters(filters: Filters): boolean {
  const { text, city, pay, type, platform, followers, radius } = filters;
  return text.trim() !== '' || [city, pay, type, platform, followers, radius].some((value) => value !== null);
}

/** Returns the bounds of a band: '20-30' is 20 to 30, '40+' is 40 and up. */
export function parsePayBand(band: PayBand | null): { minPay?: number; maxPay?: number } {
  if (band === null) return {};
  const [minPay = 0, maxPay = 0] = band.split(/[-+]/).map(Number);
  return band.endsWith('+') ? { minPay } : { minPay, maxPay };
}

/** The specification's four cities come first. */
export function listCities(found: readonly string[], chosen: string | null): string[] {
  const others = new Set(chosen ? [...found, chosen] : found);
  for (const city of firstCities) others.delete(city);
  return [...firstCities, ...[...others].sort((one, other) => one.localeCompare(other))];
}

function findKnown<Value extends string>(values: readonly Value[], given: string | null): Value | null {
  return values.find((value) => value === given) ?? null;
}

function parseWholeNumber(text: string | null): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}

function parseBand(text: string | null): PayBand | null {
  // The pattern is that of the type.
  return /^\d{1,6}(?:\.\d{1,2})?(?:\+|-\d{1,6}(?:\.\d{1,2})?)$/.test(text ?? '') ? (text as PayBand) : null;
}

function parseNear(text: string | null): string | null {
  if (!/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/.test(text ?? '')) return null;
  const [lat = 91, lng = 181] = (text ?? '').split(',').map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? text : null;
}
