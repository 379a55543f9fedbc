import { contactsOf } from '#auth/server/service.ts';
import type { Role } from '#kernel/endpoint.ts';
import { type RefusalCode, refuse } from '#kernel/errors.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/session.ts';
import { fullNameOf, namePartsOf, namesOf } from '#profiles/server/service.ts';
import { type Deed, rightsOf, type Rights } from './rules.ts';
import * as store from './store.ts';

/**
 * What later domains ask of teams: who may do what with that which belongs to an advertiser. It is read anew for every call, so
 * whoever is taken out of a team has lost it with their next one.
 */
export type { Deed, Rights };

/** Who calls, as a business sees them. */
export interface Standing {
  role: Role | null;
  rights: Rights;
}

type Caller = Pick<Actor, 'userId' | 'role'> | null;

/** What the caller (null: signed out) may do for the business of this owner. */
export async function standingWith(reader: Reader, caller: Caller, ownerId: string): Promise<Standing> {
  if (caller?.role !== 'advertiser') return { role: caller?.role ?? null, rights: rightsOf(undefined) };
  const isOwner = caller.userId === ownerId;
  const part = isOwner ? 'owner' : await store.findLiveRole(reader, ownerId, caller.userId);
  return { role: caller.role, rights: rightsOf(part) };
}

export interface Standings {
  /** Whose campaigns, and what belongs to them, the caller may read: one's own, and those of the teams one is in. */
  ownerIds: readonly string[];
  with: (ownerId: string) => Standing;
}

/** The same for lists, read once for all that they hold. */
export async function standingsOf(reader: Reader, caller: Caller): Promise<Standings> {
  const role = caller?.role ?? null;
  if (caller?.role !== 'advertiser')
    return { ownerIds: [], with: () => ({ role, rights: rightsOf(undefined) }) };
  const teams = await store.listLiveRoles(reader, caller.userId);
  const parts = new Map<string, Parameters<typeof rightsOf>[0]>(teams.map((row) => [row.ownerId, row.role]));
  parts.set(caller.userId, 'owner');
  return { ownerIds: [...parts.keys()], with: (ownerId) => ({ role, rights: rightsOf(parts.get(ownerId)) }) };
}

/** May the caller do this for the business of this owner? */
export async function mayActFor(
  reader: Reader,
  caller: Caller,
  ownerId: string,
  deed: Deed,
): Promise<boolean> {
  return (await standingWith(reader, caller, ownerId)).rights[deed];
}

/**
 * Refuses with `unknown` to whoever may not know of what belongs to this owner, and 'team/not-allowed' to those who may see it and
 * not do this.
 */
export async function requireToActFor(
  reader: Reader,
  caller: Caller,
  ownerId: string,
  deed: Deed,
  unknown: RefusalCode,
): Promise<void> {
  const { rights } = await standingWith(reader, caller, ownerId);
  if (!rights.read) throw refuse(unknown);
  if (!rights[deed]) throw refuse('team/not-allowed');
}

/** Whom it is told what waits for a decision: the owner, and the managers who could take it now. */
export async function decidersOf(reader: Reader, ownerId: string): Promise<string[]> {
  return [ownerId, ...(await store.listLiveManagers(reader, ownerId))];
}

/** How many work for this business, its owner among them. */
export async function countPeople(reader: Reader, ownerId: string): Promise<number> {
  return 1 + (await store.countMembers(reader, ownerId));
}

/** What the businesses of these owners are called: by their own name, else by their owner's, else by the owner's address. */
export async function businessNamesOf(
  reader: Reader,
  ownerIds: readonly string[],
): Promise<Map<string, string>> {
  const [profiles, names, contacts] = await Promise.all([
    namesOf(reader, ownerIds),
    namePartsOf(reader, ownerIds),
    contactsOf(reader, ownerIds),
  ]);
  return new Map(
    ownerIds.map((ownerId) => {
      const business = profiles.get(ownerId)?.businessName;
      return [ownerId, business || fullNameOf(names.get(ownerId)) || (contacts.get(ownerId)?.email ?? '')];
    }),
  );
}
