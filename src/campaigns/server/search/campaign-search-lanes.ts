import { type CampaignQuery, SocialPlatform, tierFollowers } from '../../contract.ts';

/**
 * Returns the lanes that contain the query's campaigns, or null if it does not restrict them. A lane (column
 * `lane`, migrations/0074-campaign-search.sql) contains wearable campaigns of one pay band, or posts for one
 * platform and tier. All matches are in these lanes, but a bound may exclude other rows of a lane.
 */
export function findLanes(query: CampaignQuery): number[] | null {
  const { campaignType, platform, followers, minPay, maxPay } = query;
  const { from, to } = toHourlyCents(query);
  if ([campaignType, platform, followers, minPay, maxPay].every((value) => value === undefined)) return null;
  // Social campaigns have no hourly pay, and wearable ones no platform.
  const hasWearable = campaignType !== 'social' && platform === undefined;
  const hasSocial = campaignType !== 'wearable' && minPay === undefined && maxPay === undefined;
  return [...(hasWearable ? payLanes(from, to) : []), ...(hasSocial ? postLanes(platform, followers) : [])];
}

const CENTS_PER_BAND = 1000;
const LAST_PAY_LANE = 20;

/** A band and its lower bound are two lanes, so that filters in whole tens of dollars cover whole lanes. */
function payLanes(fromCents = 0, toCents = Number.MAX_SAFE_INTEGER): number[] {
  const toLane = (cents: number) =>
    Math.min(LAST_PAY_LANE, Math.floor(cents / CENTS_PER_BAND) + Math.ceil(cents / CENTS_PER_BAND));
  return fromCents > toCents ? [] : numbers(toLane(fromCents), toLane(toCents));
}

/** Converts a pay band in dollars to whole cents, both ends inclusive. */
export function toHourlyCents({ minPay, maxPay }: Pick<CampaignQuery, 'minPay' | 'maxPay'>): {
  from: number | undefined;
  to: number | undefined;
} {
  // Ignore fractions of a cent from binary floating point: 26.67 * 100 is slightly more than 2667.
  const parseCents = (dollars: number) => Math.round(Math.min(dollars, MOST_DOLLARS) * 100 * 1e4) / 1e4;
  return {
    from: minPay === undefined ? undefined : Math.ceil(parseCents(minPay)),
    to: maxPay === undefined ? undefined : Math.floor(parseCents(maxPay)),
  };
}

/** No campaign pays more per hour, and numbers are exact up to here. */
const MOST_DOLLARS = 1e9;

const FIRST_POST_LANE = 100;
const LANES_PER_PLATFORM = 10;
/** Posts may ask for fewer followers than the first tier. */
const tierBounds = [0, ...Object.values(tierFollowers).map(([from]) => from)];

function postLanes(platform: SocialPlatform | undefined, followers = Number.MAX_SAFE_INTEGER): number[] {
  const tiers = tierBounds.flatMap((from, tier) => (from <= followers ? [tier] : []));
  // 0: posts without a platform.
  const platforms = platform
    ? [SocialPlatform.options.indexOf(platform) + 1]
    : numbers(0, SocialPlatform.options.length);
  return platforms.flatMap((each) => tiers.map((tier) => FIRST_POST_LANE + each * LANES_PER_PLATFORM + tier));
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
