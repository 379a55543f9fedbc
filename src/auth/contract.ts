import { z } from 'zod';
import { Done, Role, SessionLack } from '#kernel/endpoint.ts';
import { LinkToken } from '#kernel/link-token.ts';
import { Id } from '#kernel/id.ts';
import { Language } from '#kernel/language.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime, MINUTE } from '#kernel/time.ts';
import { endpoint } from './domain.ts';
import { ChoosableType } from './sign-in-contract.ts';

export const CHALLENGE_LIFETIME_MS = 10 * MINUTE;

export const KycState = z.enum(['incomplete', 'pending', 'approved', 'rejected']);
export type KycState = z.infer<typeof KycState>;

const optionalText = z.string().nullable();

export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  userType: Role.nullable(),
  firstName: optionalText,
  lastName: optionalText,
  phoneNumber: optionalText,
  dateOfBirth: optionalText,
  gender: optionalText,
  clothingSize: optionalText,
  address: optionalText,
  city: optionalText,
  state: optionalText,
  zipCode: optionalText,
  country: optionalText,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  gpsVerified: z.boolean(),
  profileImageUrl: optionalText,
  paypalEmail: optionalText,
  paypalConnected: z.boolean(),
  /** Null if payments use the address immediately. */
  paypalEmailUsedFrom: IsoTime.nullable(),
  emailVerified: z.boolean(),
  kycStatus: KycState,
  ageVerified: z.boolean(),
  termsAccepted: z.boolean(),
  privacyAccepted: z.boolean(),
  locationConsent: z.boolean(),
  /** Decimal string. Completed payments only. */
  totalEarnings: z.string(),
  /** The average of public ratings, and 5.0 without any. */
  rating: z.number(),
  ratingCount: z.number().int(),
  businessName: optionalText,
  businessEmail: optionalText,
  businessWebsite: optionalText,
  businessAddress: optionalText,
  businessType: optionalText,
  businessDescription: optionalText,
  logoUrl: optionalText,
  /** Masked: only the last four digits. */
  taxId: optionalText,
  isVerified: z.boolean(),
  language: Language,
  createdAt: IsoTime,
  /** The step that completes this session. Until then only address and type are set. */
  secondFactor: SessionLack.nullable(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Get the signed-in user with their profile',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: CurrentUser,
  despite: ['proof', 'enrolment'],
  poll: true,
});

const SixDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/, problem('Enter the six digits of the code'));

export const confirmSignIn = endpoint({
  name: 'confirmSignIn',
  method: 'POST',
  path: '/auth/email/confirm',
  summary: 'Redeem the mailed code (only in the browser that requested it) or link',
  who: 'anyone',
  body: z.union([z.strictObject({ code: SixDigits }), z.strictObject({ token: LinkToken })]),
  response: z.object({ message: z.string(), userType: Role.nullable(), firstLogin: z.boolean() }),
  limit: 'sign-in-code',
  refusals: ['auth/wrong-code', 'auth/code-expired', 'auth/no-pending', 'auth/suspended', 'request/too-many'],
});

export const resendSignIn = endpoint({
  name: 'resendSignIn',
  method: 'POST',
  path: '/api/send-verification-email',
  summary: 'Mail the pending sign-in again, at most once a minute',
  who: 'anyone',
  response: Done,
  refusals: ['auth/no-pending', 'auth/resend-too-soon', 'auth/code-expired', 'request/too-many'],
});

export const requestIdentityCode = endpoint({
  name: 'requestIdentityCode',
  method: 'POST',
  path: '/api/auth/confirm-identity/request',
  summary: 'Mail a code to the account’s own address after a call was refused with auth/recent-required',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  despite: ['enrolment'],
  response: Done,
  limit: 'sign-in',
  refusals: ['auth/second-factor-required', 'auth/resend-too-soon', 'request/too-many'],
});

export const confirmIdentity = endpoint({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/api/auth/confirm-identity',
  summary: 'Redeem that code in the session that requested it; the sign-in then counts as recent again',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  despite: ['enrolment'],
  body: z.strictObject({ code: SixDigits }),
  response: Done,
  limit: 'sign-in-code',
  refusals: [
    'auth/second-factor-required',
    'auth/wrong-code',
    'auth/code-expired',
    'auth/no-pending',
    'auth/suspended',
    'request/too-many',
  ],
});

export const chooseUserType = endpoint({
  name: 'chooseUserType',
  method: 'POST',
  path: '/api/auth/user-type',
  summary: 'Choose the user type, once',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({ userType: ChoosableType }),
  response: z.object({ message: z.string(), userType: Role }),
  refusals: ['auth/type-chosen'],
});

export const demoAccounts = ['marketer', 'advertiser', 'admin'] as const;
export type DemoAccount = (typeof demoAccounts)[number];

/** Exists only if the demo world exists, never in production. */
export const signInAsDemo = endpoint({
  name: 'signInAsDemo',
  method: 'POST',
  path: '/auth/demo',
  summary: 'Sign in as one of the demo accounts (local mode only)',
  who: 'anyone',
  body: z.strictObject({ account: z.enum(demoAccounts) }),
  response: z.object({ message: z.string(), userType: Role }),
  refusals: ['request/not-found'],
});

export const startGoogleSignIn = endpoint({
  name: 'startGoogleSignIn',
  method: 'GET',
  path: '/auth/google',
  summary:
    'Sign in with Google; redirects to the sign-in screen with error=auth_failed if no credentials are set',
  who: 'anyone',
  status: 302,
});

export const finishGoogleSignIn = endpoint({
  name: 'finishGoogleSignIn',
  method: 'GET',
  path: '/auth/google/callback',
  summary: 'Google’s callback; redirects home, or to the sign-in screen with error=auth_failed',
  who: 'anyone',
  status: 302,
});

export const openLogin = endpoint({
  name: 'openLogin',
  method: 'GET',
  path: '/api/login',
  summary: 'Redirect to the sign-in screen',
  who: 'anyone',
  status: 302,
});

export const signOut = endpoint({
  name: 'signOut',
  method: 'GET',
  path: '/api/logout',
  summary: 'End the session and redirect to the landing page; refused from other sites',
  who: 'anyone',
  status: 302,
  refusals: ['request/cross-site'],
  vital: true,
});
