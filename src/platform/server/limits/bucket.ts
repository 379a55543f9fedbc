import { MINUTE } from '#kernel/time.ts';
import type { LimitSetting } from './settings.ts';

/** Whole microseconds, so that nothing is lost to rounding. */
export interface Rate {
  /** The time in which one token returns. */
  stepUs: number;
  /** The time in which an empty bucket becomes full. */
  wholeUs: number;
}

export function toRate({ capacity, refillMilliseconds }: LimitSetting): Rate {
  const stepUs = Math.ceil((refillMilliseconds * 1000) / capacity);
  return { stepUs, wholeUs: stepUs * capacity };
}

export interface Taken {
  isAllowed: boolean;
  /** All that is known of a bucket: the time since 1970 from which on it is full. */
  fullAtUs: number;
}

/** The clocks of two processes may differ by this much. A time further ahead comes from a clock that was wrong. */
export const TOLERANCE_US = 1000 * MINUTE;

/** A refused call takes no token. The stores compute the same. */
export function takeToken(fullAtUs: number, nowUs: number, { stepUs, wholeUs }: Rate): Taken {
  const isImpossible = fullAtUs > nowUs + wholeUs + TOLERANCE_US;
  const taken = (isImpossible ? nowUs : Math.max(fullAtUs, nowUs)) + stepUs;
  return taken <= nowUs + wholeUs ? { isAllowed: true, fullAtUs: taken } : { isAllowed: false, fullAtUs };
}

export function computeWaitSeconds(fullAtUs: number, nowUs: number, { stepUs, wholeUs }: Rate): number {
  return Math.ceil((fullAtUs + stepUs - wholeUs - nowUs) / 1_000_000);
}
