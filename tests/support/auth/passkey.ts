/**
 * A software security key that creates passkeys and answers challenges as a browser does (ES256, attestation
 * 'none').
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#auth/second-factor-contract.ts';

/** Parts that an attacker or a faulty key sends differently. */
interface Otherwise {
  origin?: string;
  challenge?: string;
  rpId?: string;
  counter?: number;
  /** The credential that answers; by default the first that the server asks for. */
  credentialId?: string;
  attestation?: { fmt: string; attStmt: Parameters<typeof isoCBOR.encode>[0] };
  isPresent?: boolean;
}

interface Credential {
  id: string;
  key: KeyObject;
  counter: number;
}

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly credentials: Credential[] = [];

  constructor(origin = 'http://localhost:3000') {
    this.#origin = origin;
  }

  create(creation: PasskeyCreation, otherwise: Otherwise = {}): NewPasskey {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rawId = randomBytes(32);
    const id = rawId.toString('base64url');
    const { counter = 0, attestation = { fmt: 'none', attStmt: new Map() } } = otherwise;
    this.credentials.push({ id, key: privateKey, counter });
    const authData = Buffer.concat([
      authenticatorData({ rpId: creation.rp.id, counter, ...otherwise }, HAS_CREDENTIAL),
      Buffer.alloc(16),
      Buffer.of(0, rawId.length),
      rawId,
      coseKey(publicKey),
    ]);
    const attestationObject = isoCBOR.encode(
      new Map([...Object.entries(attestation), ['authData', new Uint8Array(authData)]]),
    );
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', creation, otherwise).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['usb'],
      },
    };
  }

  /** Each answer increments the counter. */
  get(request: PasskeyRequest, otherwise: Otherwise = {}): PasskeyAnswer {
    const asked = otherwise.credentialId ? [{ id: otherwise.credentialId }] : request.allowCredentials;
    const credential = this.credentials.find(({ id }) => asked.some((each) => each.id === id));
    if (!credential) throw new Error('this authenticator has none of the passkeys that the server asks for');
    credential.counter = otherwise.counter ?? credential.counter + 1;
    const data = authenticatorData({ rpId: request.rpId, ...otherwise, counter: credential.counter });
    const clientData = this.#clientData('webauthn.get', request, otherwise);
    const signed = Buffer.concat([data, sha256(clientData)]);
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, credential.key).toString('base64url'),
      },
    };
  }

  #clientData(type: string, { challenge }: { challenge: string }, otherwise: Otherwise): Buffer {
    const written = { type, challenge, origin: this.#origin, crossOrigin: false };
    const { origin = written.origin, challenge: other = challenge } = otherwise;
    return Buffer.from(JSON.stringify({ ...written, challenge: other, origin }));
  }
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();

function authenticatorData(
  { rpId, counter, isPresent = true }: { rpId: string; counter: number; isPresent?: boolean },
  flags = 0,
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.of(flags | (isPresent ? USER_PRESENT : 0)), count]);
}

/** Returns a public key in COSE format (RFC 9053): key type EC2, algorithm ES256, curve P-256, x, y. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}
