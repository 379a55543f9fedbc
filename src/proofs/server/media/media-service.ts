import type { CampaignRow } from '#campaigns/server/tables.ts';
import { zoneFrom } from '#campaigns/server/zone-service.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { submitProof } from '#proofs/contract.ts';
import { refuse } from '#proofs/domain.ts';
import type { MediaSign } from '#proofs/media-contract.ts';
import { SKETCH_FRAMES } from '#uploads/contract.ts';
import { claimEvidence, type Measured } from '#uploads/server/service.ts';
import { loadPermits } from './capture-service.ts';
import { findNearestImage, insertImages, lockImages } from './image-store.ts';
import {
  compareSketches,
  findMediaSigns,
  findMostShared,
  isAllMeasured,
  type MediaFacts,
  type SharedFrames,
  SIMILAR_IMAGE_BITS,
  type WorkContext,
} from './media-signs.ts';
import { insertMedia } from '../store.ts';
import type { CapturePermitRow, proofMedia } from '../tables.ts';
import { insertVideos, listSimilarVideos } from './video-store.ts';

type Media = BodyOf<typeof submitProof>['media'][number];

export interface MediaBatch {
  isMeasured: boolean;
  signs: MediaSign[];
  save(proofId: string): Promise<void>;
}

/**
 * Claims the files of a proof and finds their unusual signs (decision 54). Takes the lock of `lockImages`, so the
 * caller locks no other row afterwards.
 */
export async function claimMedia(
  tx: Tx,
  media: readonly Media[],
  {
    campaign,
    spans,
    applicationId,
    ownerId,
    at,
    firstPosition = 0,
    askedAt,
  }: {
    campaign: CampaignRow;
    spans: WorkContext['spans'];
    applicationId: string;
    ownerId: string;
    at: Date;
    /** After the files that the proof already has. */
    firstPosition?: number;
    askedAt?: Date;
  },
): Promise<MediaBatch> {
  const permits = await loadPermits(
    tx,
    applicationId,
    media.flatMap(({ capture }) => capture?.permitId ?? []),
  );
  const isWearable = campaign.campaignType === 'wearable';
  const rows: Omit<typeof proofMedia.$inferInsert, 'proofId'>[] = [];
  const files: MediaFacts[] = [];
  const images: { uploadId: string; applicationId: string; hash: string }[] = [];
  const videos: { uploadId: string; applicationId: string; frames: string[] }[] = [];
  if (media.length > 0) await lockImages(tx);
  for (const [index, { uploadId, kind, capture }] of media.entries()) {
    const field = `media.${index}.uploadId`;
    const { upload, measured } = await claimEvidence(tx, { uploadId, ownerId, purposes: ['proof'], at });
    const isVideo = upload.contentType?.startsWith('video/') ?? false;
    if (isVideo !== (kind === 'video')) {
      const message = kind === 'video' ? t('This file is not a video.') : t('This file is not a picture.');
      throw refuse('upload/wrong-type', { message, fields: { [field]: message } });
    }
    const permit = capture && permits.get(capture.permitId);
    if (isWearable && !campaign.allowsFiles && !permit)
      throw refuse('proof/files-not-allowed', { fields: { [field]: t('Take this file with the camera') } });
    const taken = permit ? { permit, takenAt: new Date(capture.takenAt) } : null;
    const { imageHash: hash, durationMs } = measured;
    const nearestImageBits =
      hash === null ? null : await findNearestImage(tx, { hash, applicationId }, SIMILAR_IMAGE_BITS);
    if (hash !== null) images.push({ uploadId, applicationId, hash });
    const frames = isVideo ? measured.videoFrames : null;
    const others = frames ? await listSimilarVideos(tx, { frames, applicationId }) : [];
    const nearestVideo = frames && compareVideos(frames, others);
    const ownVideo =
      frames &&
      compareVideos(
        frames,
        videos.map((video) => video.frames),
      );
    if (frames) videos.push({ uploadId, applicationId, frames });
    files.push({ ...toFacts({ kind, isVideo, measured, taken, nearestImageBits }), nearestVideo, ownVideo });
    rows.push({
      uploadId,
      kind,
      contentType: upload.contentType ?? '',
      position: firstPosition + index,
      permitId: taken?.permit.id ?? null,
      takenAt: taken?.takenAt ?? null,
      durationMs,
      isSentAgain: askedAt !== undefined,
    });
  }
  const work = toContext(campaign, { spans, askedAt, now: at });
  return {
    isMeasured: isAllMeasured(files, work),
    signs: findMediaSigns(files, work),
    async save(proofId) {
      await insertMedia(
        tx,
        rows.map((row) => ({ ...row, proofId })),
      );
      await insertImages(tx, images);
      await insertVideos(tx, videos);
    },
  };
}

function compareVideos(frames: string[], others: readonly string[][]): SharedFrames | null {
  return findMostShared(others.map((other) => compareSketches(frames, other, SKETCH_FRAMES)));
}

export function toFacts({
  kind,
  isVideo,
  measured,
  taken,
  nearestImageBits,
}: Pick<MediaFacts, 'kind' | 'isVideo' | 'nearestImageBits'> & {
  measured: Measured;
  taken: { permit: CapturePermitRow; takenAt: Date } | null;
}): MediaFacts {
  const { takenAt, takenLat, takenLng, hasCamera, durationMs } = measured;
  return {
    kind,
    isVideo,
    durationMs,
    nearestImageBits,
    nearestVideo: null,
    ownVideo: null,
    capture: taken && { issuedAt: taken.permit.issuedAt, takenAt: taken.takenAt },
    exif: {
      takenAt,
      place: takenLat === null || takenLng === null ? null : { lat: takenLat, lng: takenLng },
      hasCamera: hasCamera ?? false,
    },
  };
}

/** Compares with the campaign's window if `spans` is empty. */
export function toContext(
  campaign: CampaignRow,
  { spans, askedAt, now }: Pick<WorkContext, 'spans' | 'now'> & { askedAt?: Date | undefined },
): WorkContext {
  const { opensAt, closesAt } = campaign;
  const window = opensAt && closesAt ? [{ from: opensAt, to: closesAt }] : [];
  return {
    isWearable: campaign.campaignType === 'wearable',
    videoMinutes: campaign.videoMinutes,
    requiresSelfie: campaign.requiresSelfie,
    spans: [
      ...(spans.length > 0 ? spans : window),
      // It is not unusual to take the files then.
      ...(askedAt ? [{ from: askedAt, to: now }] : []),
    ],
    zone: zoneFrom(campaign),
    now,
  };
}
