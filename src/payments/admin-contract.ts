import { z } from 'zod';
import { PeriodQuery } from '#kernel/calendar.ts';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Decimal string in USD. */
const Amount = z.string().nullable();

export const Reconciliation = z.object({
  id: Id,
  startedAt: IsoTime,
  /** Null while the run is in progress, and if it was interrupted. */
  finishedAt: IsoTime.nullable(),
  from: IsoTime,
  to: IsoTime,
  /** By our ledger (psp and psp_held) and by the wallet. `theirs` is null if the wallet reported none. */
  ours: Amount,
  theirs: Amount,
  /** How far `theirs` may lie below and above `ours`: money in transit, or too recent to be reported. */
  wayOut: Amount,
  wayIn: Amount,
  compared: z.number().int(),
  differences: z.array(
    z.object({
      kind: z.enum(['capture', 'refund', 'payout', 'fee', 'dispute', 'balance', 'other']),
      reference: z.string(),
      /** Signed decimal strings, null on the side that has no such fact. */
      ours: Amount,
      theirs: Amount,
    }),
  ),
  /** Set if the comparison failed or is incomplete. */
  problem: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const ReconciliationSort = z.enum(['newest', 'oldest', 'differences']);
export type ReconciliationSort = z.infer<typeof ReconciliationSort>;

export const listReconciliations = endpoint({
  name: 'listReconciliations',
  method: 'GET',
  path: '/api/admin/reconciliation',
  summary: 'Lists the first reconciliations with the wallet in this order; by default the newest first',
  who: ['admin'],
  query: z.object({ sort: ReconciliationSort.default('newest') }),
  response: z.array(Reconciliation),
});

export const listHeldDays = endpoint({
  name: 'listHeldDays',
  method: 'GET',
  path: '/api/admin/held',
  summary: 'What we hold for all campaigns at the end of each of the last 90 days, oldest first',
  who: ['admin'],
  query: PeriodQuery,
  response: z.array(
    z.object({
      day: z.iso.date(),
      /** Decimal strings: pay of places that are not paid yet, and the fee on them. */
      escrow: z.string(),
      unearnedFee: z.string(),
    }),
  ),
});

export const runReconciliation = endpoint({
  name: 'runReconciliation',
  method: 'POST',
  path: '/api/admin/reconciliation',
  summary: 'Reconciles our ledger with the wallet now; covers the last seven days by default',
  who: ['admin'],
  /** At most 31 days. */
  body: z.object({ from: IsoTime.optional(), to: IsoTime.optional() }).default({}),
  response: Reconciliation,
  limit: 'payment',
  refusals: ['payment/reconciliation-running'],
});

export const StuckMoney = z.object({
  kind: z.enum([
    'payout',
    'refund',
    'order',
    'chargeback',
    'shortfall',
    'debt',
    'proof',
    'dispute',
    'effect',
    'sweep',
    'restore',
  ]),
  id: z.string(),
  state: z.string(),
  since: IsoTime,
  amount: Amount,
  who: z.string().nullable(),
  about: z.string().nullable(),
  /** The wallet's own error code, to quote to its support. */
  issue: z.string().nullable(),
  problem: z.string(),
  nextStep: z.string(),
  can: z.object({ retry: z.boolean(), cover: z.boolean(), writeOff: z.boolean() }),
});
export type StuckMoney = z.infer<typeof StuckMoney>;

export const listStuckMoney = endpoint({
  name: 'listStuckMoney',
  method: 'GET',
  path: '/api/admin/payouts',
  summary:
    'Lists payouts, refunds, payments and disputes that need attention, oldest first, after a restore that holds all payments and the late background jobs; the next page is in the Link header',
  who: ['admin'],
  query: PageQuery,
  response: z.array(StuckMoney),
});

const Retry = z.strictObject({
  reason: z.string().trim().min(3, problem('Please say why')).max(500),
});

export const retryPayout = endpoint({
  name: 'retryPayout',
  method: 'POST',
  path: '/api/admin/payouts/{id}/retry',
  summary: 'Retries a returned payout, cancels an unclaimed one, or checks one paid after its return',
  who: ['admin'],
  whose: { object: 'payout', by: ['admin'] },
  params: IdParams,
  body: Retry,
  response: Done,
  refusals: ['payment/not-retryable', 'payment/provider-unknown'],
  vital: true,
});

export const retryRefund = endpoint({
  name: 'retryRefund',
  method: 'POST',
  path: '/api/admin/refunds/{id}/retry',
  summary: 'Retries a failed refund',
  who: ['admin'],
  whose: { object: 'refund', by: ['admin'] },
  params: IdParams,
  body: Retry,
  response: Done,
  refusals: ['payment/not-retryable', 'payment/disputed'],
  vital: true,
});

export const WebhookEntry = z.object({
  id: z.string(),
  type: z.string(),
  resource: z.string().nullable(),
  receivedAt: IsoTime,
  handledAt: IsoTime.nullable(),
  /** The object that the event concerned, or why it was ignored. Null until it is processed. */
  outcome: z.string().nullable(),
});
export type WebhookEntry = z.infer<typeof WebhookEntry>;

export const WebhookSort = z.enum(['newest', 'oldest']);
export type WebhookSort = z.infer<typeof WebhookSort>;

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/admin/webhooks',
  summary: 'Lists the wallet’s webhooks without their bodies, sorted; the next page is in the Link header',
  who: ['admin'],
  query: PageQuery.extend({
    type: z.string().max(100).optional(),
    sort: WebhookSort.default('newest'),
  }),
  response: z.array(WebhookEntry),
});

export const getWebhook = endpoint({
  name: 'getWebhook',
  method: 'GET',
  path: '/api/admin/webhooks/{id}',
  summary: 'Returns one webhook with its body; the body contains payer data, so every read is audited',
  who: ['admin'],
  whose: { object: 'webhook', by: ['admin'] },
  params: z.object({ id: z.string().min(1).max(200) }),
  /** The received bytes, decoded as UTF-8. Empty once they are deleted, 30 days after receipt. */
  response: WebhookEntry.extend({ body: z.string() }),
  refusals: ['request/not-found'],
});

/** Those we subscribe to. The wallet may send others. */
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
