import { bigint, boolean, customType, pgSchema, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { PaymentState } from '../contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' });
const counter = (name: string) => bigint(name, { mode: 'number' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

const ledger = pgSchema('ledger');

/** The ledger is read through these tables and written through ledger.ts alone; the database refuses the rest. */
export const ledgerAccount = ledger.table('account', {
  id: counter('id').primaryKey().generatedAlwaysAsIdentity(),
  code: text('code').notNull(),
  family: text('family').notNull(),
  kind: text('kind', { enum: ['asset', 'liability', 'revenue', 'expense'] }).notNull(),
  hasBalance: boolean('has_balance').notNull(),
  balanceCents: cents('balance').notNull().default(0),
  version: counter('version').notNull().default(0),
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

/** creating → open → capturing (→ pending) → captured → bound; closed where nothing came of it. */
export type OrderState = 'creating' | 'open' | 'capturing' | 'pending' | 'captured' | 'bound' | 'closed';

export const paymentOrder = pgTable('payment_order', {
  id: uuid('id').primaryKey(),
  purposeId: uuid('purpose_id').notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => account.id),
  amountCents: cents('amount_cents').notNull(),
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
  lookAt: moment('look_at').notNull(),
  createdAt: moment('created_at').notNull(),
  captureSentAt: moment('capture_sent_at'),
  capturedAt: moment('captured_at'),
  boundAt: moment('bound_at'),
});
export type OrderRow = typeof paymentOrder.$inferSelect;

export const payment = pgTable('payment', {
  id: uuid('id').primaryKey(),
  sourceId: uuid('source_id').notNull(),
  purposeId: uuid('purpose_id').notNull(),
  purposeTitle: text('purpose_title').notNull(),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  amountCents: cents('amount_cents').notNull(),
  feeCents: cents('fee_cents').notNull(),
  status: text('status').$type<PaymentState>().notNull(),
  createdAt: moment('created_at').notNull(),
  completedAt: moment('completed_at'),
  failedAt: moment('failed_at'),
});
export type PaymentRow = typeof payment.$inferSelect;

/** queued (→ withdrawn) → submitting → processing, unclaimed or held → succeeded, or one of the ways back. */
export type PayoutState =
  | 'queued'
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
  lastIssue: text('last_issue'),
  createdAt: moment('created_at').notNull(),
  submittedAt: moment('submitted_at'),
  lookAt: moment('look_at'),
  endedAt: moment('ended_at'),
});
export type PayoutRow = typeof payout.$inferSelect;

export const webhookEvent = pgTable('webhook_event', {
  id: text('id').primaryKey(),
  eventType: text('event_type').notNull(),
  resourceId: text('resource_id'),
  raw: bytes('raw').notNull(),
  receivedAt: moment('received_at').notNull(),
  handledAt: moment('handled_at'),
  outcome: text('outcome'),
});
