import { z } from 'zod';
import { Email } from '#auth/contract.ts';
import { Done, Role } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { type Message, msg, problem, t } from '#kernel/text.ts';
import { BirthDate, DAY, IsoTime } from '#kernel/time.ts';
import { isPostalCode, phoneNumberSchema, postalCodeRule } from './contact-contract.ts';
import { endpoint } from './domain.ts';

export const Gender = z.enum(['male', 'female', 'other', 'prefer_not_to_say']);
export const ClothingSize = z.enum(['xs', 's', 'm', 'l', 'xl', 'xxl']);
export type ClothingSize = z.infer<typeof ClothingSize>;
export const BusinessCategory = z.enum([
  'food_beverage',
  'retail',
  'technology',
  'agency',
  'fashion',
  'fitness',
  'automotive',
  'entertainment',
  'other',
]);

const atMost = (characters: number) => problem('Please use at most {characters} characters', { characters });
const required = (text: Message) => {
  const error = { error: () => t(text) };
  return z.string(error).trim().min(1, error).max(200, atMost(200));
};
const optionalText = (characters: number) => optional(z.string().trim().max(characters, atMost(characters)));
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]).nullish();

const HALF_POSITION = problem('A position needs both latitude and longitude');

/**
 * The profile form of the specification, section 5. Fields that only the server decides are accepted and
 * ignored, as are the sign-in email and `gpsVerified` without coordinates.
 */
export const ProfileForm = z
  .object({
    firstName: required(msg('First name is required')),
    lastName: required(msg('Last name is required')),
    email: Email.optional(),
    phoneNumber: phoneNumberSchema(msg('Phone number is required')),
    dateOfBirth: required(msg('Date of birth is required')).pipe(BirthDate),
    gender: optional(Gender),
    clothingSize: optional(ClothingSize),
    address: required(msg('Address is required')),
    city: required(msg('City is required')),
    state: required(msg('State is required')),
    zipCode: required(msg('ZIP code is required')),
    country: required(msg('Country is required')),
    latitude: z.number().min(-90).max(90).nullish(),
    longitude: z.number().min(-180).max(180).nullish(),
    gpsVerified: z.boolean().optional(),
    paypalEmail: optional(z.email(problem('Valid PayPal email required')).max(127)),
    paypalConnected: z.boolean().optional(),
    businessName: optionalText(200),
    businessEmail: optional(z.email(problem('Valid business email required')).max(254)),
    businessWebsite: optional(
      z.url({ protocol: /^https?$/, ...problem('Valid website URL required') }).max(500),
    ),
    businessAddress: optionalText(300),
    businessType: optional(BusinessCategory),
    businessDescription: optionalText(2000),
  })
  .refine(({ latitude, longitude }) => ((latitude ?? null) === null) === ((longitude ?? null) === null), {
    ...HALF_POSITION,
    path: ['latitude'],
  })
  .refine(isPostalCode, postalCodeRule);
export type ProfileForm = z.infer<typeof ProfileForm>;

export const MINIMUM_AGE_YEARS = 18;

/** After a change of the wallet email, payouts wait this long (decision 20.6). */
export const WALLET_EMAIL_HOLD_MS = DAY;

/** When payouts resume after a change of the wallet email. Omitted if they don't wait. */
const PaymentsWaitUntil = IsoTime.optional();

export const saveProfile = endpoint({
  name: 'saveProfile',
  method: 'PUT',
  path: '/api/profile',
  summary: 'Save the profile form',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'account', by: ['owner'] },
  body: ProfileForm,
  response: z.object({ message: z.string(), userType: Role, paymentsWaitUntil: PaymentsWaitUntil }),
  refusals: ['profile/under-age', 'profile/wallet-email-missing', 'auth/recent-required'],
});

export const NewWalletEmail = z.strictObject({
  paypalEmail: z
    .email(problem('Valid PayPal email required'))
    .max(127)
    .transform((email) => email.toLowerCase()),
});

export const setWalletEmail = endpoint({
  name: 'setWalletEmail',
  method: 'PATCH',
  path: '/api/auth/user/profile',
  summary: 'Set the wallet email for payouts. Requires a recent sign-in; notifies the old and new address',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: NewWalletEmail,
  response: z.object({
    message: z.string(),
    paypalEmail: z.string(),
    paymentsWaitUntil: PaymentsWaitUntil,
  }),
  limit: 'wallet-email',
  refusals: ['auth/recent-required', 'request/too-many'],
});

/** Businesses see the initial of the last name, so it must contain a letter. */
const letter = /\p{Letter}/u;

interface NamedPerson {
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

/** Returns whether the marketer has the name and photo that applying requires (decision 68). */
export function hasNameAndPhoto({ firstName, lastName, profileImageUrl }: NamedPerson): boolean {
  return Boolean(firstName?.trim()) && letter.test(lastName ?? '') && profileImageUrl !== null;
}

export const NameForm = z.strictObject({
  firstName: required(msg('First name is required')),
  lastName: required(msg('Last name is required')).regex(letter, problem('Last name is required')),
});

export const setName = endpoint({
  name: 'setName',
  method: 'PUT',
  path: '/api/profile/name',
  summary: 'Set my first and last name, which applying requires',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: NameForm,
  response: Done,
});

const pictureChange = {
  /** A finished upload, or null to remove the current picture. */
  body: z.strictObject({ uploadId: Id.nullable() }),
  /** The picture's URL, readable by every signed-in user. Null if there is no picture. */
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
 * Names the texts of the consents that taking part requires (decision 15). If you change what users agree to, change
 * it: marketers then agree to the location text again before their next session (decision 48.9).
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

/** The number that the screen shows. The data export has all of them. */
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
