import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { defineProcess } from '#kernel/process.ts';
import { PageQuery } from '#kernel/page.ts';
import { DAY, HOUR, IsoTime, MINUTE } from '#kernel/time.ts';
import { TeamRole } from '#teams/contract.ts';
import { mapBriefTexts } from './brief-contract.ts';
import {
  KitWay,
  BrandAssets,
  CampaignType,
  ContentType,
  LocationDetails,
  PaymentMethod,
  ProofRequirements,
  SocialPlatform,
  TargetDemographics,
  Tier,
} from './fields-contract.ts';
import { endpoint } from './domain.ts';

export const campaignProcess = defineProcess({
  states: ['draft', 'active', 'completed'],
  initial: 'draft',
  actors: ['advertiser', 'platform'],
  transitions: {
    fund: {
      from: ['draft'],
      to: 'active',
      by: ['advertiser', 'platform'],
      why: 'The full amount is captured at the wallet and held in escrow.',
    },
    complete: {
      from: ['active'],
      to: 'completed',
      by: ['advertiser', 'platform'],
      why: 'It was closed by its advertiser or its time is over, and no place is held. The rest is refunded.',
    },
  },
});

export const CampaignState = z.enum(['draft', 'active', 'completed']);
export type CampaignState = z.infer<typeof CampaignState>;
export const CloseReason = z.enum(['finished', 'expired', 'cancelled']);
export type CloseReason = z.infer<typeof CloseReason>;

export const tierFollowers: Readonly<Record<Tier, readonly [from: number, below: number | null]>> = {
  nano: [1_000, 10_000],
  micro: [10_000, 100_000],
  mid: [100_000, 500_000],
  macro: [500_000, 1_000_000],
  influencer: [1_000_000, null],
};

export const platformContent: Readonly<Record<SocialPlatform, readonly ContentType[]>> = {
  instagram: ['post', 'story', 'reel', 'video'],
  tiktok: ['video'],
  facebook: ['post', 'story', 'video', 'reel'],
  youtube: ['video'],
  twitter: ['tweet', 'video'],
};

/** Returns when a campaign can be worked, and when its proof is due (decision 16.6). */
export function campaignWindow(campaign: {
  campaignType: CampaignType;
  startTime: Date;
  durationMinutes: number | null;
}): { opensAt: Date; closesAt: Date; proofDueAt: Date } {
  const start = campaign.startTime.getTime();
  const isWearable = campaign.campaignType === 'wearable';
  const closes = isWearable ? start + (campaign.durationMinutes ?? 0) * MINUTE + DAY : start + 14 * DAY;
  return {
    opensAt: new Date(isWearable ? start - 30 * MINUTE : start),
    closesAt: new Date(closes),
    proofDueAt: new Date(closes + 48 * HOUR),
  };
}

/** The specification's Campaign. Money is in decimal strings. Owner-only fields are null for others. */
export const Campaign = z.object({
  id: Id,
  campaignType: CampaignType,
  title: z.string(),
  description: z.string(),
  company: z.string(),
  location: z.string(),
  city: z.string().nullable(),
  locationDetails: LocationDetails.nullable(),
  duration: z.number().int().nullable(),
  startTime: IsoTime.nullable(),
  /** IANA, such as 'America/Chicago'. Null without a place. */
  timeZone: z.string().nullable(),
  opensAt: IsoTime.nullable(),
  closesAt: IsoTime.nullable(),
  proofDueAt: IsoTime.nullable(),
  createdAt: IsoTime,
  status: CampaignState,
  /** Accepts no new marketers since this time, and completes once no place is held. */
  closingSince: IsoTime.nullable(),
  closeReason: CloseReason.nullable(),
  chargebackSince: IsoTime.nullable(),
  pausedSince: IsoTime.nullable(),
  marketersHired: z.number().int(),
  totalMarketersNeeded: z.number().int(),
  applicationsCount: z.number().int(),
  totalBudget: z.number(),
  payRate: z.string(),
  targetDemographics: TargetDemographics,
  ...mapBriefTexts(() => z.string().nullable()),
  kitWay: KitWay.nullable(),
  socialMediaPlatform: SocialPlatform.nullable(),
  contentType: ContentType.nullable(),
  minFollowers: z.number().int().nullable(),
  maxFollowers: z.number().int().nullable(),
  requiredTier: Tier.nullable(),
  brandAssets: BrandAssets,
  proofRequirements: ProofRequirements,
  autoApprove: z.boolean(),
  /** Always PayPal: saving refuses the others. */
  paymentMethod: PaymentMethod,
  escrowStatus: z.enum(['pending', 'funded']),
  escrowAmount: z.string().nullable(),
  platformFee: z.string().nullable(),
  /** Null unless the caller may decide for the business. */
  businessId: Id.nullable(),
  /** False for a draft that lacks a field that funding requires. */
  isComplete: z.boolean(),
  can: z.object({
    edit: z.boolean(),
    fund: z.boolean(),
    apply: z.boolean(),
    review: z.boolean(),
    pause: z.boolean(),
    resume: z.boolean(),
    close: z.boolean(),
  }),
});
export type Campaign = z.infer<typeof Campaign>;

