import type { Role } from '#kernel/endpoint.ts';
import type { RefusalCode } from '#kernel/errors.ts';
import { type Cents, feeOn } from '#kernel/money.ts';
import {
  type CampaignState,
  campaignProcess,
  type CampaignType,
  campaignWindow,
  type Tier,
  tierFollowers,
} from '../contract.ts';

/** What the rules need to know of a campaign. */
export interface CampaignFacts {
  status: CampaignState;
  isComplete: boolean;
  startTime: Date | null;
  closesAt: Date | null;
  closingSince: Date | null;
  hired: number;
  needed: number | null;
}

/** Who looks, and what teams let them do for the business whose campaign it is. Signed out somebody has neither role nor rights. */
export interface Viewer {
  role: Role | null;
  rights: Readonly<Record<'read' | 'decide' | 'own', boolean>>;
}

/** Drafts are their business's alone. */
export function maySee(campaign: Pick<CampaignFacts, 'status'>, viewer: Viewer): boolean {
  return campaign.status !== 'draft' || viewer.rights.read;
}

/** Why it cannot be changed, or null. */
export function whyNotEditable(campaign: Pick<CampaignFacts, 'status'>): RefusalCode | null {
  return campaign.status === 'draft' ? null : 'campaign/not-draft';
}

/** Why its owner cannot pay for it now, or null. */
export function whyNotFundable(campaign: CampaignFacts, now: Date): RefusalCode | null {
  if (campaignProcess.next(campaign.status, 'fund', 'advertiser') === null) return 'campaign/already-funded';
  if (!campaign.isComplete) return 'campaign/incomplete';
  return hasPassed(campaign.startTime, now) ? 'campaign/start-passed' : null;
}

/** Why nobody can apply to it or be approved for it, or null. */
export function whyNotOpen(
  campaign: Pick<CampaignFacts, 'status' | 'closesAt' | 'closingSince' | 'hired' | 'needed'>,
  now: Date,
): RefusalCode | null {
  if (campaign.status !== 'active' || campaign.closingSince !== null) return 'campaign/not-active';
  if (hasPassed(campaign.closesAt, now)) return 'campaign/not-active';
  return campaign.hired < (campaign.needed ?? 0) ? null : 'campaign/full';
}

/** Can it be closed: is it active, and was it not closed before? */
export function isClosable(campaign: Pick<CampaignFacts, 'status' | 'closingSince'>): boolean {
  return campaign.status === 'active' && campaign.closingSince === null;
}

/** What the viewer may do with it; the use cases refuse by the same rules. */
export function permissionsOf(campaign: CampaignFacts, viewer: Viewer, now: Date) {
  const { read, decide, own } = viewer.rights;
  return {
    edit: decide && whyNotEditable(campaign) === null,
    fund: own && whyNotFundable(campaign, now) === null,
    apply: viewer.role === 'marketer' && whyNotOpen(campaign, now) === null,
    // To see who applies, works and proves it; deciding about them asks each of them.
    review: read && campaign.status !== 'draft',
    close: own && isClosable(campaign),
  };
}

/** At its very moment a start has passed. Nothing passes that is not set. */
export function hasPassed(moment: Date | null, now: Date): boolean {
  return moment !== null && moment <= now;
}

/** What a place pays: as given, else for social campaigns the budget's even share, rounded down (decisions.md 3.3). */
export function payPerPlace(campaign: {
  campaignType: CampaignType;
  payCents: Cents | null;
  totalBudgetCents: Cents | null;
  needed: number | null;
}): Cents | null {
  if (campaign.payCents !== null) return campaign.payCents;
  if (campaign.campaignType === 'wearable' || campaign.totalBudgetCents === null || !campaign.needed)
    return null;
  return Math.floor(campaign.totalBudgetCents / campaign.needed) || null;
}

/** Opens, closes, proof due; null while what they are computed from is missing. */
export function windowOf(campaign: {
  campaignType: CampaignType;
  startTime: Date | null;
  durationMinutes: number | null;
}): { opensAt: Date | null; closesAt: Date | null; proofDueAt: Date | null } {
  const { campaignType, startTime, durationMinutes } = campaign;
  const isKnown = startTime !== null && (campaignType === 'social' || durationMinutes !== null);
  if (!isKnown) return { opensAt: null, closesAt: null, proofDueAt: null };
  return campaignWindow({ campaignType, startTime, durationMinutes });
}

/** The least followers that it takes: the tier's lower end, or the campaign's own minimum where that is higher. */
export function followersNeeded(campaign: {
  campaignType: CampaignType;
  requiredTier: Tier | null;
  minFollowers: number | null;
}): number {
  if (campaign.campaignType === 'wearable') return 0;
  return Math.max(
    campaign.requiredTier ? tierFollowers[campaign.requiredTier][0] : 0,
    campaign.minFollowers ?? 0,
  );
}

export interface Cost {
  payCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
}

/** What funding costs: the pay of all places and the fee on it (decisions.md 7.2). Null while either is unknown. */
export function costOf(
  campaign: { payCents: Cents | null; needed: number | null },
  feeBasisPoints: number,
): Cost | null {
  if (campaign.payCents === null || campaign.needed === null) return null;
  const payCents = campaign.payCents * campaign.needed;
  const feeCents = feeOn(payCents, feeBasisPoints);
  return { payCents, feeCents, totalCents: payCents + feeCents };
}

/** A browser's arithmetic may differ by a cent; the server's own sum is charged (decisions.md 7.4). */
export function isSameAmount(givenCents: Cents, ownCents: Cents): boolean {
  return Math.abs(givenCents - ownCents) <= 1;
}
