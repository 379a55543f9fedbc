import type { Random } from '#kernel/id.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';

const FIRST_MS = SECOND;
/** Nothing in the outbox waits longer than this for its next attempt. */
export const LONGEST_WAIT_MS = 15 * MINUTE;

/**
 * Returns the pause after failed attempt n (from 1): doubles from 1 s to 15 min, shortened by up to half so
 * that retries spread out.
 */
export function backoffMs(attempts: number, random: Random): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30));
  return Math.round(full / 2 + random.below(Math.ceil(full / 2) + 1));
}
