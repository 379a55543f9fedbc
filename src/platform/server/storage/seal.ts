import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SealOptions {
  /** 32 bytes: AES-256. A data key of its own per person, itself kept sealed under the master key, makes erasure possible. */
  key: Buffer;
  /**
   * What the content belongs to, e.g. 'kyc|id_document|<user id>|1'. Not secret and not stored; opening needs the same text,
   * so a sealed value moved to another row or column does not open there.
   */
  aad: string;
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES;

/** The content was altered, cut, or sealed under another key or for another place. It never says which. */
export class SealBroken extends Error {
  constructor() {
    super('the sealed content does not open');
    this.name = 'SealBroken';
  }
}

/** AES-256-GCM. The form: version (1 byte) | nonce (12) | ciphertext | tag (16). */
export function seal(plaintext: Buffer, { key, aad }: SealOptions): Buffer {
  // Straight from the system and not an argument: a nonce used twice under one key would give both texts away.
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

/** What seal() was given. Throws SealBroken for anything that seal() did not make with this key and aad. */
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

/** seal() for a text column: base64. */
export function sealText(plaintext: string, options: SealOptions): string {
  return seal(Buffer.from(plaintext, 'utf8'), options).toString('base64');
}

/** open() for a text column. */
export function openText(sealed: string, options: SealOptions): string {
  return open(Buffer.from(sealed, 'base64'), options).toString('utf8');
}

/** The version is authenticated as well, so that a later version's content cannot pass as this one's. */
function authenticated(aad: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(aad, 'utf8')]);
}

function checkedKey(key: Buffer): Buffer {
  if (key.length !== 32) throw new RangeError(`a key for sealing has 32 bytes, not ${key.length}`);
  return key;
}
