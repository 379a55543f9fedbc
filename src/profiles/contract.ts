import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const clothingSizes = ['xs', 's', 'm', 'l', 'xl', 'xxl'] as const;
export type ClothingSize = (typeof clothingSizes)[number];

export const MINIMUM_AGE_YEARS = 18;

/** After a change of the wallet email, payouts wait this long (decision 20.6). */
export const WALLET_EMAIL_HOLD_MS = DAY;

/** Businesses see the initial of the last name, so it must contain a letter. */
export const letter = /\p{Letter}/u;

interface NamedPerson {
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

export function hasNameAndPhoto({ firstName, lastName, profileImageUrl }: NamedPerson): boolean {
  return Boolean(firstName?.trim()) && letter.test(lastName ?? '') && profileImageUrl !== null;
}

const pictureChange = {
  body: z.strictObject({ uploadId: Id.nullable() }),
  response: z.object({ message: z.string(), url: z.string().nullable() }),
  refusals: ['upload/not-found', 'upload/incomplete', 'upload/wrong-type'],
} as const;

export const setProfilePhoto = endpoint({
  name: 'setProfilePhoto',
  method: 'PUT',
  path: '/api/profile/photo',
  summary: 'Set a `profile-photo` upload as my photo, or remove my photo',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'upload', by: ['owner'], at: 'body.uploadId' },
  ...pictureChange,
});

export const setBusinessLogo = endpoint({
  name: 'setBusinessLogo',
  method: 'PUT',
  path: '/api/profile/logo',
  summary: 'Set a `business-logo` upload as my business logo, or remove it',
  who: ['advertiser'],
  whose: { object: 'upload', by: ['owner'], at: 'body.uploadId' },
  ...pictureChange,
});

/** Published positions have about this accuracy (decision 23.1), so nothing finer can be said of them. */
export const PUBLISHED_ACCURACY_METERS = 600;

/**
 * Required for taking part (decision 15). If you change what users agree to, change it: marketers then agree to the
 * location text again before their next session (decision 48.9).
 */
export const CONSENT_VERSION = '2026-11-27';

export const updateCompliance = endpoint({
  name: 'updateCompliance',
  method: 'POST',
  path: '/api/user/compliance',
  summary: 'Confirm age, terms and privacy, or give or withdraw location consent',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'account', by: ['owner'] },
  body: z.union([
    z.strictObject({
      ageVerified: z.literal(true, problem('Please confirm that you are 18 or older')),
      termsAccepted: z.literal(true, problem('Please accept the terms')),
      privacyAccepted: z.literal(true, problem('Please accept the privacy policy')),
    }),
    z.strictObject({ locationConsent: z.boolean() }),
  ]),
  response: Done,
  refusals: ['profile/under-age'],
});

export const ConsentKind = z.enum(['age', 'terms', 'privacy', 'location']);
export type ConsentKind = z.infer<typeof ConsentKind>;

export const Consent = z.object({
  id: Id,
  kind: ConsentKind,
  isGiven: z.boolean(),
  textVersion: z.string(),
  at: IsoTime,
});
export type Consent = z.infer<typeof Consent>;

/** The data export has all of them. */
export const CONSENTS_SHOWN = 100;

export const listConsents = endpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/api/me/consents',
  summary: 'List my consents and withdrawals, newest first, at most 100',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.array(Consent),
});
