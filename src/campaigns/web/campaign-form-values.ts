import { z } from 'zod';
import { fromDecimal } from '#kernel/money.ts';
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

const text = z.string().catch('');
const flag = (otherwise: boolean) => z.boolean().catch(otherwise);
/** What a number field holds while it is empty. */
const numberOrEmpty = z.union([z.number(), z.literal('')]).catch('');
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
  payRate: numberOrEmpty,
  /** Minutes. */
  duration: numberOrEmpty,
  totalMarketersNeeded: numberOrEmpty,
  /** Dollars. */
  totalBudget: numberOrEmpty,
  ageRange: AgeRange.catch('all'),
  gender: TargetGender.catch('any'),
  instructions: text,
  socialMediaPlatform: SocialPlatform.nullable().catch(null),
  contentType: ContentType.nullable().catch(null),
  requiredTier: Tier.nullable().catch(null),
  brandAssets: z
    .object({ tshirtDesign: fileAddress, hatDesign: fileAddress, logoUrl: fileAddress })
    .catch({}),
  proofRequirements: z
    .object({
      /** Minutes; 0 asks for none. */
      videoDuration: numberOrEmpty,
      requireSelfie: flag(true),
      requireLocationCheck: flag(true),
      customRequirements: text,
    })
    .catch({ videoDuration: 2, requireSelfie: true, requireLocationCheck: true, customRequirements: '' }),
  autoApprove: flag(false),
});
export type CampaignFormValues = z.output<typeof CampaignFormValues>;

export function emptyValues(company = ''): CampaignFormValues {
  return { ...CampaignFormValues.parse({}), company };
}

/** A draft as its form shows it. What a draft lacks reads as empty or zero. */
export function valuesOf(campaign: Campaign): CampaignFormValues {
  return {
    campaignType: campaign.campaignType,
    title: campaign.title,
    company: campaign.company,
    description: campaign.description,
    locationDetails: campaign.locationDetails,
    startTime: campaign.startTime && localText(new Date(campaign.startTime)),
    payRate: fromDecimal(campaign.payRate) / 100 || '',
    duration: campaign.duration ?? '',
    totalMarketersNeeded: campaign.totalMarketersNeeded || '',
    totalBudget: campaign.totalBudget || '',
    ...campaign.targetDemographics,
    instructions: campaign.instructions ?? '',
    socialMediaPlatform: campaign.socialMediaPlatform,
    contentType: campaign.contentType,
    requiredTier: campaign.requiredTier,
    brandAssets: campaign.brandAssets,
    proofRequirements: campaign.proofRequirements,
    autoApprove: campaign.autoApprove,
  };
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
    payRate: numberOf(values.payRate),
    duration: isSocial ? undefined : numberOf(values.duration),
    totalMarketersNeeded: numberOf(values.totalMarketersNeeded),
    totalBudget: numberOf(values.totalBudget),
    targetDemographics: { ageRange, gender },
    instructions: filled(values.instructions),
    socialMediaPlatform: isSocial ? values.socialMediaPlatform : undefined,
    contentType: isSocial ? values.contentType : undefined,
    requiredTier: isSocial ? values.requiredTier : undefined,
    brandAssets,
    proofRequirements: {
      ...proofRequirements,
      videoDuration: numberOf(proofRequirements.videoDuration) ?? 0,
    },
    autoApprove: values.autoApprove,
  };
  // A key whose value is undefined would still read as "given" to the draft's schema.
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value != null));
}

export function numberOf(value: number | ''): number | undefined {
  return value === '' ? undefined : value;
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
