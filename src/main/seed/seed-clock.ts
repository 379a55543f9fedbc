import { addMilliseconds, type Clock, DAY, HOUR, MINUTE } from '#kernel/time.ts';

/** The demo world's own time: it goes through the past weeks in seconds, and never backwards. */
export class SeedClock implements Clock {
  #now: Date;

  constructor(start: Date) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Nothing where that moment has passed already. */
  moveTo(moment: Date): void {
    if (moment > this.#now) this.#now = new Date(moment);
  }

  advance(milliseconds: number): void {
    this.#now = addMilliseconds(this.#now, milliseconds);
  }
}

/** Moments as the plans name them, counted from the moment that the world ends at: now. */
export interface Calendar {
  now: Date;
  /** `hour` (UTC, with fractions) of the day that lies so many days from today. */
  day(days: number, hour: number): Date;
  hoursAgo(hours: number): Date;
  /** At least so many minutes ahead, at a full five minutes. */
  soon(minutes: number): Date;
}

export function calendarOf(now: Date): Calendar {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  const step = 5 * MINUTE;
  return {
    now,
    day: (days, hour) => new Date(midnight + days * DAY + hour * HOUR),
    hoursAgo: (hours) => addMilliseconds(now, -hours * HOUR),
    soon: (minutes) => new Date(Math.ceil((now.getTime() + minutes * MINUTE) / step) * step),
  };
}
