import type {
  Campaign,
  CampaignSort,
  CampaignType,
  listCampaigns,
  SocialPlatform,
} from '#campaigns/contract.ts';
import type { CallArguments } from '#kernel/endpoint.ts';
import type { z } from 'zod';

export type Sort = z.infer<typeof CampaignSort>;
export type ListQuery = NonNullable<CallArguments<typeof listCampaigns>['query']>;

/** Dollars an hour, inclusive; '40+' is at least that much. */
export const payBands = ['20-30', '30-40', '40+'] as const;
export type PayBand = (typeof payBands)[number];
/** The specification's four; other cities follow as they are found. */
export const firstCities = ['San Francisco', 'Los Angeles', 'New York', 'Chicago'] as const;
export const PAGE_ROWS = 100;

export interface Filters {
  text: string;
  city: string | null;
  pay: PayBand | null;
  type: CampaignType | null;
  platform: SocialPlatform | null;
  /** One's own, for social campaigns. */
  followers: number | null;
  sort: Sort;
  /** 'lat,lng', only where sorted by distance. */
  near: string | null;
}

const types: readonly CampaignType[] = ['wearable', 'social'];
const sorts: readonly Sort[] = ['newest', 'pay', 'distance', 'start'];
const platforms: readonly SocialPlatform[] = ['instagram', 'tiktok', 'facebook', 'youtube', 'twitter'];

/** Reads the address; what is not known there counts as not set. */
export function filtersFrom(search: URLSearchParams): Filters {
  const near = /^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/.exec(search.get('near') ?? '')?.[0] ?? null;
  const sort = known(sorts, search.get('sort')) ?? 'newest';
  const followers = /^\d{1,9}$/.test(search.get('followers') ?? '') ? Number(search.get('followers')) : null;
  return {
    text: search.get('q') ?? '',
    city: search.get('city') || null,
    pay: known(payBands, search.get('pay')),
    type: known(types, search.get('type')),
    platform: known(platforms, search.get('platform')),
    followers,
    // Without a point there are no distances.
    sort: sort === 'distance' && near === null ? 'newest' : sort,
    near,
  };
}

/** The address of these filters; what is not set does not stand in it. */
export function searchFrom(filters: Filters): URLSearchParams {
  const { text, city, pay, type, platform, followers, sort, near } = filters;
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
  set('near', sort === 'distance' ? near : null);
  return search;
}

/** What the server is asked. */
export function queryFrom(filters: Filters): ListQuery {
  const { text, city, pay, type, platform, followers, sort, near } = filters;
  const [minPay, maxPay] = boundsOf(pay);
  return {
    ...(text.trim() ? { q: text.trim() } : {}),
    ...(city ? { city } : {}),
    ...(minPay === undefined ? {} : { minPay }),
    ...(maxPay === undefined ? {} : { maxPay }),
    ...(type ? { campaignType: type } : {}),
    ...(platform ? { platform } : {}),
    ...(followers === null ? {} : { followers }),
    ...(sort === 'newest' ? {} : { sort }),
    ...(sort === 'distance' && near ? { near } : {}),
    limit: PAGE_ROWS,
  };
}

export function hasFilters({ sort: _sort, near: _near, text, ...filters }: Filters): boolean {
  return text.trim() !== '' || Object.values(filters).some((value) => value !== null);
}

/** '20-30' → 20 to 30, '40+' → 40 and more. */
function boundsOf(band: PayBand | null): [min?: number, max?: number] {
  if (band === null) return [];
  const [min, max] = band.split(/[-+]/).map(Number);
  return max ? [min, max] : [min];
}

/** The four of the specification, then every other city of the given campaigns by name. */
export function citiesOf(
  campaigns: readonly Pick<Campaign, 'city' | 'status'>[],
  chosen: string | null,
): string[] {
  const found = campaigns.flatMap(({ city, status }) => (city && status === 'active' ? [city] : []));
  const others = new Set(chosen ? [...found, chosen] : found);
  for (const city of firstCities) others.delete(city);
  return [...firstCities, ...[...others].sort((one, other) => one.localeCompare(other))];
}

/** What can still be taken before what is over; else in the order given. */
export function activeFirst<Row extends Pick<Campaign, 'status' | 'closingSince'>>(
  campaigns: readonly Row[],
): Row[] {
  const isOpen = ({ status, closingSince }: Row) => status === 'active' && closingSince === null;
  return [...campaigns.filter(isOpen), ...campaigns.filter((campaign) => !isOpen(campaign))];
}

function known<Value extends string>(values: readonly Value[], given: string | null): Value | null {
  return values.find((value) => value === given) ?? null;
}
