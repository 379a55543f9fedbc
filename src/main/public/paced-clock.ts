import type { BrowserClock } from '#platform/web/clock.ts';

/** Returns a clock that showed `shown` when `own` showed `page`, and runs `pace` times as fast. */
export function createPacedClock(
  own: BrowserClock,
  since: { page: number; shown: number },
  pace: number,
): BrowserClock {
  return {
    now: () => new Date(since.shown + (own.now().getTime() - since.page) * pace),
    every: (milliseconds, task) => own.every(milliseconds / pace, task),
    after: (milliseconds, task) => own.after(milliseconds / pace, task),
  };
}
