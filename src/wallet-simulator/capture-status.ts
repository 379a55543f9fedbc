import type { Cents } from '#kernel/money.ts';

import type { CaptureRecord } from './records.ts';

/** What of a capture has neither been given back nor taken back. */
export function leftOf(capture: CaptureRecord): Cents {
  return capture.amountCents - capture.refundedCents - (capture.reversedCents ?? 0);
}

/** A collected capture with other sums gone back, and the state that they make. */
export function withGoneBack(
  capture: CaptureRecord,
  sums: Partial<Pick<CaptureRecord, 'refundedCents' | 'reversedCents'>>,
  updatedAt: string,
): CaptureRecord {
  const after: CaptureRecord = { ...capture, ...sums, updatedAt };
  const left = leftOf(after);
  // The interface has no state of its own for a capture that was taken back.
  if (left === 0) return { ...after, status: 'REFUNDED' };
  return { ...after, status: left === after.amountCents ? 'COMPLETED' : 'PARTIALLY_REFUNDED' };
}
