import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import type { KycDocumentKind } from '#kyc/contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { kyc, kycDocument, type KycDocumentRow, kycKey, type KycKeyRow } from './tables.ts';
import { DIRECT_VERSION } from './vault.ts';

export async function findKey(reader: Reader, accountId: string): Promise<KycKeyRow | undefined> {
  const [found] = await reader.select().from(kycKey).where(eq(kycKey.accountId, accountId));
  return found;
}

/** Data encrypted with the replaced key is lost. */
export async function upsertKey(tx: Tx, values: typeof kycKey.$inferInsert): Promise<void> {
  await tx.insert(kycKey).values(values).onConflictDoUpdate({ target: kycKey.accountId, set: values });
}

export async function deleteKey(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(kycKey).where(eq(kycKey.accountId, accountId));
}

export async function findSealedDocument(
  reader: Reader,
  accountId: string,
  kind: KycDocumentKind,
): Promise<{ document: KycDocumentRow; key: KycKeyRow | undefined } | undefined> {
  const [found] = await reader
    .select({ document: kycDocument, key: kycKey })
    .from(kycDocument)
    .leftJoin(kycKey, eq(kycKey.accountId, kycDocument.accountId))
    .where(and(eq(kycDocument.accountId, accountId), eq(kycDocument.kind, kind)));
  return found && { document: found.document, key: found.key ?? undefined };
}

/** Accounts without a key of their own, or with one wrapped with a KYC_KEY other than `master`. */
export async function listOutdatedKeys(
  reader: Reader,
  master: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await reader
    .select({ accountId: kyc.accountId })
    .from(kyc)
    .leftJoin(kycKey, eq(kycKey.accountId, kyc.accountId))
    .where(
      and(
        isNull(kyc.erasedAt),
        or(eq(kyc.keyVersion, DIRECT_VERSION), ne(kycKey.master, master)),
        gt(kyc.accountId, after),
      ),
    )
    .orderBy(asc(kyc.accountId))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}
