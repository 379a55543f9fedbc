import { z } from 'zod';
import { limitSettings } from './limits/settings.ts';

/** An address to which a secret travels, of ours or of whoever signs in there. */
export const secretDestination = z
  .url({ protocol: /^https?$/ })
  .refine(isEncryptedOrLocal, 'must be https, or http on this machine: secrets travel there');

function isEncryptedOrLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** What is wrong with the setting LIMITS, or null. */
export function problemOfLimits(changes: string): string | null {
  try {
    limitSettings(changes);
    return null;
  } catch (error) {
    return error instanceof RangeError ? error.message : String(error);
  }
}

/** What is wrong about settings that are right each by itself. Says no values: they are secrets. */
export function problemsBetween(values: Readonly<Record<string, unknown>>, isProduction: boolean): string[] {
  const problems: string[] = [];
  if (!values['GOOGLE_CLIENT_ID'] !== !values['GOOGLE_CLIENT_SECRET'])
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together or not at all');
  const [secretKey, kycKey] = [keyIn(values, 'SECRET_KEY'), keyIn(values, 'KYC_KEY')];
  // Whoever learns the one that signs cookies must not have people’s identity documents with it.
  if (isProduction && secretKey !== null && secretKey === kycKey) {
    problems.push(
      'SECRET_KEY and KYC_KEY must be two different keys; where they were one so far, set KYC_KEY to a new one and KYC_KEY_PREVIOUS to the one it replaces',
    );
  }
  return problems;
}

/** The same key may be written in capitals or not. */
function keyIn(values: Readonly<Record<string, unknown>>, name: string): string | null {
  const key = values[name];
  return typeof key === 'string' ? key.toLowerCase() : null;
}
