import { type Cents, fromDollars } from '#kernel/money.ts';
import { CampaignForm, type DraftForm } from '../form-contract.ts';
import { followersNeeded, payPerPlace, computeWindow } from './rules.ts';
import type { NewCampaign } from './tables.ts';

/** The columns that the form sets. The others change with the campaign's events. */
export type FormColumns = Omit<
  NewCampaign,
  'id' | 'advertiserId' | 'createdAt' | 'updatedAt' | 'status' | 'hired' | 'released' | 'applicationsCount'
>;

/** Returns the columns of a complete or draft form. `city` is the place's city from the gazetteer. */
export function toCampaignColumns(form: DraftForm, city: string | null): FormColumns {
  const { campaignType, locationDetails: place, proofRequirements: proof } = form;
  const isWearable = campaignType === 'wearable';
  const startTime = form.startTime === undefined ? null : new Date(form.startTime);
  const durationMinutes = form.duration ?? null;
  const totalBudgetCents = toCents(form.totalBudget);
  const needed = form.totalMarketersNeeded ?? null;
  const minFollowers = form.minFollowers ?? null;
  const requiredTier = form.requiredTier ?? null;
  return {
    campaignType,
    title: form.title,
    company: form.company ?? null,
    description: form.description ?? null,
    location: form.location ?? null,
    placeAddress: place?.address ?? null,
    placeId: place?.placeId ?? null,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    radiusMeters: place?.radius ?? null,
    city,
    durationMinutes,
    startTime,
    ...computeWindow({ campaignType, startTime, durationMinutes }),
    payCents: payPerPlace({
      campaignType,
      payCents: toCents(form.payRate) || null,
      totalBudgetCents,
      needed,
    }),
    totalBudgetCents,
    needed,
    ageRange: form.targetDemographics?.ageRange ?? 'all',
    targetGender: form.targetDemographics?.gender ?? 'any',
    instructions: form.instructions ?? null,
    // A form may contain fields of the other type. A wearable campaign has no platform.
    socialPlatform: isWearable ? null : (form.socialMediaPlatform ?? null),
    contentType: isWearable ? null : (form.contentType ?? null),
    minFollowers: isWearable ? null : minFollowers,
    maxFollowers: isWearable ? null : (form.maxFollowers ?? null),
    requiredTier: isWearable ? null : requiredTier,
    followersNeeded: followersNeeded({ campaignType, requiredTier, minFollowers }),
    brandAssets: form.brandAssets ?? {},
    videoMinutes: proof?.videoDuration ?? 2,
    requiresSelfie: proof?.requireSelfie ?? true,
    requiresLocationCheck: proof?.requireLocationCheck ?? true,
    customRequirements: proof?.customRequirements ?? '',
    autoApprove: form.autoApprove ?? false,
    // A complete form may still pay nothing, if the budget divides to less than a cent.
    isComplete: CampaignForm.safeParse(form).success,
  };
}

function toCents(dollars: number | null | undefined): Cents | null {
  return dollars == null ? null : fromDollars(dollars);
}
