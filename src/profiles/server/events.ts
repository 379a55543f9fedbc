import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { SocialPlatform } from '#profiles/social-handle-contract.ts';

/** A marketer set or changed the address that the wallet pays to. */
export const walletEmailSet = defineEvent('profile.wallet-email-set', z.object({ userId: Id }));

/** Tracking stops at once: the person no longer agrees to it. */
export const locationConsentWithdrawn = defineEvent(
  'profile.location-consent-withdrawn',
  z.object({ userId: Id }),
);

/** A marketer says that the code stands in their profile on a platform. */
export const socialAccountSubmitted = defineEvent(
  'profile.social-submitted',
  z.object({ userId: Id, platform: SocialPlatform }),
);

/** An administrator looked at it. */
export const socialAccountDecided = defineEvent(
  'profile.social-decided',
  z.object({
    userId: Id,
    platform: SocialPlatform,
    status: z.enum(['approved', 'rejected']),
    /** What was seen, where it was approved. */
    followers: z.number().int().nullable(),
    reason: z.string().nullable(),
  }),
);

/** What was seen of it counts no longer. */
export const socialAccountOutdated = defineEvent(
  'profile.social-outdated',
  z.object({ userId: Id, platform: SocialPlatform }),
);
