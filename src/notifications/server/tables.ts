import { boolean, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account, signInSession } from '#auth/server/tables.ts';
import type { NotificationTopic } from '../choices-contract.ts';
import type { NotificationKind } from './notification-kinds.ts';

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
    topic: text('topic').$type<NotificationTopic>().notNull(),
    isMailed: boolean('is_mailed').notNull(),
    isPushed: boolean('is_pushed').notNull().default(true),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.topic] })],
);

export const notificationSchedule = pgTable('notification_schedule', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id),
  timeZone: text('time_zone').notNull(),
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
  digestHour: smallint('digest_hour'),
  changedAt: moment('changed_at').notNull(),
});

export const waitingDelivery = pgTable(
  'waiting_delivery',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    channel: text('channel', { enum: ['email', 'push'] }).notNull(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    ref: text('ref').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    href: text('href').notNull(),
    deadline: moment('deadline'),
    dueAt: moment('due_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.channel, table.kind, table.ref] })],
);
export type WaitingDelivery = typeof waitingDelivery.$inferSelect;

export const pushSubscription = pgTable('push_subscription', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => signInSession.id, { onDelete: 'cascade' }),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: moment('created_at').notNull(),
});
