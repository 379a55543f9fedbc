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

/** Returns the follower count that counts now, or null if it was never confirmed or has expired. */
export function getValidFollowers(
  { verifiedFollowers, verifiedUntil }: Confirmation,
  now: Date,
): number | null {
  return verifiedUntil !== null && verifiedUntil > now ? verifiedFollowers : null;
}

export function isOutdated({ verifiedUntil }: Confirmation, now: Date): boolean {
  return verifiedUntil !== null && verifiedUntil <= now;
}

/** Returns true if the code can be submitted: not while a check is pending or approved. */
export function canSubmit({ status }: Confirmation): boolean {
  return socialProcess.next(status, 'submit', 'marketer') !== null;
}

/** Returns true if an approved account can be confirmed again, shortly before it expires. */
export function canRenew({ status, verifiedUntil }: Confirmation, now: Date): boolean {
  if (status !== 'approved' || verifiedUntil === null) return false;
  return now >= addMilliseconds(verifiedUntil, -RENEWAL_FROM_MS);
}

/** The characters of codes, without those that are easily confused, such as 0 and O. */
export const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 8;

/** Returns a code such as 'PROMENADE-7K3F9QXM'. `signs` are indexes into CODE_CHARACTERS. */
export function formatCode(signs: readonly number[]): string {
  return `PROMENADE-${signs.map((sign) => CODE_CHARACTERS[sign]).join('')}`;
}
