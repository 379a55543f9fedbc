import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { ApplicationState } from '../contract.ts';

export const application = pgTable('application', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  status: text('status').$type<ApplicationState>().notNull().default('pending'),
  reason: text('reason'),
  appliedAt: timestamp('applied_at', { withTimezone: true }).notNull(),
  decidedAt: timestamp('decided_at', { withTimezone: true }),
});
export type ApplicationRow = typeof application.$inferSelect;
