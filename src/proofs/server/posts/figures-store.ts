import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { postFigures, proof, type PostFiguresRow } from '../tables.ts';

export async function listFigures(reader: Reader, proofIds: readonly string[]): Promise<PostFiguresRow[]> {
  if (proofIds.length === 0) return [];
  return reader
    .select()
    .from(postFigures)
    .where(isAmong(postFigures.proofId, proofIds))
    .orderBy(desc(postFigures.reportedAt), desc(postFigures.uploadId));
}

export async function listCurrentFigures(
  reader: Reader,
  proofIds: readonly string[],
): Promise<PostFiguresRow[]> {
  if (proofIds.length === 0) return [];
  return reader
    .select(getTableColumns(postFigures))
    .from(postFigures)
    .innerJoin(proof, and(eq(proof.id, postFigures.proofId), eq(proof.postUrl, postFigures.postUrl)))
    .where(isAmong(postFigures.proofId, proofIds))
    .orderBy(desc(postFigures.reportedAt), desc(postFigures.uploadId));
}

export async function insertFigures(tx: Tx, values: typeof postFigures.$inferInsert): Promise<void> {
  await tx.insert(postFigures).values(values);
}
