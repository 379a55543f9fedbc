import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import { fileUrl, type UploadPurpose } from '#uploads/contract.ts';
import { discardUpload } from '#uploads/server/removal-service.ts';
import { claimUpload } from '#uploads/server/service.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import { lockProfile, updateProfile } from './store.ts';

/** The pictures of a profile: where each is kept, and what it is uploaded for. */
const pictures = {
  photo: { column: 'imageUploadId', purpose: 'profile-photo' },
  logo: { column: 'logoUploadId', purpose: 'business-logo' },
} as const;

/**
 * Puts an upload in the place of the present picture, which goes with its file; null only takes that away. The same upload
 * again changes nothing. Answers where the new one is read. Refuses as `claimUpload` does.
 */
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

const picturePurposes: ReadonlySet<UploadPurpose> = new Set(
  Object.values(pictures).map(({ purpose }) => purpose),
);

/** For uploads: the pictures of people and businesses are seen by everybody who is signed in. */
export async function mayReadPicture(
  _reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
): Promise<boolean> {
  return viewer !== null && file.state === 'claimed' && picturePurposes.has(file.purpose);
}
