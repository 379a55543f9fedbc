import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { DeliveryProblem, DeliveryState, DisabledReason, WebhookEvent } from '../contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const webhook = pgTable('outgoing_webhook', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  sealedFormerSecret: text('sealed_former_secret'),
  formerSecretUntil: moment('former_secret_until'),
  disabledReason: text('disabled_reason').$type<DisabledReason>(),
  failingSince: moment('failing_since'),
  isSlow: boolean('is_slow').notNull().default(true),
  createdAt: moment('created_at').notNull(),
});
export type WebhookRow = typeof webhook.$inferSelect;

export const webhookDelivery = pgTable('outgoing_webhook_delivery', {
  id: uuid('id').primaryKey(),
  webhookId: uuid('webhook_id')
    .notNull()
    .references(() => webhook.id, { onDelete: 'cascade' }),
  type: text('type').notNull(),
  body: text('body').notNull(),
  state: text('state').$type<DeliveryState>().notNull().default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  turn: integer('turn').notNull().default(0),
  nextAt: moment('next_at'),
  lastAt: moment('last_at'),
  lastStatus: integer('last_status'),
  lastMs: integer('last_ms'),
  lastProblem: text('last_problem').$type<DeliveryProblem>(),
  createdAt: moment('created_at').notNull(),
});
export type WebhookDeliveryRow = typeof webhookDelivery.$inferSelect;
