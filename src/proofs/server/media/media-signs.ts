import { metersInside, type Zone } from '#campaigns/server/zone-service.ts';
import type { Point } from '#kernel/geometry/geometry.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { MediaKind } from '#proofs/contract.ts';
import type { MediaSign } from '#proofs/media-contract.ts';

export interface MediaFacts {
  kind: MediaKind;
  isVideo: boolean;
  durationMs: number | null;
  /** Null if the page did not take it. */
  capture: { issuedAt: Date; takenAt: Date } | null;
  exif: { takenAt: Date | null; place: Point | null; hasCamera: boolean };
  /** In how many bits its hash differs from that of the nearest image of other work. Null if none is near. */
  nearestImageBits: number | null;
  /** What its sketch shares with that of the most similar video of other work, and with other videos of this proof. */
  nearestVideo: SharedFrames | null;
  ownVideo: SharedFrames | null;
}

/** What two videos have in common, estimated from their sketches. */
export interface SharedFrames {
  shared: number;
  /** How many of the same sample the video has that has fewer of them. */
  of: number;
}

/**
 * Compares the frames whose hashes are below the largest of either sketch. They are a fair sample of both videos: if
 * one is a part of the other, the sample has all of its frames, however short it is.
 * @param full The length of a sketch that leaves frames out.
 */
export function compareSketches(
  one: readonly string[],
  other: readonly string[],
  full: number,
): SharedFrames {
  const ends = [one, other].filter(({ length }) => length >= full).map((sketch) => sketch.at(-1) ?? '');
  const isSampled = (frame: string) => ends.every((end) => frame <= end);
  const [own, others] = [one.filter(isSampled), new Set(other.filter(isSampled))];
  const shared = own.filter((frame) => others.has(frame)).length;
  return { shared, of: Math.min(own.length, others.size) };
}

/** Returns null if none shares enough frames to prove anything. */
export function findMostShared(compared: readonly SharedFrames[]): SharedFrames | null {
  const share = ({ shared, of }: SharedFrames) => (of === 0 ? 0 : shared / of);
  const proving = compared.filter(({ shared }) => shared >= LEAST_SHARED_FRAMES);
  return proving.toSorted((one, other) => share(other) - share(one) || other.shared - one.shared)[0] ?? null;
}

export interface WorkContext {
  isWearable: boolean;
  videoMinutes: number;
  requiresSelfie: boolean;
  /** When the marketer worked, or could have if nothing was tracked. Empty if unknown. */
  spans: readonly { from: Date; to: Date }[];
  zone: Zone | null;
  now: Date;
}

/**
 * Measured on 60 pictures: resized, recompressed, brightened or blurred copies differ in up to 8 bits, 95 % of copies
 * that lost 5 % of their width in up to 10. Of 11,175 pairs of different pictures, none differs in fewer than 14.
 */
export const SIMILAR_IMAGE_BITS = 10;
const SAME_IMAGE_BITS = 4;

/** If this share of one video is in the other, it is a copy. A single shared frame proves nothing. */
const COPY_SHARE = 0.5;
const LEAST_SHARED_FRAMES = 2;

/** A video counts as long enough from this share of the asked minutes on, and as far too short below the other. */
const LONG_ENOUGH = 0.95;
const FAR_TOO_SHORT = 0.5;

/** A photo before Start or after Stop is usual within this time. */
const TIME_TOLERANCE_MS = 30 * MINUTE;
/** Beyond the campaign's radius; a phone's position in a photo is often old. */
const PLACE_TOLERANCE_METERS = 500;
const CLOCK_TOLERANCE_MS = 2 * MINUTE;

const order = { high: 0, medium: 1, low: 2 } as const;

export function findMediaSigns(files: readonly MediaFacts[], work: WorkContext): MediaSign[] {
  const signs = [
    ...files.flatMap((file, at) => findFileSigns(file, work).map((sign) => ({ ...sign, file: at }))),
    ...findVideoSigns(files, work).map((sign) => ({ ...sign, file: null })),
  ];
  return sortByWeight(signs);
}

/**
 * Returns the signs of the files that are shown after new ones replaced those of the same kind.
 * @param shown The files that were shown until now, in their order.
 * @param added The new files' own signs.
 */
export function replaceSigns(
  signs: readonly MediaSign[],
  shown: readonly { kind: MediaKind }[],
  { kinds, added }: { kinds: ReadonlySet<MediaKind>; added: readonly MediaSign[] },
): MediaSign[] {
  const isKept = shown.map(({ kind }) => !kinds.has(kind));
  const countKept = (before: number) => isKept.slice(0, before).filter(Boolean).length;
  const stay = signs.flatMap((sign) => {
    if (sign.check !== undefined) return [sign];
    // Otherwise only videos and posts have signs without a file.
    if (sign.file === null) return kinds.has('video') && sign.kind !== 'same-post' ? [] : [sign];
    return isKept[sign.file] ? [{ ...sign, file: countKept(sign.file) }] : [];
  });
  const first = countKept(shown.length);
  return sortByWeight([
    ...stay,
    ...added.map((sign) => ({ ...sign, file: sign.file === null ? null : sign.file + first })),
  ]);
}

