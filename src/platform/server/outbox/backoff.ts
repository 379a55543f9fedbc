import type { Random } from '#kernel/id.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';

const FIRST_MS = SECOND;
const CAP_MS = 15 * MINUTE;

/** How long to wait after the n-th failed attempt (from 1): doubling from 1 s to 15 min, shortened by up to half so that they spread. */
export function backoffMs(attempts: number, random: Random): number {
  const full = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30));
  return Math.round(full / 2 + random.below(Math.ceil(full / 2) + 1));
}
