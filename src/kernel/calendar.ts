import { z } from 'zod';
import { getLocale } from './language.ts';
import { problem } from './text.ts';
import { DAY, HOUR, MINUTE } from './time.ts';

/** An IANA name, such as 'America/New_York'. */
export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, problem('This time zone does not exist'));

export const PeriodQuery = z.object({ timeZone: TimeZone });

/** A day of this century, as a date field sends it. */
const CalendarDay = z.iso.date().regex(/^20/, problem('Enter a date from 2000 on'));

/** The query of everything in a period of whole days. Without a first or last day, it has no limit there. */
export const DaysQuery = z.object({
  timeZone: TimeZone,
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
});

export interface TimeSpan {
  from: Date | null;
  until: Date | null;
}

export function toTimeSpan({ timeZone, from, to }: z.infer<typeof DaysQuery>): TimeSpan {
  const read = createDateReader(timeZone);
  return {
    from: from === undefined ? null : findStart(from, read),
    until: to === undefined ? null : findStart(addDay(to), read),
  };
}

const addDay = (date: string) =>
  new Date(new Date(`${date}T00:00:00Z`).getTime() + DAY).toISOString().slice(0, 10);

/** Returns the twelve months of a year, each with its first day and moment, and the moment that ends the year. */
export function listMonths(year: number, timeZone: string): { months: Period[]; end: Date } {
  const read = createDateReader(timeZone);
  const toPeriod = (date: string) => ({ date, start: findStart(date, read) });
  const months = Array.from({ length: 12 }, (_, index) =>
    toPeriod(`${year}-${String(index + 1).padStart(2, '0')}-01`),
  );
  return { months, end: findStart(`${year + 1}-01-01`, read) };
}

export function getYear(moment: Date, timeZone: string): number {
  return Number(createDateReader(timeZone)(moment).slice(0, 4));
}

/** Returns 'January' for '2026-01'. */
export function formatMonth(month: string): string {
  const format = new Intl.DateTimeFormat(getLocale(), { month: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

export interface Period {
  /** YYYY-MM-DD, in the time zone. */
  date: string;
  start: Date;
}

/** Oldest first. The last one is not over. */
export function listDays(until: Date, { count, timeZone }: { count: number; timeZone: string }): Period[] {
  return listPeriods(until, { count, timeZone, days: 1 });
}

/** Oldest first. A week begins on Sunday. The last one is not over. */
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

/** Searches for the first moment, because a day may begin at 1 AM where the clocks change at midnight. */
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

/** Each hour has its hour of the day (0 to 23) in the time zone. */
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
