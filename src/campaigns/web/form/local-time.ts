import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { SECOND } from '#kernel/time.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/**
 * As the date picker writes it: '2026-12-01 09:00:00'. In the hour that repeats at the end of daylight saving time, one
 * of the two has its offset: '2026-11-01 01:30:00-04:00'.
 */
export function formatLocalTime(moment: Date, timeZone: string): string {
  const there = dayjs(moment).tz(timeZone);
  const local = there.format('YYYY-MM-DD HH:mm:ss');
  const read = parseLocalTime(local, timeZone);
  return Math.floor(read.getTime() / SECOND) === Math.floor(moment.getTime() / SECOND)
    ? local
    : local + there.format('Z');
}

/** Returns an invalid date for invalid text. */
export function parseLocalTime(local: string, timeZone: string): Date {
  const iso = local.replace(' ', 'T');
  const hasOffset = iso.length > 'YYYY-MM-DDThh:mm:ss'.length;
  return hasOffset || Number.isNaN(Date.parse(iso)) ? new Date(iso) : dayjs.tz(iso, timeZone).toDate();
}

export const dropOffset = (local: string) => local.slice(0, 'YYYY-MM-DD hh:mm:ss'.length);
