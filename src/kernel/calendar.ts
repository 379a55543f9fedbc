import { z } from 'zod';
import { DAY, HOUR, MINUTE } from './time.ts';

/** Days and weeks in a time zone, for figures over time. */

/** An IANA name, such as 'America/New_York'. */
export const TimeZone = z.string().min(1).max(64).refine(isTimeZone, 'This time zone does not exist');

/** The query of a series by day or week: the reader's time zone says when a day begins. */
export const PeriodQuery = z.object({ timeZone: TimeZone });

export interface Period {
  /** Its first day in the time zone, YYYY-MM-DD. */
  date: string;
  start: Date;
}

/** Returns the last days up to this moment, oldest first. The last one is not over. */
export function listDays(until: Date, { count, timeZone }: { count: number; timeZone: string }): Period[] {
  return listPeriods(until, { count, timeZone, days: 1 });
}

/** Returns the last weeks up to this moment, oldest first. A week begins on Sunday. The last one is not over. */
export function listWeeks(until: Date, { count, timeZone }: { count: number; timeZone: string }): Period[] {
  return listPeriods(until, { count, timeZone, days: 7 });
}

function listPeriods(
  until: Date,
  { count, timeZone, days }: { count: number; timeZone: string; days: 1 | 7 },
): Period[] {
  const read = createDateReader(timeZone);
  const today = new Date(`${read(until)}T00:00:00Z`);
  const last = today.getTime() - (days === 7 ? today.getUTCDay() * DAY : 0);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(last - (count - 1 - index) * days * DAY).toISOString().slice(0, 10);
    return { date, start: findStart(date, read) };
  });
}

/**
 * Returns the first moment of a day. Searches for it, because a day may begin at 1 AM where the clocks change at
 * midnight.
 */
function findStart(date: string, read: (moment: Date) => string): Date {
  const utc = new Date(`${date}T00:00:00Z`).getTime();
  // Time zones are at most 14 hours from UTC.
  let before = Math.floor((utc - 15 * HOUR) / MINUTE);
  let after = before + (30 * HOUR) / MINUTE;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (read(new Date(middle * MINUTE)) < date) before = middle;
    else after = middle;
  }
  return new Date(after * MINUTE);
}

/** Returns a function that formats a moment as YYYY-MM-DD in the time zone. */
function createDateReader(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/** Returns the hours from one moment to another, each with its hour of the day (0 to 23) in the time zone. */
export function listHours(from: Date, until: Date, timeZone: string): { start: Date; hour: number }[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const readPart = (moment: Date, part: 'hour' | 'minute') =>
    Number(format.formatToParts(moment).find(({ type }) => type === part)?.value);
  const minute = Math.floor(from.getTime() / MINUTE) * MINUTE;
  // Not every time zone is whole hours from UTC.
  const first = minute - readPart(from, 'minute') * MINUTE;
  const hours = Math.max(0, Math.ceil((until.getTime() - first) / HOUR));
  return Array.from({ length: hours }, (_, index) => {
    const start = new Date(first + index * HOUR);
    return { start, hour: readPart(start, 'hour') };
  });
}
