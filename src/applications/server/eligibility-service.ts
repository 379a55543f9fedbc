import { suspendedAmong } from '#auth/server/service.ts';
import { tierFollowers } from '#campaigns/contract.ts';
import { getPublicCampaign, whyNotOpen } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { refuse, type RefusalDetails, refusals } from '#kernel/errors.ts';
import { inWords } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import { type Compliance, compliancesOf } from '#profiles/server/service.ts';
import { followersOn } from '#profiles/server/social-service.ts';
import { type SocialPlatform, socialPlatformNames } from '#profiles/social-handle-contract.ts';
import type { Eligibility, MissingCode } from '../eligibility-contract.ts';
import { workTimeOf } from './application-steps.ts';
import { type FollowersWanted, hasFollowersFor, overlaps } from './rules.ts';
import { pausedUntil } from './strike-service.ts';
import * as store from './store.ts';

/** A reason why a marketer can't apply: the refusal code, and the text and link shown in advance. */
export interface Lack {
  code: MissingCode;
  details: RefusalDetails;
  fixAt: string | null;
  until: Date | null;
}

const lack = (code: MissingCode, more: Partial<Omit<Lack, 'code'>> = {}): Lack => ({
  code,
  details: {},
  fixAt: null,
  until: null,
  ...more,
});

/**
 * Returns all reasons why a marketer can't apply now, in the order in which `apply` checks them. In a
 * transaction that locks the campaign and the marketer (see store.ts), the result stays true until it ends.
 */
export async function lacksOf(
  reader: Reader,
  deps: Deps,
  marketerId: string,
  campaign: CampaignRow,
): Promise<Lack[]> {
  const now = deps.clock.now();
  const [present, until, person] = await Promise.all([
    store.findApplicationOf(reader, campaign.id, marketerId),
    pausedUntil(reader, marketerId, now),
    factsOfPerson(reader, deps, marketerId, campaign),
  ]);
  const closed = whyNotOpen(campaign, now);
  const lacks: Lack[] = [];
  if (present) lacks.push(lack('application/exists', { details: { state: present.status } }));
  if (closed === 'campaign/full') lacks.push(lack(closed));
  else if (closed !== null) lacks.push(lack('campaign/not-active'));
  if (until !== null) {
    const message = `You have three strikes within 30 days. You can apply again on ${inWords(until)}.`;
    lacks.push(lack('application/paused', { details: { message }, fixAt: STRIKES, until }));
  }
  return [...lacks, ...person.lacks].toSorted(
    (one, other) => order.indexOf(one.code) - order.indexOf(other.code),
  );
}

const order: readonly MissingCode[] = [
  'application/exists',
  'campaign/not-active',
  'campaign/full',
  'compliance/incomplete',
  'compliance/location-consent',
  'application/paused',
  'application/followers',
  'application/overlap',
];

const STRIKES = '/applications#strikes';
const SOCIAL_ACCOUNTS = '/marketer';
const COMPLIANCE = '/kyc';

interface PersonFacts {
  /** What the marketer lacks, regardless of whether they have already applied. */
  lacks: Lack[];
  /** Suspended by an admin. A suspended user can't sign in to apply, so this has no code of its own. */
  isSuspended: boolean;
}

/** Returns the obstacles per marketer. Uses one query per fact, however many marketers there are. */
async function factsOfPeople(
  reader: Reader,
  deps: Deps,
  marketerIds: readonly string[],
  campaign: CampaignRow,
): Promise<Map<string, PersonFacts>> {
  const wanted = workTimeOf(campaign);
  const platform = campaign.campaignType === 'social' ? campaign.socialPlatform : null;
  const [compliances, held, followers, suspended] = await Promise.all([
    compliancesOf(reader, marketerIds),
    wanted ? store.listHeldTimes(reader, marketerIds, campaign.id) : [],
    platform ? followersOn(reader, marketerIds, platform, deps.clock.now()) : null,
    suspendedAmong(reader, marketerIds),
  ]);
  const overlapping = held.filter((time) => wanted && overlaps(time, wanted));
  const isTaken = new Set(overlapping.map(({ marketerId }) => marketerId));
  const people = Array.from(compliances, ([id, compliance]): [string, PersonFacts] => {
    const lacks = lacksOfCompliance(compliance, campaign);
    if (platform) lacks.push(...lacksOfFollowers(followers?.get(id) ?? null, campaign, platform));
    if (isTaken.has(id)) lacks.push(lack('application/overlap'));
    return [id, { lacks, isSuspended: suspended.has(id) }];
  });
  return new Map(people);
}

