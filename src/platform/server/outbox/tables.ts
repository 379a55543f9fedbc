import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const outbox = pgTable('outbox', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  form: text('form', { enum: ['event', 'effect'] }).notNull(),
  ref: text('ref').notNull(),
  payload: jsonb('payload').$type<unknown>().notNull(),
  requestId: uuid('request_id'),
  state: text('state', { enum: ['ready', 'sent', 'unknown', 'done', 'dead'] })
    .notNull()
    .default('ready'),
  firstSentAt: timestamp('first_sent_at', { withTimezone: true }),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  doneAt: timestamp('done_at', { withTimezone: true }),
});

export const sweep = pgTable('sweep', {
  name: text('name').primaryKey(),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  runningUntil: timestamp('running_until', { withTimezone: true }),
  startedAt: timestamp('started_at', { withTimezone: true }),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
  lastError: text('last_error'),
});
