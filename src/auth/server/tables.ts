import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Role, TokenScope } from '#kernel/endpoint.ts';
import type { Language } from '#kernel/language.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import type { SecondFactorKind } from '#auth/second-factor-contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const account = pgTable('account', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  role: text('role').$type<Role>(),
  verifiedAt: moment('verified_at'),
  suspendedAt: moment('suspended_at'),
  suspensionReason: text('suspension_reason'),
  deletedAt: moment('deleted_at'),
  firstLoginDone: boolean('first_login_done').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  language: text('language').$type<Language>().notNull().default('en'),
  roleBeforeAdmin: text('role_before_admin').$type<ChoosableType>(),
  names: text('names').notNull().default(''),
  searchText: text('search_text')
    .notNull()
    .generatedAlwaysAs(sql`lower(email || ' ' || names)`),
});
export type Account = typeof account.$inferSelect;

export const adminInvitation = pgTable('admin_invitation', {
  email: text('email').primaryKey(),
  createdAt: moment('created_at').notNull(),
});

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
  /** Null if the user has shown only the first factor. */
  secondFactorAt: moment('second_factor_at'),
});
export type SignInSession = typeof signInSession.$inferSelect;

export const accessToken = pgTable('access_token', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull(),
  scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  lastUsedAt: moment('last_used_at'),
});
export type AccessTokenRow = typeof accessToken.$inferSelect;

export const signInChallenge = pgTable('sign_in_challenge', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  /** A sign-in may create an account with it. Null if a signed-in user confirms their identity. */
  role: text('role').$type<ChoosableType>(),
  codeHash: text('code_hash').notNull(),
  tokenHash: text('token_hash'),
  wrongCodes: integer('wrong_codes').notNull().default(0),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  /** Null for a sign-in. */
  sessionId: uuid('session_id').references(() => signInSession.id, { onDelete: 'cascade' }),
});
export type SignInChallenge = typeof signInChallenge.$inferSelect;

export const signInIdentity = pgTable(
  'sign_in_identity',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

export const spentProviderFlow = pgTable('spent_provider_flow', {
  flowHash: text('flow_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});

export const typeChangeLink = pgTable('type_change_link', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id),
  newRole: text('new_role').$type<ChoosableType>().notNull(),
  tokenHash: text('token_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});
export type TypeChangeLink = typeof typeChangeLink.$inferSelect;

export const secondFactor = pgTable('second_factor', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  kind: text('kind').$type<SecondFactorKind>().notNull(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  secretSealed: text('secret_sealed'),
  lastStep: bigint('last_step', { mode: 'number' }),
  credentialId: text('credential_id'),
  publicKey: text('public_key'),
  counter: bigint('counter', { mode: 'number' }),
  transports: text('transports').array(),
});
export type SecondFactorRow = typeof secondFactor.$inferSelect;

export const recoveryCode = pgTable(
  'second_factor_recovery_code',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

export const secondFactorChallenge = pgTable(
  'second_factor_challenge',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => signInSession.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<'add-totp' | 'add-passkey' | 'prove'>().notNull(),
    challenge: text('challenge'),
    secretSealed: text('secret_sealed'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.purpose] })],
);
export type SecondFactorChallenge = typeof secondFactorChallenge.$inferSelect;

export const secondFactorGuard = pgTable('second_factor_guard', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id),
  wrongCodes: integer('wrong_codes').notNull(),
  lastWrongAt: moment('last_wrong_at').notNull(),
});
