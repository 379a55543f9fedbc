import { refuse } from '#applications/domain.ts';
import { listSuspendedIds } from '#auth/server/service.ts';
import { tierFollowers } from '#campaigns/contract.ts';
import { getPublicCampaign, checkOpen } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { type RefusalDetails } from '#kernel/errors.ts';
import { formatTimeIn } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { type Compliance, isNamedWithPhoto, loadCompliances } from '#profiles/server/service.ts';
import { loadFollowers } from '#profiles/server/social/social-service.ts';
import { type SocialPlatform, socialPlatformNames } from '#profiles/social-handle-contract.ts';
import type { Eligibility, MissingCode } from '../eligibility-contract.ts';
import { toWorkTime } from './application-transitions.ts';
import { type FollowerRange, hideUntold, meetsFollowerRange, overlaps } from './rules.ts';
import { loadPauseEnd } from './strikes/strike-service.ts';
import * as store from './store.ts';

export interface MissingRequirement {
  code: MissingCode;
  details: RefusalDetails;
  fixAt: string | null;
  until: Date | null;
}

const lack = (
  code: MissingCode,
  more: Partial<Omit<MissingRequirement, 'code'>> = {},
): MissingRequirement => ({
  code,
  details: {},
  fixAt: null,
  until: null,
  ...more,
});

/**
 * In the order in which `apply` checks them. In a transaction that locks the campaign and the marketer (see store.ts),
 * the result stays true until it ends.
 */
export async function listMissing(
  reader: Reader,
  deps: Deps,
  marketerId: string,
  campaign: CampaignRow,
): Promise<MissingRequirement[]> {
  const now = deps.clock.now();
  const present = await store.findMarketerApplication(reader, campaign.id, marketerId);
  const until = await loadPauseEnd(reader, marketerId, now);
  const person = await loadMarketerFact(reader, deps, marketerId, campaign);
  const closed = checkOpen(campaign, now);
  const lacks: MissingRequirement[] = [];
  if (present)
    lacks.push(lack('application/exists', { details: { state: hideUntold(present, now).status } }));
  if (closed !== null) lacks.push(lack(closed));
  // Only here: marketers who removed their photo after applying can still be approved (decision 68).
  if (!(await isNamedWithPhoto(reader, marketerId)))
    lacks.push(lack('application/name-and-photo', { fixAt: PROFILE }));
  if (until !== null) {
    const message = t('You have three strikes within 30 days. You can apply again on {time}.', {
      time: formatTimeIn('UTC', until),
    });
    lacks.push(lack('application/paused', { details: { message }, fixAt: STRIKES, until }));
  }
  return [...lacks, ...person.lacks].toSorted(
    (one, other) => order.indexOf(one.code) - order.indexOf(other.code),
  );
}

const order: readonly MissingCode[] = [
  'application/exists',
  'campaign/not-active',
  'campaign/disputed',
  'campaign/paused',
  'campaign/full',
  'compliance/incomplete',
  'compliance/location-consent',
  'application/name-and-photo',
  'application/paused',
  'application/followers',
  'application/overlap',
];

const STRIKES = '/applications#strikes';
const SOCIAL_ACCOUNTS = '/marketer';
const COMPLIANCE = '/kyc';
const PROFILE = '/profile';

interface PersonFacts {
  lacks: MissingRequirement[];
  /** A suspended user can't sign in to apply, so this has no code of its own. */
  isSuspended: boolean;
}

async function loadMarketerFacts(
  reader: Reader,
  deps: Deps,
  marketerIds: readonly string[],
  campaign: CampaignRow,
): Promise<Map<string, PersonFacts>> {
  const now = deps.clock.now();
  const wanted = toWorkTime(campaign);
  const platform = campaign.campaignType === 'social' ? campaign.socialPlatform : null;
  const compliances = await loadCompliances(reader, marketerIds);
  const held = wanted ? await store.listHeldTimes(reader, marketerIds, campaign.id, now) : [];
  const followers = platform ? await loadFollowers(reader, marketerIds, platform, now) : null;
  const suspended = await listSuspendedIds(reader, marketerIds);
  const overlapping = held.filter((time) => wanted && overlaps(time, wanted));
  const people = Array.from(compliances, ([id, compliance]): [string, PersonFacts] => {
    const lacks = listMissingConsents(compliance, campaign);
    if (platform) lacks.push(...checkFollowers(followers?.get(id) ?? null, campaign, platform));
    lacks.push(...checkOverlap(overlapping.filter(({ marketerId }) => marketerId === id)));
    return [id, { lacks, isSuspended: suspended.has(id) }];
  });
  return new Map(people);
}

