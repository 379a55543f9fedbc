import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { upload, uploadThumbnail } from './tables.ts';
import type { UploadRow } from './tables.ts';

export async function insertUpload(tx: Tx, values: typeof upload.$inferInsert): Promise<void> {
  await tx.insert(upload).values(values);
}

export async function findOwnUpload(
  reader: Reader,
  ownerId: string,
  id: string,
): Promise<UploadRow | undefined> {
  const [found] = await reader
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), eq(upload.ownerId, ownerId)));
  return found;
}

export async function lockOwnUpload(tx: Tx, ownerId: string, id: string): Promise<UploadRow | undefined> {
  const [found] = await tx
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), eq(upload.ownerId, ownerId)))
    .for('update');
  return found;
}

export async function findFinishedUpload(reader: Reader, id: string): Promise<UploadRow | undefined> {
  const [found] = await reader
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), inArray(upload.state, ['ready', 'claimed'])));
  return found;
}

export async function sumUnclaimedBytes(reader: Reader, ownerId: string): Promise<number> {
  const [row] = await reader
    .select({ bytes: sql`coalesce(sum(${upload.declaredSize}), 0)`.mapWith(Number) })
    .from(upload)
    .where(and(eq(upload.ownerId, ownerId), inArray(upload.state, ['receiving', 'ready'])));
  return row?.bytes ?? 0;
}

/** Returns false if it was removed or finished. */
export async function finishReceiving(tx: Tx, id: string, changes: Partial<UploadRow>): Promise<boolean> {
  const changed = await tx
    .update(upload)
    .set(changes)
    .where(and(eq(upload.id, id), eq(upload.state, 'receiving')))
    .returning({ id: upload.id });
  return changed.length > 0;
}

/** Also erases when, where and by what camera the file says that it was taken. */
export async function markClaimed(tx: Tx, id: string, claimedAt: Date): Promise<void> {
  const taking = { takenAt: null, takenLat: null, takenLng: null, hasCamera: null };
  await tx
    .update(upload)
    .set({ state: 'claimed', claimedAt, ...taking })
    .where(eq(upload.id, id));
}

export async function insertThumbnail(tx: Tx, uploadId: string, content: Buffer): Promise<void> {
  await tx.insert(uploadThumbnail).values({ uploadId, content });
}

export async function listThumbnails(reader: Reader, uploadIds: readonly string[]) {
  if (uploadIds.length === 0) return [];
  return reader.select().from(uploadThumbnail).where(isAmong(uploadThumbnail.uploadId, uploadIds));
}

export async function findThumbnail(reader: Reader, uploadId: string): Promise<Buffer | undefined> {
  const [found] = await reader
    .select({ content: uploadThumbnail.content })
    .from(uploadThumbnail)
    .where(eq(uploadThumbnail.uploadId, uploadId));
  return found && Buffer.from(found.content);
}

export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.delete(upload).where(eq(upload.id, id));
}

export async function deleteAbandoned(
  tx: Tx,
  before: { receiving: Date; unclaimed: Date },
): Promise<Pick<UploadRow, 'id' | 'storageKey'>[]> {
  return tx
    .delete(upload)
    .where(
      or(
        and(eq(upload.state, 'receiving'), lt(upload.createdAt, before.receiving)),
        and(inArray(upload.state, ['ready', 'refused']), lt(upload.createdAt, before.unclaimed)),
      ),
    )
    .returning({ id: upload.id, storageKey: upload.storageKey });
}
