import type { CampaignQuery } from '../../contract.ts';
import { toHourlyCents } from './campaign-search-lanes.ts';
import type { CampaignRow } from '../tables.ts';

type MatchedQuery = Omit<CampaignQuery, 'sort' | 'limit' | 'cursor'>;
type MatchedCampaign = Pick<
  CampaignRow,
  | 'status'
  | 'closingSince'
  | 'title'
  | 'city'
  | 'campaignType'
  | 'socialPlatform'
  | 'followersNeeded'
  | 'hourlyCents'
  | 'lat'
  | 'lng'
>;

/**
 * Returns true if the query finds this campaign. Contradictory filters match nothing. Mirrors the SQL of
 * campaign-search-filters.ts; a property in campaign-search.test.ts checks that both agree.
 */
export function campaignMatches(query: MatchedQuery, campaign: MatchedCampaign): boolean {
  const text = query.q && lowerLikePostgres(query.q);
  const hourly = toHourlyCents(query);
  const { hourlyCents } = campaign;
  return (
    (query.status ? campaign.status === query.status : campaign.status !== 'draft') &&
    (!query.open || (campaign.status === 'active' && campaign.closingSince === null)) &&
    (!text || hasText(lowerLikePostgres(campaign.title), text)) &&
    (!query.city || lowerLikePostgres(campaign.city ?? '') === lowerLikePostgres(query.city)) &&
    (!query.campaignType || campaign.campaignType === query.campaignType) &&
    (!query.platform || campaign.socialPlatform === query.platform) &&
    (query.followers === undefined || campaign.followersNeeded <= query.followers) &&
    (hourly.from === undefined || (hourlyCents !== null && hourlyCents >= hourly.from)) &&
    (hourly.to === undefined || (hourlyCents !== null && hourlyCents <= hourly.to)) &&
    (query.radius === undefined || metersBetween(campaign, query.near) <= query.radius)
  );
}

/** Lowercases like PostgreSQL's lower(): each code point on its own, to exactly one code point. */
function lowerLikePostgres(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join(
    '',
  );
}

/**
 * Matches text anywhere in the title. One or two letters match only at a word start, and text without letters
 * or digits matches nothing.
 */
function hasText(title: string, text: string): boolean {
  if (/[\p{L}\p{N}]{3}/u.test(text)) return title.includes(text);
  return /[\p{L}\p{N}]/u.test(text) && ` ${title}`.includes(` ${text}`);
}

const EARTH_RADIUS_METERS = 6_371_008.8;

/**
 * Returns the distance along the sphere, computed from the angle of two vectors. Returns infinity if a point
 * is missing.
 */
export function metersBetween(
  { lat, lng }: Pick<CampaignRow, 'lat' | 'lng'>,
  near: string | undefined,
): number {
  const [nearLat, nearLng] = (near ?? '').split(',').map(Number);
  if (lat === null || lng === null || nearLat === undefined || nearLng === undefined)
    return Number.POSITIVE_INFINITY;
  const [x1, y1, z1] = toVector(lat, lng);
  const [x2, y2, z2] = toVector(nearLat, nearLng);
  const cross = Math.hypot(y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2);
  return EARTH_RADIUS_METERS * Math.atan2(cross, x1 * x2 + y1 * y2 + z1 * z2);
}

function toVector(lat: number, lng: number): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
