import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';

const amountCents = z.number().int().positive();

/**
 * A payer's money has arrived and lies in suspense until `bindCapture` gives it to its purpose. Whoever owns the purpose
 * binds it here, so that a browser that was closed after paying changes nothing.
 */
export const paymentCaptured = defineEvent(
  'payment.captured',
  z.object({
    /** The wallet's ids. */
    orderId: z.string(),
    captureId: z.string(),
    purposeId: Id,
    payerId: Id,
    amountCents,
  }),
);

const paymentFacts = z.object({
  paymentId: Id,
  purposeId: Id,
  purposeTitle: z.string(),
  marketerId: Id,
  amountCents,
});

/** The wallet has confirmed that the marketer has the money. */
export const paymentCompleted = defineEvent('payment.completed', paymentFacts);

/** The issue of an attempt that came back because we asked for it. */
export const TAKEN_BACK = 'TAKEN_BACK';

/** The wallet has returned the money; it is back in the marketer's balance. */
export const paymentFailed = defineEvent(
  'payment.failed',
  paymentFacts.extend({ issue: z.string().nullable() }),
);

const chargebackFacts = z.object({
  chargebackId: Id,
  purposeId: Id,
  payerId: Id,
  /** What the dispute is about. */
  amountCents,
  /** What the payer owes beyond what was held; 0 unless it was lost. */
  owedCents: z.number().int().nonnegative(),
});

/** A payer has disputed a payment at the wallet: until it is closed nothing leaves the purpose. */
export const chargebackOpened = defineEvent(
  'payment.chargeback-opened',
  chargebackFacts.extend({ state: z.literal('open') }),
);

/** The wallet has decided it; one that was lost before we heard of it was never announced as opened. */
export const chargebackClosed = defineEvent(
  'payment.chargeback-closed',
  chargebackFacts.extend({ state: z.enum(['won', 'lost']) }),
);

const refundFacts = z.object({ refundId: Id, purposeId: Id, payerId: Id, amountCents });

/** The wallet has given it back to the payer. */
export const refundCompleted = defineEvent('payment.refund-completed', refundFacts);

/** The wallet has said no, for good: the money is where it was, and an administrator has to act. */
export const refundFailed = defineEvent('payment.refund-failed', refundFacts.extend({ issue: z.string() }));

/** A captured order cannot fund its purpose and goes back. Only payments themselves listen. */
export const surplusFound = defineEvent('payment.surplus-found', z.object({ orderId: Id }));

/** An attempt to pay waits to be sent. Only payments themselves listen. */
export const payoutQueued = defineEvent(
  'payment.payout-queued',
  z.object({ payoutId: Id, by: Id.optional() }),
);
