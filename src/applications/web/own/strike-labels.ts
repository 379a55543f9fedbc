import { type Message, msg, t } from '#kernel/text.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { Strike, StrikeKind, StrikeState } from '../../strike-contract.ts';

export const strikeKindLabels: Readonly<Record<StrikeKind, Message>> = {
  'no-show': msg('No-show'),
  'late-withdrawal': msg('Late withdrawal'),
};

export function formatStrikeCause({ kind, campaignTitle }: Pick<Strike, 'kind' | 'campaignTitle'>): string {
  return kind === 'no-show'
    ? t('You had a place in {campaignTitle} but didn’t track a session or send proof.', { campaignTitle })
    : t('You gave up your place in {campaignTitle} less than 12 hours before the start.', { campaignTitle });
}

const strikeStatusLabels: Readonly<Record<StrikeState, { label: Message; tone: StatusTone }>> = {
  standing: { label: msg('Active', { context: 'strike' }), tone: 'negative' },
  appealed: { label: msg('Under appeal'), tone: 'waiting' },
  upheld: { label: msg('Upheld'), tone: 'negative' },
  lifted: { label: msg('Lifted'), tone: 'positive' },
};

/** Lifted strikes never counted, so only the others can show as expired. */
export function formatStrikeStatus({ status, isCounted }: Pick<Strike, 'status' | 'isCounted'>): {
  label: string;
  tone: StatusTone;
} {
  if (!isCounted && status !== 'lifted') return { label: t('Expired'), tone: 'neutral' };
  const { label, tone } = strikeStatusLabels[status];
  return { label: t(label), tone };
}

/** 'No strikes', '1 active strike' or '2 active strikes'. */
export function formatStrikeCount(strikes: readonly Pick<Strike, 'isCounted'>[]): string {
  const count = strikes.filter(({ isCounted }) => isCounted).length;
  if (count === 0) return t('No strikes');
  return t('{count, plural, one {# active strike} other {# active strikes}}', { count });
}
