import { z } from 'zod';
import { ContentType, SocialPlatform, Tier } from './fields-contract.ts';
import { endpoint } from './domain.ts';

export const PricingTier = z.object({
  platform: SocialPlatform,
  tier: Tier,
  contentType: ContentType,
  /** Dollars per post. */
  minPrice: z.number(),
  maxPrice: z.number(),
});
export type PricingTier = z.infer<typeof PricingTier>;

export const listPricingTiers = endpoint({
  name: 'listPricingTiers',
  method: 'GET',
  path: '/api/pricing-tiers',
  summary: 'Price range of a post by platform, tier and content type',
  who: 'anyone',
  response: z.array(PricingTier),
  limit: 'public-read',
});
