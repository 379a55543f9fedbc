import { z } from 'zod';
import { DaysQuery } from '#kernel/calendar.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { type Message, msg } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const HistoryMove = z.enum([
  'paid',
  'paid-shortfall',
  'paid-debt',
  'paid-tip',
  'released',
  'taken-back',
  'tipped',
  'refunded',
  'refund-returned',
  'disputed',
  'dispute-ended',
  'covered',
  'recovered',
  'debt-repaid',
  'corrected',
]);
export type HistoryMove = z.infer<typeof HistoryMove>;

export const HistoryLine = z.object({
  /** The transaction's number in the ledger. */
  number: z.number().int(),
  at: IsoTime,
  campaignId: Id,
  campaignTitle: z.string(),
  move: HistoryMove,
  /** Null unless a marketer was paid or tipped, or pay was taken back. */
  marketer: z.string().nullable(),
  /**
   * Of a refund: pending, completed, or failed. Of money held for a dispute at the wallet: open, won, or lost. Null for
   * other moves.
   */
  state: z.enum(['pending', 'completed', 'failed', 'open', 'won', 'lost']).nullable(),
  /** Decimal strings. Negative if money leaves what is held for the advertiser. */
  amount: z.string(),
  /** Included in the amount. */
  fee: z.string(),
  /** Of a refund or a lost dispute, the credit notes. */
  invoices: z.array(z.object({ id: Id, number: z.string() })),
  /** Names the payment in `issueInvoice`. Null if the caller can issue no invoice here, or it is issued. */
  invoiceFor: z.string().nullable(),
  /** After this line, for all campaigns that the list shows. */
  held: z.string(),
});
export type HistoryLine = z.infer<typeof HistoryLine>;

/**
 * The sums of a period, as decimal strings: heldBefore + paidIn + adjusted = released + fee + tipped + refunded +
 * disputed + heldAfter.
 */
export const HistoryTotals = z.object({
  heldBefore: z.string(),
  paidIn: z.string(),
  /** Pay for approved work, less what disputes took back. */
  released: z.string(),
  /** Earned platform fee, less what disputes took back. */
  fee: z.string(),
  tipped: z.string(),
  /** Sent back to the wallet, less failed refunds. */
  refunded: z.string(),
  /** Held or lost because of disputes at the wallet, less what they returned. */
  disputed: z.string(),
  /** What the platform added for approved work, less what it took for debts. */
  adjusted: z.string(),
  heldAfter: z.string(),
});
export type HistoryTotals = z.infer<typeof HistoryTotals>;

export const historyTotalNames: readonly (readonly [keyof HistoryTotals, Message])[] = [
  ['heldBefore', msg('Held before')],
  ['paidIn', msg('Paid in')],
  ['adjusted', msg('Added or taken by the platform')],
  ['released', msg('Released to marketers')],
  ['fee', msg('Platform fee on approved work')],
  ['tipped', msg('Tips')],
  ['refunded', msg('Refunded')],
  ['disputed', msg('Disputed at the wallet')],
  ['heldAfter', msg('Held after, fee included')],
];

const HistoryQuery = DaysQuery.extend({ campaignId: Id.optional() });

const access = {
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'], at: 'query.campaignId' },
  refusals: ['campaign/not-found'],
} as const;

export const listPaymentHistory = endpoint({
  ...access,
  name: 'listPaymentHistory',
  method: 'GET',
  path: '/api/payment-history',
  scope: 'payments:read',
  summary:
    'Lists the money of my and my teams’ campaigns in a period, newest first; the next page is in the Link header',
  query: HistoryQuery.extend(PageQuery.shape),
  response: z.array(HistoryLine),
});

export const getPaymentTotals = endpoint({
  ...access,
  name: 'getPaymentTotals',
  method: 'GET',
  path: '/api/payment-history/totals',
  summary: 'Returns the sums of the same money in the same period',
  query: HistoryQuery,
  response: HistoryTotals.extend({
    /** The operator issues invoices, and the caller's own business made some of these payments. */
    canIssueInvoices: z.boolean(),
  }),
});

export const downloadPaymentHistory = endpoint({
  ...access,
  name: 'downloadPaymentHistory',
  method: 'GET',
  path: '/api/payment-history.csv',
  summary: 'Returns the same lines and sums as a CSV file (RFC 4180, UTF-8)',
  query: HistoryQuery,
  limit: 'payment-file',
  refusals: [...access.refusals, 'campaign/history-too-long', 'request/too-many'],
});
