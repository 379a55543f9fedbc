import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { problem } from '#kernel/text.ts';
import { endpoint } from './domain.ts';

/** The form that asks for a sign-in code, and its call. */

export const Email = z
  .email(problem('Invalid email address'))
  .max(254)
  .transform((email) => email.toLowerCase());

/** An email that a form asks for: an empty field is reported as missing, not as invalid. */
const AskedEmail = z.string(problem('Enter your email')).regex(/\S/, problem('Enter your email')).pipe(Email);

/** The types a user can choose. A user can never ask to be an admin. */
export const ChoosableType = z.enum(
  ['marketer', 'advertiser'],
  problem('Please select how you want to join'),
);
export type ChoosableType = z.infer<typeof ChoosableType>;

export const SignInRequest = z.strictObject({ email: AskedEmail, userType: ChoosableType });

export const requestSignIn = endpoint({
  name: 'requestSignIn',
  method: 'POST',
  path: '/auth/email',
  summary: 'Mail a sign-in code and link; the answer is the same for known and unknown addresses',
  who: 'anyone',
  body: SignInRequest,
  response: Done,
  limit: 'sign-in',
  refusals: ['request/too-many'],
});
