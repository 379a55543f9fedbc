import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { PaymentState } from '../contract.ts';
import type { Operator } from '#platform/server/settings/operator-settings.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' });
const counter = (name: string) => bigint(name, { mode: 'number' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

const ledger = pgSchema('ledger');

/** Read-only access to the ledger. Only ledger.ts writes it, and the database refuses any other write. */
export const ledgerAccount = ledger.table('account', {
  id: counter('id').primaryKey().generatedAlwaysAsIdentity(),
  code: text('code').notNull(),
  family: text('family').notNull(),
  kind: text('kind', { enum: ['asset', 'liability', 'revenue', 'expense'] }).notNull(),
  hasBalance: boolean('has_balance').notNull(),
  balanceCents: cents('balance').notNull().default(0),
  version: counter('version').notNull().default(0),
  /** What releases moved, less what disputes took back. */
  releasedCents: cents('released').notNull().default(0),
});

export const ledgerTxn = ledger.table('txn', {
  id: counter('id').primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  actor: text('actor').notNull(),
  occurredAt: moment('occurred_at').notNull(),
});

export const ledgerEntry = ledger.table('entry', {
  id: counter('id').primaryKey().generatedAlwaysAsIdentity(),
  txnId: counter('txn_id')
    .notNull()
    .references(() => ledgerTxn.id),
  accountId: counter('account_id').notNull(),
  amountCents: cents('amount').notNull(),
  balanceAfterCents: cents('balance_after'),
  accountVersion: counter('account_version'),
});

/** creating → open → capturing (→ pending) → captured → bound. closed: no money came. surplus: it is refunded. */
export type OrderState =
  | 'creating'
  | 'open'
  | 'capturing'
  | 'pending'
  | 'captured'
  | 'bound'
  | 'surplus'
  | 'closed';

export const paymentOrder = pgTable('payment_order', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => account.id),
  amountCents: cents('amount_cents').notNull(),
  payCents: cents('pay_cents').notNull(),
  feeCents: cents('fee_cents').notNull(),
  /** It pays a shortfall, a chargeback's debt, or a tip. All are null if it pays for the campaign. */
  shortfallId: uuid('shortfall_id'),
  chargebackId: uuid('chargeback_id'),
  tipId: uuid('tip_id'),
  description: text('description').notNull(),
  returnUrl: text('return_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  state: text('state').$type<OrderState>().notNull(),
  createRequestId: uuid('create_request_id').notNull(),
  captureRequestId: uuid('capture_request_id').notNull(),
  providerOrderId: text('provider_order_id'),
  approveUrl: text('approve_url'),
  providerCaptureId: text('provider_capture_id'),
  pspFeeCents: cents('psp_fee_cents'),
  lastIssue: text('last_issue'),
  lookAt: moment('look_at'),
  createdAt: moment('created_at').notNull(),
  captureSentAt: moment('capture_sent_at'),
  capturedAt: moment('captured_at'),
  /** The operator and its VAT rate at the capture. Null if there was none, so the payment has no invoice. */
  seller: jsonb('seller').$type<Operator>(),
  boundAt: moment('bound_at'),
});
export type OrderRow = typeof paymentOrder.$inferSelect;

export const payment = pgTable('payment', {
  id: uuid('id').primaryKey(),
  sourceId: uuid('source_id').notNull(),
  tipId: uuid('tip_id'),
  /** The fact of the release in the ledger: the source, or the dispute that awarded the pay. */
  factId: uuid('fact_id').notNull(),
  campaignId: uuid('campaign_id').notNull(),
  campaignTitle: text('campaign_title').notNull(),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  amountCents: cents('amount_cents').notNull(),
  feeCents: cents('fee_cents').notNull(),
  status: text('status').$type<PaymentState>().notNull(),
  createdAt: moment('created_at').notNull(),
  completedAt: moment('completed_at'),
  failedAt: moment('failed_at'),
  isTaxHeld: boolean('is_tax_held').notNull().default(false),
  /** The escrow does not cover it, so no money has moved yet. Its shortfall says why. */
  isShort: boolean('is_short').notNull().default(false),
  releasedAt: moment('released_at'),
  disputeId: uuid('dispute_id'),
  /** Since when that dispute holds the money. Null if none does. */
  disputedSince: moment('disputed_since'),
});
export type PaymentRow = typeof payment.$inferSelect;

/**
 * submitting (→ withdrawn) → processing, unclaimed or held → succeeded, or one of the failed states. withdrawn:
 * never sent, because the payment went on hold.
 */
export type PayoutState =
  | 'withdrawn'
  | 'submitting'
  | 'processing'
  | 'unclaimed'
  | 'held'
  | 'succeeded'
  | 'failed'
  | 'returned'
  | 'blocked'
  | 'refunded'
  | 'reversed';

export const payout = pgTable('payout', {
  id: uuid('id').primaryKey(),
  paymentId: uuid('payment_id')
    .notNull()
    .references(() => payment.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  amountCents: cents('amount_cents').notNull(),
  receiverEmail: text('receiver_email').notNull(),
  state: text('state').$type<PayoutState>().notNull(),
  providerBatchId: text('provider_batch_id'),
  providerItemId: text('provider_item_id'),
  providerTransactionId: text('provider_transaction_id'),
  lastIssue: text('last_issue'),
  createdAt: moment('created_at').notNull(),
  submittedAt: moment('submitted_at'),
  lookAt: moment('look_at'),
  endedAt: moment('ended_at'),
  cancelAskedAt: moment('cancel_asked_at'),
  /** The look-up at the wallet whose answer was recorded last. */
  answeredLookup: counter('answered_lookup').notNull().default(0),
});
export type PayoutRow = typeof payout.$inferSelect;

export type RefundState = 'submitting' | 'pending' | 'completed' | 'failed' | 'cancelled';

export const refund = pgTable('refund', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => paymentOrder.id),
  campaignId: uuid('campaign_id').notNull(),
  origin: text('origin').$type<'escrow' | 'suspense'>().notNull(),
  payCents: cents('pay_cents').notNull(),
  feeCents: cents('fee_cents').notNull(),
  amountCents: cents('amount_cents')
    .notNull()
    .generatedAlwaysAs(sql`pay_cents + fee_cents`),
  state: text('state').$type<RefundState>().notNull(),
  providerRefundId: text('provider_refund_id'),
  lastIssue: text('last_issue'),
  requestedBy: uuid('requested_by').references(() => account.id),
  createdAt: moment('created_at').notNull(),
  lookAt: moment('look_at'),
  endedAt: moment('ended_at'),
  retryOf: uuid('retry_of'),
});
export type RefundRow = typeof refund.$inferSelect;

