import { SECOND } from '#kernel/time.ts';
import type { BrowserClock } from '#platform/web/clock.ts';

/** On a connection that is there and carries nothing, a browser waits for minutes, and everything behind it too. */
const SERVER_PATIENCE_MS = 30 * SECOND;

/**
 * Longer than a device takes to answer or to fail. But one may do neither: a hidden page waits until it is seen again, and any page
 * until its person has answered the browser.
 */
const DEVICE_PATIENCE_MS = 25 * SECOND;

/** Asks the server, and gives up when no answer comes; rejects then as an aborted call does. */
export async function impatiently<T>(
  clock: BrowserClock,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const impatience = new AbortController();
  const stopTimer = clock.after(SERVER_PATIENCE_MS, () => impatience.abort());
  try {
    return await ask(impatience.signal);
  } finally {
    stopTimer();
  }
}

/** Waits for a reading of the device, which cannot be taken back and may still end later. False where it was given up. */
export function endsInTime(clock: BrowserClock, reading: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const stopTimer = clock.after(DEVICE_PATIENCE_MS, () => resolve(false));
    void reading.finally(() => {
      stopTimer();
      resolve(true);
    });
  });
}
