import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { Dollars } from '#kernel/money.ts';
import { defineProcess } from '#kernel/process.ts';
import { DAY, HOUR, IsoTime, MINUTE } from '#kernel/time.ts';

export const campaignProcess = defineProcess({
  states: ['draft', 'active', 'completed'],
  initial: 'draft',
  actors: ['advertiser', 'platform'],
  transitions: {
    fund: {
      from: ['draft'],
      to: 'active',
      by: ['advertiser', 'platform'],
      why: 'The whole sum is captured at the wallet and lies in escrow.',
    },
    complete: {
      from: ['active'],
      to: 'completed',
      by: ['advertiser', 'platform'],
      why: 'Its time is over or its advertiser closed it; what is left in escrow goes back.',
    },
  },
});

export const CampaignState = z.enum(['draft', 'active', 'completed']);
export type CampaignState = z.infer<typeof CampaignState>;
export const CampaignType = z.enum(['wearable', 'social']);
export type CampaignType = z.infer<typeof CampaignType>;
export const CloseReason = z.enum(['finished', 'expired', 'cancelled']);
export const SocialPlatform = z.enum(['instagram', 'tiktok', 'facebook', 'youtube', 'twitter']);
export type SocialPlatform = z.infer<typeof SocialPlatform>;
export const ContentType = z.enum(['post', 'story', 'video', 'reel', 'tweet']);
export type ContentType = z.infer<typeof ContentType>;
export const Tier = z.enum(['nano', 'micro', 'mid', 'macro', 'influencer']);
export type Tier = z.infer<typeof Tier>;
export const AgeRange = z.enum(['18-25', '26-35', '36-45', '46-55', 'all']);
export const TargetGender = z.enum(['any', 'male', 'female', 'non-binary']);
export const PaymentMethod = z.enum(['paypal', 'credit_card', 'bank_transfer']);

/** Followers of each tier: from, and up to but not including; the last is open. */
export const tierFollowers: Readonly<Record<Tier, readonly [from: number, below: number | null]>> = {
  nano: [1_000, 10_000],
  micro: [10_000, 100_000],
  mid: [100_000, 500_000],
  macro: [500_000, 1_000_000],
  influencer: [1_000_000, null],
};

/** What each platform publishes (decisions.md 3.4). */
export const platformContent: Readonly<Record<SocialPlatform, readonly ContentType[]>> = {
  instagram: ['post', 'story', 'reel', 'video'],
  tiktok: ['video'],
  facebook: ['post', 'story', 'video', 'reel'],
  youtube: ['video'],
  twitter: ['tweet', 'video'],
};

export const MIN_WEARABLE_PAY_DOLLARS = 25;
export const MIN_DURATION_MINUTES = 30;
export const RADIUS_OPTIONS_METERS = [500, 1000, 2000, 3000, 5000, 10_000] as const;
export const DEFAULT_RADIUS_METERS = 1000;

/** When a campaign can be worked, and until when proof is due (decisions.md 3.6). */
export function campaignWindow(campaign: {
  campaignType: CampaignType;
  startTime: Date;
  durationMinutes: number | null;
}): {
  opensAt: Date;
  closesAt: Date;
  proofDueAt: Date;
} {
  const start = campaign.startTime.getTime();
  const isWearable = campaign.campaignType === 'wearable';
  const closes = isWearable ? start + (campaign.durationMinutes ?? 0) * MINUTE + DAY : start + 14 * DAY;
  return {
    opensAt: new Date(isWearable ? start - 30 * MINUTE : start),
    closesAt: new Date(closes),
    proofDueAt: new Date(closes + 48 * HOUR),
  };
}

export const LocationDetails = z.object({
  address: z.string().trim().min(1, 'Location is required').max(300),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  radius: z
    .number()
    .refine(
      (meters) => RADIUS_OPTIONS_METERS.some((option) => option === meters),
      'Choose one of the offered radii',
    )
    .default(DEFAULT_RADIUS_METERS),
  placeId: z.string().max(200).optional(),
});
export type LocationDetails = z.infer<typeof LocationDetails>;

export const TargetDemographics = z.object({
  ageRange: AgeRange.default('all'),
  gender: TargetGender.default('any'),
});

export const BrandAssets = z.object({
  tshirtDesign: z.string().max(500).optional(),
  hatDesign: z.string().max(500).optional(),
  logoUrl: z.string().max(500).optional(),
  customInstructions: z.string().max(2000).optional(),
});

