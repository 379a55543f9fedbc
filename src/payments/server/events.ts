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

/** The wallet has returned the money; it is back in the marketer's balance. */
export const paymentFailed = defineEvent(
  'payment.failed',
  paymentFacts.extend({ issue: z.string().nullable() }),
);

/** An attempt to pay waits to be sent. Only payments themselves listen. */
export const payoutQueued = defineEvent('payment.payout-queued', z.object({ payoutId: Id }));
