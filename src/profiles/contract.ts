import { z } from 'zod';
import { Email } from '#auth/contract.ts';
import { Done, endpoint, Role } from '#kernel/endpoint.ts';

export const Gender = z.enum(['male', 'female', 'other', 'prefer_not_to_say']);
export const ClothingSize = z.enum(['xs', 's', 'm', 'l', 'xl', 'xxl']);
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

const required = (text: string) => z.string({ error: text }).trim().min(1, text).max(200);
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]).nullish();

/** The profile form of the specification, section 5. Flags that only the server decides are accepted and ignored. */
export const ProfileForm = z.object({
  firstName: required('First name is required'),
  lastName: required('Last name is required'),
  email: Email.optional(),
  phoneNumber: required('Phone number is required'),
  dateOfBirth: required('Date of birth is required').pipe(z.iso.date('Enter the date as YYYY-MM-DD')),
  gender: optional(Gender),
  clothingSize: optional(ClothingSize),
  address: required('Address is required'),
  city: required('City is required'),
  state: required('State is required'),
  zipCode: required('ZIP code is required'),
  country: required('Country is required'),
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  gpsVerified: z.boolean().optional(),
  paypalEmail: optional(z.email('Valid PayPal email required').max(127)),
  paypalConnected: z.boolean().optional(),
  businessName: optional(z.string().trim().max(200)),
  businessEmail: optional(z.email('Valid business email required').max(254)),
  businessWebsite: optional(z.url({ protocol: /^https?$/, error: 'Valid website URL required' }).max(500)),
  businessAddress: optional(z.string().trim().max(300)),
  businessType: optional(BusinessCategory),
  businessDescription: optional(z.string().trim().max(2000)),
});
export type ProfileForm = z.infer<typeof ProfileForm>;

export const saveProfile = endpoint({
  name: 'saveProfile',
  method: 'PUT',
  path: '/api/profile',
  summary: 'Save the profile form',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'account', by: ['owner'] },
  body: ProfileForm,
  response: z.object({ message: z.string(), userType: Role }),
  refusals: ['profile/under-age', 'profile/wallet-email-missing', 'auth/recent-required'],
});

export const setWalletEmail = endpoint({
  name: 'setWalletEmail',
  method: 'PATCH',
  path: '/api/auth/user/profile',
  summary: 'Set the wallet email that payments are sent to, with a recent sign-in; both addresses are told',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({
    paypalEmail: z
      .email('Valid PayPal email required')
      .max(127)
      .transform((email) => email.toLowerCase()),
  }),
  response: z.object({ message: z.string(), paypalEmail: z.string() }),
  limit: 'wallet-email',
  refusals: ['auth/recent-required', 'request/too-many'],
});

/** The consents that taking part needs (decisions.md 2). A version names the text that was agreed to. */
export const CONSENT_VERSION = '2026-11-01';

export const updateCompliance = endpoint({
  name: 'updateCompliance',
  method: 'POST',
  path: '/api/user/compliance',
  summary: 'Record the age and terms confirmation, or give or withdraw the location consent',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'account', by: ['owner'] },
  body: z.union([
    z.strictObject({
      ageVerified: z.literal(true, { error: 'Please confirm that you are 18 or older' }),
      termsAccepted: z.literal(true, { error: 'Please accept the terms' }),
      privacyAccepted: z.literal(true, { error: 'Please accept the privacy policy' }),
    }),
    z.strictObject({ locationConsent: z.boolean() }),
  ]),
  response: Done,
  refusals: ['profile/under-age'],
});
