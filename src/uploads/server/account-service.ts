import { and, asc, eq, ne } from 'drizzle-orm';
import type { ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { discardUpload } from './removal-service.ts';
import { upload } from './tables.ts';

export const eraseUploads: ErasePerson = async (tx, deps, ownerId) => {
  const unclaimed = await tx
    .select({ uploadId: upload.id })
    .from(upload)
    .where(and(eq(upload.ownerId, ownerId), ne(upload.state, 'claimed')))
    .orderBy(asc(upload.id));
  for (const { uploadId } of unclaimed) await discardUpload(tx, deps, { uploadId, ownerId });
};

export const uploadsExport: ExportPart = {
  name: 'files',
  tables: ['upload'],
  read: async (db, _deps, ownerId) => {
    const rows = await db
      .select()
      .from(upload)
      .where(eq(upload.ownerId, ownerId))
      .orderBy(asc(upload.createdAt));
    return rows.map(({ storageKey, ...row }) => ({
      ...row,
      address: storageKey === null ? null : `/api/files/${row.id}`,
    }));
  },
};
