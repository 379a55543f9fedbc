import { type CampaignQuery, SocialPlatform, tierFollowers } from '../contract.ts';

/**
 * The lanes in which a query's campaigns lie, or null where it does not ask for any in particular. A lane (column `lane`,
 * migrations/0074-campaign-search.sql) holds wearable campaigns of one band of pay, or posts on one platform for one tier of
 * followers. All campaigns that match are in these lanes, but not all in them match: a lane may be cut by a bound.
 */
export function lanesOf(query: CampaignQuery): number[] | null {
  const { campaignType, platform, followers, minPay, maxPay } = query;
  const { from, to } = hourlyCentsOf(query);
  if ([campaignType, platform, followers, minPay, maxPay].every((value) => value === undefined)) return null;
  // Posts have no pay per hour, and nobody wears something on a platform.
  const hasWearable = campaignType !== 'social' && platform === undefined;
  const hasSocial = campaignType !== 'wearable' && minPay === undefined && maxPay === undefined;
  return [...(hasWearable ? payLanes(from, to) : []), ...(hasSocial ? postLanes(platform, followers) : [])];
}

const CENTS_PER_BAND = 1000;
const LAST_PAY_LANE = 20;

/** A band and its lower bound are two lanes, so that bands that begin or end at whole tens of dollars are made of whole lanes. */
function payLanes(fromCents = 0, toCents = Number.MAX_SAFE_INTEGER): number[] {
  const laneOf = (cents: number) =>
    Math.min(LAST_PAY_LANE, Math.floor(cents / CENTS_PER_BAND) + Math.ceil(cents / CENTS_PER_BAND));
  return fromCents > toCents ? [] : numbers(laneOf(fromCents), laneOf(toCents));
}

/** The whole cents of a band in dollars, as its ends include them. */
export function hourlyCentsOf({ minPay, maxPay }: Pick<CampaignQuery, 'minPay' | 'maxPay'>): {
  from: number | undefined;
  to: number | undefined;
} {
  // What binary fractions make of a cent is no part of it: 26.67 * 100 is a little more than 2667.
  const centsOf = (dollars: number) => Math.round(Math.min(dollars, MOST_DOLLARS) * 100 * 1e4) / 1e4;
  return {
    from: minPay === undefined ? undefined : Math.ceil(centsOf(minPay)),
    to: maxPay === undefined ? undefined : Math.floor(centsOf(maxPay)),
  };
}

/** Nobody pays more an hour, and numbers are exact up to here. */
const MOST_DOLLARS = 1e9;

const FIRST_POST_LANE = 100;
const LANES_PER_PLATFORM = 10;
/** Below the first tier there are posts that ask for less. */
const tierBounds = [0, ...Object.values(tierFollowers).map(([from]) => from)];

function postLanes(platform: SocialPlatform | undefined, followers = Number.MAX_SAFE_INTEGER): number[] {
  const tiers = tierBounds.flatMap((from, tier) => (from <= followers ? [tier] : []));
  // 0: on a platform that nobody has named.
  const platforms = platform
    ? [SocialPlatform.options.indexOf(platform) + 1]
    : numbers(0, SocialPlatform.options.length);
  return platforms.flatMap((each) => tiers.map((tier) => FIRST_POST_LANE + each * LANES_PER_PLATFORM + tier));
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
