import { SECOND } from '#kernel/time.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const WARNS_ABOVE_MS = 5 * SECOND;
const FAILS_ABOVE_MS = 60 * SECOND;

/** @param differenceMs positive if this machine is ahead. */
export function checkClock(other: string, differenceMs: number): Finding {
  const size = Math.abs(differenceMs);
  const direction = differenceMs > 0 ? 'ahead of' : 'behind';
  const found = `This machine is ${(size / SECOND).toFixed(1)} s ${direction} the ${other}.`;
  if (size <= WARNS_ABOVE_MS) return ok('clock', found);
  const text = `${found} Synchronize the clocks of both with NTP.`;
  return size > FAILS_ABOVE_MS ? failed('clock', text) : warning('clock', text);
}
