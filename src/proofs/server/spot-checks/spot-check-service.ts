import { lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#proofs/domain.ts';
import type { MediaSign } from '#proofs/media-contract.ts';
import type { answerSpotCheck as contract, ProofSpotCheck } from '#proofs/spot-check-contract.ts';
import {
  findOwnCheck,
  listAskedChecks,
  lockCheck,
  markAnswered,
} from '#tracking/server/spot-checks/spot-check-service.ts';
import { fileUrl, thumbnailUrl } from '#uploads/contract.ts';
import { claimEvidence } from '#uploads/server/service.ts';
import { loadPermits } from '../media/capture-service.ts';
import { findNearestImage, insertImages, lockImages } from '../media/image-store.ts';
import { findMediaSigns, SIMILAR_IMAGE_BITS } from '../media/media-signs.ts';
import { toContext, toFacts } from '../media/media-service.ts';
import type { Deps } from '../ports.ts';
import * as photos from './spot-check-store.ts';
import * as store from '../store.ts';
import { updateStrength } from '../strength/strength-service.ts';
import type { ProofRow } from '../tables.ts';

type Answer = BodyOf<typeof contract>;

/** Once the check is passed, another photo changes nothing. A check that is not asked yet is not found. */
export async function answerSpotCheck(
  deps: Deps,
  actor: Actor,
  id: string,
  answer: Answer,
): Promise<ProofSpotCheck> {
  // The marketer does not wait for locks at the expense of the ten minutes.
  const receivedAt = deps.clock.now();
  return transact(deps.db, async (tx) => {
    const check = await findOwnCheck(tx, { id, marketerId: actor.userId, now: receivedAt });
    if (!check) throw refuse('check/not-found');
    const campaign = await lockCampaign(tx, check.campaignId);
    const state = await lockCheck(tx, id, receivedAt);
    if (state === null) throw refuse('check/not-found');
    if (state === 'missed') throw refuse('check/missed');
    if (state === 'asked') {
      // A proof may have been sent since the check was asked. Lock it before the images (decision 24).
      const pending = await store.findPendingOfWork(tx, check);
      const proof = pending && (await store.lockProof(tx, pending.id));
      await savePhoto(tx, campaign, { check, ownerId: actor.userId, at: receivedAt }, answer);
      await markAnswered(tx, id, receivedAt);
      if (proof?.status === 'pending') await updateStrength(tx, deps, campaign, proof);
    }
    const checks = await loadChecks(tx, deps, [check.applicationId]);
    const saved = checks.find((each) => each.row.id === id);
    if (!saved) throw new Error(`check ${id} is missing`);
    return saved.shown;
  });
}

async function savePhoto(
  tx: Tx,
  campaign: CampaignRow,
  {
    check: { id, number, applicationId, askAt },
    ownerId,
    at,
  }: { check: { id: string; number: number; applicationId: string; askAt: Date }; ownerId: string; at: Date },
  { uploadId, capture }: Answer,
): Promise<void> {
  const permit = (await loadPermits(tx, applicationId, [capture.permitId])).get(capture.permitId);
  if (!permit) throw refuse('check/not-from-page');
  await lockImages(tx);
  const { upload, measured } = await claimEvidence(tx, { uploadId, ownerId, purposes: ['proof'], at });
  if (!upload.contentType?.startsWith('image/')) {
    const message = t('This file is not a picture.');
    throw refuse('upload/wrong-type', { message, fields: { uploadId: message } });
  }
  const hash = measured.imageHash;
  const nearestImageBits =
    hash === null ? null : await findNearestImage(tx, { hash, applicationId }, SIMILAR_IMAGE_BITS);
  // A photo from before the check does not show its moment, even if the permit is older.
  const issuedAt = permit.issuedAt > askAt ? permit.issuedAt : askAt;
  const taken = { permit: { ...permit, issuedAt }, takenAt: new Date(capture.takenAt) };
  const file = toFacts({ kind: 'photo', isVideo: false, measured, taken, nearestImageBits });
  const signs = findMediaSigns([file], toContext(campaign, { spans: [], now: at })).map((sign): MediaSign => {
    return { ...sign, file: null, check: number };
  });
  await photos.insertPhoto(tx, { checkId: id, uploadId, takenAt: taken.takenAt, signs });
  if (hash !== null) await insertImages(tx, [{ uploadId, applicationId, hash }]);
}

async function loadChecks(reader: Reader, deps: Pick<Deps, 'clock'>, applicationIds: readonly string[]) {
  const rows = await listAskedChecks(reader, deps, applicationIds);
  const passed = rows.filter(({ state }) => state === 'passed').map(({ id }) => id);
  const found = new Map((await photos.listPhotos(reader, passed)).map((photo) => [photo.checkId, photo]));
  return rows.map((row) => ({ row, shown: toShown(row, found.get(row.id)) }));
}

function toShown(
  { number, state, askAt, code }: Awaited<ReturnType<typeof listAskedChecks>>[number],
  photo: photos.FoundPhoto | undefined,
): ProofSpotCheck {
  return {
    number,
    state,
    askedAt: askAt.toISOString(),
    code: state === 'passed' ? code : null,
    photo: photo
      ? {
          uploadId: photo.uploadId,
          contentType: photo.contentType ?? 'image/jpeg',
          url: fileUrl(photo.uploadId),
          thumbnailUrl: photo.hasThumbnail ? thumbnailUrl(photo.uploadId) : null,
          takenAt: photo.takenAt.toISOString(),
        }
      : null,
  };
}

/** Only checks that were asked before the proof was sent. */
export async function loadChecksOfProofs(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  proofs: readonly ProofRow[],
): Promise<(proof: ProofRow) => ProofSpotCheck[]> {
  const tracked = proofs.filter(({ sessionId }) => sessionId !== null);
  const checks = await loadChecks(reader, deps, [
    ...new Set(tracked.map(({ applicationId }) => applicationId)),
  ]);
  return ({ applicationId, submittedAt }) =>
    checks
      .filter(({ row }) => row.applicationId === applicationId && row.askAt <= submittedAt)
      .map(({ shown }) => shown);
}
