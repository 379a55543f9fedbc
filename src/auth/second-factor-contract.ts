import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { msg, problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const SecondFactorKind = z.enum(['totp', 'passkey']);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** The names of factors that their user did not name. Stored in English. */
export const factorNames = { totp: msg('Authenticator app'), passkey: msg('Passkey') } as const;

const FactorName = z
  .string()
  .trim()
  .min(1, problem('Enter a name'))
  .max(60, problem('Use at most 60 characters'));

export const SecondFactor = z.object({
  id: Id,
  kind: SecondFactorKind,
  name: z.string(),
  createdAt: IsoTime,
  lastUsedAt: IsoTime.nullable(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** Returned once, with the first factor or on request. The server keeps only hashes. */
const RecoveryCodes = z.array(z.string());

const Added = z.object({ message: z.string(), recoveryCodes: RecoveryCodes.nullable() });

/** The limit leaves room for a few certificates, the longest part of a passkey. */
const Base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(20_000);

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    userVerification: z.enum(['discouraged', 'preferred', 'required']),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.enum(['discouraged', 'preferred', 'required']),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

const credential = { id: Base64Url, rawId: Base64Url, type: z.literal('public-key') };

export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

const AppCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, problem('Enter the six digits of the code'));

const own = { who: 'signedIn', whose: { object: 'account', by: ['owner'] } } as const;
const ownFactor = {
  who: 'signedIn',
  whose: { object: 'secondFactor', by: ['owner'] },
  params: IdParams,
} as const;
/** Open to an administrator who must set up a factor and has none yet. */
const forEnrolment = { ...own, despite: ['enrolment'] } as const;
/** Open to a user who has proved only the first factor. */
const forProof = { ...own, despite: ['proof'] } as const;

export const listSecondFactors = endpoint({
  name: 'listSecondFactors',
  method: 'GET',
  path: '/api/me/second-factors',
  summary: 'List the second factors of this account, oldest first, and the number of recovery codes left',
  ...forEnrolment,
  response: z.object({
    factors: z.array(SecondFactor),
    recoveryCodesLeft: z.number(),
    /** If true, the last factor cannot be removed, because administrators need one here. */
    isRequired: z.boolean(),
  }),
});

export const beginTotp = endpoint({
  name: 'beginTotp',
  method: 'POST',
  path: '/api/me/second-factors/totp',
  summary:
    'Create a secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 s); it works once a code is confirmed',
  ...forEnrolment,
  response: z.object({
    /** Base32, for typing in by hand. */
    secret: z.string(),
    /** otpauth:// address, for the QR code. */
    address: z.string(),
  }),
  refusals: ['auth/recent-required', 'auth/second-factor-exists'],
});

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/me/second-factors/totp/confirm',
  summary: 'Add the authenticator app, if the code matches the new secret',
  ...forEnrolment,
  body: z.strictObject({ code: AppCode, name: FactorName.default(factorNames.totp.text) }),
  response: Added,
  limit: 'sign-in-code',
  refusals: [
    'auth/recent-required',
    'auth/no-pending',
    'auth/wrong-code',
    'auth/second-factor-exists',
    'request/too-many',
  ],
});

export const beginPasskey = endpoint({
  name: 'beginPasskey',
  method: 'POST',
  path: '/api/me/second-factors/passkey',
  summary: 'Get the options with which the browser creates a passkey',
  ...forEnrolment,
  response: PasskeyCreation,
  refusals: ['auth/recent-required', 'auth/second-factor-exists'],
});

export const confirmPasskey = endpoint({
  name: 'confirmPasskey',
  method: 'POST',
  path: '/api/me/second-factors/passkey/confirm',
  summary: 'Add the passkey that the browser created for the latest challenge',
  ...forEnrolment,
  body: z.strictObject({ passkey: NewPasskey, name: FactorName.default(factorNames.passkey.text) }),
  response: Added,
  refusals: [
    'auth/recent-required',
    'auth/no-pending',
    'auth/passkey-refused',
    'auth/second-factor-exists',
    'request/too-many',
  ],
  limit: 'sign-in-code',
});

export const renameSecondFactor = endpoint({
  name: 'renameSecondFactor',
  method: 'PATCH',
  path: '/api/me/second-factors/{id}',
  summary: 'Rename a second factor',
  ...ownFactor,
  body: z.strictObject({ name: FactorName }),
  response: Done,
  refusals: ['auth/recent-required', 'auth/second-factor-not-found'],
});

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  method: 'DELETE',
  path: '/api/me/second-factors/{id}',
  summary: 'Remove a second factor; removing the last one also ends the recovery codes',
  ...ownFactor,
  response: Done,
  refusals: ['auth/recent-required', 'auth/second-factor-not-found', 'auth/second-factor-last'],
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/me/recovery-codes',
  summary: 'Create ten new recovery codes, shown once; the old ones stop working',
  ...own,
  response: z.object({ recoveryCodes: RecoveryCodes }),
  refusals: ['auth/recent-required', 'auth/second-factor-none'],
});

export const getSecondFactorOptions = endpoint({
  name: 'getSecondFactorOptions',
  method: 'GET',
  path: '/api/auth/second-factor',
  summary: 'List the second factors with which the caller can confirm their identity',
  ...forProof,
  response: z.object({ totp: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() }),
});

export const beginPasskeyProof = endpoint({
  name: 'beginPasskeyProof',
  method: 'POST',
  path: '/api/auth/second-factor/passkey',
  summary: 'Get the options with which the browser asks for one of the caller’s passkeys',
  ...forProof,
  response: PasskeyRequest,
  refusals: ['auth/second-factor-none'],
});

export const proveSecondFactor = endpoint({
  name: 'proveSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor',
  summary:
    'Confirm with a second factor: completes the sign-in, or makes it recent again, and replaces the token',
  ...forProof,
  body: z.union([
    z.strictObject({ code: AppCode }),
    z.strictObject({ recoveryCode: z.string().trim().min(1, problem('Enter a recovery code')).max(60) }),
    z.strictObject({ passkey: PasskeyAnswer }),
  ]),
  response: Done,
  limit: 'sign-in-code',
  refusals: [
    'auth/wrong-code',
    'auth/too-many-codes',
    'auth/passkey-refused',
    'auth/no-pending',
    'auth/second-factor-none',
    'request/too-many',
  ],
});
