import { addMilliseconds, type Clock, DAY, HOUR, MINUTE } from '#kernel/time.ts';

/** Runs through the past weeks in seconds and never goes backwards. */
export class SeedClock implements Clock {
  #now: Date;

  constructor(start: Date) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  moveTo(moment: Date): void {
    if (moment > this.#now) this.#now = new Date(moment);
  }

  advance(milliseconds: number): void {
    this.#now = addMilliseconds(this.#now, milliseconds);
  }
}

/** Times for the plans, relative to `now`, the end of the seeded time. */
export interface Calendar {
  now: Date;
  /** Returns `hour` (UTC, with fractions) on the day `days` from today. */
  day(days: number, hour: number): Date;
  hoursAgo(hours: number): Date;
  soon(minutes: number): Date;
}

export function createCalendar(now: Date): Calendar {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  const step = 5 * MINUTE;
  return {
    now,
    day: (days, hour) => new Date(midnight + days * DAY + hour * HOUR),
    hoursAgo: (hours) => addMilliseconds(now, -hours * HOUR),
    soon: (minutes) => new Date(Math.ceil((now.getTime() + minutes * MINUTE) / step) * step),
  };
}
