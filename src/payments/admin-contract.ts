import { z } from 'zod';
import { Done, endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';

/** What administrators see of money beyond the trial balance (decisions.md 7.8). */

/** A decimal string in USD. */
const Amount = z.string().nullable();

export const Reconciliation = z.object({
  id: Id,
  startedAt: IsoTime,
  /** Null while it runs, and where it was cut off. */
  finishedAt: IsoTime.nullable(),
  from: IsoTime,
  to: IsoTime,
  /** The wallet's whole balance as we have it (psp and psp_held) and as the wallet says; null where it did not. */
  ours: Amount,
  theirs: Amount,
  /** By how much theirs may lie below and above ours, since something is on its way or too young to be reported. */
  wayOut: Amount,
  wayIn: Amount,
  /** Facts that were held against each other. */
  compared: z.number().int(),
  differences: z.array(
    z.object({
      kind: z.enum(['capture', 'refund', 'payout', 'fee', 'dispute', 'balance', 'other']),
      /** What to look it up by, at the wallet or here. */
      reference: z.string(),
      /** Signed decimal strings; null where one side has nothing. */
      ours: Amount,
      theirs: Amount,
    }),
  ),
  /** Why nothing can be said, or not everything. */
  problem: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const listReconciliations = endpoint({
  name: 'listReconciliations',
  method: 'GET',
  path: '/api/admin/reconciliation',
  summary: 'The latest comparisons of the wallet’s books with ours, newest first',
  who: ['admin'],
  response: z.array(Reconciliation),
});

export const runReconciliation = endpoint({
  name: 'runReconciliation',
  method: 'POST',
  path: '/api/admin/reconciliation',
  summary: 'Compares the wallet’s books with ours now; without a span, those of the last seven days',
  who: ['admin'],
  /** At most 31 days. */
  body: z.object({ from: IsoTime.optional(), to: IsoTime.optional() }).default({}),
  response: Reconciliation,
  limit: 'payment',
  refusals: ['payment/reconciliation-running'],
});

/** Money that waits for a person, or for longer than it should. */
export const StuckMoney = z.object({
  kind: z.enum(['payout', 'refund', 'order', 'chargeback', 'effect']),
  /** Ours, of what the kind says. */
  id: z.string(),
  state: z.string(),
  since: IsoTime,
  /** Null where it is about no sum of its own. */
  amount: Amount,
  /** The marketer or the payer, and the campaign; null where it is about neither. */
  who: z.string().nullable(),
  about: z.string().nullable(),
  /** The wallet's own code, for its support. */
  issue: z.string().nullable(),
  /** What is wrong, and what to do about it, in words. */
  problem: z.string(),
  nextStep: z.string(),
  can: z.object({ retry: z.boolean() }),
});
export type StuckMoney = z.infer<typeof StuckMoney>;

export const listStuckMoney = endpoint({
  name: 'listStuckMoney',
  method: 'GET',
  path: '/api/admin/payouts',
  summary:
    'Every payout, refund, payment and dispute that waits for a person or for too long, the oldest first; the next page is in the Link header',
  who: ['admin'],
  query: PageQuery,
  response: z.array(StuckMoney),
});

const Retry = z.strictObject({
  /** Why; kept in the audit log. */
  reason: z.string().trim().min(3, 'Please say why').max(500),
});

export const retryPayout = endpoint({
  name: 'retryPayout',
  method: 'POST',
  path: '/api/admin/payouts/{id}/retry',
  summary: 'Pays one that came back once more, or asks one back that nobody has claimed',
  who: ['admin'],
  whose: { object: 'payout', by: ['admin'] },
  params: IdParams,
  body: Retry,
  response: Done,
  refusals: ['payment/not-retryable'],
});

export const retryRefund = endpoint({
  name: 'retryRefund',
  method: 'POST',
  path: '/api/admin/refunds/{id}/retry',
  summary: 'Sends a refund that failed once more',
  who: ['admin'],
  whose: { object: 'refund', by: ['admin'] },
  params: IdParams,
  body: Retry,
  response: Done,
  refusals: ['payment/not-retryable', 'payment/disputed'],
});

export const WebhookEntry = z.object({
  /** The wallet's id of the event. */
  id: z.string(),
  type: z.string(),
  /** The wallet's id of what it is about. */
  resource: z.string().nullable(),
  receivedAt: IsoTime,
  handledAt: IsoTime.nullable(),
  /** What we found it to be about, or why nothing was done; null until it was looked into. */
  outcome: z.string().nullable(),
});
export type WebhookEntry = z.infer<typeof WebhookEntry>;

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/admin/webhooks',
  summary:
    'What the wallet has told us by itself, newest first, without what it said; the next page is in the Link header',
  who: ['admin'],
  query: PageQuery.extend({ type: z.string().max(100).optional() }),
  response: z.array(WebhookEntry),
});

export const getWebhook = endpoint({
  name: 'getWebhook',
  method: 'GET',
  path: '/api/admin/webhooks/{id}',
  summary: 'One notice of the wallet with its whole text, which holds the payer’s data: each look is audited',
  who: ['admin'],
  whose: { object: 'webhook', by: ['admin'] },
  params: z.object({ id: z.string().min(1).max(200) }),
  /** The bytes as they came, read as UTF-8. */
  response: WebhookEntry.extend({ body: z.string() }),
  refusals: ['request/not-found'],
});

/** What we have asked the wallet to tell us of; it may send others. */
export const webhookTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.PAYOUTSBATCH.PROCESSING',
  'PAYMENT.PAYOUTSBATCH.SUCCESS',
  'PAYMENT.PAYOUTSBATCH.DENIED',
  'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
  'PAYMENT.PAYOUTS-ITEM.UNCLAIMED',
  'PAYMENT.PAYOUTS-ITEM.RETURNED',
  'PAYMENT.PAYOUTS-ITEM.BLOCKED',
  'PAYMENT.PAYOUTS-ITEM.CANCELED',
  'PAYMENT.PAYOUTS-ITEM.DENIED',
  'PAYMENT.PAYOUTS-ITEM.FAILED',
  'PAYMENT.PAYOUTS-ITEM.HELD',
  'PAYMENT.PAYOUTS-ITEM.REFUNDED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;
