import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { application } from '#applications/server/tables.ts';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { DisputeState } from '#disputes/contract.ts';
import { proof } from '#proofs/server/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

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
  openedBy: uuid('opened_by')
    .notNull()
    .references(() => account.id),
  reason: text('reason').notNull(),
  state: text('state').$type<DisputeState>().notNull().default('open'),
  decidedBy: uuid('decided_by').references(() => account.id),
  decidedAt: moment('decided_at'),
  note: text('note'),
  openedAt: moment('opened_at').notNull(),
});
export type DisputeRow = typeof dispute.$inferSelect;
