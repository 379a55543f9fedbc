import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';

export interface RefundableCapture {
  orderId: Id;
  refundableCents: Cents;
}

export interface RefundSums {
  payCents: Cents;
  feeCents: Cents;
}

export const noSums: RefundSums = { payCents: 0, feeCents: 0 };

export type RefundPart = RefundSums & { orderId: Id };

/**
 * Oldest capture first, each up to its limit. Pay and fee add up exactly to the requested sums. Returns null
 * if the captures do not cover them.
 */
export function planRefund(captures: readonly RefundableCapture[], sums: RefundSums): RefundPart[] | null {
  const parts: RefundPart[] = [];
  let { payCents: payLeft, feeCents: feeLeft } = sums;
  for (const { orderId, refundableCents } of captures) {
    const payCents = Math.min(payLeft, Math.max(0, refundableCents));
    const feeCents = Math.min(feeLeft, Math.max(0, refundableCents) - payCents);
    if (payCents + feeCents > 0) parts.push({ orderId, payCents, feeCents });
    payLeft -= payCents;
    feeLeft -= feeCents;
  }
  return payLeft + feeLeft === 0 ? parts : null;
}

/**
 * Returns how to handle a refused refund. later: a problem on our side or the wallet's, so the same attempt
 * is sent again. unclear: the refund may already exist. final: no refund is possible, and the money stays.
 */
export function classifyRefusal(issue: string): 'later' | 'unclear' | 'final' {
  return meanings.get(issue) ?? 'final';
}

const meanings = new Map<string, 'later' | 'unclear'>([
  ['REFUND_FAILED_INSUFFICIENT_FUNDS', 'later'],
  ['PENDING_CAPTURE', 'later'],
  ['PAYEE_ACCOUNT_RESTRICTED', 'later'],
  ['NOT_AUTHORIZED', 'later'],
  ['PERMISSION_DENIED', 'later'],
  ['REQUIRED_SCOPE_MISSING', 'later'],
  // The invoice id is the refund's own id, so only this refund can have used it.
  ['DUPLICATE_INVOICE_ID', 'unclear'],
]);

/** The wallet refused because of a dispute or chargeback, of which we may not have heard yet. */
export const disputedIssues = ['TRANSACTION_DISPUTED', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'];

export const isDisputedIssue = (issue: string) => disputedIssues.includes(issue);
