import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { CampaignQuery } from '../contract.ts';
import { hourlyCentsOf, lanesOf } from './campaign-search-lanes.ts';
import { distanceFrom, isInBoxAround, pointOf } from './campaign-search-point.ts';
import { campaign } from './tables.ts';

/** What a query asks for, as SQL and as what indexes know of it. */
export interface Filters {
  /** Values of `is_open` among which they are; with the condition `isPublic` everything that was ever funded. */
  opens: boolean[];
  city: string | undefined;
  lanes: number[] | null;
  /** All that is asked for besides `isPublic`, `opens`, `city` and `lanes`; bounds within a lane are among it. */
  rest: SQL;
  /** Can an index find what matches without walking past the rest? */
  isIndexed: boolean;
}

/** A literal and not a parameter, so that it matches the partial indexes. */
export const isPublic = sql`${campaign.status} <> 'draft'`;

/** Refuses 'request/invalid' where a radius has no point. */
export function filtersOf(query: CampaignQuery): Filters {
  const lanes = lanesOf(query);
  return {
    opens: query.status === undefined ? [true, false] : [query.status === 'active'],
    city: query.city || undefined,
    lanes,
    rest: and(...restOf(query)) ?? sql`true`,
    isIndexed: Boolean(query.city || lanes || query.q || query.radius !== undefined),
  };
}

function restOf(query: CampaignQuery): SQL[] {
  const conditions: SQL[] = [];
  // A closed one takes nobody any more, though it is active until the last who has a place in it is paid.
  if (query.status === 'completed') conditions.push(eq(campaign.status, 'completed'));
  if (query.campaignType) conditions.push(eq(campaign.campaignType, query.campaignType));
  if (query.platform) conditions.push(eq(campaign.socialPlatform, query.platform));
  if (query.followers !== undefined) conditions.push(lte(campaign.followersNeeded, query.followers));
  // Dollars an hour: social campaigns have no hours, so a pay band leaves them out.
  const { from, to } = hourlyCentsOf(query);
  if (from !== undefined) conditions.push(gte(campaign.hourlyCents, from));
  if (to !== undefined) conditions.push(lte(campaign.hourlyCents, to));
  if (query.q) conditions.push(hasText(query.q));
  if (query.radius !== undefined) {
    const point = pointOf(query);
    conditions.push(isInBoxAround(point, query.radius), lte(distanceFrom(point), query.radius));
  }
  return conditions;
}

/**
 * The text anywhere in the title. One or two letters are in nearly every title, or in none: they are looked for where words
 * begin, which an index knows. What has no letter and no digit is no text. % and _ are letters here.
 */
function hasText(text: string): SQL {
  const title = sql`lower(${campaign.title})`;
  const pattern = sql`lower(${text.replaceAll(/[!%_]/g, '!$&')})`;
  if (hasTrigram(text)) return sql`${title} like '%' || ${pattern} || '%' escape '!'`;
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`false`;
  return sql`(${title} like ${pattern} || '%' escape '!' or ${title} like '% ' || ${pattern} || '%' escape '!')`;
}

/** Trigrams are of letters and digits. */
function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}
