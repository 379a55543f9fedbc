import { z } from 'zod';
import { fromDecimal, fromDollars } from '#kernel/money.ts';
import {
  AgeRange,
  type Campaign,
  CampaignType,
  ContentType,
  LocationDetails,
  SocialPlatform,
  TargetGender,
  Tier,
} from '../contract.ts';
import { type CampaignFormInput } from '../form-contract.ts';
import { dollarsOf, numberOf, typedDollars, typedNumber } from './typed-number.ts';

const text = z.string().catch('');
const flag = (otherwise: boolean) => z.boolean().catch(otherwise);
/** A number as it was typed; earlier versions of the product have kept numbers. */
const typed = z.union([z.string(), z.number().transform(typedNumber)]).catch('');
const fileAddress = z.string().optional().catch(undefined);

/**
 * The form while it is filled in: anything may still be missing. Every field falls back to empty, so that what an
 * earlier version of the product has kept in the browser can always be read.
 */
export const CampaignFormValues = z.object({
  campaignType: CampaignType.catch('wearable'),
  title: text,
  company: text,
  description: text,
  locationDetails: LocationDetails.nullable().catch(null),
  /** In the reader's own time, as the date picker writes it: '2026-12-01 09:00:00'. */
  startTime: z.string().nullable().catch(null),
  /** Dollars. */
  payRate: typed,
  /** Minutes. */
  duration: typed,
  totalMarketersNeeded: typed,
  /** Dollars. */
  totalBudget: typed,
  ageRange: AgeRange.catch('all'),
  gender: TargetGender.catch('any'),
  instructions: text,
  socialMediaPlatform: SocialPlatform.nullable().catch(null),
  contentType: ContentType.nullable().catch(null),
  requiredTier: Tier.nullable().catch(null),
  /** Followers within the tier, where the campaign asks for more than it or for no more than so many. */
  minFollowers: typed,
  maxFollowers: typed,
  brandAssets: z
    .object({
      tshirtDesign: fileAddress,
      hatDesign: fileAddress,
      logoUrl: fileAddress,
      customInstructions: text,
    })
    .catch({ customInstructions: '' }),
  proofRequirements: z
    .object({
      /** Minutes; 0 asks for none. */
      videoDuration: typed,
      requireSelfie: flag(true),
      requireLocationCheck: flag(true),
      customRequirements: text,
    })
    .catch({ videoDuration: '2', requireSelfie: true, requireLocationCheck: true, customRequirements: '' }),
  autoApprove: flag(false),
});
export type CampaignFormValues = z.output<typeof CampaignFormValues>;

/** The fields that hold a number. */
export type NumberPath =
  | 'payRate'
  | 'duration'
  | 'totalMarketersNeeded'
  | 'totalBudget'
  | 'minFollowers'
  | 'maxFollowers'
  | 'proofRequirements.videoDuration';

export function emptyValues(company = ''): CampaignFormValues {
  return { ...CampaignFormValues.parse({}), company };
}

/** A draft as its form shows it. What a draft lacks reads as empty or zero. */
export function valuesOf(campaign: Campaign): CampaignFormValues {
  const { duration, totalMarketersNeeded, totalBudget, minFollowers, maxFollowers } = campaign;
  return {
    campaignType: campaign.campaignType,
    title: campaign.title,
    company: campaign.company,
    description: campaign.description,
    locationDetails: campaign.locationDetails,
    startTime: campaign.startTime && localText(new Date(campaign.startTime)),
    payRate: payOf(campaign),
    duration: duration === null ? '' : typedNumber(duration),
    totalMarketersNeeded: totalMarketersNeeded === 0 ? '' : typedNumber(totalMarketersNeeded),
    totalBudget: totalBudget === 0 ? '' : typedDollars(totalBudget),
    ...campaign.targetDemographics,
    instructions: campaign.instructions ?? '',
    socialMediaPlatform: campaign.socialMediaPlatform,
    contentType: campaign.contentType,
    requiredTier: campaign.requiredTier,
    minFollowers: minFollowers === null ? '' : typedNumber(minFollowers),
    maxFollowers: maxFollowers === null ? '' : typedNumber(maxFollowers),
    brandAssets: { customInstructions: '', ...campaign.brandAssets },
    proofRequirements: {
      ...campaign.proofRequirements,
      videoDuration: typedNumber(campaign.proofRequirements.videoDuration),
    },
    autoApprove: campaign.autoApprove,
  };
}

