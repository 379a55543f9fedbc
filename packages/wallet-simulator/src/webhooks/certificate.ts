import { generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

import { addMilliseconds, DAY } from '../time.ts';

const makeKeyPair = promisify(generateKeyPair);

/** Node can read certificates but not write them, so this builds the required DER structures of RFC 5280. */
export async function createSigningKey(
  commonName: string,
  now: Date,
): Promise<{ privateKeyPem: string; certificatePem: string }> {
  const { privateKey, publicKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
  const der = certificate(commonName, now, privateKey, publicKey);
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: pem(der),
  };
}

function certificate(commonName: string, now: Date, privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const sha256WithRsa = sequence(oid('2a864886f70d01010b'), der(0x05));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    sha256WithRsa,
    name,
    sequence(time(addMilliseconds(now, -DAY)), time(addMilliseconds(now, 3650 * DAY))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  // A bit string starts with the number of unused bits in its last byte: none.
  return sequence(content, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
}

function pem(certificateDer: Buffer): string {
  const lines = certificateDer.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content)]), content]);
}

/** Encodes a length: one byte below 128, otherwise the number of length bytes followed by those bytes. */
function encodeLength(content: Buffer): number[] {
  if (content.length < 128) return [content.length];
  const hex = content.length.toString(16);
  const bytes = [...Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')];
  return [0x80 | bytes.length, ...bytes];
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** RFC 5280: years up to 2049 have two digits (UTCTime), later ones four (GeneralizedTime). */
function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}