export const ProofRequirements = z.object({
  /** Minutes; 0 means that no video is asked for. */
  videoDuration: z.number().int().min(0).max(60).default(2),
  requireSelfie: z.boolean().default(true),
  requireLocationCheck: z.boolean().default(true),
  customRequirements: z.string().max(2000).default(''),
});
export type ProofRequirements = z.infer<typeof ProofRequirements>;

const incompleteText = 'Please fill in all required fields for the selected campaign type.';

/** Every field of the form, each right in itself; which of them must be there is CampaignForm's matter. */
const campaignFields = {
  campaignType: CampaignType.default('wearable'),
  title: z.string({ error: 'Title is required' }).trim().min(1, 'Title is required').max(120),
  company: z.string({ error: 'Company name is required' }).trim().min(1, 'Company name is required').max(120),
  description: z
    .string({ error: 'Description must be at least 10 characters' })
    .trim()
    .min(10, 'Description must be at least 10 characters')
    .max(4000),
  location: z.string({ error: 'Location is required' }).trim().min(1, 'Location is required').max(300),
  locationDetails: z.object(LocationDetails.shape, { error: 'Please select a location for your campaign' }),
  /** Minutes. */
  duration: z
    .number()
    .int()
    .min(MIN_DURATION_MINUTES, 'Must be at least 30 minutes')
    .max(24 * 60)
    .nullish(),
  startTime: z
    .string({ error: 'Start time is required' })
    .min(1, 'Start time is required')
    .pipe(z.iso.datetime({ offset: true, error: 'Enter the start as a date and time' })),
  totalMarketersNeeded: z
    .number({ error: 'Number of marketers is required' })
    .int('Must be a whole number')
    .min(1, 'Must be at least 1 marketer')
    .max(10_000),
  totalBudget: z.number({ error: 'Total budget is required' }).pipe(Dollars),
  payRate: Dollars.nullish(),
  targetDemographics: TargetDemographics.prefault({}),
  instructions: z.string().max(4000).nullish(),
  socialMediaPlatform: SocialPlatform.nullish(),
  contentType: ContentType.nullish(),
  minFollowers: z.number().int().min(0).nullish(),
  maxFollowers: z.number().int().min(0).nullish(),
  requiredTier: Tier.nullish(),
  brandAssets: BrandAssets.prefault({}),
  proofRequirements: ProofRequirements.prefault({}),
  paymentMethod: PaymentMethod.default('paypal'),
  autoApprove: z.boolean().default(false),
} satisfies Record<string, z.ZodType>;

interface TypeFields {
  campaignType: CampaignType;
  payRate?: number | null | undefined;
  duration?: number | null | undefined;
  totalBudget: number;
  totalMarketersNeeded: number;
  socialMediaPlatform?: SocialPlatform | null | undefined;
  contentType?: ContentType | null | undefined;
  requiredTier?: Tier | null | undefined;
}

function checkType(
  campaign: TypeFields,
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  const issue = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (campaign.campaignType === 'wearable') {
    if (campaign.payRate == null) issue('payRate', incompleteText);
    else if (campaign.payRate < MIN_WEARABLE_PAY_DOLLARS)
      issue('payRate', 'Must be at least $25 per session');
    if (campaign.duration == null) issue('duration', incompleteText);
    const cost = (campaign.payRate ?? 0) * campaign.totalMarketersNeeded;
    if (campaign.totalBudget < cost - 0.001) issue('totalBudget', 'Must cover the pay of all marketers');
    return;
  }
  if (!campaign.socialMediaPlatform) issue('socialMediaPlatform', incompleteText);
  if (!campaign.contentType) issue('contentType', incompleteText);
  if (!campaign.requiredTier) issue('requiredTier', incompleteText);
  if (campaign.socialMediaPlatform && campaign.contentType) {
    const offered = platformContent[campaign.socialMediaPlatform];
    if (!offered.includes(campaign.contentType)) issue('contentType', 'This platform has no such content');
  }
}

/** A complete campaign. The browser's form and the server validate by this one schema. */
export const CampaignForm = z.object(campaignFields).superRefine(checkType);
export type CampaignForm = z.output<typeof CampaignForm>;
export type CampaignFormInput = z.input<typeof CampaignForm>;

/** A draft may lack anything but its title; what is there must be right. */
export const DraftForm = z
  .object(campaignFields)
  .partial()
  .required({ title: true })
  .extend({
    campaignType: CampaignType.default('wearable'),
  });
