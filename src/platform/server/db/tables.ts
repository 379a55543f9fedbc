import { bigint, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The database rejects updates and deletes of its rows. */
export const auditEntry = pgTable('audit_entry', {
  id: uuid('id').primaryKey().defaultRandom(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  actorId: uuid('actor_id'),
  actorRole: text('actor_role').notNull(),
  action: text('action').notNull(),
  objectKind: text('object_kind').notNull(),
  objectId: text('object_id').notNull(),
  reason: text('reason'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  requestId: text('request_id'),
  ipPrefix: text('ip_prefix'),
});

export const auditSeal = pgTable('audit_seal', {
  number: bigint('number', { mode: 'number' }).primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  sealedAt: timestamp('sealed_at', { withTimezone: true }).notNull(),
});

/** A trigger of the database adds them. */
export const auditUnsealed = pgTable('audit_unsealed', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
});
