import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { account } from '#auth/server/tables.ts';
import { sendCampaignLock } from '#campaigns/server/service.ts';
import {
  campaign,
  type CampaignRow,
  type CampaignSummary,
  summaryColumns,
} from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import { nameColumns, type NamedProfile, profile } from '#profiles/server/tables.ts';
import type { ProofState } from '#proofs/contract.ts';
import { uploadThumbnail } from '#uploads/server/tables.ts';
import {
  type AmendmentRow,
  proof,
  proofAmendment,
  proofMedia,
  type ProofMediaRow,
  type ProofRow,
} from './tables.ts';

export async function findProof(reader: Reader, id: string): Promise<ProofRow | undefined> {
  const [found] = await reader.select().from(proof).where(eq(proof.id, id));
  return found;
}

export interface LockedWork {
  campaign: CampaignRow;
  proof: ProofRow;
  /** It changes only while the campaign is locked. */
  amendment: AmendmentRow | null;
}

/** Locks the campaign, then the proof, in one round trip. */
export async function lockWork(tx: Tx, id: string): Promise<LockedWork | undefined> {
  sendCampaignLock(tx, sql`(select ${proof.campaignId} from ${proof} where ${eq(proof.id, id)})`);
  const [found] = await tx
    .select({ campaign, proof, amendment: proofAmendment })
    .from(proof)
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .leftJoin(proofAmendment, eq(proofAmendment.proofId, proof.id))
    .where(eq(proof.id, id))
    .for('update', { of: proof });
  return found;
}

export async function lockProof(tx: Tx, id: string): Promise<ProofRow | undefined> {
  const [found] = await tx.select().from(proof).where(eq(proof.id, id)).for('update');
  return found;
}

export async function findPendingOfWork(
  reader: Reader,
  { campaignId, marketerId }: { campaignId: string; marketerId: string },
): Promise<{ id: string } | undefined> {
  const [found] = await reader
    .select({ id: proof.id })
    .from(proof)
    .where(
      and(eq(proof.campaignId, campaignId), eq(proof.marketerId, marketerId), eq(proof.status, 'pending')),
    );
  return found;
}

/** Returns the new row, or null if a pending or approved proof exists: the database allows only one. */
export async function insertProof(tx: Tx, values: typeof proof.$inferInsert): Promise<ProofRow | null> {
  const [inserted] = await tx.insert(proof).values(values).onConflictDoNothing().returning();
  return inserted ?? null;
}

export async function findSubmitted(
  reader: Reader,
  marketerId: string,
  submissionKey: string | undefined,
): Promise<ProofRow | undefined> {
  if (submissionKey === undefined) return undefined;
  const [found] = await reader
    .select()
    .from(proof)
    .where(and(eq(proof.marketerId, marketerId), eq(proof.submissionKey, submissionKey)));
  return found;
}

export async function updateProof(tx: Tx, id: string, changes: Partial<ProofRow>): Promise<ProofRow> {
  const [updated] = await tx.update(proof).set(changes).where(eq(proof.id, id)).returning();
  if (!updated) throw new Error(`proof ${id} is missing`);
  return updated;
}

/** Changes a locked proof without waiting, and returns it as it is then. */
export function sendChanges(tx: Tx, locked: ProofRow, changes: Partial<ProofRow>): ProofRow {
  tx.send(tx.update(proof).set(changes).where(eq(proof.id, locked.id)));
  return { ...locked, ...changes };
}

