import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' });

export const tip = pgTable('tip', {
  id: uuid('id').primaryKey(),
  proofId: uuid('proof_id').notNull(),
  campaignId: uuid('campaign_id').notNull(),
  campaignTitle: text('campaign_title').notNull(),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  payerId: uuid('payer_id')
    .notNull()
    .references(() => account.id),
  /** The pay of the place. */
  mostCents: cents('most_cents').notNull(),
  amountCents: cents('amount_cents'),
  createdAt: moment('created_at').notNull(),
  paidAt: moment('paid_at'),
});
export type TipRow = typeof tip.$inferSelect;