async function factsOfPerson(
  reader: Reader,
  deps: Deps,
  marketerId: string,
  campaign: CampaignRow,
): Promise<PersonFacts> {
  const facts = (await factsOfPeople(reader, deps, [marketerId], campaign)).get(marketerId);
  if (!facts) throw new Error(`no facts about marketer ${marketerId}`);
  return facts;
}

function lacksOfCompliance(compliance: Compliance, { campaignType }: CampaignRow): Lack[] {
  const lacks: Lack[] = [];
  if (!compliance.ageVerified || !compliance.termsAccepted || !compliance.privacyAccepted) {
    lacks.push(lack('compliance/incomplete', { fixAt: COMPLIANCE }));
  }
  if (campaignType === 'wearable' && !compliance.locationConsent) {
    lacks.push(lack('compliance/location-consent', { fixAt: COMPLIANCE }));
  }
  return lacks;
}

function lacksOfFollowers(followers: number | null, campaign: CampaignRow, platform: SocialPlatform): Lack[] {
  const wanted = followersWanted(campaign);
  if (hasFollowersFor(wanted, followers)) return [];
  const asked = `This campaign requires ${inRange(wanted)} followers on ${socialPlatformNames[platform]}`;
  const message =
    followers === null
      ? `${asked}. Connect and confirm your account first.`
      : `${asked}. Your account has ${inNumbers(followers)}.`;
  return [lack('application/followers', { details: { message }, fixAt: SOCIAL_ACCOUNTS })];
}

/**
 * Returns the marketers to whom the platform may give a freed place. The caller must lock the campaign. Facts
 * about other campaigns stay true only if the marketers are locked too.
 */
export async function listAble(
  tx: Tx,
  deps: Deps,
  marketerIds: readonly string[],
  campaign: CampaignRow,
): Promise<ReadonlySet<string>> {
  const people = await factsOfPeople(tx, deps, marketerIds, campaign);
  return new Set(
    marketerIds.filter((id) => {
      const facts = people.get(id);
      return facts?.lacks.length === 0 && !facts.isSuspended;
    }),
  );
}

/**
 * Throws if the marketer can't take a place. The error is shown to the advertiser: 'application/overlap' if
 * the marketer works elsewhere at that time (decisions.md 4.3), otherwise 'application/not-available', which
 * keeps the reason private. Followers are checked only when applying. The caller must lock the campaign and
 * the marketer.
 */
export async function refuseUnlessAvailable(
  tx: Tx,
  deps: Deps,
  marketerId: string,
  campaign: CampaignRow,
): Promise<void> {
  const { lacks, isSuspended } = await factsOfPerson(tx, deps, marketerId, campaign);
  const codes = lacks.map(({ code }) => code);
  if (codes.includes('application/overlap')) {
    const message = 'This marketer already has a place in another campaign at that time.';
    throw refuse('application/overlap', { message });
  }
  const lacksConsent =
    codes.includes('compliance/incomplete') || codes.includes('compliance/location-consent');
  if (lacksConsent || isSuspended) throw refuse('application/not-available');
}

/** Returns the tier's range, narrowed by the campaign's own limits (decisions.md 4.3). */
function followersWanted({ followersNeeded, requiredTier, maxFollowers }: CampaignRow): FollowersWanted {
  return {
    from: followersNeeded,
    below: requiredTier ? tierFollowers[requiredTier][1] : null,
    atMost: maxFollowers,
  };
}

function inRange({ from, below, atMost }: FollowersWanted): string {
  const most = Math.min(below === null ? Infinity : below - 1, atMost ?? Infinity);
  return most === Infinity ? `at least ${inNumbers(from)}` : `${inNumbers(from)} to ${inNumbers(most)}`;
}

const inNumbers = (count: number) => count.toLocaleString('en-US');

/** Returns what `apply` would refuse with. Throws 'campaign/not-found', also for drafts. */
export async function getEligibility(deps: Deps, actor: Actor, campaignId: string): Promise<Eligibility> {
  const campaign = await getPublicCampaign(deps.db, campaignId);
  const lacks = await lacksOf(deps.db, deps, actor.userId, campaign);
  return {
    canApply: lacks.length === 0,
    missing: lacks.map(({ code, details, fixAt, until }) => ({
      code,
      text: details.message ?? refusals[code][1],
      fixAt,
      until: until?.toISOString() ?? null,
    })),
  };
}
