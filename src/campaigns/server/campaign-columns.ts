import { type Cents, fromDollars } from '#kernel/money.ts';
import { type BriefText, mapBriefTexts } from '../brief-contract.ts';
import { CampaignForm, type DraftForm } from '../form-contract.ts';
import { followersNeeded, computePayPerPlace, computeWindow } from './rules.ts';
import type { NewCampaign } from './tables.ts';

type EventColumn =
  | 'id'
  | 'advertiserId'
  | 'submissionKey'
  | 'status'
  | 'closeReason'
  | 'closingSince'
  | 'chargebackSince'
  | 'pausedSince'
  | 'hired'
  | 'released'
  | 'applicationsCount'
  | 'escrowCents'
  | 'feeCents'
  | 'createdAt'
  | 'updatedAt'
  | 'fundedAt'
  | 'completedAt';

/** All others, so that a new column cannot be forgotten. */
export type FormColumns = Required<Omit<NewCampaign, EventColumn>>;

/** Compiles only if every field except these texts is stored by name. */
type OnlyBriefTexts<Fields> = { [Name in keyof Fields]: Name extends BriefText ? unknown : never };

export function toCampaignColumns(form: DraftForm, city: string | null): FormColumns {
  const {
    campaignType,
    title = '',
    company = null,
    description = null,
    location = null,
    locationDetails: place,
    startTime: start,
    duration: durationMinutes = null,
    payRate,
    totalBudget,
    totalMarketersNeeded: needed = null,
    targetDemographics,
    kitWay = null,
    socialMediaPlatform = null,
    contentType = null,
    requiredTier = null,
    minFollowers = null,
    maxFollowers = null,
    brandAssets = {},
    proofRequirements: proof,
    autoApprove = false,
    paymentMethod: _paymentMethod,
    ...texts
  } = form;
  texts satisfies OnlyBriefTexts<typeof texts>;
  const isWearable = campaignType === 'wearable';
  const startTime = start === undefined ? null : new Date(start);
  const totalBudgetCents = toCents(totalBudget);
  return {
    campaignType,
    title,
    company,
    description,
    location,
    placeAddress: place?.address ?? null,
    placeId: place?.placeId ?? null,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    radiusMeters: place?.radius ?? null,
    corners: place?.corners ?? null,
    city,
    durationMinutes,
    startTime,
    ...computeWindow({ campaignType, startTime, durationMinutes }),
    payCents: computePayPerPlace({
      campaignType,
      payCents: toCents(payRate) || null,
      totalBudgetCents,
      needed,
    }),
    totalBudgetCents,
    needed,
    ageRange: targetDemographics?.ageRange ?? 'all',
    targetGender: targetDemographics?.gender ?? 'any',
    ...mapBriefTexts((name) => texts[name] ?? null),
    kitWay: isWearable ? kitWay : null,
    // A form may contain fields of the other type. A wearable campaign has no platform.
    socialPlatform: isWearable ? null : socialMediaPlatform,
    contentType: isWearable ? null : contentType,
    minFollowers: isWearable ? null : minFollowers,
    maxFollowers: isWearable ? null : maxFollowers,
    requiredTier: isWearable ? null : requiredTier,
    followersNeeded: followersNeeded({ campaignType, requiredTier, minFollowers }),
    brandAssets,
    videoMinutes: proof?.videoDuration ?? 2,
    requiresSelfie: proof?.requireSelfie ?? true,
    requiresLocationCheck: proof?.requireLocationCheck ?? true,
    customRequirements: proof?.customRequirements ?? '',
    allowsFiles: proof?.allowFileUploads ?? true,
    spotChecks: isWearable ? (proof?.spotChecks ?? 0) : 0,
    autoApprove,
    // A complete form may still pay nothing, if the budget divides to less than a cent.
    isComplete: CampaignForm.safeParse(form).success,
  };
}

function toCents(dollars: number | null | undefined): Cents | null {
  return dollars == null ? null : fromDollars(dollars);
}
