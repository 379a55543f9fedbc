import { msg, t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { SocialAccount } from '../../social-contract.ts';

type Facts = Pick<
  SocialAccount,
  'status' | 'isOutdated' | 'followers' | 'verifiedFollowers' | 'verifiedUntil'
>;

export function formatSocialStatus({ status, isOutdated }: Facts): { label: string; tone: StatusTone } {
  if (status === 'approved')
    return isOutdated
      ? { label: t('Confirm again'), tone: 'waiting' }
      : { label: t('Connected'), tone: 'positive' };
  const { label, tone } = states[status];
  return { label: t(label), tone };
}

const states = {
  declared: { label: msg('Add your code'), tone: 'waiting' },
  pending: { label: msg('In review'), tone: 'accent' },
  rejected: { label: msg('Not confirmed'), tone: 'negative' },
} as const;

export const formatFollowers = (followers: number) =>
  t('{followers, plural, one {# follower} other {# followers}}', { followers });

export function formatSocialDetail(account: Facts): string {
  const { verifiedFollowers, verifiedUntil, followers, isOutdated } = account;
  if (verifiedFollowers === null || verifiedUntil === null)
    return t('{followers}, not confirmed yet', { followers: formatFollowers(followers) });
  return isOutdated
    ? t('{followers} counted until {time}', {
        followers: formatFollowers(verifiedFollowers),
        time: formatDay(verifiedUntil),
      })
    : t('{followers}, confirmed until {time}', {
        followers: formatFollowers(verifiedFollowers),
        time: formatDay(verifiedUntil),
      });
}
