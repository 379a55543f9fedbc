import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { CampaignQuery } from '../../contract.ts';
import { toHourlyCents, findLanes } from './campaign-search-lanes.ts';
import { distanceFrom, isInBoxAround, parsePoint } from './campaign-search-point.ts';
import { campaign } from '../tables.ts';

/** A query's filters, as SQL and as values of indexed columns. */
export interface Filters {
  /** Values of `is_open` to search. With both, and `isPublic`, these are all campaigns ever funded. */
  opens: boolean[];
  city: string | undefined;
  lanes: number[] | null;
  /** All conditions besides `isPublic`, `opens`, `city` and `lanes`, including bounds within a lane. */
  rest: SQL;
  /** True if an index finds the matches without scanning other rows. */
  isIndexed: boolean;
}

/** A literal instead of a parameter, so that it matches the partial indexes. */
export const isPublic = sql`${campaign.status} <> 'draft'`;

/** Returns the query's filters. Refuses 'request/invalid' if there is a radius without a point. */
export function parseFilters(query: CampaignQuery): Filters {
  const lanes = findLanes(query);
  return {
    opens: query.open ? [true] : query.status === 'completed' ? [false] : [true, false],
    city: query.city || undefined,
    lanes,
    rest: and(...buildConditions(query)) ?? sql`true`,
    isIndexed: Boolean(query.city || lanes || query.q || query.radius !== undefined),
  };
}

function buildConditions(query: CampaignQuery): SQL[] {
  const conditions: SQL[] = [];
  if (query.status) conditions.push(eq(campaign.status, query.status));
  if (query.campaignType) conditions.push(eq(campaign.campaignType, query.campaignType));
  if (query.platform) conditions.push(eq(campaign.socialPlatform, query.platform));
  if (query.followers !== undefined) conditions.push(lte(campaign.followersNeeded, query.followers));
  // Dollars per hour: a pay filter excludes social campaigns, because they have no hours.
  const { from, to } = toHourlyCents(query);
  if (from !== undefined) conditions.push(gte(campaign.hourlyCents, from));
  if (to !== undefined) conditions.push(lte(campaign.hourlyCents, to));
  if (query.q) conditions.push(hasText(query.q));
  if (query.radius !== undefined) {
    const point = parsePoint(query);
    conditions.push(isInBoxAround(point, query.radius), lte(distanceFrom(point), query.radius));
  }
  return conditions;
}

/**
 * Matches the text anywhere in the title. One or two letters occur in nearly every title or in none, so they
 * match only at word starts, which are indexed. Text without letters or digits matches nothing. % and _ are
 * escaped.
 */
function hasText(text: string): SQL {
  const title = sql`lower(${campaign.title})`;
  const pattern = sql`lower(${text.replaceAll(/[!%_]/g, '!$&')})`;
  if (hasTrigram(text)) return sql`${title} like '%' || ${pattern} || '%' escape '!'`;
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`false`;
  return sql`(${title} like ${pattern} || '%' escape '!' or ${title} like '% ' || ${pattern} || '%' escape '!')`;
}

function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}
