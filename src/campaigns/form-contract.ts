import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Dollars } from '#kernel/form-schemas.ts';
import { type Message, msg, problem, t } from '#kernel/text.ts';
import { MAX_FOLLOWERS } from '#profiles/social-contract.ts';
import { findAreaProblem } from './area-contract.ts';
import {
  briefTexts,
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
import { Campaign, platformContent } from './contract.ts';
import { MIN_DURATION_MINUTES, MIN_WEARABLE_PAY_DOLLARS, RADIUS_OPTIONS_METERS } from './limits-contract.ts';
import { endpoint } from './domain.ts';

const incompleteText = msg('Please fill in all required fields for the selected campaign type.');

export const notAnAmount = msg('Enter an amount in digits, such as 40 or 1,250.50');
export const notACount = msg('Enter a whole number in digits, such as 30 or 1,200');

const numberTexts = (missing: Message, notANumber: Message) => ({
  error: ({ input }: { input?: unknown }) => t(input == null ? missing : notANumber),
});
const amount = (missing: Message) => z.number(numberTexts(missing, notAnAmount)).pipe(Dollars);
/** The range is checked first, because int() rejects very large numbers. */
const count = (missing: Message, most: number, tooMany: { error: () => string }) =>
  z.number(numberTexts(missing, notACount)).max(most, tooMany).int(problem('Must be a whole number'));
const followers = () =>
  count(notACount, MAX_FOLLOWERS, problem('No account has that many followers')).min(
    0,
    problem('Must not be negative'),
  );

function checkZone({ radius, corners }: LocationDetails, context: z.RefinementCtx): void {
  const areaProblem = corners && findAreaProblem(corners);
  if (areaProblem) context.addIssue({ code: 'custom', path: ['corners'], message: t(areaProblem) });
  if (!corners && !RADIUS_OPTIONS_METERS.some((option) => option === radius))
    context.addIssue({ code: 'custom', path: ['radius'], message: t('Choose one of the offered radii') });
}

const campaignFields = {
  campaignType: CampaignType.default('wearable'),
  title: z.string(problem('Title is required')).trim().min(1, problem('Title is required')).max(120),
  company: z
    .string(problem('Company name is required'))
    .trim()
    .min(1, problem('Company name is required'))
    .max(120),
  description: z
    .string(problem('Description must be at least 10 characters'))
    .trim()
    .min(10, problem('Description must be at least 10 characters'))
    .max(4000),
  location: z.string(problem('Location is required')).trim().min(1, problem('Location is required')).max(300),
  locationDetails: z
    .object(LocationDetails.shape, problem('Please select a location for your campaign'))
    .superRefine(checkZone),
  /** Minutes. */
  duration: count(incompleteText, 24 * 60, problem('Must be at most 1,440 minutes, which is 24 hours'))
    .min(MIN_DURATION_MINUTES, problem('Must be at least 30 minutes'))
    .nullish(),
  startTime: z
    .string(problem('Start time is required'))
    .min(1, problem('Start time is required'))
    .pipe(
      z.iso
        .datetime({ offset: true, ...problem('Enter the start as a date and time') })
        // PostgreSQL has no year 0.
        .refine((text) => new Date(text).getUTCFullYear() > 0, problem('Enter the start as a date and time')),
    ),
  totalMarketersNeeded: count(
    msg('Number of marketers is required'),
    10_000,
    problem('At most 10,000 marketers'),
  ).min(1, problem('Must be at least 1 marketer')),
  totalBudget: amount(msg('Total budget is required')),
  /** For a social campaign, 0 counts as not set: each post gets an even share of the budget. */
  payRate: amount(incompleteText).nullish(),
  targetDemographics: TargetDemographics.prefault({}),
  ...briefTexts,
  kitWay: KitWay.nullish(),
  socialMediaPlatform: SocialPlatform.nullish(),
  contentType: ContentType.nullish(),
  minFollowers: followers().nullish(),
  maxFollowers: followers().nullish(),
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
  kitWay?: KitWay | null | undefined;
  kitPlace?: string | null | undefined;
  socialMediaPlatform?: SocialPlatform | null | undefined;
  contentType?: ContentType | null | undefined;
  requiredTier?: Tier | null | undefined;
  proofRequirements: ProofRequirements;
  minFollowers?: number | null | undefined;
  maxFollowers?: number | null | undefined;
}

interface Issues {
  addIssue(issue: { code: 'custom'; path: string[]; message: string }): void;
}

/** The minimum pay depends only on the type, so it is checked in drafts too. */
function checkPay({ campaignType, payRate }: Pick<TypeFields, 'campaignType' | 'payRate'>, issues: Issues) {
  if (campaignType !== 'wearable' || payRate == null || payRate >= MIN_WEARABLE_PAY_DOLLARS) return;
  issues.addIssue({ code: 'custom', path: ['payRate'], message: t('Must be at least $25 per session') });
}

/** Without a required position, a marketer could skip tracking and with it every check. */
function checkSpotChecks({ spotChecks, requireLocationCheck }: ProofRequirements, issues: Issues): void {
  if (spotChecks === 0 || requireLocationCheck) return;
  const path = ['proofRequirements', 'spotChecks'];
  issues.addIssue({ code: 'custom', path, message: t('Photo checks need the location check') });
}

function checkType(campaign: TypeFields, issues: Issues): void {
  const issue = (field: string, message: string) =>
    issues.addIssue({ code: 'custom', path: [field], message });
  checkPay(campaign, issues);
  if (campaign.campaignType === 'wearable') {
    if (campaign.payRate == null) issue('payRate', t(incompleteText));
    if (campaign.duration == null) issue('duration', t(incompleteText));
    const cost = (campaign.payRate ?? 0) * campaign.totalMarketersNeeded;
    if (campaign.totalBudget < cost - 0.001) issue('totalBudget', t('Must cover the pay of all marketers'));
    if (campaign.kitWay === 'pickup' && !campaign.kitPlace?.trim())
      issue('kitPlace', t('Enter where marketers pick up their kit'));
    checkSpotChecks(campaign.proofRequirements, issues);
    return;
  }
  if (!campaign.socialMediaPlatform) issue('socialMediaPlatform', t(incompleteText));
  if (!campaign.contentType) issue('contentType', t(incompleteText));
  if (!campaign.requiredTier) issue('requiredTier', t(incompleteText));
  if (campaign.socialMediaPlatform && campaign.contentType) {
    const offered = platformContent[campaign.socialMediaPlatform];
    if (!offered.includes(campaign.contentType))
      issue('contentType', t('This platform doesn’t support this content type'));
  }
  const { minFollowers, maxFollowers } = campaign;
  if (minFollowers != null && maxFollowers != null && maxFollowers < minFollowers)
    issue('maxFollowers', t('Must be at least the minimum'));
}

export const CampaignForm = z.object(campaignFields).superRefine(checkType);
export type CampaignForm = z.output<typeof CampaignForm>;
export type CampaignFormInput = z.input<typeof CampaignForm>;

const draftFields = z
  .object(campaignFields)
  .partial()
  .extend({
    campaignType: CampaignType.default('wearable'),
    title: z.string().trim().max(120).optional(),
    description: z.string().trim().max(4000).optional(),
  });

/**
 * A draft may lack any field, and its title and description may be too short. Every other given field must be valid on
 * its own; an invalid one is refused, not dropped.
 */
export const DraftForm = draftFields.superRefine(checkPay);
export type DraftForm = z.output<typeof DraftForm>;

const extras = {
  /** If the form is sent again with the same key, the server updates the campaign that it created. */
  submissionKey: z
    .string()
    .regex(/^[\w-]{16,64}$/, problem('Use 16 to 64 letters and digits'))
    .optional(),
  /** Sent by the specification's client, and ignored. */
  status: z.string().optional(),
  escrowStatus: z.string().optional(),
};

export const SaveCampaign = z.discriminatedUnion('saveAsDraft', [
  draftFields.extend({ saveAsDraft: z.literal(true), ...extras }).superRefine(checkPay),
  z.object({ ...campaignFields, saveAsDraft: z.literal(false).optional(), ...extras }).superRefine(checkType),
]);
export type SaveCampaign = z.output<typeof SaveCampaign>;

export const createCampaign = endpoint({
  name: 'createCampaign',
  method: 'POST',
  path: '/api/campaigns',
  summary:
    'Create a campaign as a draft to fund. With saveAsDraft it may be incomplete, with submissionKey it is created only once',
  who: ['advertiser'],
  body: SaveCampaign,
  response: Campaign,
  status: 201,
  refusals: [
    'campaign/not-draft',
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
  summary: 'Update a draft of mine or of a business that I manage',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager'] },
  params: IdParams,
  body: SaveCampaign,
  response: Campaign,
  refusals: [
    'campaign/not-found',
    'team/not-allowed',
    'campaign/not-draft',
    'campaign/start-passed',
    'campaign/payment-method',
    'campaign/outside-tier',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
});
