import { integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { application } from '#applications/server/tables.ts';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { upload } from '#uploads/server/tables.ts';
import type { MessageKind, MessageSide } from '../contract.ts';
import type { ReportReason, ReportState } from '../report-contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** See migrations/0200-messages.sql. */
export const messageThread = pgTable('message_thread', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => application.id),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  advertiserId: uuid('advertiser_id')
    .notNull()
    .references(() => account.id),
  lastSequence: integer('last_sequence').notNull().default(0),
  lastAt: moment('last_at').notNull(),
  marketerUnreadSince: moment('marketer_unread_since'),
  marketerMailedAt: moment('marketer_mailed_at'),
  advertiserUnreadSince: moment('advertiser_unread_since'),
  advertiserMailedAt: moment('advertiser_mailed_at'),
  viewedAt: moment('viewed_at'),
});
export type ThreadRow = typeof messageThread.$inferSelect;

export const message = pgTable('message', {
  id: uuid('id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => messageThread.applicationId),
  sequence: integer('sequence').notNull(),
  kind: text('kind').$type<MessageKind>().notNull(),
  side: text('side').$type<MessageSide>(),
  authorId: uuid('author_id').references(() => account.id),
  text: text('text').notNull(),
  fact: text('fact'),
  createdAt: moment('created_at').notNull(),
});
export type MessageRow = typeof message.$inferSelect;

export const messageFile = pgTable('message_file', {
  uploadId: uuid('upload_id')
    .primaryKey()
    .references(() => upload.id),
  messageId: uuid('message_id')
    .notNull()
    .references(() => message.id),
  position: smallint('position').notNull(),
  name: text('name').notNull(),
});

export const messageRead = pgTable(
  'message_read',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => messageThread.applicationId),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    sequence: integer('sequence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.accountId] })],
);

/** See migrations/0201-message-reports.sql. */
export const messageReport = pgTable('message_report', {
  id: uuid('id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => messageThread.applicationId),
  reporterId: uuid('reporter_id')
    .notNull()
    .references(() => account.id),
  side: text('side').$type<MessageSide>().notNull(),
  reason: text('reason').$type<ReportReason>().notNull(),
  text: text('text').notNull(),
  state: text('state').$type<ReportState>().notNull().default('open'),
  ownerId: uuid('owner_id').references(() => account.id),
  note: text('note'),
  createdAt: moment('created_at').notNull(),
  decidedAt: moment('decided_at'),
});
export type ReportRow = typeof messageReport.$inferSelect;
