import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface PushKeys {
  /** The browser's public key on P-256 and its secret, base64url. */
  p256dh: string;
  auth: string;
}

const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
const HEADER_BYTES = 16 + 4 + 1 + 65;
/** Push services must accept 4096 bytes. One byte ends the record. */
export const MAX_PAYLOAD_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1;

export function requireUsableKeys({ p256dh, auth }: PushKeys): void {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16)
    throw new RangeError('wrong length');
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  pair.computeSecret(point);
}

/**
 * Encrypts a push message for one browser (RFC 8291, one record of aes128gcm). The message has its own key pair
 * and salt, which only the RFC's test vector sets.
 */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: PushKeys,
  fixed?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  if (message.length > MAX_PAYLOAD_BYTES) throw new RangeError('the push message is too long');
  const browserKey = Buffer.from(p256dh, 'base64url');
  const pair = createECDH('prime256v1');
  if (fixed) pair.setPrivateKey(fixed.privateKey);
  else pair.generateKeys();
  const ownKey = pair.getPublicKey();
  const salt = fixed?.salt ?? randomBytes(16);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]);
  const input = hkdf(pair.computeSecret(browserKey), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const header = Buffer.concat([salt, Buffer.alloc(4), Buffer.from([ownKey.length]), ownKey]);
  header.writeUInt32BE(RECORD_BYTES, salt.length);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 marks the last record.
  const content = Buffer.concat([cipher.update(message), cipher.update(Buffer.from([2])), cipher.final()]);
  return Buffer.concat([header, content, cipher.getAuthTag()]);
}

function hkdf(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length));
}
