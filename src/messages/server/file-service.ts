import { addMilliseconds, HOUR } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import { findParty, findWork } from './party-service.ts';
import { findApplicationOfFile, findThread, hasViewed } from './store.ts';

/** An admin who opens files later must give a reason again. */
const FILES_OPEN_MS = HOUR;

/** Answers a port of uploads. An admin may read files for an hour after they gave a reason, while a case is open. */
export async function mayReadMessageFile(
  reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
  now: Date,
): Promise<boolean> {
  if (!viewer) return false;
  const applicationId = await findApplicationOfFile(reader, file.id);
  if (!applicationId) return false;
  if (viewer.role === 'admin') {
    const thread = await findThread(reader, applicationId);
    if (!thread?.viewedAt) return false;
    return hasViewed(reader, {
      applicationId,
      adminId: viewer.userId,
      since: addMilliseconds(now, -FILES_OPEN_MS),
    });
  }
  const work = await findWork(reader, applicationId, now);
  return work !== undefined && (await findParty(reader, viewer, work)) !== null;
}
