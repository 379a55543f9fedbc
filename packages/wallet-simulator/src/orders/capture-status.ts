import type { Cents } from '../money.ts';

import type { CaptureRecord } from '../books/records.ts';

export function getRefundableCents(capture: CaptureRecord): Cents {
  return capture.amountCents - capture.refundedCents - (capture.reversedCents ?? 0);
}

export function withReturnedSums(
  capture: CaptureRecord,
  sums: Partial<Pick<CaptureRecord, 'refundedCents' | 'reversedCents'>>,
  updatedAt: string,
): CaptureRecord {
  const after: CaptureRecord = { ...capture, ...sums, updatedAt };
  const left = getRefundableCents(after);
  // The interface has no status of its own for a reversed capture.
  if (left === 0) return { ...after, status: 'REFUNDED' };
  return { ...after, status: left === after.amountCents ? 'COMPLETED' : 'PARTIALLY_REFUNDED' };
}
