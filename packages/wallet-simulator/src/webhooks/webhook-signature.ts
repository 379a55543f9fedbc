import { sign, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';

import type { SigningKeyRecord } from '../books/records.ts';
import type { Simulator } from '../simulator.ts';

export type Transmission = { id: string; time: string };

export async function signedHeaders(
  simulator: Simulator,
  transmission: Transmission,
  body: Buffer,
): Promise<Record<string, string>> {
  const key = await simulator.signingKey.get();
  const signature = sign('sha256', signedText(simulator, transmission, body), key.privateKeyPem);
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'paypal-cert-url': certificateUrl(simulator, key),
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': transmission.time,
    'paypal-transmission-sig': signature.toString('base64'),
  };
}

export async function isOwnSignature(
  simulator: Simulator,
  transmission: Transmission,
  body: Buffer,
  claim: { certificateUrl: string; signature: string },
): Promise<boolean> {
  const key = await simulator.signingKey.get();
  const { publicKey } = new X509Certificate(key.certificatePem);
  const text = signedText(simulator, transmission, body);
  const signature = Buffer.from(claim.signature, 'base64');
  return (
    // Node ignores invalid base64 characters, so compare the canonical form.
    signature.toString('base64') === claim.signature &&
    claim.certificateUrl === certificateUrl(simulator, key) &&
    verify('sha256', text, publicKey, signature)
  );
}

function certificateUrl(simulator: Simulator, key: SigningKeyRecord): string {
  return `${simulator.publicUrl()}/v1/notifications/certs/${key.certificateId}`;
}

function signedText(simulator: Simulator, { id, time }: Transmission, body: Buffer): Buffer {
  return Buffer.from(`${id}|${time}|${simulator.webhookId}|${crc32(body)}`);
}
