import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { KycDocumentKind } from '#kyc/contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { kyc, kycDocument, type KycDocumentRow, type KycRow } from './tables.ts';

export async function findKyc(reader: Reader, accountId: string): Promise<KycRow | undefined> {
  const [found] = await reader.select().from(kyc).where(eq(kyc.accountId, accountId));
  return found;
}

export async function lockKyc(tx: Tx, accountId: string): Promise<KycRow | undefined> {
  const [found] = await tx.select().from(kyc).where(eq(kyc.accountId, accountId)).for('update');
  return found;
}

/** Those waiting longest first; decided ones newest first. */
export async function listKycByStatus(reader: Reader, status: KycRow['status']): Promise<KycRow[]> {
  const order = status === 'pending' ? asc(kyc.submittedAt) : desc(kyc.submittedAt);
  return reader.select().from(kyc).where(eq(kyc.status, status)).orderBy(order).limit(200);
}

export async function listKycOf(
  reader: Reader,
  accountIds: readonly string[],
): Promise<Pick<KycRow, 'accountId' | 'status'>[]> {
  if (accountIds.length === 0) return [];
  return reader
    .select({ accountId: kyc.accountId, status: kyc.status })
    .from(kyc)
    .where(inArray(kyc.accountId, [...accountIds]));
}

export async function countKyc(reader: Reader, status: KycRow['status']): Promise<number> {
  const [row] = await reader.select({ number: count() }).from(kyc).where(eq(kyc.status, status));
  return row?.number ?? 0;
}

/** Inserts, or replaces what was rejected. False where another one was handed in a moment before. */
export async function putKyc(tx: Tx, values: typeof kyc.$inferInsert): Promise<boolean> {
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

export async function listDocuments(
  reader: Reader,
  accountIds: readonly string[],
): Promise<KycDocumentRow[]> {
  if (accountIds.length === 0) return [];
  return reader
    .select()
    .from(kycDocument)
    .where(inArray(kycDocument.accountId, [...accountIds]));
}

export async function findDocument(
  reader: Reader,
  accountId: string,
  kind: KycDocumentKind,
): Promise<KycDocumentRow | undefined> {
  const [found] = await reader
    .select()
    .from(kycDocument)
    .where(and(eq(kycDocument.accountId, accountId), eq(kycDocument.kind, kind)));
  return found;
}

export async function replaceDocuments(
  tx: Tx,
  accountId: string,
  rows: (typeof kycDocument.$inferInsert)[],
): Promise<void> {
  await tx.delete(kycDocument).where(eq(kycDocument.accountId, accountId));
  await tx.insert(kycDocument).values(rows);
}
