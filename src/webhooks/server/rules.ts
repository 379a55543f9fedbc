import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import type { DeliveryProblem } from '../contract.ts';

/** After the first call, as the Standard Webhooks specification suggests. Three days and four hours in all. */
const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const FAILING_MS = 3 * DAY;
/** A receiver that takes longer gets its calls in the slow lane. */
const SLOW_MS = 2 * SECOND;

export interface CallResult {
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  /** Null if the receiver accepted the event. */
  problem: DeliveryProblem | null;
}

/** Null if this was the last call. `failures` includes it. */
export function getRetryAt(failures: number, now: Date): Date | null {
  const waitMs = RETRY_AFTER_MS[failures - 1];
  return waitMs === undefined ? null : addMilliseconds(now, waitMs);
}

/** Whether the receiver no longer wants any events, or has failed for so long that the webhook is turned off. */
export function getEndOfWebhook(
  { status }: CallResult,
  { isLast, failingSince }: { isLast: boolean; failingSince: Date },
  now: Date,
): 'gone' | 'failing' | null {
  if (status === 410) return 'gone';
  return isLast && now.getTime() - failingSince.getTime() >= FAILING_MS ? 'failing' : null;
}

export const isSlowCall = ({ ms }: CallResult): boolean => ms > SLOW_MS;

export function toProblem(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
