import { type Cents, fromDollars } from '#kernel/money.ts';
import { CampaignForm, type DraftForm } from '../form-contract.ts';
import { followersNeeded, payPerPlace, windowOf } from './rules.ts';
import type { NewCampaign } from './tables.ts';

/** Everything that its form decides; the rest of a campaign is decided by what happens to it. */
export type FormColumns = Omit<
  NewCampaign,
  'id' | 'advertiserId' | 'createdAt' | 'updatedAt' | 'status' | 'hired' | 'released' | 'applicationsCount'
>;

/** A form as columns: complete or a draft's. `city` is the place's, as the gazetteer names it. */
export function columnsOf(form: DraftForm, city: string | null): FormColumns {
  const { campaignType, locationDetails: place, proofRequirements: proof } = form;
  const isWearable = campaignType === 'wearable';
  const startTime = form.startTime === undefined ? null : new Date(form.startTime);
  const durationMinutes = form.duration ?? null;
  const totalBudgetCents = centsOf(form.totalBudget);
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
    ...windowOf({ campaignType, startTime, durationMinutes }),
    payCents: payPerPlace({
      campaignType,
      payCents: centsOf(form.payRate) || null,
      totalBudgetCents,
      needed,
    }),
    totalBudgetCents,
    needed,
    ageRange: form.targetDemographics?.ageRange ?? 'all',
    targetGender: form.targetDemographics?.gender ?? 'any',
    instructions: form.instructions ?? null,
    // A form keeps what was typed for the other type; a wearable campaign is on no platform.
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
    // A form that is complete may still pay nothing: a budget that divides to less than a cent.
    isComplete: CampaignForm.safeParse(form).success,
  };
}

function centsOf(dollars: number | null | undefined): Cents | null {
  return dollars == null ? null : fromDollars(dollars);
}
