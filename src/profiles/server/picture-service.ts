import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { fileUrl } from '#uploads/contract.ts';
import { discardUpload } from '#uploads/server/removal-service.ts';
import { claimUpload } from '#uploads/server/service.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import { lockProfile, updateProfile } from './store.ts';

const pictures = {
  photo: { column: 'imageUploadId', purpose: 'profile-photo' },
  logo: { column: 'logoUploadId', purpose: 'business-logo' },
} as const;

/** Discards the current picture's file. Idempotent. Throws as `claimUpload` does. */
export async function setPicture(
  deps: Deps,
  actor: Actor,
  kind: keyof typeof pictures,
  uploadId: string | null,
): Promise<string | null> {
  const { column, purpose } = pictures[kind];
  const ownerId = actor.userId;
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const { [column]: present } = await lockProfile(tx, ownerId, now);
    if (present === uploadId) return;
    if (uploadId !== null) await claimUpload(tx, { uploadId, ownerId, purposes: [purpose], at: now });
    await updateProfile(tx, ownerId, { [column]: uploadId, updatedAt: now });
    if (present !== null) await discardUpload(tx, deps, { uploadId: present, ownerId });
  });
  return uploadId === null ? null : fileUrl(uploadId);
}

/** Answers a port of uploads: every signed-in user may see photos and logos. */
export async function mayReadPicture(
  _reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
): Promise<boolean> {
  return viewer !== null && file.state === 'claimed';
}
