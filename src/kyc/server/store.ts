import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { account } from '#auth/server/tables.ts';
import type { Role } from '#kernel/endpoint.ts';
import { REVIEWS_MEASURED } from '#kyc/contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { kyc, kycDocument, type KycDocumentRow, type KycRow } from './tables.ts';

/** Prevents a deletion or a change of role until the transaction ends. Returns undefined if it is already deleted. */
export async function lockActiveAccount(
  tx: Tx,
  accountId: string,
): Promise<{ role: Role | null } | undefined> {
  const [found] = await tx
    .select({ deletedAt: account.deletedAt, role: account.role })
    .from(account)
    .where(eq(account.id, accountId))
    .for('share');
  return found?.deletedAt === null ? { role: found.role } : undefined;
}

export async function findKyc(reader: Reader, accountId: string): Promise<KycRow | undefined> {
  const [found] = await reader.select().from(kyc).where(eq(kyc.accountId, accountId));
  return found;
}

export async function measureReviews(reader: Reader): Promise<number | null> {
  const { rows } = await reader.execute<{ decided: number; hours: number }>(sql`
    select count(*)::int as decided,
      ceil(percentile_cont(0.8) within group (order by extract(epoch from decided_at - submitted_at)) / 3600)::int as hours
    from (
      select submitted_at, decided_at from kyc
      where decided_at is not null order by decided_at desc limit ${REVIEWS_MEASURED.most}) last`);
  const [last] = rows;
  return last && last.decided >= REVIEWS_MEASURED.fewest ? last.hours : null;
}

export async function lockKyc(tx: Tx, accountId: string): Promise<KycRow | undefined> {
  const [found] = await tx.select().from(kyc).where(eq(kyc.accountId, accountId)).for('update');
  return found;
}

export async function listKycByAccounts(
  reader: Reader,
  accountIds: readonly string[],
): Promise<Pick<KycRow, 'accountId' | 'status' | 'submittedAt'>[]> {
  if (accountIds.length === 0) return [];
  return reader
    .select({ accountId: kyc.accountId, status: kyc.status, submittedAt: kyc.submittedAt })
    .from(kyc)
    .where(and(isAmong(kyc.accountId, accountIds), isNull(kyc.erasedAt)));
}

export async function countKyc(reader: Reader, status: KycRow['status']): Promise<number> {
  const [row] = await reader
    .select({ number: count() })
    .from(kyc)
    .where(and(eq(kyc.status, status), isNull(kyc.erasedAt)));
  return row?.number ?? 0;
}

/** Inserts the row, or replaces a rejected one. Returns false if a concurrent submission came first. */
export async function upsertKyc(tx: Tx, values: typeof kyc.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(kyc)
    .values(values)
    .onConflictDoUpdate({ target: kyc.accountId, set: values, setWhere: eq(kyc.status, 'rejected') })
    .returning({ accountId: kyc.accountId });
  return rows.length > 0;
}

export async function updateKyc(tx: Tx, accountId: string, changes: Partial<KycRow>): Promise<void> {
  await tx.update(kyc).set(changes).where(eq(kyc.accountId, accountId));
}

/** The caller must delete the documents and the key first. */
export async function deleteKyc(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(kyc).where(eq(kyc.accountId, accountId));
}

export async function listDocuments(
  reader: Reader,
  accountIds: readonly string[],
): Promise<KycDocumentRow[]> {
  if (accountIds.length === 0) return [];
  return reader.select().from(kycDocument).where(isAmong(kycDocument.accountId, accountIds));
}

export async function removeDocuments(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(kycDocument).where(eq(kycDocument.accountId, accountId));
}

export async function replaceDocuments(
  tx: Tx,
  accountId: string,
  rows: (typeof kycDocument.$inferInsert)[],
): Promise<void> {
  await removeDocuments(tx, accountId);
  if (rows.length > 0) await tx.insert(kycDocument).values(rows);
}
