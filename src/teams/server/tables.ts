import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { TeamRole } from '#teams/contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const teamMember = pgTable(
  'team_member',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => account.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => account.id),
    role: text('role').$type<TeamRole>().notNull(),
    joinedAt: moment('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.memberId] })],
);
export type TeamMemberRow = typeof teamMember.$inferSelect;

export const teamInvitation = pgTable('team_invitation', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id')
    .notNull()
    .references(() => account.id),
  email: text('email').notNull(),
  role: text('role').$type<TeamRole>().notNull(),
  tokenHash: text('token_hash').notNull(),
  invitedAt: moment('invited_at').notNull(),
  /** Links mailed earlier no longer work. */
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  acceptedAt: moment('accepted_at'),
  acceptedBy: uuid('accepted_by').references(() => account.id),
  revokedAt: moment('revoked_at'),
});
export type TeamInvitationRow = typeof teamInvitation.$inferSelect;
