import type { StatusTone } from '#platform/web/ui/status-badge.tsx';
import type { Strike, StrikeKind, StrikeState } from '../strike-contract.ts';

export const kindWords: Readonly<Record<StrikeKind, string>> = {
  'no-show': 'Did not come',
  'late-withdrawal': 'Withdrew late',
};

/** What happened, as a sentence to the marketer. */
export function whatHappened({ kind, campaignTitle }: Pick<Strike, 'kind' | 'campaignTitle'>): string {
  return kind === 'no-show'
    ? `You held a place in ${campaignTitle} and neither tracked nor sent proof.`
    : `You gave your place in ${campaignTitle} back less than 12 hours before the start.`;
}

const stateWords: Readonly<Record<StrikeState, { label: string; tone: StatusTone }>> = {
  standing: { label: 'Counts', tone: 'negative' },
  appealed: { label: 'Appeal waits', tone: 'waiting' },
  upheld: { label: 'Upheld', tone: 'negative' },
  lifted: { label: 'Lifted', tone: 'positive' },
};

/** One that has expired says so whatever was decided about it, except where it never counted. */
export function ownStateOf({ status, isCounted }: Pick<Strike, 'status' | 'isCounted'>): {
  label: string;
  tone: StatusTone;
} {
  if (!isCounted && status !== 'lifted') return { label: 'Expired', tone: 'neutral' };
  return stateWords[status];
}

/** 'No strikes', '1 strike counts', '2 strikes count' */
export function countText(strikes: readonly Pick<Strike, 'isCounted'>[]): string {
  const count = strikes.filter(({ isCounted }) => isCounted).length;
  if (count === 0) return 'No strikes';
  return count === 1 ? '1 strike counts' : `${count} strikes count`;
}
