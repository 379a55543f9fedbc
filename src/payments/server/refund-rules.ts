import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';

/** What a purpose was given by one capture and can still be taken back through it. */
export interface RefundableCapture {
  orderId: Id;
  refundableCents: Cents;
}

export interface RefundSums {
  payCents: Cents;
  feeCents: Cents;
}

export type RefundPart = RefundSums & { orderId: Id };

/**
 * Which capture gives back how much, the first ones first, each as much as it can; pay and fee add up exactly to what was
 * asked. Null where the captures together do not hold it.
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
 * What the wallet's no to a refund means. later: ours or the wallet's to mend, the same attempt goes out again. unclear: it
 * may stand at the wallet already. final: this way back is closed, and the money stays where it was.
 */
export function meaningOfRefusal(issue: string): 'later' | 'unclear' | 'final' {
  return meanings.get(issue) ?? 'final';
}

const meanings = new Map<string, 'later' | 'unclear'>([
  ['REFUND_FAILED_INSUFFICIENT_FUNDS', 'later'],
  ['PENDING_CAPTURE', 'later'],
  ['PAYEE_ACCOUNT_RESTRICTED', 'later'],
  ['NOT_AUTHORIZED', 'later'],
  ['PERMISSION_DENIED', 'later'],
  ['REQUIRED_SCOPE_MISSING', 'later'],
  // The invoice's id is the refund's own: nothing but this very refund can have used it.
  ['DUPLICATE_INVOICE_ID', 'unclear'],
]);

/** Refused because the payer has asked for the money in another way, of which the wallet may not have told us yet. */
export const disputedIssues = ['TRANSACTION_DISPUTED', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'];

export const saysDisputed = (issue: string) => disputedIssues.includes(issue);
