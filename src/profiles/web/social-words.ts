import { formatDay } from '#platform/web/ui/format-time.ts';
import type { StatusTone } from '#platform/web/ui/status-badge.tsx';
import type { SocialAccount } from '../social-contract.ts';

type Facts = Pick<
  SocialAccount,
  'status' | 'isOutdated' | 'followers' | 'verifiedFollowers' | 'verifiedUntil'
>;

/** The state of an account on a platform, as its owner reads it. */
export function socialStateOf({ status, isOutdated }: Facts): { label: string; tone: StatusTone } {
  if (status === 'approved')
    return isOutdated
      ? { label: 'Confirm again', tone: 'waiting' }
      : { label: 'Connected', tone: 'positive' };
  return states[status];
}

const states = {
  declared: { label: 'Code to place', tone: 'waiting' },
  pending: { label: 'Being checked', tone: 'accent' },
  rejected: { label: 'Not confirmed', tone: 'negative' },
} as const;

export const countOf = (followers: number) =>
  `${followers.toLocaleString('en-US')} ${followers === 1 ? 'follower' : 'followers'}`;

/** What counts of it, and until when. */
export function socialDetail(account: Facts): string {
  const { verifiedFollowers, verifiedUntil, followers, isOutdated } = account;
  if (verifiedFollowers === null || verifiedUntil === null) return `${countOf(followers)}, not confirmed yet`;
  return isOutdated
    ? `${countOf(verifiedFollowers)} counted until ${formatDay(verifiedUntil)}`
    : `${countOf(verifiedFollowers)}, confirmed until ${formatDay(verifiedUntil)}`;
}
