import { HOUR } from '#kernel/time.ts';
import type { ContentType } from '../../contract.ts';
import type { ContentBytes } from '../content-bytes.ts';
import { type Box, readBoxes } from '../video-structure.ts';
import { findBox, readFull, readUint, readVideoTrack } from './mp4-track.ts';
import { readVideoBlocks } from './webm-blocks.ts';
import { readSampleSizes } from './sample-sizes.ts';

/**
 * Frames further apart count as this much, so that two frames an hour apart are not an hour of video. A phone records
 * at least some frames in each second, also in the dark.
 */
const LONGEST_FRAME_MS = 2000;
/** A longer length is forged or damaged. It must also fit an integer column. */
const LONGEST_VIDEO_MS = 12 * HOUR;

/**
 * Returns milliseconds, added up from the frames, because a header only states a length. Null if the video has no
 * frames, is not understood, or claims to be longer than 12 hours.
 */
export async function measureVideo(bytes: ContentBytes, contentType: ContentType): Promise<number | null> {
  const length = contentType === 'video/webm' ? await measureWebm(bytes) : await measureMp4(bytes);
  return length === null || length <= 0 || length > LONGEST_VIDEO_MS ? null : Math.round(length);
}

// MP4 and MOV: ISO 14496-12. A recording in a browser has its frames in fragments (moof).

async function measureMp4(bytes: ContentBytes): Promise<number | null> {
  const boxes = (await readBoxes(bytes, 0, bytes.size)) ?? [];
  const movie = boxes.find(({ type }) => type === 'moov');
  if (!movie) return null;
  const parts = (await readBoxes(bytes, movie.contentPosition, movie.end)) ?? [];
  for (const track of parts.filter(({ type }) => type === 'trak')) {
    const found = await readVideoTrack(bytes, track);
    if (!found) continue;
    const { id, scale } = found;
    if (scale === 0) return null;
    const sizes = await readFull(bytes, found.samples);
    const samples =
      found.samples && sizes ? readSampleSizes(found.samples.type, sizes) : { count: 0, bytes: 0 };
    const table = await sumTable(bytes, found.table, { scale, count: samples.count });
    const fragments = await sumFragments(bytes, boxes, parts, { id, scale });
    // The file cannot contain the frames that it claims to have.
    if (samples.bytes + fragments.bytes > bytes.size) return null;
    return table + fragments.length;
  }
  return null;
}

/** Reads pairs of a count and a duration (stts). The counts are only stated, so at most `count` frames are added up. */
async function sumTable(
  bytes: ContentBytes,
  box: Box | undefined,
  { scale, count }: { scale: number; count: number },
): Promise<number> {
  const table = await readFull(bytes, box);
  if (!table) return 0;
  let sum = 0;
  let left = count;
  for (let at = 8; at + 8 <= table.length && left > 0; at += 8) {
    const frames = Math.min(readUint(table, at), left);
    left -= frames;
    sum += frames * frameMs(readUint(table, at + 4), scale);
  }
  return sum;
}

async function sumFragments(
  bytes: ContentBytes,
  boxes: readonly Box[],
  movieParts: readonly Box[],
  track: { id: number; scale: number },
): Promise<{ length: number; bytes: number }> {
  const usual = await readUsualDuration(bytes, movieParts, track.id);
  const sum = { length: 0, bytes: 0 };
  for (const fragment of boxes.filter(({ type }) => type === 'moof')) {
    const parts = (await readBoxes(bytes, fragment.contentPosition, fragment.end)) ?? [];
    for (const part of parts.filter(({ type }) => type === 'traf')) {
      const header = await readFull(bytes, await findBox(bytes, part, 'tfhd'));
      if (!header || readUint(header, 4) !== track.id) continue;
      const inside = (await readBoxes(bytes, part.contentPosition, part.end)) ?? [];
      const duration = readOwnDuration(header) ?? usual;
      for (const box of inside.filter(({ type }) => type === 'trun')) {
        const run = sumRun(await readFull(bytes, box), duration, track.scale);
        sum.length += run.length;
        sum.bytes += run.bytes;
      }
    }
  }
  return sum;
}

/** Returns the duration of frames that state none (trex), in the track's units. */
async function readUsualDuration(
  bytes: ContentBytes,
  movieParts: readonly Box[],
  trackId: number,
): Promise<number> {
  const extension = movieParts.find(({ type }) => type === 'mvex');
  if (!extension) return 0;
  const boxes = (await readBoxes(bytes, extension.contentPosition, extension.end)) ?? [];
  for (const box of boxes.filter(({ type }) => type === 'trex')) {
    const content = await readFull(bytes, box);
    if (content && readUint(content, 4) === trackId) return readUint(content, 12);
  }
  return 0;
}

/** Returns a fragment's own duration of frames (tfhd), or null if it has none. Flags say which fields it has. */
function readOwnDuration(header: Buffer): number | null {
  const flags = readUint(header, 0) & 0xffffff;
  if ((flags & 0x8) === 0) return null;
  return readUint(header, 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0));
}

/**
 * Returns the milliseconds of a run of frames (trun), and their bytes. Counts only frames with a duration or a size of
 * their own: the number of the others is only stated.
 */
function sumRun(run: Buffer | null, duration: number, scale: number): { length: number; bytes: number } {
  const sum = { length: 0, bytes: 0 };
  if (!run) return sum;
  const flags = readUint(run, 0) & 0xffffff;
  const count = readUint(run, 4);
  const [hasDurations, hasSizes] = [(flags & 0x100) !== 0, (flags & 0x200) !== 0];
  if (!hasDurations && !hasSizes) return sum;
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const entryBytes = [0x100, 0x200, 0x400, 0x800].reduce((all, flag) => all + (flags & flag ? 4 : 0), 0);
  for (let at = 0; at < count && first + (at + 1) * entryBytes <= run.length; at += 1) {
    const entry = first + at * entryBytes;
    const size = hasSizes ? readUint(run, entry + (hasDurations ? 4 : 0)) : null;
    if (size === 0) continue;
    sum.bytes += size ?? 0;
    sum.length += frameMs(hasDurations ? readUint(run, entry) : duration, scale);
  }
  return sum;
}

function frameMs(units: number, scale: number): number {
  return Math.min((units * 1000) / scale, LONGEST_FRAME_MS);
}

async function measureWebm(bytes: ContentBytes): Promise<number | null> {
  let last: number | null = null;
  let sum = 0;
  for await (const { milliseconds: time } of readVideoBlocks(bytes)) {
    // Frames may be stored out of order.
    if (last !== null && time > last) sum += Math.min(time - last, LONGEST_FRAME_MS);
    last = Math.max(last ?? time, time);
  }
  return last === null ? null : sum;
}
