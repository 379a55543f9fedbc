import { loadContacts, lockLiveAccounts } from '#auth/server/service.ts';
import { t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { formatFullName, loadNameParts } from '#profiles/server/service.ts';
import { refuse } from '#teams/domain.ts';
import type { Team, TeamMember, TeamMembership, TeamRole } from '../contract.ts';
import { memberLeft, memberRemoved, teamRoleChanged } from './events.ts';
import { toInvitation } from './inviting-service.ts';
import { loadBusinessNames } from './service.ts';
import * as store from './store.ts';
import type { TeamMemberRow } from './tables.ts';

export async function getTeam(deps: Deps, actor: Actor): Promise<Team> {
  const now = deps.clock.now();
  const [members, invitations, memberships, names] = await Promise.all([
    store.listMembers(deps.db, [actor.userId]),
    store.listOpenInvitations(deps.db, actor.userId),
    listMemberships(deps.db, actor),
    loadBusinessNames(deps.db, [actor.userId]),
  ]);
  return {
    business: names.get(actor.userId) ?? '',
    members: await toMembers(deps.db, members),
    invitations: invitations.map((row) => toInvitation(row, now)),
    memberships,
  };
}

/** Members see the names and roles of a team, but no addresses. */
async function listMemberships(reader: Reader, { userId }: Actor): Promise<TeamMembership[]> {
  const own = await store.listMemberships(reader, userId);
  const ownerIds = own.map(({ ownerId }) => ownerId);
  const people = await store.listMembers(reader, ownerIds);
  const businesses = await loadBusinessNames(reader, ownerIds);
  const names = await loadNameParts(reader, [...ownerIds, ...people.map(({ memberId }) => memberId)]);
  const findName = (id: string) => formatFullName(names.get(id)) || t('New member');
  return own.map(({ ownerId, role, joinedAt, isPaused }) => ({
    id: ownerId,
    business: businesses.get(ownerId) ?? '',
    role,
    joinedAt: joinedAt.toISOString(),
    isPaused,
    people: [
      { name: findName(ownerId), role: 'owner' as const, isYou: false },
      ...people
        .filter((row) => row.ownerId === ownerId)
        .map((row) => ({ name: findName(row.memberId), role: row.role, isYou: row.memberId === userId })),
    ],
  }));
}

/** Refuses 'team/member-not-found', and 'auth/recent-required' if the new role allows more. */
export async function changeTeamRole(
  deps: Deps,
  actor: Actor,
  memberId: string,
  role: TeamRole,
): Promise<TeamMember> {
  if (role === 'manager') requireRecentSignIn(deps, actor);
  return transact(deps.db, async (tx) => {
    await lockLiveAccounts(tx, [actor.userId]);
    const present = await store.findMember(tx, actor.userId, memberId);
    if (!present) throw refuse('team/member-not-found');
    if (present.role !== role) {
      // Waits for a member who deletes their account at this moment, and finds no row if they did.
      const isMember = await store.updateRole(tx, actor.userId, memberId, role);
      if (!isMember) throw refuse('team/member-not-found');
      await audit(tx, deps, {
        actor,
        action: 'team.role-changed',
        object: { kind: 'account', id: memberId },
        details: { from: present.role, to: role },
      });
      const payload = { ownerId: actor.userId, memberId, role };
      await announce(tx, teamRoleChanged, { ref: deps.random.uuid(), payload }, deps.clock);
    }
    const [member] = await toMembers(tx, [{ ...present, role }]);
    if (!member) throw new Error(`member ${memberId} was not returned`);
    return member;
  });
}

/** Refuses 'team/member-not-found'. */
export async function removeFromTeam(deps: Deps, actor: Actor, memberId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockLiveAccounts(tx, [actor.userId]);
    const removed = await store.deleteMember(tx, actor.userId, memberId);
    if (!removed) throw refuse('team/member-not-found');
    await audit(tx, deps, { actor, action: 'team.removed', object: { kind: 'account', id: memberId } });
    const payload = { ownerId: actor.userId, memberId };
    await announce(tx, memberRemoved, { ref: deps.random.uuid(), payload }, deps.clock);
  });
}

/** Refuses 'team/not-found' if the user is not in the team. */
export async function leaveTeam(deps: Deps, actor: Actor, ownerId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    // Under this lock, either the owner's removal of this member or their leaving finds the row gone.
    await lockLiveAccounts(tx, [ownerId]);
    const left = await store.deleteMember(tx, ownerId, actor.userId);
    if (!left) throw refuse('team/not-found');
    await audit(tx, deps, { actor, action: 'team.left', object: { kind: 'account', id: ownerId } });
    const payload = { ownerId, memberId: actor.userId };
    await announce(tx, memberLeft, { ref: deps.random.uuid(), payload }, deps.clock);
  });
}

async function toMembers(reader: Reader, rows: readonly TeamMemberRow[]): Promise<TeamMember[]> {
  const ids = rows.map(({ memberId }) => memberId);
  const names = await loadNameParts(reader, ids);
  const contacts = await loadContacts(reader, ids);
  return rows.map(({ memberId, role, joinedAt }) => {
    const email = contacts.get(memberId)?.email ?? '';
    const name = formatFullName(names.get(memberId)) || email;
    return { id: memberId, name, email, role, joinedAt: joinedAt.toISOString() };
  });
}
