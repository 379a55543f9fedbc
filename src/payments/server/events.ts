import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

const amountCents = z.number().int().positive();

/**
 * The money is in suspense until `bindCapture` moves it to its campaign. The domain that owns the campaign
 * binds it on this event, so the payer can close the browser after paying.
 */
export const paymentCaptured = defineEvent(
  'payment.captured',
  z.object({
    orderId: z.string(),
    captureId: z.string(),
    campaignId: Id,
    payerId: Id,
    amountCents,
  }),
);

export const paymentBound = defineEvent('payment.bound', z.object({ orderId: Id }));

const paymentFacts = z.object({
  paymentId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  marketerId: Id,
  amountCents,
});

export const paymentCompleted = defineEvent('payment.completed', paymentFacts);

/** The tip is in the marketer's balance. Its payout follows as for pay. */
export const tipPaid = defineEvent('payment.tip-paid', paymentFacts);

/** The issue of an attempt that was returned because we cancelled it. */
export const PAYOUT_CANCELED = 'TAKEN_BACK';

/** The wallet returned the money. It is in the marketer's balance again. */
export const paymentFailed = defineEvent(
  'payment.failed',
  paymentFacts.extend({ issue: z.string().nullable() }),
);

/** What a disputed payment is for. 'unused': it is disputed before it was used, or cannot be. */
export const DisputedPurpose = z.enum(['campaign', 'shortfall', 'debt', 'tip', 'unused']);
export type DisputedPurpose = z.infer<typeof DisputedPurpose>;

const chargebackFacts = z.object({
  chargebackId: Id,
  campaignId: Id,
  payerId: Id,
  amountCents,
  owedCents: z.number().int().nonnegative(),
  /** The payment is in the campaign's escrow. Events from before this field and the next were added have none. */
  isFunding: z.boolean().default(false),
  purpose: DisputedPurpose.default('campaign'),
});

/** Nothing leaves the campaign until the dispute is closed. */
export const chargebackOpened = defineEvent(
  'payment.chargeback-opened',
  chargebackFacts.extend({ state: z.literal('open') }),
);

/** A dispute that was lost before we saw it has no opened event. */
export const chargebackClosed = defineEvent(
  'payment.chargeback-closed',
  chargebackFacts.extend({ state: z.enum(['won', 'lost']) }),
);

const refundFacts = z.object({ refundId: Id, campaignId: Id, payerId: Id, amountCents });

export const refundCompleted = defineEvent('payment.refund-completed', refundFacts);

/** The wallet refused for good. The money is back in its account, and an admin must act. */
export const refundFailed = defineEvent('payment.refund-failed', refundFacts.extend({ issue: z.string() }));

export const repaymentCaptured = defineEvent('payment.repayment-captured', z.object({ orderId: Id }));

const shortfallFacts = paymentFacts.extend({ payerId: Id });

/** The escrow does not cover the pay of approved work, because the payer took the payment back. */
export const shortfallOpened = defineEvent('payment.shortfall-opened', shortfallFacts);

/**
 * paid and covered: the pay is in the marketer's balance now. given-up: the platform stopped waiting for the
 * payer's money. renounced: the marketer deleted the account after that, so the payer owes nothing.
 */
export const shortfallEnded = defineEvent(
  'payment.shortfall-ended',
  shortfallFacts.extend({ state: z.enum(['paid', 'covered', 'given-up', 'renounced']) }),
);

export const surplusFound = defineEvent('payment.surplus-found', z.object({ orderId: Id }));
