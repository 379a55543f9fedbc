/**
 * A time in the user's time zone, as the date picker writes it: '2026-12-01 09:00:00'. In the hour that repeats
 * at the end of daylight saving time, the second one has its offset: '2026-11-01 01:30:00-05:00'.
 */
export function formatLocalTime(moment: Date): string {
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  const local = `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:00`;
  // Without an offset a repeated time means the first one.
  const isSecond = parseLocalTime(local).getTimezoneOffset() !== moment.getTimezoneOffset();
  return isSecond ? local + formatOffset(-moment.getTimezoneOffset()) : local;
}

/** Returns an invalid date for invalid text. */
export function parseLocalTime(local: string): Date {
  return new Date(local.replace(' ', 'T'));
}

/** Returns the time without an offset, as the date picker needs it. */
export const dropOffset = (local: string) => local.slice(0, 'YYYY-MM-DD hh:mm:ss'.length);

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const two = (value: number) => String(value).padStart(2, '0');
