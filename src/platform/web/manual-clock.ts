import type { BrowserClock } from './clock.ts';

export interface ManualClock extends BrowserClock {
  advance(milliseconds: number): void;
  /** Milliseconds until each timer is due. A test can wait for a timer that is set after the render. */
  waiting(): number[];
}

interface Timer {
  dueAt: number;
  /** Undefined for a timer that runs once. */
  period: number | undefined;
  task: () => void;
}

export function createManualClock(start: Date): ManualClock {
  let now = start.getTime();
  const timers = new Set<Timer>();

  const schedule = (delay: number, period: number | undefined, task: () => void) => {
    const timer: Timer = { dueAt: now + delay, period, task };
    timers.add(timer);
    return () => void timers.delete(timer);
  };

  const nextDue = (limit: number) =>
    [...timers].filter((timer) => timer.dueAt <= limit).sort((a, b) => a.dueAt - b.dueAt)[0];

  return {
    now: () => new Date(now),
    every: (milliseconds, task) => schedule(milliseconds, milliseconds, task),
    after: (milliseconds, task) => schedule(milliseconds, undefined, task),
    advance: (milliseconds) => {
      const end = now + milliseconds;
      for (let timer = nextDue(end); timer; timer = nextDue(end)) {
        now = timer.dueAt;
        if (timer.period === undefined) timers.delete(timer);
        else timer.dueAt += timer.period;
        timer.task();
      }
      now = end;
    },
    waiting: () => [...timers].map(({ dueAt }) => dueAt - now),
  };
}
