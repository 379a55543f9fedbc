import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';

import type { Certificates } from './certificates.ts';
import { refused, success } from './outcome.ts';
import type { SignatureCheck, Transmission } from './webhooks.ts';

/** The only way in which the wallet signs; what asks for a weaker one was not sent by it. */
const algorithm = 'SHA256withRSA';

/** Checks the signature with the wallet's certificate, which is at hand for all deliveries but the first. */
export function offlineCheck(certificates: Certificates, webhookId: string | undefined): SignatureCheck {
  return async (transmission) => {
    if (webhookId === undefined) return refused('WEBHOOK_ID_NOT_SET');
    const signature = Buffer.from(transmission.transmissionSig, 'base64');
    // Node reads over what is no base64; a signature has one spelling.
    const isSpelledOut = signature.toString('base64') === transmission.transmissionSig;
    if (transmission.authAlgo !== algorithm || !isSpelledOut) return success(false);
    const found = await certificates.keyAt(transmission.certUrl);
    if (found.kind === 'unknown') return found;
    if (found.kind === 'refused') return success(false);
    return success(verify('sha256', signedText(transmission, webhookId), found.value, signature));
  };
}

/**
 * Asks the second check only where the first does not know: no certificate came, or it does not hold by our clock and our
 * roots. A signature that the first has found wrong is wrong.
 */
export function firstOf(check: SignatureCheck, otherwise: SignatureCheck): SignatureCheck {
  return async (transmission) => {
    const checked = await check(transmission);
    return checked.kind === 'unknown' ? otherwise(transmission) : checked;
  };
}

/** Id, time, webhook and the checksum of the body's bytes as an unsigned decimal number. */
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
