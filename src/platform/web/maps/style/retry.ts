import { type DependencyList, useEffect, useState } from 'react';
import { type BrowserClock, useClock } from '../../clock.ts';

/** In milliseconds. */
export const retryDelays: readonly number[] = [500, 1000, 2000];

export interface RetryOptions {
  clock: BrowserClock;
  signal?: AbortSignal;
  /** `delay` is undefined after the last attempt. */
  onFailure?: (error: unknown, attempt: number, delay: number | undefined) => void;
}

/** Throws the last error, or as soon as the signal is aborted. */
export async function retry<T>(load: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      const delay = retryDelays[attempt - 1];
      options.onFailure?.(error, attempt, delay);
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

export function useRetry<T>(load: () => Promise<T>, dependencies: DependencyList): Loading<T> {
  const clock = useClock();
  const [loading, setLoading] = useState<Loading<T>>({ state: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    const setIfMounted = (next: Loading<T>) => {
      if (!leaving.signal.aborted) setLoading(next);
    };
    retry(load, { clock, signal: leaving.signal }).then(
      (value) => setIfMounted({ state: 'ready', value }),
      (error: unknown) => setIfMounted({ state: 'failed', reason: getErrorMessage(error) }),
    );
    return () => leaving.abort();
    // `load` may be an inline function, so the caller's dependencies are used in its place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [clock, ...dependencies]);
  return loading;
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
