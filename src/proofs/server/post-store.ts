import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { postCheck, type PostCheckRow, proof } from './tables.ts';

export async function insertPostChecks(tx: Tx, rows: (typeof postCheck.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(postCheck).values(rows);
}

export async function listPostChecks(reader: Reader, proofIds: readonly string[]): Promise<PostCheckRow[]> {
  if (proofIds.length === 0) return [];
  return reader
    .select()
    .from(postCheck)
    .where(inArray(postCheck.proofId, [...proofIds]))
    .orderBy(asc(postCheck.dueAt));
}

export async function findPostCheck(
  reader: Reader,
  { proofId, reason }: Pick<PostCheckRow, 'proofId' | 'reason'>,
): Promise<PostCheckRow | undefined> {
  const [found] = await reader
    .select()
    .from(postCheck)
    .where(and(eq(postCheck.proofId, proofId), eq(postCheck.reason, reason)));
  return found;
}

export async function updatePostCheck(
  tx: Tx,
  { proofId, reason }: Pick<PostCheckRow, 'proofId' | 'reason'>,
  changes: Partial<PostCheckRow>,
): Promise<void> {
  await tx
    .update(postCheck)
    .set(changes)
    .where(and(eq(postCheck.proofId, proofId), eq(postCheck.reason, reason)));
}

/** Makes all looks at the proof's post due again, not before `firstAt`. */
export async function resetPostChecks(tx: Tx, proofId: string, firstAt: Date): Promise<void> {
  await tx
    .update(postCheck)
    .set({
      state: 'due',
      checkedAt: null,
      checkedBy: null,
      dueAt: sql`greatest(${postCheck.dueAt}, ${firstAt}::timestamptz)`,
    })
    .where(eq(postCheck.proofId, proofId));
}

const MOST_DUE = 100;

/** Returns the due checks of these advertisers' campaigns, longest due first. Rejected proofs are not looked at again. */
export async function listDue(reader: Reader, advertiserIds: readonly string[], now: Date) {
  return reader
    .select({
      proofId: postCheck.proofId,
      reason: postCheck.reason,
      dueAt: postCheck.dueAt,
      postUrl: proof.postUrl,
      marketerId: proof.marketerId,
      campaignId: campaign.id,
      campaignTitle: campaign.title,
      advertiserId: campaign.advertiserId,
    })
    .from(postCheck)
    .innerJoin(proof, eq(proof.id, postCheck.proofId))
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .where(
      and(
        eq(postCheck.state, 'due'),
        lte(postCheck.dueAt, now),
        ne(proof.status, 'rejected'),
        inArray(campaign.advertiserId, [...advertiserIds]),
      ),
    )
    .orderBy(asc(postCheck.dueAt), asc(postCheck.proofId))
    .limit(MOST_DUE);
}
