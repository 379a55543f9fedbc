import { and, asc, count, eq, inArray, isNull, lte, ne } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import { proof, type ProofRow } from './tables.ts';

export type DueProof = Pick<ProofRow, 'id' | 'reviewDueAt'>;

const isOverdueWeak = (now: Date) =>
  and(eq(proof.status, 'pending'), eq(proof.strength, 'weak'), lte(proof.reviewDueAt, now));

export async function listWeakProofs(
  reader: Reader,
  now: Date,
  { limit, after }: TimePage,
): Promise<ProofRow[]> {
  const behind = isAfterRow({ at: proof.reviewDueAt, id: proof.id }, after, 'rising');
  return reader
    .select()
    .from(proof)
    .where(and(isOverdueWeak(now), behind))
    .orderBy(asc(proof.reviewDueAt), asc(proof.id))
    .limit(limit);
}

export async function markAdminsTold(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<Pick<ProofRow, 'id' | 'campaignId'>[]> {
  const due = tx
    .select({ id: proof.id })
    .from(proof)
    .where(and(isOverdueWeak(now), isNull(proof.adminsToldAt)))
    .orderBy(asc(proof.reviewDueAt), asc(proof.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(proof)
    .set({ adminsToldAt: now })
    .where(inArray(proof.id, due))
    .returning({ id: proof.id, campaignId: proof.campaignId });
}

export async function listDueProofs(reader: Reader, now: Date, after?: DueProof): Promise<DueProof[]> {
  const last = after ? { at: after.reviewDueAt, id: after.id } : null;
  const behind = isAfterRow({ at: proof.reviewDueAt, id: proof.id }, last, 'rising');
  return reader
    .select({ id: proof.id, reviewDueAt: proof.reviewDueAt })
    .from(proof)
    .where(and(eq(proof.status, 'pending'), ne(proof.strength, 'weak'), lte(proof.reviewDueAt, now), behind))
    .orderBy(asc(proof.reviewDueAt), asc(proof.id))
    .limit(200);
}

export async function countPendingProofs(reader: Reader): Promise<number> {
  const [row] = await reader.select({ number: count() }).from(proof).where(eq(proof.status, 'pending'));
  return row?.number ?? 0;
}