function sortByWeight(signs: readonly MediaSign[]): MediaSign[] {
  return signs.toSorted((one, other) => order[one.weight] - order[other.weight]);
}

type Sign = Omit<MediaSign, 'file'>;

function findFileSigns(file: MediaFacts, work: WorkContext): Sign[] {
  const { capture, exif, nearestImageBits, nearestVideo, ownVideo } = file;
  const signs: Sign[] = [];
  if (nearestImageBits !== null && nearestImageBits <= SIMILAR_IMAGE_BITS) {
    const isSame = nearestImageBits <= SAME_IMAGE_BITS;
    signs.push(
      isSame
        ? { kind: 'same-image', weight: 'high', amount: null }
        : { kind: 'similar-image', weight: 'medium', amount: null },
    );
  }
  if (isCopy(nearestVideo)) signs.push({ kind: 'same-video', weight: 'high', amount: null });
  else if (nearestVideo && nearestVideo.shared >= LEAST_SHARED_FRAMES)
    signs.push({ kind: 'part-of-video', weight: 'medium', amount: null });
  if (isCopy(ownVideo)) signs.push({ kind: 'repeated-video', weight: 'high', amount: null });
  // A page's canvas writes no metadata.
  if (capture && exif.hasCamera) signs.push({ kind: 'not-from-page', weight: 'medium', amount: null });
  if (capture && isOutside(capture.takenAt, { from: capture.issuedAt, to: work.now }, CLOCK_TOLERANCE_MS))
    signs.push({ kind: 'clock', weight: 'medium', amount: null });
  if (work.isWearable) signs.push(...findWorkSigns(file, work));
  return signs;
}

function isCopy(compared: SharedFrames | null): boolean {
  if (compared === null || compared.shared < LEAST_SHARED_FRAMES) return false;
  return compared.shared / compared.of >= COPY_SHARE;
}

function findWorkSigns({ capture, exif }: MediaFacts, { spans, zone }: WorkContext): Sign[] {
  const signs: Sign[] = [];
  const takenAt = capture?.takenAt ?? exif.takenAt;
  const away = takenAt === null ? 0 : measureDistanceInTime(takenAt, spans);
  if (away > TIME_TOLERANCE_MS)
    signs.push({ kind: 'other-time', weight: 'medium', amount: Math.round(away / MINUTE) });
  const meters = zone && exif.place ? -metersInside(exif.place, zone) : 0;
  if (meters > PLACE_TOLERANCE_METERS)
    signs.push({ kind: 'other-place', weight: 'medium', amount: Math.round(meters) });
  return signs;
}

function findVideoSigns(files: readonly MediaFacts[], work: WorkContext): Sign[] {
  const asked = work.isWearable ? work.videoMinutes * MINUTE : 0;
  const videos = files.filter(({ isVideo }) => isVideo);
  if (asked === 0 || videos.length === 0) return [];
  if (videos.every(({ durationMs }) => durationMs === null))
    return [{ kind: 'video-unmeasured', weight: 'high', amount: null }];
  const length = sumDurations(videos);
  if (length >= asked * LONG_ENOUGH) return [];
  const weight = length < asked * FAR_TOO_SHORT ? 'high' : 'medium';
  return [{ kind: 'video-short', weight, amount: Math.round(length / SECOND) }];
}

/** Returns true if the page took everything that the campaign asked for, and it was measured (decision 38.1). */
export function isAllMeasured(files: readonly MediaFacts[], work: WorkContext): boolean {
  if (!work.isWearable) return false;
  const taken = files.filter(({ capture }) => capture !== null);
  const hasSelfie = taken.some(({ kind }) => kind === 'selfie');
  const videoMs = sumDurations(taken.filter(({ isVideo }) => isVideo));
  if (work.requiresSelfie && !hasSelfie) return false;
  if (work.videoMinutes > 0) return videoMs >= work.videoMinutes * MINUTE * LONG_ENOUGH;
  return taken.length > 0;
}

function sumDurations(files: readonly MediaFacts[]): number {
  return files.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
}

/** Returns 0 inside a span, and if there is none. */
function measureDistanceInTime(at: Date, spans: WorkContext['spans']): number {
  if (spans.length === 0) return 0;
  return Math.min(
    ...spans.map(({ from, to }) => Math.max(0, from.getTime() - at.getTime(), at.getTime() - to.getTime())),
  );
}

function isOutside(at: Date, { from, to }: { from: Date; to: Date }, toleranceMs: number): boolean {
  return at.getTime() < from.getTime() - toleranceMs || at.getTime() > to.getTime() + toleranceMs;
}
