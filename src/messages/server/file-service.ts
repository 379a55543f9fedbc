import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import { findParty, findWork } from './party-service.ts';
import { findApplicationOfFile, findThread } from './store.ts';

/**
 * Answers a port of uploads: both sides may read a conversation's files. Admins may while they read it in a
 * case, which is audited.
 */
export async function mayReadMessageFile(
  reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
): Promise<boolean> {
  if (!viewer || file.purpose !== 'message') return false;
  const applicationId = await findApplicationOfFile(reader, file.id);
  if (!applicationId) return false;
  if (viewer.role === 'admin') return Boolean((await findThread(reader, applicationId))?.viewedAt);
  const work = await findWork(reader, applicationId);
  return work !== undefined && (await findParty(reader, viewer, work)) !== null;
}
