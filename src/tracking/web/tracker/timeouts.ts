import { SECOND } from '#kernel/time.ts';
import type { BrowserClock } from '#platform/web/clock.ts';

/**
 * On a dead connection a browser may wait for minutes, and everything queued behind the request waits too.
 */
const SERVER_TIMEOUT_MS = 30 * SECOND;

/**
 * Longer than a device takes to answer or fail. A hidden page, or a permission prompt, can still leave a
 * reading open forever.
 */
const DEVICE_TIMEOUT_MS = 25 * SECOND;

/** Rejects like an aborted call if no answer comes in time. */
export async function withServerTimeout<T>(
  clock: BrowserClock,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const impatience = new AbortController();
  const stopTimer = clock.after(SERVER_TIMEOUT_MS, () => impatience.abort());
  try {
    return await ask(impatience.signal);
  } finally {
    stopTimer();
  }
}

/** A reading cannot be cancelled and may still end later. */
export function finishesInTime(clock: BrowserClock, reading: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const stopTimer = clock.after(DEVICE_TIMEOUT_MS, () => resolve(false));
    void reading.finally(() => {
      stopTimer();
      resolve(true);
    });
  });
}
