import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { spotCheck, trackingSession } from '#tracking/server/tables.ts';
import { upload, uploadThumbnail } from '#uploads/server/tables.ts';
import { spotCheckPhoto, type SpotCheckPhotoRow } from '../tables.ts';

export interface FoundPhoto extends SpotCheckPhotoRow {
  contentType: string | null;
  hasThumbnail: boolean;
}

export async function listPhotos(reader: Reader, checkIds: readonly string[]): Promise<FoundPhoto[]> {
  if (checkIds.length === 0) return [];
  return reader
    .select({
      ...getTableColumns(spotCheckPhoto),
      contentType: upload.contentType,
      hasThumbnail: sql<boolean>`${uploadThumbnail.uploadId} is not null`,
    })
    .from(spotCheckPhoto)
    .leftJoin(upload, eq(upload.id, spotCheckPhoto.uploadId))
    .leftJoin(uploadThumbnail, eq(uploadThumbnail.uploadId, spotCheckPhoto.uploadId))
    .where(isAmong(spotCheckPhoto.checkId, checkIds));
}

export async function insertPhoto(tx: Tx, values: typeof spotCheckPhoto.$inferInsert): Promise<void> {
  await tx.insert(spotCheckPhoto).values(values);
}

export async function listPhotosOfMarketer(
  reader: Reader,
  marketerId: string,
): Promise<(SpotCheckPhotoRow & { number: number; applicationId: string })[]> {
  return reader
    .select({
      ...getTableColumns(spotCheckPhoto),
      number: spotCheck.number,
      applicationId: spotCheck.applicationId,
    })
    .from(spotCheckPhoto)
    .innerJoin(spotCheck, eq(spotCheck.id, spotCheckPhoto.checkId))
    .innerJoin(trackingSession, eq(trackingSession.id, spotCheck.sessionId))
    .where(eq(trackingSession.marketerId, marketerId))
    .orderBy(asc(spotCheckPhoto.takenAt));
}
