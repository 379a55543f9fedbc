import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { application } from '#applications/server/tables.ts';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { DisputeSide, DisputeState } from '#disputes/process-contract.ts';
import { proof } from '#proofs/server/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' });

export const dispute = pgTable('dispute', {
  id: uuid('id').primaryKey(),
  proofId: uuid('proof_id')
    .notNull()
    .references(() => proof.id),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  side: text('side').$type<DisputeSide>().notNull(),
  openedBy: uuid('opened_by')
    .notNull()
    .references(() => account.id),
  isByAdmin: boolean('is_by_admin').notNull().default(false),
  reason: text('reason').notNull(),
  /** The disputed pay, and the platform's fee on it. */
  payCents: cents('pay_cents').notNull(),
  feeCents: cents('fee_cents').notNull(),
  state: text('state').$type<DisputeState>().notNull().default('open'),
  awardCents: cents('award_cents'),
  decidedBy: uuid('decided_by').references(() => account.id),
  decidedAt: moment('decided_at'),
  note: text('note'),
  openedAt: moment('opened_at').notNull(),
  dueAt: moment('due_at'),
  remindedAt: moment('reminded_at'),
});
export type DisputeRow = typeof dispute.$inferSelect;

/** Steps after the opening. Rows are only added. */
export const disputeEntry = pgTable(
  'dispute_entry',
  {
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => dispute.id),
    turn: integer('turn').notNull(),
    kind: text('kind').$type<'answered' | 'proposed' | 'accepted' | 'escalated'>().notNull(),
    side: text('side').$type<DisputeSide | 'platform'>().notNull(),
    byId: uuid('by_id').references(() => account.id),
    text: text('text'),
    awardCents: cents('award_cents'),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.disputeId, table.turn] })],
);
export type DisputeEntryRow = typeof disputeEntry.$inferSelect;

/** Files of the opening (turn 0) and of an answer. */
export const disputeFile = pgTable('dispute_file', {
  uploadId: uuid('upload_id').primaryKey(),
  disputeId: uuid('dispute_id')
    .notNull()
    .references(() => dispute.id),
  turn: integer('turn').notNull(),
  contentType: text('content_type').notNull(),
  position: integer('position').notNull(),
});
export type DisputeFileRow = typeof disputeFile.$inferSelect;
