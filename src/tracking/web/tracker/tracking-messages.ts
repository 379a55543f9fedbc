import type { LostFixes } from '../positions/send-fixes.ts';
import type { PositionProblem } from '../positions/read-position.ts';

/** Formats milliseconds as '0:04:09'. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Formats metres as '650 m' or '2.3 km'. */
export function formatDistance(meters: number): string {
  return meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`;
}

/** Returns 'not yet', 'just now', '15 s ago' or '4 min ago'. */
export function formatSentAt(sentAt: Date | null, now: Date): string {
  if (!sentAt) return 'not yet';
  const seconds = Math.floor((now.getTime() - sentAt.getTime()) / 1000);
  if (seconds < 5) return 'just now';
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}

/** Formats seconds as '40 s' or '12 min'. */
export function formatGap(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

const positionProblemTexts: Readonly<Record<Exclude<PositionProblem, 'denied'>, string>> = {
  unsupported:
    'Geolocation is not supported by this browser. Open Promenade on your phone or in another browser.',
  timeout: 'Location request timed out. Please try again.',
  unavailable:
    'Location information is unavailable. Turn on location in your device settings or move outdoors, then try again.',
};

/** @param deniedReason The browser's words, which end with or without a full stop. */
export function getPositionProblemMessage(problem: PositionProblem, deniedReason = ''): string {
  if (problem !== 'denied') return positionProblemTexts[problem];
  const reason = deniedReason.trim().replace(/\.$/, '') || 'your browser blocks it for this page';
  return `Location access denied: ${reason}. Allow it next to the address bar or in your device settings, then start again.`;
}

/** Returns true if reading again may help without a change of settings. */
export function canRetryReading(problem: PositionProblem): boolean {
  return problem === 'timeout' || problem === 'unavailable';
}

export function formatOfflineMessage(unsent: number): string {
  if (unsent === 0) return 'Positions are saved on this device and sent once you’re back online.';
  return unsent === 1
    ? '1 position is saved on this device and will be sent once you’re back online.'
    : `${unsent} positions are saved on this device and will be sent once you’re back online.`;
}

/** Returns '1 position is waiting to be sent.', or an empty text if none waits. */
export function formatWaitingMessage(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 position is waiting to be sent.' : `${count} positions are waiting to be sent.`;
}

/** @param meters From the edge of the area, or null if that is not known. */
export function formatOutsideMessage(meters: number | null): string {
  return meters === null
    ? 'You’re outside the area. Go back to continue.'
    : `You’re ${formatDistance(meters)} outside the area. Go back to continue.`;
}

export function formatInaccurateMessage(accuracy: number | undefined): string {
  const measured = accuracy === undefined ? '' : ` (± ${Math.round(accuracy)} m)`;
  return `Your position is too inaccurate${measured}. Allow precise location or move outdoors.`;
}

const lossTexts: Readonly<Record<LostFixes['reason'], [reason: string, which: string]>> = {
  ended: ['Your session had already ended.', 'measured after that'],
  'taken-over': ['Another device took over tracking.', 'measured after that'],
  'proof-sent': ['You have already sent your proof.', 'that arrived after that'],
};

/** Says why positions of the last session don't count. A count of 0 says only what happened. */
export function formatLostMessage({ count, reason }: LostFixes): string {
  const [why, which] = lossTexts[reason];
  if (count === 0) return why;
  return count === 1
    ? `${why} 1 position ${which} doesn’t count.`
    : `${why} ${count} positions ${which} don’t count.`;
}
