import { msg, t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { ON_TIME_TOLERANCE_MS, type Punctuality } from '../../marketers-contract.ts';

/** '83%'. Null if no gig says anything about it. */
export function formatOnTimeRate({ gigs, onTime }: Punctuality): string | null {
  return gigs === 0 ? null : `${Math.round((100 * onTime) / gigs)}%`;
}

/** '5 of 6 on time': in a list, a rate would hide how many gigs it is about. */
export function formatOnTime({ gigs, onTime }: Punctuality): string | null {
  return gigs === 0 ? null : t('{onTime} of {gigs} on time', { onTime, gigs });
}

export function formatOnTimeGigs({ gigs, onTime }: Punctuality, finishedWork: number): string {
  if (finishedWork === 0) return t('No finished gigs yet');
  if (gigs === 0) return t('No tracked gigs yet');
  return t('{gigs, plural, one {{onTime} of # gig} other {{onTime} of # gigs}}', { onTime, gigs });
}

export const onTimeMeaning = msg('On time means tracking began at most {minutes} minutes after the start.', {
  minutes: ON_TIME_TOLERANCE_MS / MINUTE,
});
