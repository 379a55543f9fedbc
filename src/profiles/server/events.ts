import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

/** A marketer set or changed the address that the wallet pays to. */
export const walletEmailSet = defineEvent('profile.wallet-email-set', z.object({ userId: Id }));

/** Tracking stops at once: the person no longer agrees to it. */
export const locationConsentWithdrawn = defineEvent(
  'profile.location-consent-withdrawn',
  z.object({ userId: Id }),
);
