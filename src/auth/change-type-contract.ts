import { z } from 'zod';
import { LinkToken } from '#kernel/link-token.ts';
import { problem } from '#kernel/text.ts';
import { ChoosableType, Email } from './sign-in-contract.ts';
import { endpoint } from './domain.ts';

const both = problem('Please enter both email and select a user type');

const missing = (schema: z.ZodType) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === ''
      ? both.error()
      : schema.safeParse(input).error?.issues[0]?.message,
});

export const TypeChange = z.strictObject({
  email: z.string(missing(Email)).min(1, both).pipe(Email),
  newUserType: z.enum(ChoosableType.enum, missing(ChoosableType)),
});
export type TypeChange = z.infer<typeof TypeChange>;

export const changeUserType = endpoint({
  name: 'changeUserType',
  method: 'POST',
  path: '/api/change-user-type',
  summary:
    'Change an account’s type: immediately for the caller’s own account, otherwise by a mailed link. The answer is the same for every other address',
  who: 'anyone',
  body: TypeChange,
  /** The new type if it changed immediately. Null reveals nothing about the address. */
  response: z.object({ message: z.string(), userType: ChoosableType.nullable() }),
  limit: 'sign-in',
  refusals: [
    'auth/recent-required',
    'auth/type-same',
    'auth/type-tied',
    'auth/type-of-admin',
    'auth/suspended',
    'request/too-many',
  ],
});

export const confirmTypeChange = endpoint({
  name: 'confirmTypeChange',
  method: 'POST',
  path: '/api/change-user-type/confirm',
  summary: 'Redeem the mailed link that changes an account’s type, once. Ends the account’s sessions',
  who: 'anyone',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({ message: z.string(), userType: ChoosableType }),
  limit: 'sign-in-code',
  refusals: [
    'auth/code-expired',
    'auth/type-tied',
    'auth/type-of-admin',
    'auth/suspended',
    'request/too-many',
  ],
});
