import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { Strike, StrikeKind, StrikeState } from '../../strike-contract.ts';

export const strikeKindLabels: Readonly<Record<StrikeKind, string>> = {
  'no-show': 'No-show',
  'late-withdrawal': 'Late withdrawal',
};

/** Returns a sentence for the marketer that says what caused the strike. */
export function formatStrikeCause({ kind, campaignTitle }: Pick<Strike, 'kind' | 'campaignTitle'>): string {
  return kind === 'no-show'
    ? `You had a place in ${campaignTitle} but didn’t track a session or send proof.`
    : `You gave up your place in ${campaignTitle} less than 12 hours before the start.`;
}

const strikeStatusLabels: Readonly<Record<StrikeState, { label: string; tone: StatusTone }>> = {
  standing: { label: 'Active', tone: 'negative' },
  appealed: { label: 'Under appeal', tone: 'waiting' },
  upheld: { label: 'Upheld', tone: 'negative' },
  lifted: { label: 'Lifted', tone: 'positive' },
};

/** Returns the strike's badge. Lifted strikes never counted, so only the others can show as expired. */
export function formatStrikeStatus({ status, isCounted }: Pick<Strike, 'status' | 'isCounted'>): {
  label: string;
  tone: StatusTone;
} {
  if (!isCounted && status !== 'lifted') return { label: 'Expired', tone: 'neutral' };
  return strikeStatusLabels[status];
}

/** Returns 'No strikes', '1 active strike' or '2 active strikes'. */
export function formatStrikeCount(strikes: readonly Pick<Strike, 'isCounted'>[]): string {
  const count = strikes.filter(({ isCounted }) => isCounted).length;
  if (count === 0) return 'No strikes';
  return count === 1 ? '1 active strike' : `${count} active strikes`;
}
