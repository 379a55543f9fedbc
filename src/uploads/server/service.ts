import type { Readable } from 'node:stream';
import { createReadStream } from 'node:fs';
import { addMilliseconds } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from './ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { type ByteRange, FileMissing } from '#platform/server/storage/storage.ts';
import {
  largestBytes,
  purposes,
  RECEIVING_PERIOD_MS,
  tooLargeText,
  UNCLAIMED_LIMIT_BYTES,
  UNCLAIMED_PERIOD_MS,
  type Upload,
  uploadProcess,
  type UploadPurpose,
} from '#uploads/contract.ts';
import { refuse } from '#uploads/domain.ts';
import { checkContent, type Evidence } from './content-service.ts';
import type { Staging } from './staging.ts';
import {
  deleteAbandoned,
  deleteUpload,
  findFinishedUpload,
  findOwnUpload,
  finishReceiving,
  insertThumbnail,
  insertUpload,
  listThumbnails,
  lockOwnUpload,
  markClaimed,
  sumUnclaimedBytes,
} from './store.ts';
import type { UploadRow } from './tables.ts';

/** Refuses a declared size that is too large. */
export async function beginUpload(
  deps: Deps,
  actor: Actor,
  { purpose, declaredSize }: { purpose: UploadPurpose; declaredSize: number },
): Promise<string> {
  if (declaredSize === 0) throw refuse('upload/wrong-type', { message: t('This file is empty.') });
  if (declaredSize > largestBytes(purpose)) {
    throw refuse('upload/too-large', { message: tooLargeText(purposes[purpose]) });
  }
  const id = deps.random.uuid();
  await transact(deps.db, async (tx) => {
    const unclaimed = await sumUnclaimedBytes(tx, actor.userId);
    if (unclaimed + declaredSize > UNCLAIMED_LIMIT_BYTES) throw refuse('upload/too-many');
    await insertUpload(tx, {
      id,
      ownerId: actor.userId,
      purpose,
      state: uploadProcess.initial,
      declaredSize,
      createdAt: deps.clock.now(),
    });
  });
  return id;
}

/** For a refused upload it throws the stored refusal again. */
export async function getOwnUpload(deps: Deps, actor: Actor, id: string): Promise<UploadRow> {
  const found = await findOwnUpload(deps.db, actor.userId, id);
  if (!found) throw refuse('upload/not-found');
  if (found.state === 'refused') throw wrongType(found);
  return found;
}

/**
 * The upload becomes ready, or refused with a reason that is also thrown. After a crash, the next request runs it
 * again.
 */
export async function finishUpload(deps: Deps, staging: Staging, row: UploadRow): Promise<void> {
  const path = staging.toPath(row.id);
  const verdict = await checkContent(path, purposes[row.purpose]);
  if (!verdict.accepted) {
    await transact(deps.db, (tx) =>
      finishReceiving(tx, row.id, { state: 'refused', refusal: verdict.reason }),
    );
    await staging.remove(row.id);
    throw refuse('upload/wrong-type', { message: verdict.reason });
  }
  const { contentType, content, width, height, evidence } = verdict;
  const stored = await deps.storage.put(content ?? createReadStream(path), { contentType });
  const isKept = await transact(deps.db, async (tx) => {
    const isReady = await finishReceiving(tx, row.id, {
      state: 'ready',
      contentType,
      size: stored.size,
      sha256: stored.sha256,
      storageKey: stored.key,
      width: width ?? null,
      height: height ?? null,
      ...toEvidenceColumns(evidence),
    });
    if (isReady && evidence?.thumbnail) await insertThumbnail(tx, row.id, evidence.thumbnail);
    return isReady;
  }).catch(async (error: unknown) => {
    // The commit's answer may be lost although it succeeded: then the row has the file. The lock waits for a commit that
    // still runs. If it fails too, the file stays.
    const kept = await transact(deps.db, (tx) => lockOwnUpload(tx, row.ownerId, row.id));
    if (kept?.storageKey !== stored.key) await deps.storage.remove(stored.key);
    throw error;
  });
  // Its owner removed it during the check.
  if (!isKept) await deps.storage.remove(stored.key);
  await staging.remove(row.id);
}

function toEvidenceColumns(evidence: Evidence | undefined): Partial<UploadRow> {
  if (!evidence) return {};
  const { durationMs, imageHash, videoFrames, exif } = evidence;
  return {
    durationMs,
    imageHash,
    videoFrames: videoFrames.length > 0 ? [...videoFrames] : null,
    takenAt: exif?.takenAt ?? null,
    takenLat: exif?.place?.lat ?? null,
    takenLng: exif?.place?.lng ?? null,
    hasCamera: exif?.hasCamera ?? null,
  };
}

