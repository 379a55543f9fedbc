import type { FastifyRequest } from 'fastify';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#auth/second-factor-contract.ts';
import type { Config } from '#platform/server/settings/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import { FACTOR_CHALLENGE_LIFETIME_MS } from './second-factor-rules.ts';
import type { SecondFactorRow } from '../tables.ts';

/** Loaded at the first passkey: it takes 17 MB, and time at every start. */
const loadLibrary = () => import('@simplewebauthn/server');

/** The browser signs the origin that it is on. */
export interface Site {
  rpId: string;
  origins: string[];
}

/** Without PUBLIC_URL, a proxy may terminate TLS, so both schemes are accepted. */
export function getPasskeySite(config: Config, request: Pick<FastifyRequest, 'headers'>): Site {
  if (config.publicUrl) {
    const { hostname, origin } = new URL(config.publicUrl);
    return { rpId: hostname, origins: [origin] };
  }
  const host = request.headers.host ?? 'localhost';
  const { hostname } = new URL(`http://${host}`);
  return { rpId: hostname, origins: [`http://${host}`, `https://${host}`] };
}

const CHALLENGE_BYTES = 32;
/** Besides a mailed code a touch is enough: no PIN or fingerprint, unless the key itself asks for one. */
const VERIFICATION = { userVerification: 'preferred' } as const;

type Owner = { id: string; email: string };

export async function getPasskeyCreationOptions(
  deps: Pick<Deps, 'random'>,
  { rpId }: Site,
  owner: Owner,
  present: readonly SecondFactorRow[],
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Promenade',
    rpID: rpId,
    userID: bytes(Buffer.from(owner.id)),
    userName: owner.email,
    challenge: newChallenge(deps),
  });
  return {
    rp: { id: rpId, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: FACTOR_CHALLENGE_LIFETIME_MS,
    excludeCredentials: toDescriptors(present),
    authenticatorSelection: { residentKey: 'preferred', ...VERIFICATION },
    attestation: 'none',
  };
}

export async function getPasskeyRequestOptions(
  deps: Pick<Deps, 'random'>,
  { rpId }: Site,
  present: readonly SecondFactorRow[],
): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId, challenge: newChallenge(deps) });
  return {
    challenge,
    timeout: FACTOR_CHALLENGE_LIFETIME_MS,
    rpId,
    allowCredentials: toDescriptors(present),
    ...VERIFICATION,
  };
}

export interface Passkey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

/** Null if it was not created for this site and challenge. */
export async function checkNewPasskey(
  site: Site,
  challenge: string,
  passkey: NewPasskey,
): Promise<Passkey | null> {
  return nullIfRefused(async () => {
    const { verifyRegistrationResponse } = await loadLibrary();
    if (!(await isWithoutCertificates(passkey))) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.rpId,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: passkey.response.transports ?? [],
    };
  });
}

/**
 * Returns the new counter. Null if the answer does not match passkey, challenge and site, or the counter did not
 * increase.
 */
export async function checkPasskeyAnswer(
  site: Site,
  challenge: string,
  passkey: Passkey,
  answer: PasskeyAnswer,
): Promise<number | null> {
  return nullIfRefused(async () => {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: bytes(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/** No certificate was requested, and the library would look one up at an address that the caller wrote into it. */
async function isWithoutCertificates({ response }: NewPasskey): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(bytes(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** The library throws on every input that it cannot read or verify, and all input comes from outside. */
async function nullIfRefused<Value>(check: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

function toDescriptors(factors: readonly SecondFactorRow[]): PasskeyRequest['allowCredentials'] {
  return factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, type: 'public-key', transports: transports ?? [] }],
  );
}

function newChallenge({ random }: Pick<Deps, 'random'>) {
  return bytes(Buffer.from(random.hex(CHALLENGE_BYTES), 'hex'));
}

/** The library's types do not accept Buffer, whose memory may be shared. */
function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
