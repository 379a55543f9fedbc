import { z } from 'zod';
import { fromDecimal, fromDollars } from '#kernel/money.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import { readTimeZone } from '#platform/web/time-zone.ts';
import { mapBriefTexts } from '../../brief-contract.ts';
import {
  KitWay,
  AgeRange,
  CampaignType,
  ContentType,
  LocationDetails,
  SocialPlatform,
  TargetGender,
  Tier,
} from '../../fields-contract.ts';
import type { Campaign } from '../../contract.ts';
import { MAX_SPOT_CHECKS } from '../../limits-contract.ts';
import { type CampaignFormInput } from '../../form-contract.ts';
import { formatLocalTime, parseLocalTime } from './local-time.ts';
import { parseDollars, parseNumber, formatDollarInput, formatNumberInput } from './typed-number.ts';

const text = z.string().catch('');
const flag = (otherwise: boolean) => z.boolean().catch(otherwise);
/** A number as the user typed it. Earlier versions stored numbers. */
const typed = z.union([z.string(), z.number().transform(formatNumberInput)]).catch('');
const fileAddress = z.string().optional().catch(undefined);

/** Each field falls back to empty, so that values stored by an earlier version can always be read. */
export const CampaignFormValues = z.object({
  campaignType: CampaignType.catch('wearable'),
  title: text,
  company: text,
  description: text,
  locationDetails: LocationDetails.nullable().catch(null),
  /** In the time zone of the place, see `getTimeZone`. As `formatLocalTime` writes it. */
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
  ...mapBriefTexts(() => text),
  kitWay: KitWay.nullable().catch(null),
  socialMediaPlatform: SocialPlatform.nullable().catch(null),
  contentType: ContentType.nullable().catch(null),
  requiredTier: Tier.nullable().catch(null),
  /** Limits within the tier, if the campaign asks for more or fewer followers. */
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
      /** Minutes; 0 for no video. */
      videoDuration: typed,
      requireSelfie: flag(true),
      requireLocationCheck: flag(true),
      customRequirements: text,
      allowFileUploads: flag(false),
      spotChecks: z.number().int().min(0).max(MAX_SPOT_CHECKS).catch(0),
    })
    .catch({
      videoDuration: '2',
      requireSelfie: true,
      requireLocationCheck: true,
      customRequirements: '',
      allowFileUploads: false,
      spotChecks: 0,
    }),
  autoApprove: flag(false),
});
export type CampaignFormValues = z.output<typeof CampaignFormValues>;

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

export function toFormValues(campaign: Campaign): CampaignFormValues {
  const { duration, totalMarketersNeeded, totalBudget, minFollowers, maxFollowers } = campaign;
  return {
    campaignType: campaign.campaignType,
    title: campaign.title,
    company: campaign.company,
    description: campaign.description,
    locationDetails: campaign.locationDetails,
    startTime: campaign.startTime && formatLocalTime(new Date(campaign.startTime), getTimeZone(campaign)),
    payRate: formatPay(campaign),
    duration: duration === null ? '' : formatNumberInput(duration),
    totalMarketersNeeded: totalMarketersNeeded === 0 ? '' : formatNumberInput(totalMarketersNeeded),
    totalBudget: totalBudget === 0 ? '' : formatDollarInput(totalBudget),
    ...campaign.targetDemographics,
    ...mapBriefTexts((name) => campaign[name] ?? ''),
    kitWay: campaign.kitWay,
    socialMediaPlatform: campaign.socialMediaPlatform,
    contentType: campaign.contentType,
    requiredTier: campaign.requiredTier,
    minFollowers: minFollowers === null ? '' : formatNumberInput(minFollowers),
    maxFollowers: maxFollowers === null ? '' : formatNumberInput(maxFollowers),
    brandAssets: { customInstructions: '', ...campaign.brandAssets },
    proofRequirements: {
      ...campaign.proofRequirements,
      videoDuration: formatNumberInput(campaign.proofRequirements.videoDuration),
    },
    autoApprove: campaign.autoApprove,
  };
}

