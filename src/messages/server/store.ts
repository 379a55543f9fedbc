import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { auditEntry } from '#platform/server/db/tables.ts';
import { upload } from '#uploads/server/tables.ts';
import type { MessageSide } from '../contract.ts';
import type { Work } from './party-service.ts';
import {
  message,
  messageFile,
  messageRead,
  type MessageRow,
  messageThread,
  type ThreadRow,
} from './tables.ts';

export async function findThread(reader: Reader, applicationId: string): Promise<ThreadRow | undefined> {
  const [found] = await reader
    .select()
    .from(messageThread)
    .where(eq(messageThread.applicationId, applicationId));
  return found;
}

export async function lockThread(tx: Tx, applicationId: string): Promise<ThreadRow | undefined> {
  const [found] = await tx
    .select()
    .from(messageThread)
    .where(eq(messageThread.applicationId, applicationId))
    .for('no key update');
  return found;
}

export async function lockOrBeginThread(
  tx: Tx,
  { applicationId, campaignId, marketerId, advertiserId }: Work,
  now: Date,
): Promise<ThreadRow> {
  await tx
    .insert(messageThread)
    .values({ applicationId, campaignId, marketerId, advertiserId, lastAt: now })
    .onConflictDoNothing();
  const locked = await lockThread(tx, applicationId);
  if (!locked) throw new Error(`the conversation of application ${applicationId} vanished`);
  return locked;
}

export async function updateThread(
  tx: Tx,
  applicationId: string,
  changes: Partial<Omit<ThreadRow, 'applicationId'>>,
): Promise<void> {
  await tx.update(messageThread).set(changes).where(eq(messageThread.applicationId, applicationId));
}

export async function findMessage(reader: Reader, id: string): Promise<MessageRow | undefined> {
  const [found] = await reader.select().from(message).where(eq(message.id, id));
  return found;
}

/** Returns null if the id is taken, or if the fact of a system entry is already reported. */
export async function insertMessage(tx: Tx, values: typeof message.$inferInsert): Promise<MessageRow | null> {
  const [inserted] = await tx.insert(message).values(values).onConflictDoNothing().returning();
  return inserted ?? null;
}

export async function listMessages(
  reader: Reader,
  applicationId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<MessageRow[]> {
  return reader
    .select()
    .from(message)
    .where(
      and(
        eq(message.applicationId, applicationId),
        before === undefined ? undefined : lt(message.sequence, before),
      ),
    )
    .orderBy(desc(message.sequence))
    .limit(limit);
}

export async function hasMessageAfter(
  reader: Reader,
  applicationId: string,
  side: MessageSide,
  sequence: number,
): Promise<boolean> {
  const rows = await reader
    .select({ id: message.id })
    .from(message)
    .where(
      and(eq(message.applicationId, applicationId), eq(message.side, side), gt(message.sequence, sequence)),
    )
    .limit(1);
  return rows.length > 0;
}

export async function insertFiles(tx: Tx, rows: (typeof messageFile.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(messageFile).values(rows);
}

export interface FileRow {
  messageId: string;
  uploadId: string;
  name: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
}

export async function listFiles(reader: Reader, messageIds: readonly string[]): Promise<FileRow[]> {
  if (messageIds.length === 0) return [];
  const rows = await reader
    .select({ file: messageFile, upload })
    .from(messageFile)
    .innerJoin(upload, eq(upload.id, messageFile.uploadId))
    .where(isAmong(messageFile.messageId, messageIds))
    .orderBy(asc(messageFile.position));
  return rows.map(({ file, upload: { contentType, size, width, height } }) => ({
    messageId: file.messageId,
    uploadId: file.uploadId,
    name: file.name,
    contentType: contentType ?? '',
    size: size ?? 0,
    width,
    height,
  }));
}

export async function hasViewed(
  reader: Reader,
  { applicationId, adminId, since }: { applicationId: string; adminId: string; since: Date },
): Promise<boolean> {
  const rows = await reader
    .select({ id: auditEntry.id })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.objectKind, 'application'),
        eq(auditEntry.objectId, applicationId),
        eq(auditEntry.action, 'conversation.viewed'),
        eq(auditEntry.actorId, adminId),
        gte(auditEntry.at, since),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function findApplicationOfFile(reader: Reader, uploadId: string): Promise<string | undefined> {
  const [found] = await reader
    .select({ applicationId: message.applicationId })
    .from(messageFile)
    .innerJoin(message, eq(message.id, messageFile.messageId))
    .where(eq(messageFile.uploadId, uploadId));
  return found?.applicationId;
}

/** Never moves back. */
export async function upsertRead(tx: Tx, values: typeof messageRead.$inferInsert): Promise<void> {
  await tx
    .insert(messageRead)
    .values(values)
    .onConflictDoUpdate({
      target: [messageRead.applicationId, messageRead.accountId],
      set: { sequence: sql`greatest(${messageRead.sequence}, excluded.sequence)` },
    });
}
