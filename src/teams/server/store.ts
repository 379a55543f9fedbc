import { and, asc, count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { Language } from '#kernel/language.ts';
import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import { nameColumns, type NamedProfile, profile } from '#profiles/server/tables.ts';
import type { TeamRole } from '../contract.ts';
import { teamInvitation, type TeamInvitationRow, teamMember, type TeamMemberRow } from './tables.ts';

/** A suspended owner's whole team has no access. The owner could not remove a member who became an administrator. */
const isActiveAdvertiser = (person: Record<'deletedAt' | 'suspendedAt' | 'role', AnyPgColumn>) =>
  and(isNull(person.deletedAt), isNull(person.suspendedAt), eq(person.role, 'advertiser'));

export async function findLiveRole(
  reader: Reader,
  ownerId: string,
  memberId: string,
): Promise<TeamRole | undefined> {
  const [found] = await reader
    .select({ role: teamMember.role })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.ownerId))
    .where(
      and(eq(teamMember.ownerId, ownerId), eq(teamMember.memberId, memberId), isActiveAdvertiser(account)),
    );
  return found?.role;
}

export async function listLiveRoles(
  reader: Reader,
  memberId: string,
): Promise<Pick<TeamMemberRow, 'ownerId' | 'role'>[]> {
  return reader
    .select({ ownerId: teamMember.ownerId, role: teamMember.role })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.ownerId))
    .where(and(eq(teamMember.memberId, memberId), isActiveAdvertiser(account)));
}

export async function listOwners(
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; email: string; profile: NamedProfile | null }[]> {
  if (ids.length === 0) return [];
  return reader
    .select({ id: account.id, email: account.email, profile: nameColumns })
    .from(account)
    .leftJoin(profile, eq(profile.accountId, account.id))
    .where(isAmong(account.id, ids));
}

export async function findMember(
  reader: Reader,
  ownerId: string,
  memberId: string,
): Promise<TeamMemberRow | undefined> {
  const [found] = await reader
    .select()
    .from(teamMember)
    .where(and(eq(teamMember.ownerId, ownerId), eq(teamMember.memberId, memberId)));
  return found;
}

/** In the order in which they joined. */
export async function listMembers(reader: Reader, ownerIds: readonly string[]): Promise<TeamMemberRow[]> {
  if (ownerIds.length === 0) return [];
  return reader
    .select()
    .from(teamMember)
    .where(isAmong(teamMember.ownerId, ownerIds))
    .orderBy(asc(teamMember.joinedAt), asc(teamMember.memberId));
}

export async function hasMemberWithEmail(
  reader: Reader,
  members: readonly TeamMemberRow[],
  email: string,
): Promise<boolean> {
  if (members.length === 0) return false;
  const ids = members.map(({ memberId }) => memberId);
  const found = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(isAmong(account.id, ids), eq(account.email, email)));
  return found.length > 0;
}

export async function findLanguageByEmail(reader: Reader, email: string): Promise<Language | undefined> {
  const [found] = await reader
    .select({ language: account.language })
    .from(account)
    .where(eq(account.email, email));
  return found?.language;
}

export async function listLiveManagers(reader: Reader, ownerId: string): Promise<string[]> {
  const owner = alias(account, 'owner');
  const rows = await reader
    .select({ memberId: teamMember.memberId })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.memberId))
    .innerJoin(owner, eq(owner.id, teamMember.ownerId))
    .where(
      and(
        eq(teamMember.ownerId, ownerId),
        eq(teamMember.role, 'manager'),
        isActiveAdvertiser(account),
        isActiveAdvertiser(owner),
      ),
    )
    .orderBy(asc(teamMember.joinedAt), asc(teamMember.memberId));
  return rows.map(({ memberId }) => memberId);
}

/** Includes those whose owner is suspended. */
export async function listMemberships(
  reader: Reader,
  memberId: string,
): Promise<(TeamMemberRow & { isPaused: boolean })[]> {
  const rows = await reader
    .select({ member: teamMember, isThere: sql<boolean>`${isActiveAdvertiser(account)}` })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.ownerId))
    .where(eq(teamMember.memberId, memberId))
    .orderBy(asc(teamMember.joinedAt), asc(teamMember.ownerId));
  return rows.map((row) => ({ ...row.member, isPaused: !row.isThere }));
}

