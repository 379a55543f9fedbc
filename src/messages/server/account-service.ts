import { asc, eq, or } from 'drizzle-orm';
import type { ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { fileUrl } from '#uploads/contract.ts';
import { deleteMessagesByAuthor } from './deletion-service.ts';
import { listFiles } from './store.ts';
import { message, messageRead, messageReport, messageThread } from './tables.ts';

/**
 * What the user wrote in open disputes stays until the decision, without a name. The retention sweep deletes it then.
 */
export const eraseMessages: ErasePerson = async (tx, deps, userId) => {
  await deleteMessagesByAuthor(tx, deps, userId);
  await tx.delete(messageRead).where(eq(messageRead.accountId, userId));
  await tx.update(messageReport).set({ text: '' }).where(eq(messageReport.reporterId, userId));
};

export const messagesExport: ExportPart = {
  name: 'messages',
  tables: ['message_thread', 'message', 'message_file', 'message_read', 'message_report'],
  read: async (db, _deps, userId) => {
    const sent = await db
      .select({ message, campaignTitle: campaign.title })
      .from(message)
      .innerJoin(messageThread, eq(messageThread.applicationId, message.applicationId))
      .innerJoin(campaign, eq(campaign.id, messageThread.campaignId))
      .where(eq(message.authorId, userId))
      .orderBy(asc(message.createdAt), asc(message.id));
    const files = await listFiles(
      db,
      sent.map((row) => row.message.id),
    );
    const reports = await db
      .select()
      .from(messageReport)
      .where(eq(messageReport.reporterId, userId))
      .orderBy(asc(messageReport.createdAt));
    const conversations = await db
      .select({
        applicationId: messageThread.applicationId,
        campaignTitle: campaign.title,
        lastAt: messageThread.lastAt,
      })
      .from(messageThread)
      .innerJoin(campaign, eq(campaign.id, messageThread.campaignId))
      .where(or(eq(messageThread.marketerId, userId), eq(messageThread.advertiserId, userId)))
      .orderBy(asc(messageThread.lastAt));
    return {
      conversations,
      sent: sent.map(
        ({ message: { id, applicationId, sequence, side, text, createdAt }, campaignTitle }) => ({
          id,
          applicationId,
          campaignTitle,
          sequence,
          side,
          text,
          createdAt,
          files: files
            .filter(({ messageId }) => messageId === id)
            .map(({ uploadId, name, contentType }) => ({ name, contentType, address: fileUrl(uploadId) })),
        }),
      ),
      read: await db.select().from(messageRead).where(eq(messageRead.accountId, userId)),
      // Without the admin's name and note.
      reports: reports.map(({ ownerId: _owner, note: _note, ...row }) => row),
    };
  },
};
