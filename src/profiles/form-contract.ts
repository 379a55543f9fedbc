import { z } from 'zod';
import { Email } from '#auth/sign-in-contract.ts';
import { Done, Role } from '#kernel/endpoint.ts';
import { BirthDate } from '#kernel/form-schemas.ts';
import { type Message, msg, problem, t } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { isPostalCode, phoneNumberSchema, postalCodeRule } from './contact-contract.ts';
import { clothingSizes, letter } from './contract.ts';
import { endpoint } from './domain.ts';

/** The schemas of the profile's forms, and the calls that save them. */

export const Gender = z.enum(['male', 'female', 'other', 'prefer_not_to_say']);
export const ClothingSize = z.enum(clothingSizes);
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
