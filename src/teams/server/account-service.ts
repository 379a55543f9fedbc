import { asc, eq } from 'drizzle-orm';
import { loadContacts } from '#auth/server/service.ts';
import type { ErasePerson, ExportPart, UndoRole } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { memberLeft, teamEnded } from './events.ts';
import { withdrawInvitationMails } from './invitation-mail.ts';
import { deleteUserInvitations, deleteAllMemberships, listOpenInvitations } from './store.ts';
import { teamInvitation, teamMember, type TeamMemberRow } from './tables.ts';

/** Pending invitations to their address stay, as if it never had an account, and expire normally. */
export const eraseTeams: ErasePerson = async (tx, deps, userId) => {
  await endTeams(tx, deps, userId);
};

/** Only advertisers can own or join a team. Senders of invitations are not notified. */
export const undoTeams: UndoRole = async (tx, deps, userId) => {
  const { left, lost, taken } = await endTeams(tx, deps, userId);
  return [
    ...(left > 0
      ? [
          msg('You were removed from {count, plural, one {the team} other {the # teams}} you belonged to.', {
            count: left,
          }),
        ]
      : []),
    ...(lost + taken > 0 ? [msg('Your own team has ended, and its members have lost access.')] : []),
  ];
};

async function endTeams(tx: Tx, deps: Deps, userId: string) {
  const email = (await loadContacts(tx, [userId])).get(userId)?.email ?? '';
  const open = await listOpenInvitations(tx, userId);
  await deleteUserInvitations(tx, userId, email);
  await withdrawInvitationMails(tx, deps, { ownerId: userId });
  const gone = await deleteAllMemberships(tx, userId);
  for (const row of gone) await announceDeparture(tx, deps, row, userId);
  const lost = gone.filter(({ ownerId }) => ownerId === userId).length;
  return { lost, left: gone.length - lost, taken: open.length };
}

async function announceDeparture(
  tx: Tx,
  deps: Deps,
  { ownerId, memberId }: TeamMemberRow,
  userId: string,
): Promise<void> {
  const event = ownerId === userId ? teamEnded : memberLeft;
  await announce(tx, event, { ref: deps.random.uuid(), payload: { ownerId, memberId } }, deps.clock);
}

/** The other users' identities are not part of this user's data. */
export const teamsExport: readonly ExportPart[] = [
  {
    name: 'team',
    tables: ['team_member'],
    read: async (db, _deps, userId) => {
      const own = await db
        .select({ role: teamMember.role, joinedAt: teamMember.joinedAt })
        .from(teamMember)
        .where(eq(teamMember.ownerId, userId))
        .orderBy(asc(teamMember.joinedAt));
      const others = await db
        .select({ role: teamMember.role, joinedAt: teamMember.joinedAt })
        .from(teamMember)
        .where(eq(teamMember.memberId, userId))
        .orderBy(asc(teamMember.joinedAt));
      return { members: own, memberships: others };
    },
  },
  {
    name: 'teamInvitations',
    tables: ['team_invitation'],
    read: async (db, _deps, userId) => {
      const email = (await loadContacts(db, [userId])).get(userId)?.email ?? '';
      const columns = {
        role: teamInvitation.role,
        invitedAt: teamInvitation.invitedAt,
        expiresAt: teamInvitation.expiresAt,
        acceptedAt: teamInvitation.acceptedAt,
        revokedAt: teamInvitation.revokedAt,
      };
      const select = () => db.select(columns).from(teamInvitation);
      const order = asc(teamInvitation.invitedAt);
      return {
        sent: await select().where(eq(teamInvitation.ownerId, userId)).orderBy(order),
        received: await select().where(eq(teamInvitation.email, email)).orderBy(order),
      };
    },
  },
];
