import { type Cents, toDecimal } from '#kernel/money.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import { t } from '#kernel/text.ts';
import { mapBriefTexts } from '../brief-contract.ts';
import type { Campaign, OwnCampaign } from '../contract.ts';
import type { PricingTier } from '../pricing-contract.ts';
import { getPermissions, type Viewer } from './rules.ts';
import type { CampaignRow, PricingTierRow } from './tables.ts';

/** Missing fields of a draft become empty or zero, because the specification's fields are not nullable. */
export function toCampaign(row: CampaignRow, viewer: Viewer, now: Date): Campaign {
  const { read, decide } = viewer.rights;
  return {
    id: row.id,
    campaignType: row.campaignType,
    title: row.title,
    description: row.description ?? '',
    company: row.company ?? '',
    location: row.location ?? '',
    city: row.city,
    locationDetails: toLocationDetails(row),
    duration: row.durationMinutes,
    startTime: toIso(row.startTime),
    timeZone: findTimeZone(row),
    opensAt: toIso(row.opensAt),
    closesAt: toIso(row.closesAt),
    proofDueAt: toIso(row.proofDueAt),
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    closingSince: toIso(row.closingSince),
    closeReason: row.closeReason,
    chargebackSince: toIso(row.chargebackSince),
    pausedSince: toIso(row.pausedSince),
    marketersHired: row.hired,
    totalMarketersNeeded: row.needed ?? 0,
    applicationsCount: row.applicationsCount,
    totalBudget: (row.totalBudgetCents ?? 0) / 100,
    payRate: toDecimal(row.payCents ?? 0),
    targetDemographics: { ageRange: row.ageRange, gender: row.targetGender },
    ...mapBriefTexts((name) => row[name]),
    kitWay: row.kitWay,
    socialMediaPlatform: row.socialPlatform,
    contentType: row.contentType,
    minFollowers: row.minFollowers,
    maxFollowers: row.maxFollowers,
    requiredTier: row.requiredTier,
    brandAssets: row.brandAssets,
    proofRequirements: {
      videoDuration: row.videoMinutes,
      requireSelfie: row.requiresSelfie,
      requireLocationCheck: row.requiresLocationCheck,
      customRequirements: row.customRequirements,
      allowFileUploads: row.allowsFiles,
      spotChecks: row.spotChecks,
    },
    autoApprove: row.autoApprove,
    paymentMethod: 'paypal',
    escrowStatus: toEscrowState(row),
    escrowAmount: read ? toDecimalOrNull(row.escrowCents) : null,
    platformFee: read ? toDecimalOrNull(row.feeCents) : null,
    businessId: decide ? row.advertiserId : null,
    isComplete: row.isComplete,
    can: getPermissions(row, viewer, now),
  };
}

export function toOwnCampaign(
  row: CampaignRow,
  viewer: Viewer,
  told: Pick<OwnCampaign, 'team' | 'liveMarketers'>,
  now: Date,
): OwnCampaign {
  const ages = row.ageRange === 'all' ? t('All ages') : row.ageRange;
  return {
    ...toCampaign(row, viewer, now),
    targetDemographic: t(
      '{gender, select, any {{ages}} male {{ages}, male} female {{ages}, female} other {{ages}, non-binary}}',
      { gender: row.targetGender, ages },
    ),
    marketsNeeded: row.needed ?? 0,
    ...told,
  };
}

export function toPricingTier(row: PricingTierRow): PricingTier {
  return {
    platform: row.platform,
    tier: row.tier,
    contentType: row.contentType,
    minPrice: row.minCents / 100,
    maxPrice: row.maxCents / 100,
  };
}

export function toEscrowState(row: Pick<CampaignRow, 'fundedAt'>): 'pending' | 'funded' {
  return row.fundedAt === null ? 'pending' : 'funded';
}

export function toDecimalOrNull(cents: Cents | null): string | null {
  return cents === null ? null : toDecimal(cents);
}

function toLocationDetails(row: CampaignRow): Campaign['locationDetails'] {
  if (row.placeAddress === null || row.lat === null || row.lng === null || row.radiusMeters === null)
    return null;
  return {
    address: row.placeAddress,
    lat: row.lat,
    lng: row.lng,
    radius: row.radiusMeters,
    ...(row.placeId === null ? {} : { placeId: row.placeId }),
    ...(row.corners === null ? {} : { corners: row.corners }),
  };
}

function toIso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
