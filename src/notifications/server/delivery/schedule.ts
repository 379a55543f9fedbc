import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';

export interface Schedule {
  timeZone: string;
  /** Minutes since midnight. */
  quiet: { from: number; until: number } | null;
  digestHour: number | null;
}

const MINUTES_PER_DAY = 24 * 60;

/**
 * Returns null for now. An email about a deadline never waits for the summary, and not for the end of quiet hours if
 * that would be too late.
 */
export function emailDueAt(now: Date, schedule: Schedule, deadline: Date | null): Date | null {
  if (deadline === null && schedule.digestHour !== null)
    return nextTimeOfDay(now, schedule.timeZone, schedule.digestHour * 60);
  return pushDueAt(now, schedule, deadline);
}

/** How long before a deadline a message must arrive to be useful. */
const LATEST_BEFORE_DEADLINE_MS = HOUR;

export function pushDueAt(now: Date, schedule: Schedule, deadline: Date | null): Date | null {
  if (schedule.quiet === null || !isQuiet(now, schedule)) return null;
  const end = nextTimeOfDay(now, schedule.timeZone, schedule.quiet.until);
  return deadline !== null && end > addMilliseconds(deadline, -LATEST_BEFORE_DEADLINE_MS) ? null : end;
}

/** A warning is moved this long before quiet hours, so that the sweep that sends it still runs before them. */
const MARGIN_MINUTES = 15;

export function beforeQuietHours(planned: Date, schedule: Schedule): Date {
  if (schedule.quiet === null || !isQuiet(planned, schedule)) return planned;
  const since = wrap(minuteOfDay(planned, schedule.timeZone) - schedule.quiet.from);
  return addMilliseconds(planned, -(since + MARGIN_MINUTES) * MINUTE);
}

export function isQuiet(at: Date, { quiet, timeZone }: Schedule): boolean {
  if (quiet === null) return false;
  return wrap(minuteOfDay(at, timeZone) - quiet.from) < wrap(quiet.until - quiet.from);
}

/**
 * Returns the next moment after `now` when clocks in the zone show this time. If they skip it for summer time,
 * returns the moment that is as long after midnight.
 */
export function nextTimeOfDay(now: Date, timeZone: string, minutes: number): Date {
  const ahead = wrap(minutes - minuteOfDay(now, timeZone)) || MINUTES_PER_DAY;
  const minuteStart = Math.floor(now.getTime() / MINUTE) * MINUTE;
  const guess = new Date(minuteStart + ahead * MINUTE);
  // Clocks may change between now and then.
  const off = wrap(minuteOfDay(guess, timeZone) - minutes + MINUTES_PER_DAY / 2) - MINUTES_PER_DAY / 2;
  const corrected = addMilliseconds(guess, -off * MINUTE);
  return minuteOfDay(corrected, timeZone) === minutes ? corrected : guess;
}

function minuteOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const read = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value);
  return read('hour') * 60 + read('minute');
}

const wrap = (minutes: number) => (minutes + 2 * MINUTES_PER_DAY) % MINUTES_PER_DAY;
