import { and, desc, eq } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { consent, type ConsentRow, profile, type ProfileRow } from './tables.ts';

export async function findProfile(reader: Reader, accountId: string): Promise<ProfileRow | undefined> {
  const [found] = await reader.select().from(profile).where(eq(profile.accountId, accountId));
  return found;
}

export async function listProfiles(reader: Reader, accountIds: readonly string[]): Promise<ProfileRow[]> {
  if (accountIds.length === 0) return [];
  return reader.select().from(profile).where(isAmong(profile.accountId, accountIds));
}

/** Inserts an empty row first if it is missing, so that two writers never both insert. */
export async function lockProfile(tx: Tx, accountId: string, now: Date): Promise<ProfileRow> {
  await tx.insert(profile).values({ accountId, updatedAt: now }).onConflictDoNothing();
  const [locked] = await tx.select().from(profile).where(eq(profile.accountId, accountId)).for('update');
  if (!locked) throw new Error('a profile that was just made is missing');
  return locked;
}

export async function updateProfile(tx: Tx, accountId: string, changes: Partial<ProfileRow>): Promise<void> {
  await tx.update(profile).set(changes).where(eq(profile.accountId, accountId));
}

export async function insertConsents(tx: Tx, rows: (typeof consent.$inferInsert)[]): Promise<void> {
  await tx.insert(consent).values(rows);
}

/** Ever given, to this version of the texts. */
export async function listKindsGiven(
  reader: Reader,
  accountId: string,
  textVersion: string,
): Promise<ConsentRow['kind'][]> {
  const rows = await reader
    .selectDistinct({ kind: consent.kind })
    .from(consent)
    .where(
      and(eq(consent.accountId, accountId), eq(consent.isGiven, true), eq(consent.textVersion, textVersion)),
    );
  return rows.map(({ kind }) => kind);
}

/** Entries with the same time are sorted by kind. */
export async function listConsents(reader: Reader, accountId: string, limit: number): Promise<ConsentRow[]> {
  return reader
    .select()
    .from(consent)
    .where(eq(consent.accountId, accountId))
    .orderBy(desc(consent.at), consent.kind)
    .limit(limit);
}
