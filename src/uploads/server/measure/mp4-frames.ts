import type { ContentBytes } from '../content-bytes.ts';
import { type Box, readBoxes } from '../video-structure.ts';
import { findBox, readFull, readUint, readVideoTrack, type VideoTrack } from './mp4-track.ts';
import { listSampleSizes } from './sample-sizes.ts';

export interface Frame {
  position: number;
  size: number;
}

/** More than 8 hours of 30 frames per second. */
export const MOST_FRAMES = 1_000_000;
/** In all fragments of a file. Eight hours in fragments of one second have half as many. */
const MOST_FRAGMENT_BOXES = 500_000;

/** Reads where the frames of the first video track of an MP4 or MOV are (ISO 14496-12). */
export async function* readMp4Frames(bytes: ContentBytes): AsyncGenerator<Frame> {
  const boxes = (await readBoxes(bytes, 0, bytes.size)) ?? [];
  const movie = boxes.find(({ type }) => type === 'moov');
  const parts = movie && (await readBoxes(bytes, movie.contentPosition, movie.end));
  for (const box of parts?.filter(({ type }) => type === 'trak') ?? []) {
    const track = await readVideoTrack(bytes, box);
    if (!track) continue;
    yield* readChunks(bytes, track);
    yield* readFragments(bytes, boxes, track.id);
    return;
  }
}

/** The frames of a chunk follow each other. Tables say where each chunk begins, and how many frames it has. */
async function* readChunks(bytes: ContentBytes, { samples, tables }: VideoTrack): AsyncGenerator<Frame> {
  const sizeTable = await readFull(bytes, samples);
  if (!tables || !samples || !sizeTable) return;
  const sizes = listSampleSizes(samples.type, sizeTable, MOST_FRAMES);
  const runs = await readFull(bytes, await findBox(bytes, tables, 'stsc'));
  const offsets = await readOffsets(bytes, tables);
  if (!runs) return;
  let sample = 0;
  let run = 0;
  for (const [at, offset] of offsets.entries()) {
    // Each entry of stsc is for the chunks from a number on, counted from 1.
    while (readUint(runs, 8 + (run + 1) * 12) > 0 && readUint(runs, 8 + (run + 1) * 12) <= at + 1) run += 1;
    const end = Math.min(sizes.length, sample + readUint(runs, 12 + run * 12));
    for (let position = offset; sample < end; sample += 1) {
      const size = sizes[sample] ?? 0;
      yield { position, size };
      position += size;
    }
  }
}

async function readOffsets(bytes: ContentBytes, tables: Box): Promise<number[]> {
  const short = await readFull(bytes, await findBox(bytes, tables, 'stco'));
  const table = short ?? (await readFull(bytes, await findBox(bytes, tables, 'co64')));
  if (!table) return [];
  const width = short ? 4 : 8;
  const fitting = Math.floor((table.length - 8) / width);
  return Array.from({ length: Math.max(0, Math.min(readUint(table, 4), fitting)) }, (_, at) => {
    const position = 8 + at * width;
    return short ? table.readUInt32BE(position) : Number(table.readBigUInt64BE(position));
  });
}

async function* readFragments(
  bytes: ContentBytes,
  boxes: readonly Box[],
  trackId: number,
): AsyncGenerator<Frame> {
  let boxesLeft = MOST_FRAGMENT_BOXES;
  for (const fragment of boxes.filter(({ type }) => type === 'moof')) {
    const parts = (await readBoxes(bytes, fragment.contentPosition, fragment.end)) ?? [];
    boxesLeft -= parts.length;
    if (boxesLeft < 0) return;
    for (const part of parts.filter(({ type }) => type === 'traf')) {
      const header = await readFull(bytes, await findBox(bytes, part, 'tfhd'));
      if (!header || readUint(header, 4) !== trackId) continue;
      const flags = readUint(header, 0) & 0xffffff;
      const base = flags & 0x1 && header.length >= 16 ? Number(header.readBigUInt64BE(8)) : fragment.position;
      // The fields before the usual size: base, description, and duration.
      const before = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0) + (flags & 0x8 ? 4 : 0);
      const usualSize = flags & 0x10 ? readUint(header, before) : 0;
      let next = base;
      const inside = (await readBoxes(bytes, part.contentPosition, part.end)) ?? [];
      boxesLeft -= inside.length;
      if (boxesLeft < 0) return;
      for (const box of inside.filter(({ type }) => type === 'trun')) {
        for (const frame of readRun(await readFull(bytes, box), { base, next, usualSize })) {
          yield frame;
          next = frame.position + frame.size;
        }
      }
    }
  }
}

/** Reads a run of frames (trun). Flags say which fields it has, and which each of its frames has. */
function readRun(
  run: Buffer | null,
  { base, next, usualSize }: { base: number; next: number; usualSize: number },
): Frame[] {
  if (!run || run.length < 8) return [];
  const flags = readUint(run, 0) & 0xffffff;
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const entryBytes = [0x100, 0x200, 0x400, 0x800].reduce((all, flag) => all + (flags & flag ? 4 : 0), 0);
  let position = flags & 0x1 && run.length >= 12 ? base + run.readInt32BE(8) : next;
  const frames: Frame[] = [];
  const count = Math.min(readUint(run, 4), MOST_FRAMES);
  for (let at = 0; at < count && first + (at + 1) * entryBytes <= run.length; at += 1) {
    const size = flags & 0x200 ? readUint(run, first + at * entryBytes + (flags & 0x100 ? 4 : 0)) : usualSize;
    frames.push({ position, size });
    position += size;
  }
  return frames;
}
