import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import { socialAccount, type SocialAccountRow } from '../tables.ts';

export async function listSocialAccounts(reader: Reader, accountId: string): Promise<SocialAccountRow[]> {
  return reader
    .select()
    .from(socialAccount)
    .where(eq(socialAccount.accountId, accountId))
    .orderBy(asc(socialAccount.declaredAt), asc(socialAccount.id));
}

export async function findSocialAccount(reader: Reader, id: string): Promise<SocialAccountRow | undefined> {
  const [found] = await reader.select().from(socialAccount).where(eq(socialAccount.id, id));
  return found;
}

export async function findSocialAccountOn(
  reader: Reader,
  accountId: string,
  platform: SocialPlatform,
): Promise<SocialAccountRow | undefined> {
  const [found] = await listSocialAccountsOn(reader, [accountId], platform);
  return found;
}

/** Returns at most one account per user. */
export async function listSocialAccountsOn(
  reader: Reader,
  accountIds: readonly string[],
  platform: SocialPlatform,
): Promise<SocialAccountRow[]> {
  if (accountIds.length === 0) return [];
  return reader
    .select()
    .from(socialAccount)
    .where(and(isAmong(socialAccount.accountId, accountIds), eq(socialAccount.platform, platform)));
}

export async function lockSocialAccount(tx: Tx, id: string): Promise<SocialAccountRow | undefined> {
  const [found] = await tx.select().from(socialAccount).where(eq(socialAccount.id, id)).for('update');
  return found;
}

/**
 * If two users confirm the same handle at the same moment, the second sees the first, instead of failing at the unique
 * index.
 */
export async function lockHandle(tx: Tx, platform: SocialPlatform, handle: string): Promise<void> {
  const key = `social:${platform}:${handle.toLowerCase()}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Even if the confirmation has expired. */
export async function findHolder(
  reader: Reader,
  { platform, handle, accountId }: Pick<SocialAccountRow, 'platform' | 'handle' | 'accountId'>,
): Promise<SocialAccountRow | undefined> {
  const [found] = await reader
    .select()
    .from(socialAccount)
    .where(
      and(
        eq(socialAccount.platform, platform),
        sql`lower(${socialAccount.handle}) = lower(${handle})`,
        isNotNull(socialAccount.verifiedAt),
        ne(socialAccount.accountId, accountId),
      ),
    );
  return found;
}

export async function insertSocialAccount(
  tx: Tx,
  values: typeof socialAccount.$inferInsert,
): Promise<SocialAccountRow> {
  const [added] = await tx.insert(socialAccount).values(values).returning();
  if (!added) throw new Error('a social account that was just made is missing');
  return added;
}

export async function updateSocialAccount(
  tx: Tx,
  id: string,
  changes: Partial<typeof socialAccount.$inferInsert>,
): Promise<SocialAccountRow> {
  const [updated] = await tx.update(socialAccount).set(changes).where(eq(socialAccount.id, id)).returning();
  if (!updated) throw new Error(`social account ${id} vanished inside a transaction`);
  return updated;
}

export async function deleteSocialAccount(tx: Tx, id: string): Promise<void> {
  await tx.delete(socialAccount).where(eq(socialAccount.id, id));
}

export async function deleteSocialAccounts(tx: Tx, accountId: string): Promise<number> {
  const gone = await tx
    .delete(socialAccount)
    .where(eq(socialAccount.accountId, accountId))
    .returning({ id: socialAccount.id });
  return gone.length;
}

/** Pending ones by longest wait, decided ones newest first. */
export async function listSocialPage(
  reader: Reader,
  { status, limit, after }: TimePage & { status: SocialAccountRow['status'] },
): Promise<SocialAccountRow[]> {
  const isQueue = status === 'pending';
  const order = isQueue ? asc : desc;
  const at = isQueue ? socialAccount.submittedAt : socialAccount.decidedAt;
  const behind = isAfterRow({ at, id: socialAccount.id }, after, isQueue ? 'rising' : 'falling');
  return (
    reader
      .select()
      .from(socialAccount)
      // The index of decided ones leaves out the others.
      .where(and(eq(socialAccount.status, status), isQueue ? undefined : isNotNull(at), behind))
      .orderBy(order(at), order(socialAccount.id))
      .limit(limit)
  );
}

const AT_ONCE = 100;

/** Leaves out those whose owners were notified already. */
export async function listOutdated(reader: Reader, now: Date, after: string | null): Promise<string[]> {
  const rows = await reader
    .select({ id: socialAccount.id })
    .from(socialAccount)
    .where(
      and(
        lte(socialAccount.verifiedUntil, now),
        isNull(socialAccount.askedAgainAt),
        after === null ? undefined : gt(socialAccount.id, after),
      ),
    )
    .orderBy(asc(socialAccount.id))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}