export type DraftForm = z.output<typeof DraftForm>;

const ignored = {
  /** The specification's client sends them; the server decides both. */
  status: z.string().optional(),
  escrowStatus: z.string().optional(),
};

export const SaveCampaign = z.discriminatedUnion('saveAsDraft', [
  DraftForm.extend({ saveAsDraft: z.literal(true), ...ignored }),
  z
    .object({ ...campaignFields, saveAsDraft: z.literal(false).optional(), ...ignored })
    .superRefine(checkType),
]);
export type SaveCampaign = z.output<typeof SaveCampaign>;

/** The specification's Campaign. Money as decimal strings; what only its owner may see is null for others. */
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
  /** When tracking opens and closes, and until when proof is due. */
  opensAt: IsoTime.nullable(),
  closesAt: IsoTime.nullable(),
  proofDueAt: IsoTime.nullable(),
  createdAt: IsoTime,
  status: CampaignState,
  closeReason: CloseReason.nullable(),
  marketersHired: z.number().int(),
  totalMarketersNeeded: z.number().int(),
  applicationsCount: z.number().int(),
  totalBudget: z.number(),
  payRate: z.string(),
  targetDemographics: TargetDemographics,
  instructions: z.string().nullable(),
  socialMediaPlatform: SocialPlatform.nullable(),
  contentType: ContentType.nullable(),
  minFollowers: z.number().int().nullable(),
  maxFollowers: z.number().int().nullable(),
  requiredTier: Tier.nullable(),
  brandAssets: BrandAssets,
  proofRequirements: ProofRequirements,
  autoApprove: z.boolean(),
  escrowStatus: z.enum(['pending', 'funded']),
  escrowAmount: z.string().nullable(),
  platformFee: z.string().nullable(),
  /** A draft that lacks something that funding needs. */
  isComplete: z.boolean(),
  can: z.object({ edit: z.boolean(), fund: z.boolean(), apply: z.boolean(), review: z.boolean() }),
});
export type Campaign = z.infer<typeof Campaign>;

export const OwnCampaign = Campaign.extend({
  /** The names under which the specification's advertiser list reads the same. */
  targetDemographic: z.string(),
  marketsNeeded: z.number().int(),
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
  /** Metres around `near`. */
  radius: z.coerce.number().min(1).max(500_000).optional(),
  /** Dollars per hour for wearable campaigns, inclusive. */
  minPay: z.coerce.number().min(0).optional(),
  maxPay: z.coerce.number().min(0).optional(),
  campaignType: CampaignType.optional(),
  platform: SocialPlatform.optional(),
  /** One's own followers: social campaigns whose tier asks for more are left out. */
  followers: z.coerce.number().int().min(0).optional(),
  status: z.enum(['active', 'completed']).optional(),
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
    'Campaigns that are or were public, newest first; filters, sorts and pages; the next page is in the Link header',
  who: 'anyone',
  query: CampaignQuery,
  response: z.array(Campaign),
  limit: 'public-read',
});

export const listOwnCampaigns = endpoint({
  name: 'listOwnCampaigns',
  method: 'GET',
  path: '/api/campaigns/advertiser',
  summary: 'My campaigns with drafts and escrow, newest first',
  who: ['advertiser'],
  response: z.array(OwnCampaign),
});

export const getCampaign = endpoint({
  name: 'getCampaign',
  method: 'GET',
  path: '/api/campaigns/{id}',
  summary: 'One campaign; drafts only for their owner',
  who: 'anyone',
  whose: { object: 'campaign', by: ['everyone', 'owner'] },
  params: IdParams,
  response: Campaign,
  refusals: ['campaign/not-found'],
  limit: 'public-read',
});

export const createCampaign = endpoint({
  name: 'createCampaign',
  method: 'POST',
  path: '/api/campaigns',
  summary: 'Create a campaign as a draft that waits for its funding; with saveAsDraft it may be incomplete',
  who: ['advertiser'],
  body: SaveCampaign,
  response: Campaign,
  status: 201,
  refusals: ['campaign/start-passed', 'campaign/payment-method', 'campaign/outside-tier'],
});

export const updateCampaign = endpoint({
  name: 'updateCampaign',
  method: 'PUT',
  path: '/api/campaigns/{id}',
  summary: 'Change a draft',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'] },
  params: IdParams,
  body: SaveCampaign,
  response: Campaign,
  refusals: [
    'campaign/not-found',
    'campaign/not-draft',
    'campaign/start-passed',
    'campaign/payment-method',
    'campaign/outside-tier',
  ],
});

