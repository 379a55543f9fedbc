import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';

import type { Certificates } from './certificates.ts';
import { refused, success } from '../outcome.ts';
import type { SignatureCheck, Transmission } from '../calls/webhooks.ts';

/** The wallet's only algorithm. A delivery that names a weaker one is not from the wallet. */
const algorithm = 'SHA256withRSA';

export function offlineCheck(certificates: Certificates, webhookId: string | undefined): SignatureCheck {
  return async (transmission) => {
    if (webhookId === undefined) return refused('WEBHOOK_ID_NOT_SET');
    const signature = Buffer.from(transmission.transmissionSig, 'base64');
    // Node ignores invalid base64 characters, but a signature has exactly one encoding.
    const isSpelledOut = signature.toString('base64') === transmission.transmissionSig;
    if (transmission.authAlgo !== algorithm || !isSpelledOut) return success(false);
    const found = await certificates.keyAt(transmission.certUrl);
    if (found.kind === 'unknown') return found;
    if (found.kind === 'refused') return success(false);
    return success(verify('sha256', signedText(transmission, webhookId), found.value, signature));
  };
}

/**
 * Runs the second check only if the first returns unknown: no certificate, or one that our clock or roots
 * reject. A signature that the first check finds wrong stays wrong.
 */
export function withFallback(check: SignatureCheck, otherwise: SignatureCheck): SignatureCheck {
  return async (transmission) => {
    const checked = await check(transmission);
    return checked.kind === 'unknown' ? otherwise(transmission) : checked;
  };
}

export function signedText(
  {
    transmissionId,
    transmissionTime,
    rawBody,
  }: Pick<Transmission, 'transmissionId' | 'transmissionTime' | 'rawBody'>,
  webhookId: string,
): Buffer {
  return Buffer.from(`${transmissionId}|${transmissionTime}|${webhookId}|${crc32(rawBody)}`);
}
