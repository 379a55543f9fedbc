import { z } from 'zod';
import { problem } from '#kernel/text.ts';
import { briefTextLengths, mapBriefTexts } from './brief-contract.ts';
import { DEFAULT_RADIUS_METERS, MAX_SPOT_CHECKS } from './limits-contract.ts';

/** Schemas of fields that both a campaign and its form have. */

export const CampaignType = z.enum(['wearable', 'social']);
export type CampaignType = z.infer<typeof CampaignType>;
export const SocialPlatform = z.enum(['instagram', 'tiktok', 'facebook', 'youtube', 'twitter']);
export type SocialPlatform = z.infer<typeof SocialPlatform>;
export const ContentType = z.enum(['post', 'story', 'video', 'reel', 'tweet']);
export type ContentType = z.infer<typeof ContentType>;
export const Tier = z.enum(['nano', 'micro', 'mid', 'macro', 'influencer']);
export type Tier = z.infer<typeof Tier>;
export const AgeRange = z.enum(['18-25', '26-35', '36-45', '46-55', 'all']);
export const TargetGender = z.enum(['any', 'male', 'female', 'non-binary']);
export const PaymentMethod = z.enum(['paypal', 'credit_card', 'bank_transfer']);

/** How shirts and hats reach the marketers. Null if nothing was said about it, and for social campaigns. */
export const KitWay = z.enum(['pickup', 'shipped', 'at-start', 'own']);
export type KitWay = z.infer<typeof KitWay>;

export const briefTexts = mapBriefTexts((name) => z.string().max(briefTextLengths[name]).nullish());

/** The corners of a drawn area, in order. The last is joined to the first. */
const AreaCorners = z.array(
  z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
);

/** Where a campaign takes place: a circle, or a drawn area with the circle around it. */
export const LocationDetails = z.object({
  address: z.string().trim().min(1, problem('Location is required')).max(300),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  /** Metres. One of RADIUS_OPTIONS_METERS, unless the area is drawn. */
  radius: z.number(problem('Choose one of the offered radii')).default(DEFAULT_RADIUS_METERS),
  placeId: z.string().max(200).optional(),
  /** Positions count inside them instead of the circle. The server computes `lat`, `lng` and `radius` from them. */
  corners: AreaCorners.optional(),
});
export type LocationDetails = z.infer<typeof LocationDetails>;

export const TargetDemographics = z.object({
  ageRange: AgeRange.default('all'),
  gender: TargetGender.default('any'),
});

export const BrandAssets = z.object({
  tshirtDesign: z.string().max(500).optional(),
  hatDesign: z.string().max(500).optional(),
  logoUrl: z.string().max(500).optional(),
  customInstructions: z.string().max(2000).optional(),
});

export const ProofRequirements = z.object({
  /** Minutes; 0 for no video. */
  videoDuration: z
    .number(problem('Enter the minutes in digits, 0 for none'))
    .max(60, problem('At most 60 minutes'))
    .int(problem('Must be a whole number'))
    .min(0, problem('Must not be negative'))
    .default(2),
  requireSelfie: z.boolean().default(true),
  requireLocationCheck: z.boolean().default(true),
  customRequirements: z.string().max(2000).default(''),
  /** Whether files count that the page did not take (decision 54.2). */
  allowFileUploads: z.boolean().default(true),
  /** How many photos a marketer is asked for at random times while tracking (decision 62). */
  spotChecks: z.number().int().min(0).max(MAX_SPOT_CHECKS, problem('At most 2 checks')).default(0),
});
export type ProofRequirements = z.infer<typeof ProofRequirements>;
