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

/** Something that keeps somebody from a campaign: what applying would refuse with, and what they are told before. */
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
 * All that keeps a marketer from applying to this campaign now, in the order in which applying refuses. What is asked inside a
 * transaction that holds the campaign and the marketer (store.ts) stays so until it ends.
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
    const message = `You have three strikes within 30 days, so you can apply again from ${inWords(until)}.`;
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

/** Where the marketer sees their strikes, connects accounts, and confirms what taking part needs. */
const STRIKES = '/applications#strikes';
const SOCIAL_ACCOUNTS = '/marketer';
const COMPLIANCE = '/kyc';

interface PersonFacts {
  /** What is missing in the person alone, also of those who have applied already. */
  lacks: Lack[];
  /** Kept out by an administrator: they would not even be let in to ask. */
  isSuspended: boolean;
}

/** Of these people, each by themselves, what stands against giving them work in the campaign: asked in one go, however many they are. */
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
  if (!facts) throw new Error(`nothing was found out about ${marketerId}`);
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
  const asked = `This campaign asks for ${inRange(wanted)} followers on ${socialPlatformNames[platform]}`;
  const message =
    followers === null
      ? `${asked}. Please connect your account there and have it checked.`
      : `${asked}, and yours there has ${inNumbers(followers)}.`;
  return [lack('application/followers', { details: { message }, fixAt: SOCIAL_ACCOUNTS })];
}

/**
 * To whom of these people may the platform give a freed place? The caller holds the campaign; what it says of other campaigns stays so
 * only with the marketers locked.
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
 * What the advertiser is told who would give somebody a place that they could not take: 'application/overlap', because nobody can wear
 * two shirts at once (decisions.md 4.3), or 'application/not-available', which does not say what is the matter with them. Followers were
 * counted when they applied. The caller holds the campaign and the marketer.
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
    const message = 'This marketer already holds an approved campaign at that time.';
    throw refuse('application/overlap', { message });
  }
  const lacksConsent =
    codes.includes('compliance/incomplete') || codes.includes('compliance/location-consent');
  if (lacksConsent || isSuspended) throw refuse('application/not-available');
}

/** The tier's range, narrowed by the campaign's own numbers (decisions.md 4.3). */
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

/** What the marketer would be refused with, before they ask. Refuses 'campaign/not-found', also for drafts. */
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
