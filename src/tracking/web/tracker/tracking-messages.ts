import { type Message, msg, t } from '#kernel/text.ts';
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
  return meters < 1000
    ? t('{meters} m', { meters: Math.round(meters) })
    : t('{kilometers} km', { kilometers: (meters / 1000).toFixed(1) });
}

/** Returns 'Not yet', 'just now', '15 s ago' or '4 min ago'. */
export function formatSentAt(sentAt: Date | null, now: Date): string {
  if (!sentAt) return t('Not yet');
  const seconds = Math.floor((now.getTime() - sentAt.getTime()) / 1000);
  if (seconds < 5) return t('just now');
  return seconds < 60
    ? t('{seconds} s ago', { seconds })
    : t('{minutes} min ago', { minutes: Math.floor(seconds / 60) });
}

/** Formats seconds as '40 s' or '12 min'. */
export function formatGap(seconds: number): string {
  return seconds < 90
    ? t('{seconds} s', { seconds: Math.round(seconds) })
    : t('{minutes} min', { minutes: Math.round(seconds / 60) });
}

const positionProblemTexts: Readonly<Record<Exclude<PositionProblem, 'denied'>, Message>> = {
  unsupported: msg(
    'Geolocation is not supported by this browser. Open Promenade on your phone or in another browser.',
  ),
  timeout: msg('Location request timed out. Please try again.'),
  unavailable: msg(
    'Location information is unavailable. Turn on location in your device settings or move outdoors, then try again.',
  ),
};

/** @param deniedReason The browser's words, which end with or without a full stop. */
export function getPositionProblemMessage(problem: PositionProblem, deniedReason = ''): string {
  if (problem !== 'denied') return t(positionProblemTexts[problem]);
  const reason = deniedReason.trim().replace(/\.$/, '') || t('your browser blocks it for this page');
  return t(
    'Location access denied: {reason}. Allow it next to the address bar or in your device settings, then start again.',
    { reason },
  );
}

export function canRetryReading(problem: PositionProblem): boolean {
  return problem === 'timeout' || problem === 'unavailable';
}

export function formatOfflineMessage(unsent: number): string {
  if (unsent === 0) return t('Positions are saved on this device and sent once you’re back online.');
  return t(
    '{unsent, plural, one {# position is} other {# positions are}} saved on this device and will be sent once you’re back online.',
    { unsent },
  );
}

export function formatWaitingMessage(count: number): string {
  if (count === 0) return '';
  return t('{count, plural, one {# position is} other {# positions are}} waiting to be sent.', { count });
}

/** @param meters From the edge of the area, or null if that is not known. */
export function formatOutsideMessage(meters: number | null): string {
  return meters === null
    ? t('You’re outside the area. Go back to continue.')
    : t('You’re {distance} outside the area. Go back to continue.', { distance: formatDistance(meters) });
}

export function formatInaccurateMessage(accuracy: number | undefined): string {
  if (accuracy === undefined)
    return t('Your position is too inaccurate. Allow precise location or move outdoors.');
  return t('Your position is too inaccurate (± {meters} m). Allow precise location or move outdoors.', {
    meters: Math.round(accuracy),
  });
}

const lossTexts: Readonly<Record<LostFixes['reason'], Message>> = {
  ended: msg('Your session had already ended.'),
  'taken-over': msg('Another device took over tracking.'),
  'proof-sent': msg('You have already sent your proof.'),
};

/** A count of 0 says only what happened. */
export function formatLostMessage({ count, reason }: LostFixes): string {
  const cause = t(lossTexts[reason]);
  if (count === 0) return cause;
  const effect =
    reason === 'proof-sent'
      ? t(
          '{count, plural, one {# position that arrived after that doesn’t} other {# positions that arrived after that don’t}} count.',
          { count },
        )
      : t(
          '{count, plural, one {# position measured after that doesn’t} other {# positions measured after that don’t}} count.',
          { count },
        );
  return `${cause} ${effect}`;
}