export async function countMembers(reader: Reader, ownerId: string): Promise<number> {
  const [row] = await reader
    .select({ members: count() })
    .from(teamMember)
    .where(eq(teamMember.ownerId, ownerId));
  return row?.members ?? 0;
}

export async function insertMember(tx: Tx, values: TeamMemberRow): Promise<void> {
  await tx.insert(teamMember).values(values);
}

export async function updateRole(
  tx: Tx,
  ownerId: string,
  memberId: string,
  role: TeamRole,
): Promise<boolean> {
  const updated = await tx
    .update(teamMember)
    .set({ role })
    .where(and(eq(teamMember.ownerId, ownerId), eq(teamMember.memberId, memberId)))
    .returning({ id: teamMember.memberId });
  return updated.length > 0;
}

export async function deleteMember(
  tx: Tx,
  ownerId: string,
  memberId: string,
): Promise<TeamMemberRow | undefined> {
  const [deleted] = await tx
    .delete(teamMember)
    .where(and(eq(teamMember.ownerId, ownerId), eq(teamMember.memberId, memberId)))
    .returning();
  return deleted;
}

/** Also deletes the members of the user's own team. */
export async function deleteAllMemberships(tx: Tx, userId: string): Promise<TeamMemberRow[]> {
  return tx
    .delete(teamMember)
    .where(or(eq(teamMember.ownerId, userId), eq(teamMember.memberId, userId)))
    .returning();
}

export async function findInvitation(reader: Reader, id: string): Promise<TeamInvitationRow | undefined> {
  const [found] = await reader.select().from(teamInvitation).where(eq(teamInvitation.id, id));
  return found;
}

export async function findInvitationByToken(
  reader: Reader,
  tokenHash: string,
): Promise<TeamInvitationRow | undefined> {
  const [found] = await reader.select().from(teamInvitation).where(eq(teamInvitation.tokenHash, tokenHash));
  return found;
}

/** Lock the accounts of both sides first. */
export async function lockInvitation(tx: Tx, id: string): Promise<TeamInvitationRow | undefined> {
  const [found] = await tx.select().from(teamInvitation).where(eq(teamInvitation.id, id)).for('update');
  return found;
}

/** Newest first, including expired ones. */
export async function listOpenInvitations(reader: Reader, ownerId: string): Promise<TeamInvitationRow[]> {
  return reader
    .select()
    .from(teamInvitation)
    .where(
      and(
        eq(teamInvitation.ownerId, ownerId),
        isNull(teamInvitation.acceptedAt),
        isNull(teamInvitation.revokedAt),
      ),
    )
    .orderBy(desc(teamInvitation.invitedAt), desc(teamInvitation.id));
}

export async function insertInvitation(
  tx: Tx,
  values: typeof teamInvitation.$inferInsert,
): Promise<TeamInvitationRow> {
  const [inserted] = await tx.insert(teamInvitation).values(values).returning();
  if (!inserted) throw new Error('an insert returned no row');
  return inserted;
}

export async function updateInvitation(
  tx: Tx,
  id: string,
  changes: Partial<TeamInvitationRow>,
): Promise<TeamInvitationRow> {
  const [updated] = await tx.update(teamInvitation).set(changes).where(eq(teamInvitation.id, id)).returning();
  if (!updated) throw new Error(`invitation ${id} vanished inside a transaction`);
  return updated;
}

/** A pending invitation to their address stays: its sender must not learn whether it has, or had, an account. */
export async function deleteUserInvitations(tx: Tx, userId: string, email: string): Promise<void> {
  const { ownerId, acceptedBy, acceptedAt, revokedAt } = teamInvitation;
  const isOver = or(isNotNull(acceptedAt), isNotNull(revokedAt));
  await tx
    .delete(teamInvitation)
    .where(or(eq(ownerId, userId), eq(acceptedBy, userId), and(eq(teamInvitation.email, email), isOver)));
}

export async function deleteInvitations(db: Db, endedBy: Date): Promise<void> {
  const { acceptedAt, revokedAt, expiresAt } = teamInvitation;
  await db
    .delete(teamInvitation)
    .where(sql`coalesce(${acceptedAt}, ${revokedAt}, ${expiresAt}) <= ${endedBy.toISOString()}::timestamptz`);
}