export async function removeUpload(deps: Deps, staging: Staging, actor: Actor, id: string): Promise<void> {
  const removed = await transact(deps.db, async (tx) => {
    const found = await lockOwnUpload(tx, actor.userId, id);
    if (!found) throw refuse('upload/not-found');
    if (found.state === 'claimed') throw refuse('upload/claimed');
    await deleteUpload(tx, id);
    return found;
  });
  await staging.remove(id);
  if (removed.storageKey) await deps.storage.remove(removed.storageKey);
}

export interface Claim {
  uploadId: string;
  ownerId: string;
  purposes: readonly UploadPurpose[];
  at: Date;
}

/**
 * Refuses upload/not-found (also if it is another user's or already claimed), upload/incomplete, and upload/wrong-type
 * (refused, or for another purpose).
 */
export async function claimUpload(
  tx: Tx,
  { uploadId, ownerId, purposes: usable, at }: Claim,
): Promise<Upload> {
  const found = await lockOwnUpload(tx, ownerId, uploadId);
  if (!found || found.state === 'claimed') throw refuse('upload/not-found');
  if (found.state === 'receiving') throw refuse('upload/incomplete');
  if (found.state === 'refused' || !usable.includes(found.purpose)) throw wrongType(found);
  await markClaimed(tx, uploadId, at);
  return presentUpload({ ...found, state: 'claimed' });
}

export type Measured = Pick<
  UploadRow,
  'width' | 'durationMs' | 'takenAt' | 'takenLat' | 'takenLng' | 'hasCamera' | 'imageHash' | 'videoFrames'
>;

/** Like `claimUpload`. The claim erases where and when the file was taken, so the caller compares it now. */
export async function claimEvidence(tx: Tx, claim: Claim): Promise<{ upload: Upload; measured: Measured }> {
  const measured = await lockOwnUpload(tx, claim.ownerId, claim.uploadId);
  if (!measured) throw refuse('upload/not-found');
  return { upload: await claimUpload(tx, claim), measured };
}

export async function findReadableFile(deps: Deps, actor: Actor | null, id: string): Promise<FinishedUpload> {
  const found = await findFinishedUpload(deps.db, id);
  if (!found || !isFinished(found)) throw refuse('upload/not-found');
  if (found.ownerId === actor?.userId) return found;
  if (await deps.ports.fileAccess[found.purpose](deps.db, found, actor)) return found;
  throw refuse('upload/not-found');
}

/** Files without one are missing. The caller has checked permissions. */
export async function loadThumbnails(
  reader: Reader,
  uploadIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await listThumbnails(reader, uploadIds);
  return new Map(rows.map(({ uploadId, content }) => [uploadId, content]));
}

/**
 * The caller has checked permissions, and must destroy the stream if it is not read. Refuses 'upload/not-found' if the
 * stored file is missing or not complete.
 */
export async function openUpload(
  deps: Pick<Deps, 'storage' | 'log'>,
  { id, storageKey, size }: FinishedUpload,
  range?: ByteRange,
): Promise<Readable> {
  try {
    const stored = await deps.storage.open(storageKey, range);
    if (stored.size === size) return stored.stream;
    stored.stream.destroy();
  } catch (error) {
    if (!(error instanceof FileMissing) && !(error instanceof RangeError)) throw error;
  }
  deps.log.error({ uploadId: id }, 'the stored file of an upload is missing or not complete');
  throw refuse('upload/not-found');
}

export type FinishedUpload = UploadRow & Required<{ [Key in FinishedKey]: NonNullable<UploadRow[Key]> }>;
type FinishedKey = 'storageKey' | 'contentType' | 'size' | 'sha256';

function isFinished(row: UploadRow): row is FinishedUpload {
  return row.storageKey !== null && row.contentType !== null && row.size !== null && row.sha256 !== null;
}

export async function sweepUploads(
  deps: Pick<Deps, 'db' | 'storage'>,
  staging: Staging,
  now: Date,
): Promise<void> {
  const receiving = addMilliseconds(now, -RECEIVING_PERIOD_MS);
  const unclaimed = addMilliseconds(now, -UNCLAIMED_PERIOD_MS);
  const removed = await transact(deps.db, (tx) => deleteAbandoned(tx, { receiving, unclaimed }));
  for (const { id, storageKey } of removed) {
    await staging.remove(id);
    if (storageKey) await deps.storage.remove(storageKey);
  }
  await staging.removeOlder(receiving);
}

function wrongType({ refusal, purpose }: UploadRow) {
  return refuse('upload/wrong-type', {
    message: refusal ?? t('This file was uploaded as {purpose} and cannot be used here.', { purpose }),
  });
}

function presentUpload(row: UploadRow): Upload {
  const { id, purpose, state, contentType, size, width, height, refusal, createdAt } = row;
  return {
    id,
    purpose,
    state,
    contentType,
    size,
    width,
    height,
    refusal,
    createdAt: createdAt.toISOString(),
  };
}
