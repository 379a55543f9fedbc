import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const campaignFootfall = pgTable('campaign_footfall', {
  campaignId: uuid('campaign_id')
    .primaryKey()
    .references(() => campaign.id),
  low: integer('low').notNull(),
  high: integer('high').notNull(),
  basis: text('basis').notNull(),
  setBy: uuid('set_by')
    .notNull()
    .references(() => account.id),
  setAt: moment('set_at').notNull(),
});

export const reportLink = pgTable('report_link', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  tokenHash: text('token_hash').notNull(),
  label: text('label').notNull(),
  withPhotos: boolean('with_photos').notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => account.id),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
});
export type ReportLinkRow = typeof reportLink.$inferSelect;