/** Empty where a post pays just the budget's even share: it goes on following the budget, as it did when it was left empty. */
function payOf({ campaignType, payRate, totalBudget, totalMarketersNeeded }: Campaign): string {
  const payCents = fromDecimal(payRate);
  const isShare =
    campaignType === 'social' &&
    totalMarketersNeeded > 0 &&
    payCents === Math.floor(fromDollars(totalBudget) / totalMarketersNeeded);
  return payCents === 0 || isShare ? '' : typedDollars(payCents / 100);
}

/** A new form filled in from an old campaign. Its start is over, and the artwork of somebody else is not to be had. */
export function copyOf(campaign: Campaign): CampaignFormValues {
  const values = valuesOf(campaign);
  const isOwn = campaign.can.review || campaign.can.edit;
  const { customInstructions } = values.brandAssets;
  return { ...values, startTime: null, brandAssets: isOwn ? values.brandAssets : { customInstructions } };
}

export function sameValues(one: CampaignFormValues, other: CampaignFormValues): boolean {
  // Parsed, so that both have their keys in one order.
  const texts = [one, other].map((values) => JSON.stringify(CampaignFormValues.parse(values)));
  return texts[0] === texts[1];
}

/** The form as the contract's schemas read it: what is empty is left out. */
export function formOf(values: CampaignFormValues): Partial<CampaignFormInput> {
  const { campaignType, locationDetails, ageRange, gender, brandAssets, proofRequirements } = values;
  const isSocial = campaignType === 'social';
  const form: Partial<CampaignFormInput> = {
    campaignType,
    title: filled(values.title),
    company: filled(values.company),
    description: filled(values.description),
    location: locationDetails?.address,
    locationDetails: locationDetails ?? undefined,
    startTime: values.startTime ? isoOf(values.startTime) : undefined,
    payRate: dollarsOf(values.payRate),
    duration: isSocial ? undefined : numberOf(values.duration),
    totalMarketersNeeded: numberOf(values.totalMarketersNeeded),
    totalBudget: dollarsOf(values.totalBudget),
    targetDemographics: { ageRange, gender },
    instructions: filled(values.instructions),
    socialMediaPlatform: isSocial ? values.socialMediaPlatform : undefined,
    contentType: isSocial ? values.contentType : undefined,
    requiredTier: isSocial ? values.requiredTier : undefined,
    minFollowers: isSocial ? numberOf(values.minFollowers) : undefined,
    maxFollowers: isSocial ? numberOf(values.maxFollowers) : undefined,
    brandAssets: filledOnly({
      // Nobody wears anything for a post.
      tshirtDesign: isSocial ? undefined : brandAssets.tshirtDesign,
      hatDesign: isSocial ? undefined : brandAssets.hatDesign,
      logoUrl: brandAssets.logoUrl,
      customInstructions: filled(brandAssets.customInstructions),
    }),
    proofRequirements: filledOnly({
      ...proofRequirements,
      // Its field is not shown for a post, so that nobody could mend what stands in it.
      videoDuration: isSocial ? undefined : (numberOf(proofRequirements.videoDuration) ?? 0),
    }),
    autoApprove: values.autoApprove,
  };
  return filledOnly(form);
}

/** A key whose value is undefined would still read as "given" to the draft's schema. */
function filledOnly<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  // Entries lose which key has which type; nothing but empty values is left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [Key in keyof Fields]?: NonNullable<Fields[Key]>;
  };
}

function filled(value: string): string | undefined {
  return value.trim() === '' ? undefined : value;
}

/** '2026-12-01 09:00:00' in the reader's own time; what is no time goes to the schema as it is, which says so. */
function isoOf(local: string): string {
  const moment = new Date(local.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}

export function localText(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:00`;
}
