import { MINUTE } from '#kernel/time.ts';
import { ON_TIME_TOLERANCE_MS, type Punctuality } from '../../marketers-contract.ts';

/** Returns '83%', or null if no gig says anything about it. */
export function formatOnTimeRate({ gigs, onTime }: Punctuality): string | null {
  return gigs === 0 ? null : `${Math.round((100 * onTime) / gigs)}%`;
}

/** Returns '5 of 6 on time' for a list, where a rate would hide how many gigs it is about. Null if there are none. */
export function formatOnTime({ gigs, onTime }: Punctuality): string | null {
  return gigs === 0 ? null : `${onTime} of ${gigs} on time`;
}

/** Returns how many gigs the rate is about, or why there is none. */
export function formatOnTimeGigs({ gigs, onTime }: Punctuality, finishedWork: number): string {
  if (finishedWork === 0) return 'No finished gigs yet';
  if (gigs === 0) return 'No tracked gigs yet';
  return `${onTime} of ${gigs} ${gigs === 1 ? 'gig' : 'gigs'}`;
}

export const onTimeMeaning = `On time means tracking began at most ${ON_TIME_TOLERANCE_MS / MINUTE} minutes after the start.`;
