import { type Message, msg, t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { fromDecimal, toDecimal } from '#kernel/money.ts';
import type { KitWay, CampaignType, ContentType, SocialPlatform, Tier } from '../fields-contract.ts';
import { type Campaign, type CampaignState, tierFollowers } from '../contract.ts';

export const kitWayNames: Readonly<Record<KitWay, Message>> = {
  pickup: msg('Marketers pick them up'),
  shipped: msg('Shipped to marketers'),
  'at-start': msg('Handed out at the start'),
  own: msg('Marketers wear their own clothes'),
};

export const stateNames: Readonly<Record<CampaignState, Message>> = {
  draft: msg('Draft'),
  active: msg('Active', { context: 'campaign' }),
  completed: msg('Completed', { context: 'campaign' }),
};

export const closeReasonNames: Readonly<Record<NonNullable<Campaign['closeReason']>, Message>> = {
  finished: msg('Finished', { context: 'campaign' }),
  expired: msg('Expired'),
  cancelled: msg('Closed early'),
};

export function formatCampaignTitle({ title }: Pick<Campaign, 'title'>): string {
  return title || t('Untitled draft');
}

export const typeNames: Readonly<Record<CampaignType, Message>> = {
  wearable: msg('Wearable'),
  social: msg('Social media'),
};

export const platformNames: Readonly<Record<SocialPlatform, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  youtube: 'YouTube',
  twitter: 'X (Twitter)',
};

export const contentNames: Readonly<Record<ContentType, Message>> = {
  post: msg('Post'),
  story: msg('Story'),
  video: msg('Video'),
  reel: msg('Reel'),
  tweet: msg('Tweet'),
};

const tierTitles: Readonly<Record<Tier, Message>> = {
  nano: msg('Nano'),
  micro: msg('Micro'),
  mid: msg('Mid'),
  macro: msg('Macro'),
  influencer: msg('Influencer'),
};

/** 'Micro (10K-100K)', 'Influencer (1M+)' */
export function formatTier(tier: Tier): string {
  const [from, below] = tierFollowers[tier];
  const range = below === null ? `${shortCount(from)}+` : `${shortCount(from)}-${shortCount(below)}`;
  return `${t(tierTitles[tier])} (${range})`;
}

export function formatCampaignType(campaign: Pick<Campaign, 'campaignType' | 'socialMediaPlatform'>): string {
  return campaign.socialMediaPlatform
    ? platformNames[campaign.socialMediaPlatform]
    : t(typeNames[campaign.campaignType]);
}

export const genderNames: Readonly<Record<Campaign['targetDemographics']['gender'], Message>> = {
  male: msg('male'),
  female: msg('female'),
  'non-binary': msg('non-binary'),
  any: msg('any'),
};

/** Returns 'ages 26-35, female'. The gender is left out unless the campaign asks for one. */
export function formatAudience({ ageRange, gender }: Campaign['targetDemographics']): string {
  const ages = ageRange === 'all' ? t('all ages') : t('ages {ageRange}', { ageRange });
  return gender === 'any' ? ages : `${ages}, ${t(genderNames[gender])}`;
}

export function formatPayUnit(campaignType: CampaignType): string {
  return campaignType === 'social' ? t('post') : t('session');
}

/** Rounded to the cent, as a decimal string. Null for work without a duration. */
export function computeHourlyPay({
  payRate,
  duration,
  campaignType,
}: Pick<Campaign, 'payRate' | 'duration' | 'campaignType'>): string | null {
  if (campaignType === 'social' || !duration) return null;
  return toDecimal(Math.round(fromDecimal(payRate) / (duration / 60)));
}

export function formatCampaignDuration(campaign: Pick<Campaign, 'duration' | 'campaignType'>): string {
  if (campaign.duration) return formatDuration(campaign.duration);
  return campaign.campaignType === 'social' ? t('14 days to post') : t('Duration not set');
}

export function isFull({
  marketersHired,
  totalMarketersNeeded,
}: Pick<Campaign, 'marketersHired' | 'totalMarketersNeeded'>): boolean {
  return marketersHired >= totalMarketersNeeded;
}

export function isClosing({ status, closingSince }: Pick<Campaign, 'status' | 'closingSince'>): boolean {
  return status === 'active' && closingSince !== null;
}

export function acceptsMarketers(
  campaign: Pick<
    Campaign,
    'status' | 'closingSince' | 'chargebackSince' | 'pausedSince' | 'marketersHired' | 'totalMarketersNeeded'
  >,
): boolean {
  return (
    campaign.status === 'active' &&
    !isClosing(campaign) &&
    !isFull(campaign) &&
    campaign.chargebackSince === null &&
    campaign.pausedSince === null
  );
}

/** `heldPlaces` is at least 1. */
export function formatHeldPlaces(heldPlaces: number): string {
  return t(
    '{count, plural, one {# marketer keeps their place. The pay stays in escrow until their proof is decided or the deadline passes.} other {# marketers keep their places. The pay stays in escrow until their proofs are decided or the deadline passes.}}',
    { count: heldPlaces },
  );
}

export function listRequiredProof({
  campaignType,
  proofRequirements,
}: Pick<Campaign, 'campaignType' | 'proofRequirements'>): string[] {
  const {
    requireSelfie,
    requireLocationCheck,
    videoDuration,
    customRequirements,
    allowFileUploads,
    spotChecks,
  } = proofRequirements;
  const own = customRequirements ? [customRequirements] : [];
  if (campaignType === 'social') return [t('A link to your post'), ...own];
  const media = [
    requireSelfie ? t('A selfie') : '',
    videoDuration > 0
      ? t('A video of {minutes, plural, one {# minute} other {# minutes}}', { minutes: videoDuration })
      : '',
  ].filter(Boolean);
  const presence = requireLocationCheck ? [t('At least one tracked position inside the area')] : [];
  const camera = allowFileUploads ? [] : [t('All photos and videos taken with the camera in Promenade')];
  const checks =
    spotChecks > 0
      ? [
          t(
            '{count, plural, one {A photo at a random time while tracking, within 10 minutes} other {Up to # photos at random times while tracking, each within 10 minutes}}',
            { count: spotChecks },
          ),
        ]
      : [];
  return [...(media.length > 0 ? media : [t('A photo')]), ...camera, ...presence, ...checks, ...own];
}

export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shortCount(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}K`;
}

export const blockedTexts = {
  chargeback: msg('Your payment is disputed at PayPal. Refunds wait until the dispute is resolved.'),
  claims: msg(
    'You disputed the payment, so we refund the rest only once all marketers’ work is decided and paid.',
  ),
  dispute: msg('You disputed an approval. The campaign completes once that dispute has ended.'),
} as const;
