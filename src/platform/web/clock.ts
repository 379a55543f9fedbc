import { createContext, useContext, useEffect, useReducer, useState } from 'react';
import { type Clock, systemClock } from '#kernel/time.ts';

/** Screens use it, so that tests can control the time. */
export interface BrowserClock extends Clock {
  every(milliseconds: number, task: () => void): () => void;
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

export function useNow(everyMilliseconds: number): Date {
  const clock = useClock();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => clock.every(everyMilliseconds, () => setNow(clock.now())), [clock, everyMilliseconds]);
  return now;
}

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
