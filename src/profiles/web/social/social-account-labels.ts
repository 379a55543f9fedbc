import { formatDay } from '#platform/web/ui/format-time.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { SocialAccount } from '../../social-contract.ts';

type Facts = Pick<
  SocialAccount,
  'status' | 'isOutdated' | 'followers' | 'verifiedFollowers' | 'verifiedUntil'
>;

/** Returns the badge for the marketer. */
export function formatSocialStatus({ status, isOutdated }: Facts): { label: string; tone: StatusTone } {
  if (status === 'approved')
    return isOutdated
      ? { label: 'Confirm again', tone: 'waiting' }
      : { label: 'Connected', tone: 'positive' };
  return states[status];
}

const states = {
  declared: { label: 'Add your code', tone: 'waiting' },
  pending: { label: 'In review', tone: 'accent' },
  rejected: { label: 'Not confirmed', tone: 'negative' },
} as const;

export const formatFollowers = (followers: number) =>
  `${followers.toLocaleString('en-US')} ${followers === 1 ? 'follower' : 'followers'}`;

/** Returns the follower count and whether it is confirmed, expired or unconfirmed. */
export function formatSocialDetail(account: Facts): string {
  const { verifiedFollowers, verifiedUntil, followers, isOutdated } = account;
  if (verifiedFollowers === null || verifiedUntil === null)
    return `${formatFollowers(followers)}, not confirmed yet`;
  return isOutdated
    ? `${formatFollowers(verifiedFollowers)} counted until ${formatDay(verifiedUntil)}`
    : `${formatFollowers(verifiedFollowers)}, confirmed until ${formatDay(verifiedUntil)}`;
}
