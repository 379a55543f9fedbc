import { FOLLOWERS_VALID_MS, RENEWAL_FROM_MS, socialProcess, type SocialState } from '../social-contract.ts';
import { addMilliseconds } from '#kernel/time.ts';

/** What somebody has shown of an account, as far as it is known. */
export interface Shown {
  status: SocialState;
  verifiedFollowers: number | null;
  verifiedUntil: Date | null;
}

export function validUntil(seenAt: Date): Date {
  return addMilliseconds(seenAt, FOLLOWERS_VALID_MS);
}

/** The number of followers that counts at this moment; null where nobody has seen it, or too long ago. */
export function countedFollowers({ verifiedFollowers, verifiedUntil }: Shown, now: Date): number | null {
  return verifiedUntil !== null && verifiedUntil > now ? verifiedFollowers : null;
}

export function isOutdated({ verifiedUntil }: Shown, now: Date): boolean {
  return verifiedUntil !== null && verifiedUntil <= now;
}

/** Saying that the code is in place: from every state but that of being looked at, or of having been approved. */
export function maySubmit({ status }: Shown): boolean {
  return socialProcess.next(status, 'submit', 'marketer') !== null;
}

/** An approved one is worth a new check once its time is nearly over. */
export function mayRenew({ status, verifiedUntil }: Shown, now: Date): boolean {
  if (status !== 'approved' || verifiedUntil === null) return false;
  return now >= addMilliseconds(verifiedUntil, -RENEWAL_FROM_MS);
}

/** Letters and digits that nobody takes for one another, of which codes are made. */
export const CODE_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 8;

/** 'PROMENADE-7K3F9QXM'; `signs` are places in CODE_SIGNS. */
export function codeOf(signs: readonly number[]): string {
  return `PROMENADE-${signs.map((sign) => CODE_SIGNS[sign]).join('')}`;
}
