import type { Role } from '#kernel/endpoint.ts';
import type { Refusal } from '#kernel/errors.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { formatFullName } from '#profiles/server/service.ts';
import { refuse } from '#teams/domain.ts';
import { type TeamPermission, getPermissions, type TeamPermissions } from './rules.ts';
import * as store from './store.ts';

/** Every call reads the permissions again, so a removed member has no access from their next call on. */
export type { TeamPermission, TeamPermissions };

export interface Standing {
  role: Role | null;
  rights: TeamPermissions;
}

type Caller = Pick<Actor, 'userId' | 'role'> | null;

export async function loadStanding(reader: Reader, caller: Caller, ownerId: string): Promise<Standing> {
  if (caller?.role !== 'advertiser') return { role: caller?.role ?? null, rights: getPermissions(undefined) };
  const isOwner = caller.userId === ownerId;
  const part = isOwner ? 'owner' : await store.findLiveRole(reader, ownerId, caller.userId);
  return { role: caller.role, rights: getPermissions(part) };
}

export interface Standings {
  /** The caller, and the owners of the teams they belong to. */
  ownerIds: readonly string[];
  with: (ownerId: string) => Standing;
}

/** Uses one query for all owners. */
export async function loadStandings(reader: Reader, caller: Caller): Promise<Standings> {
  const role = caller?.role ?? null;
  if (caller?.role !== 'advertiser')
    return { ownerIds: [], with: () => ({ role, rights: getPermissions(undefined) }) };
  const teams = await store.listLiveRoles(reader, caller.userId);
  const parts = new Map<string, Parameters<typeof getPermissions>[0]>(
    teams.map((row) => [row.ownerId, row.role]),
  );
  parts.set(caller.userId, 'owner');
  return {
    ownerIds: [...parts.keys()],
    with: (ownerId) => ({ role, rights: getPermissions(parts.get(ownerId)) }),
  };
}

export async function hasTeamPermission(
  reader: Reader,
  caller: Caller,
  ownerId: string,
  permission: TeamPermission,
): Promise<boolean> {
  return (await loadStanding(reader, caller, ownerId)).rights[permission];
}

/** Refuses with `notFound` if the caller may not see the business, and 'team/not-allowed' if they may not do this. */
export async function requireTeamPermission(
  reader: Reader,
  caller: Caller,
  ownerId: string,
  permission: TeamPermission,
  notFound: () => Refusal,
): Promise<void> {
  const { rights } = await loadStanding(reader, caller, ownerId);
  if (!rights.read) throw notFound();
  if (!rights[permission]) throw refuse('team/not-allowed');
}

/** Returns the owner, and the managers who can decide now. */
export async function listDeciders(reader: Reader, ownerId: string): Promise<string[]> {
  return [ownerId, ...(await store.listLiveManagers(reader, ownerId))];
}

export async function listTeam(reader: Reader, ownerId: string): Promise<string[]> {
  return [ownerId, ...(await store.listMembers(reader, [ownerId])).map(({ memberId }) => memberId)];
}

/** Includes the user's own team and paused ones. */
export async function listTeamOwners(reader: Reader, userId: string): Promise<string[]> {
  return [userId, ...(await store.listMemberships(reader, userId)).map(({ ownerId }) => ownerId)];
}

/** Returns the business's name; otherwise the owner's own name, or their address. */
export async function loadBusinessNames(
  reader: Reader,
  ownerIds: readonly string[],
): Promise<Map<string, string>> {
  const owners = new Map((await store.listOwners(reader, ownerIds)).map((owner) => [owner.id, owner]));
  return new Map(
    ownerIds.map((ownerId) => {
      const owner = owners.get(ownerId);
      const name = owner?.profile?.businessName || formatFullName(owner?.profile);
      return [ownerId, name || (owner?.email ?? '')];
    }),
  );
}
