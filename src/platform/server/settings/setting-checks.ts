import { isIP } from 'node:net';
import { z } from 'zod';
import { type DeclaredLimits, parseLimitSettings } from '../limits/settings.ts';

/** A URL to which we or the user's browser send secrets. */
export const secretDestination = z
  .url({ protocol: /^https?$/ })
  .refine(isEncryptedOrLocal, 'must be https, or http on this machine, because secrets are sent to it');

export const networks = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((parts) => parts.every(isNetwork), 'must be IP addresses or networks such as 10.0.0.0/8');

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  // A network of all addresses would trust every sender, and the HTTP server refuses it.
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

function isEncryptedOrLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

export function checkLimits(limits: DeclaredLimits, changes: unknown): string[] {
  try {
    parseLimitSettings(limits, String(changes));
    return [];
  } catch (error) {
    return [error instanceof RangeError ? error.message : String(error)];
  }
}

/** Each setting is valid on its own. Never includes values, because they are secrets. */
export function checkSettingCombinations(
  values: Readonly<Record<string, unknown>>,
  isProduction: boolean,
): string[] {
  const problems: string[] = [];
  if (!values['GOOGLE_CLIENT_ID'] !== !values['GOOGLE_CLIENT_SECRET'])
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');
  const [secretKey, kycKey] = [normalizeKey(values, 'SECRET_KEY'), normalizeKey(values, 'KYC_KEY')];
  const publicUrl = values['PUBLIC_URL'];
  if (isProduction && typeof publicUrl === 'string' && !isEncryptedOrLocal(publicUrl))
    problems.push('PUBLIC_URL must be https in production, or http on this machine: sign-ins are sent to it');
  // A leaked cookie-signing key must not expose the users' identity documents too.
  if (isProduction && secretKey !== null && secretKey === kycKey) {
    problems.push(
      'SECRET_KEY and KYC_KEY must be two different keys; to change KYC_KEY, set KYC_KEY_PREVIOUS to its old value',
    );
  }
  return problems;
}

/** The same key may be written in upper or lower case. */
function normalizeKey(values: Readonly<Record<string, unknown>>, name: string): string | null {
  const key = values[name];
  return typeof key === 'string' ? key.toLowerCase() : null;
}
