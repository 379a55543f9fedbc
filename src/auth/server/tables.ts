import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#kernel/endpoint.ts';
import type { ChoosableType } from '#auth/contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const account = pgTable('account', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  role: text('role').$type<Role>(),
  verifiedAt: moment('verified_at'),
  suspendedAt: moment('suspended_at'),
  deletedAt: moment('deleted_at'),
  firstLoginDone: boolean('first_login_done').notNull().default(false),
  createdAt: moment('created_at').notNull(),
});
export type Account = typeof account.$inferSelect;

export const signInSession = pgTable('sign_in_session', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  tokenHash: text('token_hash').notNull(),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
  endedAt: moment('ended_at'),
});

export const signInChallenge = pgTable('sign_in_challenge', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  /** Of the account that a sign-in may make; null where somebody signed in confirms that it is them. */
  role: text('role').$type<ChoosableType>(),
  codeHash: text('code_hash').notNull(),
  tokenHash: text('token_hash'),
  wrongCodes: integer('wrong_codes').notNull().default(0),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  /** The sign-in session whose owner is asked; null for a sign-in. */
  sessionId: uuid('session_id').references(() => signInSession.id, { onDelete: 'cascade' }),
});
export type SignInChallenge = typeof signInChallenge.$inferSelect;
