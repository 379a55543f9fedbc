import { gte, lte, type SQL, sql } from 'drizzle-orm';
import type { CampaignQuery } from '../../contract.ts';
import { distanceFrom, isInCircleAround, metersBetween, parsePoint } from './distance.ts';
import { campaign, type CampaignRow } from '../tables.ts';

export type CampaignFilters = Omit<CampaignQuery, 'sort' | 'limit' | 'cursor'>;
type FilterName = Exclude<keyof CampaignFilters, 'near'>;

/**
 * `sql` finds campaigns. `matches` checks one new campaign against all saved searches without a query for each. A
 * property in campaign-search.test.ts compares them.
 */
interface Filter<Value> {
  sql: (value: Value, query: CampaignFilters) => SQL;
  matches: (row: CampaignRow, value: Value, query: CampaignFilters) => boolean;
}

const filters: { [Name in FilterName]-?: Filter<NonNullable<CampaignFilters[Name]>> } = {
  q: {
    sql: hasText,
    matches: ({ title }, text) => textMatches(lowerLikePostgres(title), lowerLikePostgres(text)),
  },
  city: {
    sql: (city) => sql`lower(${campaign.city}) = lower(${city})`,
    matches: (row, city) => lowerLikePostgres(row.city ?? '') === lowerLikePostgres(city),
  },
  radius: {
    sql: (radius, query) => {
      const point = parsePoint(query);
      return sql`${isInCircleAround(point, radius)} and ${distanceFrom(point)} <= ${radius}`;
    },
    matches: (row, radius, { near }) => metersBetween(row, near) <= radius,
  },
  // A pay filter excludes social campaigns, because they have no hours.
  minPay: {
    sql: (dollars) => gte(campaign.hourlyCents, toLeastCents(dollars)),
    matches: ({ hourlyCents }, dollars) => hourlyCents !== null && hourlyCents >= toLeastCents(dollars),
  },
  maxPay: {
    sql: (dollars) => lte(campaign.hourlyCents, toMostCents(dollars)),
    matches: ({ hourlyCents }, dollars) => hourlyCents !== null && hourlyCents <= toMostCents(dollars),
  },
  campaignType: equal('campaignType'),
  platform: equal('socialPlatform'),
  status: equal('status'),
  followers: {
    sql: (followers) => lte(campaign.followersNeeded, followers),
    matches: (row, followers) => row.followersNeeded <= followers,
  },
  open: { sql: () => sql`${campaign.isOpen}`, matches: (row) => row.isOpen },
};

function equal(name: 'campaignType' | 'socialPlatform' | 'status'): Filter<string> {
  return { sql: (value) => sql`${campaign[name]} = ${value}`, matches: (row, value) => row[name] === value };
}

/** Contradictory filters match nothing. Drafts never match. */
export function campaignMatches(query: CampaignFilters, row: CampaignRow): boolean {
  const all = listFilters(query);
  return row.status !== 'draft' && all.every(({ filter, value }) => filter.matches(row, value, query));
}

/** Refuses 'request/invalid' for a radius without a point. */
export function buildConditions(query: CampaignFilters): SQL[] {
  return listFilters(query).map(({ filter, value }) => filter.sql(value, query));
}

function listFilters(query: CampaignFilters): { filter: Filter<unknown>; value: unknown }[] {
  const names = Object.keys(filters) as FilterName[];
  // A filter and its value belong to the same name.
  const all = names.map((name) => ({ filter: filters[name] as Filter<unknown>, value: query[name] }));
  return all.filter(({ value }) => value !== undefined && value !== '');
}

/**
 * Matches anywhere in the title. One or two letters occur in nearly every title or in none, so they match only at word
 * starts, which are indexed. Text without letters or digits matches nothing.
 */
function hasText(text: string): SQL {
  const title = sql`lower(${campaign.title})`;
  const pattern = sql`lower(${text.replaceAll(/[!%_]/g, '!$&')})`;
  if (hasTrigram(text)) return sql`${title} like '%' || ${pattern} || '%' escape '!'`;
  if (!hasLetter(text)) return sql`false`;
  return sql`(${title} like ${pattern} || '%' escape '!' or ${title} like '% ' || ${pattern} || '%' escape '!')`;
}

function textMatches(title: string, text: string): boolean {
  return hasTrigram(text) ? title.includes(text) : hasLetter(text) && ` ${title}`.includes(` ${text}`);
}

const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text);
const hasLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Lowercases like PostgreSQL's lower(): each code point on its own, to exactly one code point. */
function lowerLikePostgres(text: string): string {
  const lower = (letter: string) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0);
  return Array.from(text, lower).join('');
}

/** Whole cents. Both bounds are inclusive. */
export const toLeastCents = (dollars: number) => Math.ceil(toCents(dollars));
const toMostCents = (dollars: number) => Math.floor(toCents(dollars));

/** Ignores fractions of a cent from binary floating point: 26.67 * 100 is slightly more than 2667. */
function toCents(dollars: number): number {
  // No campaign pays more per hour, and numbers are exact up to here.
  return Math.round(Math.min(dollars, 1e9) * 100 * 1e4) / 1e4;
}
