import type { ContentBytes } from '../content-bytes.ts';
import { type Box, readBoxes } from '../video-structure.ts';

/** A table larger than this is not read: 8 hours of 60 frames per second fit. */
const LARGEST_TABLE_BYTES = 16 * 1024 * 1024;

export interface VideoTrack {
  id: number;
  /** Units per second. */
  scale: number;
  /** Durations (stts) and sizes (stsz or stz2) of the frames. */
  table: Box | undefined;
  samples: Box | undefined;
  tables: Box | undefined;
}

export async function readVideoTrack(bytes: ContentBytes, track: Box): Promise<VideoTrack | null> {
  const header = await readFull(bytes, await findBox(bytes, track, 'tkhd'));
  const media = await findBox(bytes, track, 'mdia');
  const handler = await readFull(bytes, media && (await findBox(bytes, media, 'hdlr')));
  const timing = await readFull(bytes, media && (await findBox(bytes, media, 'mdhd')));
  if (!header || !timing || !media || handler?.toString('latin1', 8, 12) !== 'vide') return null;
  const info = await findBox(bytes, media, 'minf');
  const samples = info && (await findBox(bytes, info, 'stbl'));
  return {
    // Version 1 has times of 8 bytes instead of 4.
    id: readUint(header, header[0] === 1 ? 20 : 12),
    scale: readUint(timing, timing[0] === 1 ? 20 : 12),
    tables: samples,
    table: samples && (await findBox(bytes, samples, 'stts')),
    samples: samples && ((await findBox(bytes, samples, 'stsz')) ?? (await findBox(bytes, samples, 'stz2'))),
  };
}

export async function findBox(bytes: ContentBytes, parent: Box, type: string): Promise<Box | undefined> {
  const boxes = (await readBoxes(bytes, parent.contentPosition, parent.end)) ?? [];
  return boxes.find((box) => box.type === type);
}

export async function readFull(bytes: ContentBytes, box: Box | undefined): Promise<Buffer | null> {
  if (!box || box.end - box.contentPosition > LARGEST_TABLE_BYTES) return null;
  return bytes.read(box.contentPosition, box.end - box.contentPosition);
}

/** Returns 0 beyond the end. */
export function readUint(buffer: Buffer, position: number): number {
  return position + 4 <= buffer.length ? buffer.readUInt32BE(position) : 0;
}