export const OwnCampaign = Campaign.extend({
  /** The specification's advertiser list reads the same values under these names. */
  targetDemographic: z.string(),
  marketsNeeded: z.number().int(),
  liveMarketers: z.number().int(),
  /** Null for the advertiser's own campaigns. */
  team: z.object({ business: z.string(), role: TeamRole }).nullable(),
});
export type OwnCampaign = z.infer<typeof OwnCampaign>;

export const CampaignSort = z.enum(['newest', 'pay', 'distance', 'start']);

export const CampaignQuery = z.object({
  q: z.string().trim().max(200).optional(),
  city: z.string().trim().max(120).optional(),
  near: z
    .string()
    .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, 'Use lat,lng')
    .optional(),
  radius: z.coerce.number().min(1).max(500_000).optional(),
  /** Dollars per hour for wearable campaigns, inclusive. */
  minPay: z.coerce.number().min(0).optional(),
  maxPay: z.coerce.number().min(0).optional(),
  campaignType: CampaignType.optional(),
  platform: SocialPlatform.optional(),
  /** Social campaigns whose tier requires more are left out. */
  followers: z.coerce.number().int().min(0).optional(),
  status: z.enum(['active', 'completed']).optional(),
  /** Active, and not closing. */
  open: z.literal('true').optional(),
  sort: CampaignSort.optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(200).optional(),
});
export type CampaignQuery = z.output<typeof CampaignQuery>;

export const listCampaigns = endpoint({
  name: 'listCampaigns',
  method: 'GET',
  path: '/api/campaigns',
  summary:
    'Campaigns that are or were public, newest first, with filters, sorting and pages. The Link header has the next page',
  who: 'anyone',
  query: CampaignQuery,
  response: z.array(Campaign),
  limit: 'public-read',
});

export const listCampaignCities = endpoint({
  name: 'listCampaignCities',
  method: 'GET',
  path: '/api/campaigns/cities',
  summary: 'Cities with open campaigns, by name',
  who: 'anyone',
  response: z.array(z.string()),
  limit: 'public-read',
});

export const listOwnCampaigns = endpoint({
  name: 'listOwnCampaigns',
  method: 'GET',
  path: '/api/campaigns/advertiser',
  scope: 'campaigns:read',
  summary:
    'A page of my campaigns and those of my teams, with drafts and escrow, newest first. The Link header names the next one',
  who: ['advertiser'],
  query: PageQuery.extend({ limit: PageQuery.shape.limit.unwrap().default(100) }),
  response: z.array(OwnCampaign),
});

export const getCampaign = endpoint({
  name: 'getCampaign',
  method: 'GET',
  path: '/api/campaigns/{id}',
  scope: 'campaigns:read',
  summary: 'One campaign. Drafts only for their owner and the owner’s team',
  who: 'anyone',
  whose: { object: 'campaign', by: ['everyone', 'owner', 'manager', 'viewer'] },
  params: IdParams,
  response: Campaign,
  refusals: ['campaign/not-found'],
  limit: 'public-read',
});

export const AdvertiserStats = z.object({
  teamMembers: z.number().int(),
  activeCampaigns: z.number().int(),
  totalMarketers: z.number().int(),
  /** Decimal string: the cost of approved proofs, fees included. */
  totalSpent: z.string(),
  /** Decimal string. Tips come on top. */
  totalTipped: z.string(),
});

export const getAdvertiserStats = endpoint({
  name: 'getAdvertiserStats',
  method: 'GET',
  path: '/api/stats/advertiser',
  summary:
    'The advertiser dashboard’s statistics: members of my team, and totals of all campaigns that I may read',
  who: ['advertiser'],
  response: AdvertiserStats,
});
