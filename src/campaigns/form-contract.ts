import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Dollars } from '#kernel/money.ts';
import {
  BrandAssets,
  Campaign,
  CampaignType,
  ContentType,
  LocationDetails,
  MIN_DURATION_MINUTES,
  MIN_WEARABLE_PAY_DOLLARS,
  PaymentMethod,
  ProofRequirements,
  SocialPlatform,
  TargetDemographics,
  Tier,
  platformContent,
} from './contract.ts';

/** The campaign form: what it takes, and the calls that save it. */

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
    .max(10_000, 'At most 10,000 marketers'),
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

export const createCampaign = endpoint({
  name: 'createCampaign',
  method: 'POST',
  path: '/api/campaigns',
  summary: 'Create a campaign as a draft that waits for its funding; with saveAsDraft it may be incomplete',
  who: ['advertiser'],
  body: SaveCampaign,
  response: Campaign,
  status: 201,
  refusals: [
    'campaign/start-passed',
    'campaign/payment-method',
    'campaign/outside-tier',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
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
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
});
