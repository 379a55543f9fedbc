import type { RefusalCode } from '#campaigns/domain.ts';
import type { Role } from '#kernel/endpoint.ts';
import { type Cents, calculateFee } from '#kernel/money.ts';
import { type CampaignState, campaignProcess, campaignWindow, tierFollowers } from '../contract.ts';
import type { CampaignType, Tier } from '../fields-contract.ts';

export interface CampaignFacts {
  status: CampaignState;
  isComplete: boolean;
  startTime: Date | null;
  closesAt: Date | null;
  closingSince: Date | null;
  chargebackSince: Date | null;
  pausedSince: Date | null;
  hired: number;
  needed: number | null;
}

export interface Viewer {
  role: Role | null;
  rights: Readonly<Record<'read' | 'decide' | 'own', boolean>>;
}

export function canSee(campaign: Pick<CampaignFacts, 'status'>, viewer: Viewer): boolean {
  return campaign.status !== 'draft' || viewer.rights.read;
}

export function checkEditable(campaign: Pick<CampaignFacts, 'status'>): RefusalCode | null {
  return campaign.status === 'draft' ? null : 'campaign/not-draft';
}

export function checkFundable(campaign: CampaignFacts, now: Date): RefusalCode | null {
  if (campaignProcess.next(campaign.status, 'fund', 'advertiser') === null) return 'campaign/already-funded';
  if (!campaign.isComplete) return 'campaign/incomplete';
  return hasPassed(campaign.startTime, now) ? 'campaign/start-passed' : null;
}

export type ClosedReason = 'campaign/not-active' | 'campaign/disputed' | 'campaign/paused' | 'campaign/full';

export function checkOpen(
  campaign: Pick<
    CampaignFacts,
    'status' | 'closesAt' | 'closingSince' | 'chargebackSince' | 'pausedSince' | 'hired' | 'needed'
  >,
  now: Date,
): ClosedReason | null {
  if (!isHiring(campaign, now)) return 'campaign/not-active';
  if (campaign.chargebackSince !== null) return 'campaign/disputed';
  if (campaign.pausedSince !== null) return 'campaign/paused';
  return campaign.hired < (campaign.needed ?? 0) ? null : 'campaign/full';
}

/** Also true while the campaign is full, disputed or paused. */
export function isHiring(
  campaign: Pick<CampaignFacts, 'status' | 'closingSince' | 'closesAt'>,
  now: Date,
): boolean {
  return isClosable(campaign) && !hasPassed(campaign.closesAt, now);
}

export function isClosable(campaign: Pick<CampaignFacts, 'status' | 'closingSince'>): boolean {
  return campaign.status === 'active' && campaign.closingSince === null;
}

export function getPermissions(campaign: CampaignFacts, viewer: Viewer, now: Date) {
  const { read, decide, own } = viewer.rights;
  return {
    edit: decide && checkEditable(campaign) === null,
    fund: own && checkFundable(campaign, now) === null,
    apply: viewer.role === 'marketer' && checkOpen(campaign, now) === null,
    // Allows reading applicants, work and proofs. Each decision checks its own permission.
    review: read && campaign.status !== 'draft',
    pause: decide && isHiring(campaign, now) && campaign.pausedSince === null,
    resume: decide && isHiring(campaign, now) && campaign.pausedSince !== null,
    close: own && isClosable(campaign),
  };
}

export function hasPassed(moment: Date | null, now: Date): boolean {
  return moment !== null && moment <= now;
}

/** Returns the given pay, otherwise for social campaigns the budget's even share, rounded down (decision 16.3). */
export function computePayPerPlace(campaign: {
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

export function computeWindow(campaign: {
  campaignType: CampaignType;
  startTime: Date | null;
  durationMinutes: number | null;
}): { opensAt: Date | null; closesAt: Date | null; proofDueAt: Date | null } {
  const { campaignType, startTime, durationMinutes } = campaign;
  const isKnown = startTime !== null && (campaignType === 'social' || durationMinutes !== null);
  if (!isKnown) return { opensAt: null, closesAt: null, proofDueAt: null };
  return campaignWindow({ campaignType, startTime, durationMinutes });
}

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

/** The pay of all places plus the fee (decision 20.2). Null if pay or places are unknown. */
export function computeCost(
  campaign: { payCents: Cents | null; needed: number | null },
  feeBasisPoints: number,
): Cost | null {
  if (campaign.payCents === null || campaign.needed === null) return null;
  const payCents = campaign.payCents * campaign.needed;
  const feeCents = calculateFee(payCents, feeBasisPoints);
  return { payCents, feeCents, totalCents: payCents + feeCents };
}

/** Allows one cent of difference from the browser's arithmetic. The server's amount is charged (decision 20.4). */
export function isSameAmount(givenCents: Cents, ownCents: Cents): boolean {
  return Math.abs(givenCents - ownCents) <= 1;
}
