import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Dollars } from '#kernel/money.ts';
import { MOST_FOLLOWERS } from '#profiles/social-contract.ts';
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

/** What is typed where a number belongs and cannot be read as one. */
export const notAnAmount = 'Enter an amount in digits, such as 40 or 1,250.50';
export const notACount = 'Enter a whole number in digits, such as 30 or 1,200';

/** What is said of a number that is not there, and of anything in its place that is none. */
const numberTexts = (missing: string, notANumber: string) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? missing : notANumber),
});
const amount = (missing: string) => z.number(numberTexts(missing, notAnAmount)).pipe(Dollars);
/** The range is judged first, since a number may be too large to be called whole. */
const count = (missing: string, most: number, tooMany: string) =>
  z.number(numberTexts(missing, notACount)).max(most, tooMany).int('Must be a whole number');
const followers = () =>
  count(notACount, MOST_FOLLOWERS, 'No account has that many followers').min(0, 'Must not be negative');

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
  duration: count(incompleteText, 24 * 60, 'Must be at most 1,440 minutes, which is 24 hours')
    .min(MIN_DURATION_MINUTES, 'Must be at least 30 minutes')
    .nullish(),
  startTime: z
    .string({ error: 'Start time is required' })
    .min(1, 'Start time is required')
    .pipe(
      z.iso
        .datetime({ offset: true, error: 'Enter the start as a date and time' })
        // The database has no year 0.
        .refine((text) => new Date(text).getUTCFullYear() > 0, 'Enter the start as a date and time'),
    ),
  totalMarketersNeeded: count('Number of marketers is required', 10_000, 'At most 10,000 marketers').min(
    1,
    'Must be at least 1 marketer',
  ),
  totalBudget: amount('Total budget is required'),
  /** For a post, 0 is as good as nothing: each gets an even share of the budget. */
  payRate: amount(incompleteText).nullish(),
  targetDemographics: TargetDemographics.prefault({}),
  instructions: z.string().max(4000).nullish(),
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
  socialMediaPlatform?: SocialPlatform | null | undefined;
  contentType?: ContentType | null | undefined;
  requiredTier?: Tier | null | undefined;
  minFollowers?: number | null | undefined;
  maxFollowers?: number | null | undefined;
}

interface Issues {
  addIssue(issue: { code: 'custom'; path: string[]; message: string }): void;
}

/** The least pay hangs on the type alone, so that it is judged in drafts as well. */
function checkPay({ campaignType, payRate }: Pick<TypeFields, 'campaignType' | 'payRate'>, issues: Issues) {
  if (campaignType !== 'wearable' || payRate == null || payRate >= MIN_WEARABLE_PAY_DOLLARS) return;
  issues.addIssue({ code: 'custom', path: ['payRate'], message: 'Must be at least $25 per session' });
}

function checkType(campaign: TypeFields, issues: Issues): void {
  const issue = (field: string, message: string) =>
    issues.addIssue({ code: 'custom', path: [field], message });
  checkPay(campaign, issues);
  if (campaign.campaignType === 'wearable') {
    if (campaign.payRate == null) issue('payRate', incompleteText);
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
  const { minFollowers, maxFollowers } = campaign;
  if (minFollowers != null && maxFollowers != null && maxFollowers < minFollowers)
    issue('maxFollowers', 'Must not be less than the fewest followers');
}

/** A complete campaign. The browser's form and the server validate by this one schema. */
export const CampaignForm = z.object(campaignFields).superRefine(checkType);
export type CampaignForm = z.output<typeof CampaignForm>;
export type CampaignFormInput = z.input<typeof CampaignForm>;

const draftFields = z
  .object(campaignFields)
  .partial()
  .required({ title: true })
  .extend({
    campaignType: CampaignType.default('wearable'),
    description: z.string().trim().max(4000).optional(),
  });

/**
 * A draft may lack anything but its title, and its description may be half a sentence. Every other field that is there must be
 * right in itself, and is refused otherwise rather than left out; what only two fields together can have wrong may wait.
 */
export const DraftForm = draftFields.superRefine(checkPay);
export type DraftForm = z.output<typeof DraftForm>;

const extras = {
  /** Names a new form: sent again with the same key, it changes the campaign that it made and makes no second one. */
  submissionKey: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'Use 16 to 64 letters and digits')
    .optional(),
  /** The specification's client sends them; the server decides both. */
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
    'Create a campaign as a draft that waits for its funding; with saveAsDraft it may be incomplete, with submissionKey it is made once',
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
  summary: 'Change a draft, of mine or of a business that I manage',
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
