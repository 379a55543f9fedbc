import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { payment } from '#payments/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { MediaKind } from '#proofs/contract.ts';
import { proof, proofMedia } from '#proofs/server/tables.ts';
import { presenceCell, trackingSession } from '#tracking/server/tables.ts';
import type { Footfall } from '../footfall-contract.ts';
import { campaignFootfall } from './tables.ts';

export async function listWork(reader: Reader, campaignId: string) {
  return reader
    .select({
      id: proof.id,
      applicationId: proof.applicationId,
      status: proof.status,
      submittedAt: proof.submittedAt,
      presence: proof.presence,
      paidCents: sql<number>`case when ${payment.releasedAt} is null then 0 else ${payment.amountCents} end`,
    })
    .from(proof)
    .leftJoin(payment, eq(payment.sourceId, proof.id))
    .where(eq(proof.campaignId, campaignId))
    .orderBy(asc(proof.submittedAt), asc(proof.id));
}

export async function listFiles(
  reader: Reader,
  campaignId: string,
): Promise<{ proofId: string; uploadId: string; kind: MediaKind }[]> {
  return reader
    .select({ proofId: proofMedia.proofId, uploadId: proofMedia.uploadId, kind: proofMedia.kind })
    .from(proofMedia)
    .innerJoin(proof, eq(proof.id, proofMedia.proofId))
    .where(and(eq(proof.campaignId, campaignId), isNull(proofMedia.replacedAt)))
    .orderBy(asc(proof.submittedAt), asc(proof.id), asc(proofMedia.position));
}

export async function sumCells(
  reader: Reader,
  campaignId: string,
): Promise<{ cell: string; minutes: number }[]> {
  return reader
    .select({ cell: presenceCell.cell, minutes: sql<number>`sum(${presenceCell.minutes})::float8` })
    .from(presenceCell)
    .innerJoin(trackingSession, eq(trackingSession.id, presenceCell.sessionId))
    .where(and(eq(presenceCell.campaignId, campaignId), eq(trackingSession.status, 'ended')))
    .groupBy(presenceCell.cell)
    .orderBy(asc(presenceCell.cell));
}

export async function findFootfall(reader: Reader, campaignId: string): Promise<Footfall | null> {
  const [found] = await reader
    .select({ low: campaignFootfall.low, high: campaignFootfall.high, basis: campaignFootfall.basis })
    .from(campaignFootfall)
    .where(eq(campaignFootfall.campaignId, campaignId));
  return found ?? null;
}

export async function saveFootfall(
  tx: Tx,
  campaignId: string,
  values: Footfall & { setBy: string; setAt: Date },
): Promise<void> {
  await tx
    .insert(campaignFootfall)
    .values({ campaignId, ...values })
    .onConflictDoUpdate({ target: campaignFootfall.campaignId, set: values });
}

export async function deleteFootfall(tx: Tx, campaignId: string): Promise<void> {
  await tx.delete(campaignFootfall).where(eq(campaignFootfall.campaignId, campaignId));
}
