import { and, eq, gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { spotCheck } from '#tracking/server/tables.ts';
import { postFigures, proof, proofMedia, type ProofRow, spotCheckPhoto } from '../tables.ts';

export interface ProofSides {
  marketerId: string;
  advertiserId: string;
}

export async function findProofWithOwner(
  reader: Reader,
  id: string,
): Promise<{ proof: ProofRow; advertiserId: string } | undefined> {
  const [found] = await reader
    .select({ proof, advertiserId: campaign.advertiserId })
    .from(proof)
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .where(eq(proof.id, id));
  return found;
}

/**
 * Returns the sides of the proof that shows this file: as its media, as a post's figures, or as the photo of a check.
 */
export async function findSidesOfFile(reader: Reader, uploadId: string): Promise<ProofSides | undefined> {
  const ofMedia = reader
    .select({ id: proofMedia.proofId })
    .from(proofMedia)
    .where(eq(proofMedia.uploadId, uploadId));
  const ofFigures = reader
    .select({ id: postFigures.proofId })
    .from(postFigures)
    .where(eq(postFigures.uploadId, uploadId));
  const checked = alias(proof, 'checked');
  const ofCheck = reader
    .select({ id: checked.id })
    .from(spotCheckPhoto)
    .innerJoin(spotCheck, eq(spotCheck.id, spotCheckPhoto.checkId))
    .innerJoin(
      checked,
      and(eq(checked.applicationId, spotCheck.applicationId), gte(checked.submittedAt, spotCheck.askAt)),
    )
    .where(eq(spotCheckPhoto.uploadId, uploadId))
    .limit(1);
  const [found] = await reader
    .select({ marketerId: proof.marketerId, advertiserId: campaign.advertiserId })
    .from(proof)
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .where(sql`${proof.id} = coalesce(${ofMedia}, ${ofFigures}, ${ofCheck})`);
  return found;
}
