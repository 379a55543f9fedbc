import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SealOptions {
  /**
   * 32 bytes, for AES-256. Each user's data key is sealed under the master key, so that erasing it erases their data.
   */
  key: Buffer;
  /**
   * Identifies the owner of the content, such as 'kyc|id_document|<user id>|1'. Not secret and not stored.
   * Opening requires the same text, so a sealed value that is moved to another row or column does not open
   * there.
   */
  aad: string;
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES;

/** The error never says whether the content, the key or the aad is wrong. */
export class SealBroken extends Error {
  constructor() {
    super('the sealed content does not open');
    this.name = 'SealBroken';
  }
}

/** Encrypts with AES-256-GCM. Format: version (1 byte) | nonce (12) | ciphertext | tag (16). */
export function seal(plaintext: Buffer, { key, aad }: SealOptions): Buffer {
  // Not injectable on purpose: a nonce that is used twice with one key would reveal both texts.
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, checkedKey(key), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(aad));
  return Buffer.concat([
    Buffer.of(VERSION),
    nonce,
    cipher.update(plaintext),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Throws SealBroken unless seal() created the content with this key and aad. */
export function open(sealed: Buffer, { key, aad }: SealOptions): Buffer {
  if (sealed.length < HEADER_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw new SealBroken();
  const nonce = sealed.subarray(1, HEADER_BYTES);
  const decipher = createDecipheriv(ALGORITHM, checkedKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(aad));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const start = decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch {
    throw new SealBroken();
  }
}

export function sealText(plaintext: string, options: SealOptions): string {
  return seal(Buffer.from(plaintext, 'utf8'), options).toString('base64');
}

export function openText(sealed: string, options: SealOptions): string {
  return open(Buffer.from(sealed, 'base64'), options).toString('utf8');
}

/** Authenticates the version too, so that content of a later version cannot pass as this one. */
function authenticated(aad: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(aad, 'utf8')]);
}

function checkedKey(key: Buffer): Buffer {
  if (key.length !== 32) throw new RangeError(`a key for sealing has 32 bytes, not ${key.length}`);
  return key;
}
