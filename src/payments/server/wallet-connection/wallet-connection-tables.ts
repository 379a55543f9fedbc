import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { ConnectionOutcome } from '../../connection-contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const walletConnection = pgTable('wallet_connection', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  sessionId: uuid('session_id').notNull(),
  stateHash: text('state_hash').notNull(),
  createdAt: moment('created_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  usedAt: moment('used_at'),
  outcome: text('outcome').$type<ConnectionOutcome>(),
});
export type WalletConnectionRow = typeof walletConnection.$inferSelect;
