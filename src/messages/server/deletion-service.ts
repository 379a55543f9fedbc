import { and, asc, eq, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { discardUpload } from '#uploads/server/removal-service.ts';
import { upload } from '#uploads/server/tables.ts';
import { findWork } from './party-service.ts';
import { hasOpenReport } from './reports/report-store.ts';
import { lockThread } from './store.ts';
import { message, messageFile, messageRead, messageReport, messageThread } from './tables.ts';

type Deleting = Pick<Deps, 'clock' | 'random'>;

/**
 * Deletes nothing if a report or dispute is open: a user may have opened one since the caller looked. Reports are added
 * with the conversation locked.
 */
export async function deleteThread(tx: Tx, deps: Deleting, applicationId: string): Promise<void> {
  const thread = await lockThread(tx, applicationId);
  const work = thread && (await findWork(tx, applicationId, deps.clock.now()));
  if (!work || work.hasOpenDispute || (await hasOpenReport(tx, applicationId))) return;
  await deleteMessages(
    tx,
    deps,
    await tx.select({ id: message.id }).from(message).where(eq(message.applicationId, applicationId)),
  );
  await tx.delete(messageRead).where(eq(messageRead.applicationId, applicationId));
  await tx.delete(messageReport).where(eq(messageReport.applicationId, applicationId));
  await tx.delete(messageThread).where(eq(messageThread.applicationId, applicationId));
}

/** Skips open disputes: the admin who decides one needs both sides. */
export async function deleteMessagesByAuthor(tx: Tx, deps: Deleting, authorId: string): Promise<void> {
  const isInDispute = sql`exists (
    select from dispute d where d.application_id = ${message.applicationId} and d.due_at is not null)`;
  await deleteMessages(
    tx,
    deps,
    await tx
      .select({ id: message.id })
      .from(message)
      .where(and(eq(message.authorId, authorId), sql`not ${isInDispute}`)),
  );
}

async function deleteMessages(tx: Tx, deps: Deleting, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const files = await tx
    .select({ uploadId: upload.id, ownerId: upload.ownerId })
    .from(messageFile)
    .innerJoin(upload, eq(upload.id, messageFile.uploadId))
    .where(isAmong(messageFile.messageId, ids))
    .orderBy(asc(upload.id));
  await tx.delete(messageFile).where(isAmong(messageFile.messageId, ids));
  for (const file of files) await discardUpload(tx, deps, file);
  await tx.delete(message).where(isAmong(message.id, ids));
}