export async function insertMedia(tx: Tx, rows: (typeof proofMedia.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(proofMedia).values(rows);
}

export interface FoundMedia extends ProofMediaRow {
  hasThumbnail: boolean;
}

export async function listAllMedia(reader: Reader, proofIds: readonly string[]): Promise<FoundMedia[]> {
  if (proofIds.length === 0) return [];
  const hasThumbnail = sql<boolean>`${uploadThumbnail.uploadId} is not null`;
  return reader
    .select({ ...getTableColumns(proofMedia), hasThumbnail })
    .from(proofMedia)
    .leftJoin(uploadThumbnail, eq(uploadThumbnail.uploadId, proofMedia.uploadId))
    .where(isAmong(proofMedia.proofId, proofIds))
    .orderBy(asc(proofMedia.position));
}

export interface ProvenWork {
  campaign: CampaignSummary;
  profile: NamedProfile | null;
  isMarketerDeleted: boolean;
  amendment: AmendmentRow | null;
}

export async function loadWork(
  reader: Reader,
  proofIds: readonly string[],
): Promise<ReadonlyMap<string, ProvenWork>> {
  if (proofIds.length === 0) return new Map();
  const rows = await reader
    .select({
      id: proof.id,
      campaign: summaryColumns,
      profile: nameColumns,
      isMarketerDeleted: sql<boolean>`${account.deletedAt} is not null`,
      amendment: proofAmendment,
    })
    .from(proof)
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .innerJoin(account, eq(account.id, proof.marketerId))
    .leftJoin(profile, eq(profile.accountId, proof.marketerId))
    .leftJoin(proofAmendment, eq(proofAmendment.proofId, proof.id))
    .where(isAmong(proof.id, proofIds));
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}

export async function countApproved(reader: Reader, marketerId: string): Promise<number> {
  const [row] = await reader
    .select({ number: count() })
    .from(proof)
    .where(and(eq(proof.marketerId, marketerId), eq(proof.status, 'approved')));
  return row?.number ?? 0;
}

export async function countRejected(
  reader: Reader,
  application: { id: string; marketerId: string },
): Promise<number> {
  const [row] = await reader
    .select({ number: count() })
    .from(proof)
    .where(
      and(
        eq(proof.marketerId, application.marketerId),
        eq(proof.applicationId, application.id),
        eq(proof.status, 'rejected'),
      ),
    );
  return row?.number ?? 0;
}

/** Returns the counts by application; `live` means pending or approved. */
export async function countByState(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<Map<string, { live: number; rejected: number }>> {
  const rows = await reader
    .select({
      id: proof.applicationId,
      live: sql<number>`(count(*) filter (where ${proof.status} <> 'rejected'))::int`,
      rejected: sql<number>`(count(*) filter (where ${proof.status} = 'rejected'))::int`,
    })
    .from(proof)
    .where(isAmong(proof.applicationId, applicationIds))
    .groupBy(proof.applicationId);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export async function findLiveProof(
  reader: Reader,
  { campaignId, applicationId }: Pick<ProofRow, 'campaignId' | 'applicationId'>,
): Promise<ProofRow | undefined> {
  const [found] = await reader
    .select()
    .from(proof)
    .where(
      and(
        eq(proof.campaignId, campaignId),
        eq(proof.applicationId, applicationId),
        inArray(proof.status, ['pending', 'approved']),
      ),
    );
  return found;
}

export interface ProofFilter {
  campaignId?: string | undefined;
  status?: ProofState | undefined;
}

const newestFirst = [desc(proof.submittedAt), desc(proof.id)];
const place = { at: proof.submittedAt, id: proof.id };

export async function listProofsOfMarketer(
  reader: Reader,
  marketerId: string,
  filter: ProofFilter,
  { limit, after }: TimePage,
): Promise<ProofRow[]> {
  return reader
    .select()
    .from(proof)
    .where(
      and(eq(proof.marketerId, marketerId), ...toConditions(filter), isAfterRow(place, after, 'falling')),
    )
    .orderBy(...newestFirst)
    .limit(limit);
}

export async function listProofsOfAdvertisers(
  reader: Reader,
  advertiserIds: readonly string[],
  filter: ProofFilter,
  { limit, after }: TimePage,
): Promise<ProofRow[]> {
  const rows = await reader
    .select({ proof })
    .from(proof)
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .where(
      and(
        isAmong(campaign.advertiserId, advertiserIds),
        ...toConditions(filter),
        isAfterRow(place, after, 'falling'),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map((row) => row.proof);
}

function toConditions({ campaignId, status }: ProofFilter) {
  return [
    ...(campaignId ? [eq(proof.campaignId, campaignId)] : []),
    ...(status ? [eq(proof.status, status)] : []),
  ];
}
