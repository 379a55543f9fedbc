import { getLocale } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';

/**
 * Formats times and durations in the user's language as in the US, in the user's time zone. A time of a campaign is
 * given in the time zone of its place, and the user's own follows in brackets if it differs: '8:00 AM PST (11:00 AM
 * EST)'.
 */

/** Returns 'Nov 24, 2026'. */
export function formatDay(moment: string | Date): string {
  return format(moment, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** Returns 'Tue, Nov 24, 8:00 AM'. */
export function formatDayTime(moment: string | Date): string {
  return format(moment, dayTime);
}

/** Returns 'Nov 24, 2026, 8:00 AM'. */
export function formatDayYearTime(moment: string | Date): string {
  return format(moment, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}

const dayTime = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;

/**
 * Returns 'Tue, Nov 24, 8:00 AM EST', for a start or a deadline that the user must keep.
 *
 * @param timeZone of the campaign's place, or null if it has none
 */
export function formatZonedTime(moment: string | Date, timeZone: string | null = null): string {
  return format(moment, { ...appointment, ...atZone(timeZone) }) + formatOwnTime(moment, timeZone);
}

/** Returns 'Tue, Nov 24, 2026, 8:00 AM EST', if the date may be years away. `timeZone` as above. */
export function formatZonedDateTime(moment: string | Date, timeZone: string | null = null): string {
  const options = { ...appointment, year: 'numeric', ...atZone(timeZone) } as const;
  return format(moment, options) + formatOwnTime(moment, timeZone);
}

/** Returns 'Tue, Nov 24, 8:00 AM to 9:30 AM EST'. `timeZone` as above. */
export function formatZonedPeriod(start: Date, end: Date, timeZone: string | null): string {
  const from = format(start, { ...dayTime, ...atZone(timeZone) });
  const to = format(end, { ...timeOfDay, timeZoneName: 'short', ...atZone(timeZone) });
  return t('{from} to {to}', { from, to }) + formatOwnTime(start, timeZone);
}

const appointment = { ...dayTime, timeZoneName: 'short' } as const;
const timeOfDay = { hour: 'numeric', minute: '2-digit' } as const;

const atZone = (timeZone: string | null) => (timeZone === null ? {} : { timeZone });

/** Returns ' (11:00 AM EST)', with the day if that differs too. Empty if the user's clocks show the same time. */
function formatOwnTime(moment: string | Date, timeZone: string | null): string {
  if (timeZone === null || format(moment, { ...dayTime, timeZone }) === format(moment, dayTime)) return '';
  const day = { month: 'short', day: 'numeric' } as const;
  const isSameDay = format(moment, { ...day, timeZone }) === format(moment, day);
  if (!isSameDay) return ` (${format(moment, appointment)})`;
  // No-break spaces: in a narrow column the brackets go to the next line as a whole.
  return ` (${format(moment, { ...timeOfDay, timeZoneName: 'short' }).replaceAll(' ', '\u00a0')})`;
}

/** Returns '8:00 AM'. */
export function formatTimeOfDay(moment: string | Date): string {
  return format(moment, timeOfDay);
}

/** Returns 'just now', '4 min ago', '3 h ago' or, after a day, the date. */
export function formatAgo(moment: string | Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000);
  if (minutes < 1) return t('just now');
  if (minutes < 60) return t('{minutes} min ago', { minutes });
  if (minutes < 24 * 60) return t('{hours} h ago', { hours: Math.floor(minutes / 60) });
  return formatDay(moment);
}

function format(moment: string | Date, options: Intl.DateTimeFormatOptions): string {
  return createFormat(options).format(new Date(moment));
}

/** Uses the user's time zone if the browser does not know the zone of the place. */
function createFormat({ timeZone, ...options }: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  if (timeZone !== undefined) {
    try {
      return new Intl.DateTimeFormat(getLocale(), { ...options, timeZone });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return new Intl.DateTimeFormat(getLocale(), options);
}
