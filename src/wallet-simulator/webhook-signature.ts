import { sign, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';

import type { Simulator } from './simulator.ts';

export type Transmission = { id: string; time: string };

/** The five headers of a delivery, and the version. */
export function signedHeaders(
  simulator: Simulator,
  transmission: Transmission,
  body: Buffer,
): Record<string, string> {
  const signature = sign(
    'sha256',
    signedText(simulator, transmission, body),
    simulator.account.privateKeyPem,
  );
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'paypal-cert-url': certificateUrl(simulator),
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': transmission.time,
    'paypal-transmission-sig': signature.toString('base64'),
  };
}

export function isOwnSignature(
  simulator: Simulator,
  transmission: Transmission,
  body: Buffer,
  signature: string,
): boolean {
  const { publicKey } = new X509Certificate(simulator.account.certificatePem);
  const text = signedText(simulator, transmission, body);
  return verify('sha256', text, publicKey, Buffer.from(signature, 'base64'));
}

export function certificateUrl(simulator: Simulator): string {
  return `${simulator.publicUrl()}/v1/notifications/certs/${simulator.account.certificateId}`;
}

/** Id, time, webhook and the body's checksum as an unsigned decimal number. */
function signedText(simulator: Simulator, { id, time }: Transmission, body: Buffer): Buffer {
  return Buffer.from(`${id}|${time}|${simulator.webhookId}|${crc32(body)}`);
}
