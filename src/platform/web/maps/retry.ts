import { type DependencyList, useEffect, useState } from 'react';
import { type BrowserClock, useClock } from '../clock.ts';

/** Milliseconds before the second, third and fourth attempt. */
export const retryDelays: readonly number[] = [500, 1000, 2000];

export interface RetryOptions {
  clock: BrowserClock;
  signal?: AbortSignal;
  /** Hears of every failed attempt, the last one too. */
  onFailure?: (error: unknown, attempt: number) => void;
}

/** Tries up to four times with growing delays; throws the last error. Ends at once when the signal is aborted. */
export async function retry<T>(load: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      options.onFailure?.(error, attempt);
      const delay = retryDelays[attempt - 1];
      if (delay === undefined || options.signal?.aborted) throw error;
      await new Promise<void>((resolve) => void options.clock.after(delay, resolve));
      options.signal?.throwIfAborted();
    }
  }
}

export type Loading<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'failed'; reason: string };

/** Loads with retries while the component is shown, and anew when a dependency changes. */
export function useRetry<T>(load: () => Promise<T>, dependencies: DependencyList): Loading<T> {
  const clock = useClock();
  const [loading, setLoading] = useState<Loading<T>>({ state: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    const settle = (next: Loading<T>) => {
      if (!leaving.signal.aborted) setLoading(next);
    };
    retry(load, { clock, signal: leaving.signal }).then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) =>
        settle({ state: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
    return () => leaving.abort();
    // The caller's dependencies stand for `load`, which may be written in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [clock, ...dependencies]);
  return loading;
}
