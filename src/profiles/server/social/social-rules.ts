import {
  FOLLOWERS_VALID_MS,
  RENEWAL_FROM_MS,
  socialProcess,
  type SocialState,
} from '../../social-contract.ts';
import { addMilliseconds } from '#kernel/time.ts';

export interface Confirmation {
  status: SocialState;
  verifiedFollowers: number | null;
  verifiedUntil: Date | null;
}

export function validUntil(seenAt: Date): Date {
  return addMilliseconds(seenAt, FOLLOWERS_VALID_MS);
}

export function getValidFollowers(
  { verifiedFollowers, verifiedUntil }: Confirmation,
  now: Date,
): number | null {
  return verifiedUntil !== null && verifiedUntil > now ? verifiedFollowers : null;
}

export function isOutdated({ verifiedUntil }: Confirmation, now: Date): boolean {
  return verifiedUntil !== null && verifiedUntil <= now;
}

export function canSubmit({ status }: Confirmation): boolean {
  return socialProcess.next(status, 'submit', 'marketer') !== null;
}

/** Shortly before it expires. */
export function canRenew({ status, verifiedUntil }: Confirmation, now: Date): boolean {
  if (status !== 'approved' || verifiedUntil === null) return false;
  return now >= addMilliseconds(verifiedUntil, -RENEWAL_FROM_MS);
}

/** Without those that are easily confused, such as 0 and O. */
export const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 8;

export function formatCode(signs: readonly number[]): string {
  return `PROMENADE-${signs.map((sign) => CODE_CHARACTERS[sign]).join('')}`;
}
