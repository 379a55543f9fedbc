/** Formats times and durations in US English, in the user's time zone. */

/** Returns 'Nov 24, 2026'. */
export function formatDay(moment: string | Date): string {
  return format(moment, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** Returns 'Tue, Nov 24, 8:00 AM'. */
export function formatDayTime(moment: string | Date): string {
  return format(moment, dayTime);
}

const dayTime = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;

/**
 * Returns 'Tue, Nov 24, 8:00 AM EST', for a start or a deadline that the user must keep. Names the user's
 * time zone, because the work may be in another one.
 */
export function formatZonedTime(moment: string | Date): string {
  return format(moment, appointment);
}

/** Returns 'Tue, Nov 24, 2026, 8:00 AM EST', if the date may be years away. */
export function formatZonedDateTime(moment: string | Date): string {
  return format(moment, { ...appointment, year: 'numeric' });
}

const appointment = { ...dayTime, timeZoneName: 'short' } as const;

/** Returns '8:00 AM'. */
export function formatTimeOfDay(moment: string | Date): string {
  return format(moment, { hour: 'numeric', minute: '2-digit' });
}

/** Returns a duration in the specification's format: '45 minutes', '2 hours' or '1h 30m'. */
export function formatDuration(minutes: number): string {
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (rest > 0) return `${hours}h ${rest}m`;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** Returns 'just now', '4 min ago', '3 h ago' or, after a day, the date. */
export function formatAgo(moment: string | Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return formatDay(moment);
}

function format(moment: string | Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', options).format(new Date(moment));
}