async function loadMarketerFact(
  reader: Reader,
  deps: Deps,
  marketerId: string,
  campaign: CampaignRow,
): Promise<PersonFacts> {
  const facts = (await loadMarketerFacts(reader, deps, [marketerId], campaign)).get(marketerId);
  if (!facts) throw new Error(`no facts about marketer ${marketerId}`);
  return facts;
}

function listMissingConsents(compliance: Compliance, { campaignType }: CampaignRow): MissingRequirement[] {
  const lacks: MissingRequirement[] = [];
  if (!compliance.ageVerified || !compliance.termsAccepted || !compliance.privacyAccepted) {
    lacks.push(lack('compliance/incomplete', { fixAt: COMPLIANCE }));
  }
  if (campaignType === 'wearable' && !compliance.locationConsent) {
    lacks.push(lack('compliance/location-consent', { fixAt: COMPLIANCE }));
  }
  return lacks;
}

function checkOverlap(overlapping: readonly store.HeldTime[]): MissingRequirement[] {
  if (overlapping.length === 0) return [];
  if (overlapping.some(({ isUntold }) => !isUntold)) return [lack('application/overlap')];
  // The business can still undo the approval, so the marketer must not learn of it here.
  const message = t('You can’t apply for this time right now. Try again in a minute.');
  return [lack('application/overlap', { details: { message } })];
}

function checkFollowers(
  followers: number | null,
  campaign: CampaignRow,
  platform: SocialPlatform,
): MissingRequirement[] {
  const wanted = getFollowerRange(campaign);
  if (meetsFollowerRange(wanted, followers)) return [];
  const required = formatRequired(wanted, socialPlatformNames[platform]);
  const next =
    followers === null
      ? t('Connect and confirm your account first.')
      : t('Your account has {followers, number}.', { followers });
  const message = `${required} ${next}`;
  return [lack('application/followers', { details: { message }, fixAt: SOCIAL_ACCOUNTS })];
}

/** The caller must lock the campaign. Facts about other campaigns stay true only if the marketers are locked too. */
export async function listAvailableMarketers(
  tx: Tx,
  deps: Deps,
  marketerIds: readonly string[],
  campaign: CampaignRow,
): Promise<ReadonlySet<string>> {
  const people = await loadMarketerFacts(tx, deps, marketerIds, campaign);
  return new Set(
    marketerIds.filter((id) => {
      const facts = people.get(id);
      return facts?.lacks.length === 0 && !facts.isSuspended;
    }),
  );
}

/**
 * The advertiser sees the error: 'application/overlap' if the marketer works elsewhere at that time (decision 17.3),
 * otherwise 'application/not-available', which keeps the reason private. Followers are checked only when applying. The
 * caller must lock the campaign and the marketer.
 */
export async function refuseUnlessAvailable(
  tx: Tx,
  deps: Deps,
  marketerId: string,
  campaign: CampaignRow,
): Promise<void> {
  const { lacks, isSuspended } = await loadMarketerFact(tx, deps, marketerId, campaign);
  const codes = lacks.map(({ code }) => code);
  if (codes.includes('application/overlap')) {
    const message = t('This marketer already has a place in another campaign at that time.');
    throw refuse('application/overlap', { message });
  }
  const lacksConsent =
    codes.includes('compliance/incomplete') || codes.includes('compliance/location-consent');
  if (lacksConsent || isSuspended) throw refuse('application/not-available');
}

function getFollowerRange({ followersNeeded, requiredTier, maxFollowers }: CampaignRow): FollowerRange {
  return {
    from: followersNeeded,
    below: requiredTier ? tierFollowers[requiredTier][1] : null,
    atMost: maxFollowers,
  };
}

function formatRequired({ from, below, atMost }: FollowerRange, platform: string): string {
  const most = Math.min(below === null ? Infinity : below - 1, atMost ?? Infinity);
  return most === Infinity
    ? t('This campaign requires at least {from, number} followers on {platform}.', { from, platform })
    : t('This campaign requires {from, number} to {most, number} followers on {platform}.', {
        from,
        most,
        platform,
      });
}

/** Throws 'campaign/not-found', also for drafts. */
export async function getEligibility(deps: Deps, actor: Actor, campaignId: string): Promise<Eligibility> {
  const campaign = await getPublicCampaign(deps.db, campaignId);
  const lacks = await listMissing(deps.db, deps, actor.userId, campaign);
  return {
    canApply: lacks.length === 0,
    missing: lacks.map(({ code, details, fixAt, until }) => ({
      code,
      text: refuse(code, details).message,
      fixAt,
      until: until?.toISOString() ?? null,
    })),
  };
}
