import { setTimeout as sleep } from 'node:timers/promises';

export const MINUTE_MS = 60_000;
const LIMIT_MS = 2 * MINUTE_MS;
const PAUSE_MS = 50;

/** Throws if the condition does not become true in time. */
export async function until(what: string, isTrue: () => Promise<boolean>, limitMs = LIMIT_MS): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > end) throw new Error(`this took too long: ${what}`);
    await sleep(PAUSE_MS);
  }
}