export const chargeback = pgTable('chargeback', {
  id: uuid('id').primaryKey(),
  providerDisputeId: text('provider_dispute_id').notNull(),
  orderId: uuid('order_id').notNull(),
  campaignId: uuid('campaign_id').notNull(),
  payerId: uuid('payer_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  heldPayCents: cents('held_pay_cents').notNull(),
  heldFeeCents: cents('held_fee_cents').notNull(),
  heldSuspenseCents: cents('held_suspense_cents').notNull(),
  state: text('state').$type<'open' | 'won' | 'lost'>().notNull(),
  lostPayCents: cents('lost_pay_cents').notNull().default(0),
  lostFeeCents: cents('lost_fee_cents').notNull().default(0),
  lostSuspenseCents: cents('lost_suspense_cents').notNull().default(0),
  owedCents: cents('owed_cents').notNull().default(0),
  repaidCents: cents('repaid_cents').notNull().default(0),
  /** From the campaign's rest, and how much of that from its unearned fee. */
  recoveredCents: cents('recovered_cents').notNull().default(0),
  recoveredFeeCents: cents('recovered_fee_cents').notNull().default(0),
  writtenOffCents: cents('written_off_cents').notNull().default(0),
  openedAt: moment('opened_at').notNull(),
  closedAt: moment('closed_at'),
  lookAt: moment('look_at'),
});
export type ChargebackRow = typeof chargeback.$inferSelect;

/**
 * open → paid, covered (→ recovered) or given-up. A shortfall that was given up may still be paid or covered, until
 * its marketer deletes the account: then it is renounced. A covered one becomes recovered when the platform has
 * its money back.
 */
export type ShortfallState = 'open' | 'paid' | 'covered' | 'recovered' | 'given-up' | 'renounced';

export const shortfall = pgTable('shortfall', {
  paymentId: uuid('payment_id')
    .primaryKey()
    .references(() => payment.id),
  campaignId: uuid('campaign_id').notNull(),
  payerId: uuid('payer_id')
    .notNull()
    .references(() => account.id),
  turn: counter('turn').generatedAlwaysAsIdentity(),
  feeCents: cents('fee_cents').notNull(),
  shortCents: cents('short_cents').notNull(),
  shortFeeCents: cents('short_fee_cents').notNull().default(0),
  state: text('state').$type<ShortfallState>().notNull(),
  /** Pay and fee together, and the fee or the unearned fee alone. */
  coveredCents: cents('covered_cents'),
  coveredFeeCents: cents('covered_fee_cents').notNull().default(0),
  recoveredCents: cents('recovered_cents'),
  recoveredFeeCents: cents('recovered_fee_cents').notNull().default(0),
  decidedBy: uuid('decided_by').references(() => account.id),
  reason: text('reason'),
  openedAt: moment('opened_at').notNull(),
  endedAt: moment('ended_at'),
});
export type ShortfallRow = typeof shortfall.$inferSelect;

export interface Difference {
  kind: 'capture' | 'refund' | 'payout' | 'fee' | 'dispute' | 'balance' | 'other';
  reference: string;
  oursCents: number | null;
  theirsCents: number | null;
}

export const reconciliation = pgTable('reconciliation', {
  id: uuid('id').primaryKey(),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
  fromAt: moment('from_at').notNull(),
  toAt: moment('to_at').notNull(),
  oursCents: cents('ours_cents'),
  theirsCents: cents('theirs_cents'),
  compared: integer('compared').notNull().default(0),
  differences: jsonb('differences').$type<Difference[]>().notNull().default([]),
  wayOutCents: cents('way_out_cents'),
  wayInCents: cents('way_in_cents'),
  problem: text('problem'),
});
export type ReconciliationRow = typeof reconciliation.$inferSelect;

export const webhookEvent = pgTable('webhook_event', {
  id: text('id').primaryKey(),
  eventType: text('event_type').notNull(),
  resourceId: text('resource_id'),
  raw: bytes('raw').notNull(),
  receivedAt: moment('received_at').notNull(),
  handledAt: moment('handled_at'),
  outcome: text('outcome'),
});