export const PricingTier = z.object({
  platform: SocialPlatform,
  tier: Tier,
  contentType: ContentType,
  /** Dollars per post. */
  minPrice: z.number(),
  maxPrice: z.number(),
});
export type PricingTier = z.infer<typeof PricingTier>;

export const listPricingTiers = endpoint({
  name: 'listPricingTiers',
  method: 'GET',
  path: '/api/pricing-tiers',
  summary: 'What a post may cost by platform, tier and content',
  who: 'anyone',
  response: z.array(PricingTier),
  limit: 'public-read',
});

export const AdvertiserStats = z.object({
  teamMembers: z.number().int(),
  activeCampaigns: z.number().int(),
  totalMarketers: z.number().int(),
  /** Decimal string: what approved proofs have cost, fees included. */
  totalSpent: z.string(),
});

export const getAdvertiserStats = endpoint({
  name: 'getAdvertiserStats',
  method: 'GET',
  path: '/api/stats/advertiser',
  summary: 'The advertiser dashboard’s figures',
  who: ['advertiser'],
  response: AdvertiserStats,
});

export const EscrowStatus = z.object({
  escrowStatus: z.enum(['pending', 'funded']),
  /** The original sums as decimal strings; null before funding. */
  escrowAmount: z.string().nullable(),
  platformFee: z.string().nullable(),
  /** From the ledger: what is left of the escrow. */
  escrowLeft: z.string().nullable(),
  /** What funding costs: pay of all places, fee, and both together. */
  due: z.object({ pay: z.string(), fee: z.string(), total: z.string() }).nullable(),
});
export type EscrowStatus = z.infer<typeof EscrowStatus>;

export const getEscrowStatus = endpoint({
  name: 'getEscrowStatus',
  method: 'GET',
  path: '/api/campaign/{id}/escrow-status',
  summary: 'Money of one campaign: funded or due',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'] },
  params: IdParams,
  response: EscrowStatus,
  refusals: ['campaign/not-found'],
});

export const createPaymentOrder = endpoint({
  name: 'createPaymentOrder',
  method: 'POST',
  path: '/paypal/order',
  summary: 'Open an order at the wallet for a draft of mine; the server charges what it computes itself',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'] },
  body: z.strictObject({
    amount: z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'Enter an amount such as 345.00'),
    currency: z.literal('USD', { error: 'Only USD is possible' }),
    intent: z.literal('CAPTURE', { error: 'Only CAPTURE is possible' }),
    campaignId: Id.optional(),
  }),
  response: z.object({ id: z.string(), status: z.string(), approveUrl: z.string() }),
  limit: 'payment',
  refusals: [
    'campaign/not-found',
    'campaign/already-funded',
    'campaign/incomplete',
    'campaign/start-passed',
    'payment/amount-differs',
    'payment/used',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
});

const OrderParams = z.object({ orderId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export const capturePaymentOrder = endpoint({
  name: 'capturePaymentOrder',
  method: 'POST',
  path: '/paypal/order/{orderId}/capture',
  summary: 'Collect the approved payment; repeating it answers the same capture',
  who: ['advertiser'],
  whose: { object: 'order', by: ['owner'] },
  params: OrderParams,
  /** `id` is the capture's id (decisions.md 11). */
  response: z.object({ id: z.string(), orderId: z.string(), status: z.string() }),
  limit: 'payment',
  refusals: [
    'payment/order-not-found',
    'campaign/already-funded',
    'campaign/incomplete',
    'campaign/start-passed',
    'payment/amount-differs',
    'payment/used',
    'payment/not-approved',
    'payment/declined',
    'payment/pending',
    'payment/provider-refused',
    'payment/provider-unknown',
  ],
});

export const fundCampaign = endpoint({
  name: 'fundCampaign',
  method: 'POST',
  path: '/api/campaign/{id}/fund',
  summary: 'Put a captured payment into this campaign’s escrow and activate it; repeating it changes nothing',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner'] },
  params: IdParams,
  body: z.strictObject({
    paypalOrderId: z.string().min(1).max(64),
    paypalCaptureId: z.string().min(1).max(64),
  }),
  response: Campaign,
  limit: 'payment',
  refusals: [
    'campaign/not-found',
    'campaign/already-funded',
    'payment/order-not-found',
    'payment/not-captured',
    'payment/pending',
    'payment/used',
    'payment/amount-differs',
    'payment/provider-unknown',
  ],
});
