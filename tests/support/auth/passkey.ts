/** A security key in software: makes passkeys and answers challenges as a browser and its authenticator do (ES256, attestation 'none'). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#auth/second-factor-contract.ts';

/** What an attacker or a faulty key may do otherwise. */
interface Otherwise {
  origin?: string;
  challenge?: string;
  rpId?: string;
  counter?: number;
  /** Which of its credentials answers; without it the first that is asked for. */
  credentialId?: string;
  attestation?: { format: string; statement: Buffer };
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
    const id = randomBytes(32);
    const credential = { id: id.toString('base64url'), key: privateKey, counter: otherwise.counter ?? 0 };
    this.credentials.push(credential);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKeyOf(publicKey)]);
    const authData = Buffer.concat([
      this.#header(otherwise.rpId ?? creation.rp.id, flagsOf(otherwise) | HAS_CREDENTIAL, credential.counter),
      attested,
    ]);
    const { format, statement } = otherwise.attestation ?? { format: 'none', statement: cborMap(0) };
    const attestationObject = Buffer.concat([
      cborMap(3),
      cborText('fmt'),
      cborText(format),
      cborText('attStmt'),
      statement,
      cborText('authData'),
      cborBytes(authData),
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', creation.challenge, otherwise);
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['usb'],
      },
    };
  }

  /** Each answer counts one up, as keys do that count at all. */
  get(request: PasskeyRequest, otherwise: Otherwise = {}): PasskeyAnswer {
    const wanted =
      otherwise.credentialId ?? request.allowCredentials.find(({ id }) => this.#find(id))?.id ?? '';
    const credential = this.#find(wanted);
    if (!credential) throw new Error('this authenticator has none of the passkeys that are asked for');
    credential.counter = otherwise.counter ?? credential.counter + 1;
    const authenticatorData = this.#header(
      otherwise.rpId ?? request.rpId,
      flagsOf(otherwise),
      credential.counter,
    );
    const clientDataJSON = this.#clientData('webauthn.get', request.challenge, otherwise);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, credential.key).toString('base64url'),
      },
    };
  }

  #find(id: string): Credential | undefined {
    return this.credentials.find((each) => each.id === id);
  }

  #header(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags), count]);
  }

  #clientData(type: string, challenge: string, otherwise: Otherwise): Buffer {
    const origin = otherwise.origin ?? this.#origin;
    return Buffer.from(
      JSON.stringify({ type, challenge: otherwise.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }
}

const flagsOf = ({ isPresent = true }: Otherwise) => (isPresent ? USER_PRESENT : 0);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();

/** A public key as COSE writes it: type EC2, algorithm ES256, curve P-256, x, y. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    cborMap(5),
    Buffer.of(0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.of(0x22),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** The few forms of CBOR (RFC 8949) that a key writes; bytes come in at least 24. */
export const cborMap = (entries: number) => Buffer.of(0xa0 | entries);
export const cborText = (text: string) => Buffer.concat([Buffer.of(0x60 | text.length), Buffer.from(text)]);
export const cborBytes = (content: Buffer) =>
  Buffer.concat([
    content.length < 256
      ? Buffer.of(0x58, content.length)
      : Buffer.of(0x59, content.length >> 8, content.length & 0xff),
    content,
  ]);
