import type { Random } from '#kernel/id.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';

const FIRST_MS = SECOND;
export const LONGEST_WAIT_MS = 15 * MINUTE;

/** Doubles from 1 s to 15 min, shortened by up to half so that retries spread out. `attempts` counts from 1. */
export function backoffMs(attempts: number, random: Random): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30));
  return Math.round(full / 2 + random.below(Math.ceil(full / 2) + 1));
}