/** Empty if a post pays exactly the budget's even share: it then keeps following the budget. */
function formatPay({ campaignType, payRate, totalBudget, totalMarketersNeeded }: Campaign): string {
  const payCents = fromDecimal(payRate);
  const isShare =
    campaignType === 'social' &&
    totalMarketersNeeded > 0 &&
    payCents === Math.floor(fromDollars(totalBudget) / totalMarketersNeeded);
  return payCents === 0 || isShare ? '' : formatDollarInput(payCents / 100);
}

/** Clears the start time, and artwork of another business. */
export function toCopyValues(campaign: Campaign): CampaignFormValues {
  const values = toFormValues(campaign);
  const isOwn = campaign.can.review || campaign.can.edit;
  const { customInstructions } = values.brandAssets;
  return { ...values, startTime: null, brandAssets: isOwn ? values.brandAssets : { customInstructions } };
}

export function hasSameValues(one: CampaignFormValues, other: CampaignFormValues): boolean {
  // Parse both so that their keys have the same order.
  const texts = [one, other].map((values) => JSON.stringify(CampaignFormValues.parse(values)));
  return texts[0] === texts[1];
}

export function toCampaignForm(values: CampaignFormValues): Partial<CampaignFormInput> {
  const { campaignType, locationDetails, ageRange, gender, brandAssets, proofRequirements } = values;
  const isSocial = campaignType === 'social';
  const form: Partial<CampaignFormInput> = {
    campaignType,
    title: filled(values.title),
    company: filled(values.company),
    description: filled(values.description),
    location: locationDetails?.address,
    locationDetails: locationDetails ?? undefined,
    startTime: values.startTime ? toIso(values.startTime, getTimeZone(values)) : undefined,
    payRate: parseDollars(values.payRate),
    duration: isSocial ? undefined : parseNumber(values.duration),
    totalMarketersNeeded: parseNumber(values.totalMarketersNeeded),
    totalBudget: parseDollars(values.totalBudget),
    targetDemographics: { ageRange, gender },
    ...mapBriefTexts((name) => filled(values[name])),
    kitWay: isSocial ? undefined : values.kitWay,
    socialMediaPlatform: isSocial ? values.socialMediaPlatform : undefined,
    contentType: isSocial ? values.contentType : undefined,
    requiredTier: isSocial ? values.requiredTier : undefined,
    minFollowers: isSocial ? parseNumber(values.minFollowers) : undefined,
    maxFollowers: isSocial ? parseNumber(values.maxFollowers) : undefined,
    brandAssets: filledOnly({
      tshirtDesign: isSocial ? undefined : brandAssets.tshirtDesign,
      hatDesign: isSocial ? undefined : brandAssets.hatDesign,
      logoUrl: brandAssets.logoUrl,
      customInstructions: filled(brandAssets.customInstructions),
    }),
    proofRequirements: filledOnly({
      ...proofRequirements,
      // The field is hidden for social campaigns, so the user could not correct its value.
      videoDuration: isSocial ? undefined : (parseNumber(proofRequirements.videoDuration) ?? 0),
      // Hidden without the location check too.
      spotChecks:
        isSocial || !proofRequirements.requireLocationCheck ? undefined : proofRequirements.spotChecks,
    }),
    autoApprove: values.autoApprove,
  };
  return filledOnly(form);
}

/** The draft's schema would treat an undefined value as given. */
function filledOnly<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  // Object.entries loses the types of the keys; only empty values are removed.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [Key in keyof Fields]?: NonNullable<Fields[Key]>;
  };
}

function filled(value: string): string | undefined {
  return value.trim() === '' ? undefined : value;
}

/** That of the place, or the user's own until a place is chosen. */
export function getTimeZone({ locationDetails }: Pick<CampaignFormValues, 'locationDetails'>): string {
  return (locationDetails && findTimeZone(locationDetails)) ?? readTimeZone();
}

/** Returns invalid text unchanged, so that the schema rejects it. */
function toIso(local: string, timeZone: string): string {
  const moment = parseLocalTime(local, timeZone);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}
