import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { SocialPlatform } from '#profiles/social-handle-contract.ts';

export const walletEmailSet = defineEvent('profile.wallet-email-set', z.object({ userId: Id }));

export const locationConsentWithdrawn = defineEvent(
  'profile.location-consent-withdrawn',
  z.object({ userId: Id }),
);

export const socialAccountSubmitted = defineEvent(
  'profile.social-submitted',
  z.object({ userId: Id, platform: SocialPlatform }),
);

export const socialAccountDecided = defineEvent(
  'profile.social-decided',
  z.object({
    userId: Id,
    platform: SocialPlatform,
    status: z.enum(['approved', 'rejected']),
    /** Null if rejected. */
    followers: z.number().int().nullable(),
    reason: z.string().nullable(),
  }),
);

/** The confirmed follower count has expired. */
export const socialAccountOutdated = defineEvent(
  'profile.social-outdated',
  z.object({ userId: Id, platform: SocialPlatform }),
);
