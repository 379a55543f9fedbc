import { boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { OptionalTopic } from '../choices-contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const notification = pgTable('notification', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  kind: text('kind').notNull(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  href: text('href'),
  ref: text('ref').notNull(),
  createdAt: moment('created_at').notNull(),
  readAt: moment('read_at'),
});
export type NotificationRow = typeof notification.$inferSelect;

export const notificationChoice = pgTable(
  'notification_choice',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    topic: text('topic').$type<OptionalTopic>().notNull(),
    isMailed: boolean('is_mailed').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.topic] })],
);
