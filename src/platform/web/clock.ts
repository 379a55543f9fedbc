import { createContext, useContext, useEffect, useReducer, useState } from 'react';
import { type Clock, systemClock } from '#kernel/time.ts';

/** Time and timers of the browser. Screens take them from here, so that a test can drive them. */
export interface BrowserClock extends Clock {
  /** Runs `task` every so many milliseconds until the returned function is called. */
  every(milliseconds: number, task: () => void): () => void;
  /** Runs `task` once, unless the returned function is called before. */
  after(milliseconds: number, task: () => void): () => void;
}

export const browserClock: BrowserClock = {
  ...systemClock,
  every: (milliseconds, task) => {
    const timer = setInterval(task, milliseconds);
    return () => clearInterval(timer);
  },
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};

const ClockContext = createContext<BrowserClock>(browserClock);

export const ClockProvider = ClockContext.Provider;

export function useClock(): BrowserClock {
  return useContext(ClockContext);
}

/** The present moment, renewed every so many milliseconds. */
export function useNow(everyMilliseconds: number): Date {
  const clock = useClock();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => clock.every(everyMilliseconds, () => setNow(clock.now())), [clock, everyMilliseconds]);
  return now;
}

/** Whole seconds left until a moment, never below 0; ticks once a second and rests at 0. */
export function useSecondsLeft(until: Date | null): number {
  const clock = useClock();
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const end = until?.getTime() ?? 0;
  useEffect(() => {
    if (end <= clock.now().getTime()) return;
    const stop = clock.every(1000, () => {
      tick();
      if (end <= clock.now().getTime()) stop();
    });
    return stop;
  }, [clock, end]);
  return Math.max(0, Math.ceil((end - clock.now().getTime()) / 1000));
}

/** A delay that can be restarted, or ended early: '60 seconds until you may resend'. Starts at once. */
export function useCountdown(seconds: number): {
  secondsLeft: number;
  restart: () => void;
  end: () => void;
} {
  const clock = useClock();
  const deadline = () => new Date(clock.now().getTime() + seconds * 1000);
  const [until, setUntil] = useState(deadline);
  return {
    secondsLeft: useSecondsLeft(until),
    restart: () => setUntil(deadline()),
    end: () => setUntil(clock.now()),
  };
}
