import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { ClothingSize } from '#profiles/contract.ts';
import type { ApplicationState } from '../contract.ts';
import type { InvitationState } from '../invitation-contract.ts';
import type { SavedFilters } from '../saved-search-contract.ts';
import type { StrikeKind, StrikeState } from '../strike-contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const application = pgTable('application', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  status: text('status').$type<ApplicationState>().notNull().default('pending'),
  reason: text('reason'),
  appliedAt: moment('applied_at').notNull(),
  decidedAt: moment('decided_at'),
  approvedAt: moment('approved_at'),
  benchTurn: integer('bench_turn'),
  hasMovedUp: boolean('has_moved_up').notNull().default(false),
  confirmationDueAt: moment('confirmation_due_at'),
  confirmedAt: moment('confirmed_at'),
  hasExpired: boolean('has_expired').notNull().default(false),
  attendanceJudgedAt: moment('attendance_judged_at'),
  note: text('note'),
  /** The marketer knows nothing of the decision until then. */
  undoUntil: moment('undo_until'),
  undoBenchTurn: integer('undo_bench_turn'),
});
export type ApplicationRow = typeof application.$inferSelect;

/** `isUntold` of rules.ts in SQL. Never null. */
export const matchUntold = (now: Date): SQL<boolean> => sql<boolean>`coalesce(
  ${application.status} in ('approved', 'rejected') and ${application.undoUntil} > ${now.toISOString()}, false)`;

export const campaignInvitation = pgTable('campaign_invitation', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  status: text('status').$type<InvitationState>().notNull().default('open'),
  reason: text('reason'),
  invitedAt: moment('invited_at').notNull(),
  answeredAt: moment('answered_at'),
});
export type CampaignInvitationRow = typeof campaignInvitation.$inferSelect;

export const kit = pgTable('kit', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => application.id),
  size: text('size').$type<ClothingSize>(),
  addressSealed: text('address_sealed'),
  addressUntil: moment('address_until'),
  handedAt: moment('handed_at'),
  trackingNumber: text('tracking_number'),
  receivedAt: moment('received_at'),
  returnedAt: moment('returned_at'),
});
export type KitRow = typeof kit.$inferSelect;

export const strike = pgTable('strike', {
  id: uuid('id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  kind: text('kind').$type<StrikeKind>().notNull(),
  status: text('status').$type<StrikeState>().notNull().default('standing'),
  at: moment('at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  appealedAt: moment('appealed_at'),
  appealText: text('appeal_text'),
  decidedBy: uuid('decided_by').references(() => account.id),
  decidedAt: moment('decided_at'),
  decisionReason: text('decision_reason'),
});
export type StrikeRow = typeof strike.$inferSelect;

export const uptime = pgTable('uptime', {
  startedAt: moment('started_at').primaryKey(),
  seenAt: moment('seen_at').notNull(),
});

export const savedSearch = pgTable('saved_search', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  place: smallint('place').notNull(),
  name: text('name').notNull(),
  filters: jsonb('filters').$type<SavedFilters>().notNull(),
  alertingSince: moment('alerting_since'),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
});
export type SavedSearchRow = typeof savedSearch.$inferSelect;

export const savedSearchMatch = pgTable(
  'saved_search_match',
  {
    searchId: uuid('search_id').notNull(),
    accountId: uuid('account_id').notNull(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaign.id),
    foundAt: moment('found_at').notNull(),
    mailedAt: moment('mailed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.searchId, table.campaignId] })],
);

export const savedSearchMail = pgTable('saved_search_mail', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id),
  mailedAt: moment('mailed_at'),
});
