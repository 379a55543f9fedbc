import type { ContentBytes } from '../content-bytes.ts';

// WebM: RFC 8794 (EBML) and RFC 9559 (Matroska). A browser's recorder writes no length, and clusters without an end.

const WEBM = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;
const containers = new Set<number>([
  WEBM.segment,
  WEBM.info,
  WEBM.tracks,
  WEBM.track,
  WEBM.cluster,
  WEBM.blockGroup,
]);
const VIDEO_TRACK = 1;
const MOST_ELEMENTS = 5_000_000;
const WINDOW_BYTES = 256 * 1024;

export interface VideoBlock {
  milliseconds: number;
  position: number;
  size: number;
}

export async function* readVideoBlocks(bytes: ContentBytes): AsyncGenerator<VideoBlock> {
  const reader = openWindow(bytes);
  const videoTracks = new Set<number>();
  // Nanoseconds per unit.
  let scale = 1_000_000;
  let track = 0;
  let cluster = 0;
  let position = 0;
  for (let count = 0; count < MOST_ELEMENTS && position < bytes.size; count += 1) {
    const element = readHeader(await reader(position, 12));
    if (!element) break;
    const content = position + element.headerSize;
    if (containers.has(element.id)) {
      position = content;
      continue;
    }
    if (element.size === null) break;
    position = content + element.size;
    const value = await reader(content, Math.min(element.size, 12));
    if (element.id === WEBM.scale) scale = readUnsigned(value, element.size);
    else if (element.id === WEBM.trackNumber) track = readUnsigned(value, element.size);
    else if (element.id === WEBM.trackType) {
      if (readUnsigned(value, element.size) === VIDEO_TRACK) videoTracks.add(track);
    } else if (element.id === WEBM.clusterTime) cluster = readUnsigned(value, element.size);
    else if (element.id === WEBM.simpleBlock || element.id === WEBM.block) {
      const number = readVint(value, 0);
      if (!number?.value || !videoTracks.has(number.value) || value.length < number.length + 2) continue;
      const milliseconds = ((cluster + value.readInt16BE(number.length)) * scale) / 1_000_000;
      // The track's number, two bytes of time, and one of flags.
      const head = number.length + 3;
      yield { milliseconds, position: content + head, size: Math.max(0, element.size - head) };
    }
  }
}

interface Header {
  id: number;
  headerSize: number;
  size: number | null;
}

function readHeader(header: Buffer): Header | null {
  const first = header[0];
  const idLength = first ? Math.clz32(first) - 23 : 5;
  if (idLength > 4 || header.length < idLength + 1) return null;
  const size = readVint(header, idLength);
  return size && { id: header.readUIntBE(0, idLength), headerSize: idLength + size.length, size: size.value };
}

/** Reads a number whose leading zero bits tell its length. All ones mean unknown. */
function readVint(buffer: Buffer, position: number): { length: number; value: number | null } | null {
  const first = buffer[position];
  if (!first) return null;
  const length = Math.clz32(first) - 23;
  if (buffer.length < position + length) return null;
  const digits = [first & (0xff >> length), ...buffer.subarray(position + 1, position + length)];
  const isUnknown = digits.every((digit, at) => digit === (at === 0 ? 0xff >> length : 0xff));
  return { length, value: isUnknown ? null : digits.reduce((sum, digit) => sum * 256 + digit, 0) };
}

function readUnsigned(value: Buffer, size: number): number {
  return [...value.subarray(0, size)].reduce((sum, digit) => sum * 256 + digit, 0);
}

/** Keeps a larger part than asked for, because elements follow each other. */
function openWindow(bytes: ContentBytes): (position: number, length: number) => Promise<Buffer> {
  let start = 0;
  let kept: Buffer = Buffer.alloc(0);
  return async (position, length) => {
    if (position < start || position + length > start + kept.length) {
      start = position;
      kept = await bytes.read(position, WINDOW_BYTES);
    }
    return kept.subarray(position - start, position - start + length);
  };
}
