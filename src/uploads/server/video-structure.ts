import { msg, type Message } from '#kernel/text.ts';
import type { ContentType } from '../contract.ts';
import type { ContentBytes } from './content-bytes.ts';

const DAMAGED = msg('This video is damaged or incomplete.');

/**
 * Returns what is wrong with a video, or null. Its boxes must fill the file exactly, so that nothing can be appended.
 * Location and device metadata of an MP4 or MOV is blanked in place. WebM has none.
 */
export async function checkVideo(bytes: ContentBytes, contentType: ContentType): Promise<Message | null> {
  return contentType === 'video/webm' ? checkWebm(bytes) : checkMp4(bytes);
}

export interface Box {
  type: string;
  position: number;
  contentPosition: number;
  end: number;
}

/** Box types allowed at the top level (ISO 14496-12 and Apple's QuickTime format). */
const outerTypes = new Set(
  'ftyp moov mdat free skip wide uuid udta meta pdin moof mfra sidx ssix styp emsg prft pnot'.split(' '),
);
/**
 * Box types with the location (©xyz, loci, com.apple.quicktime.location), the device and the owner's texts.
 */
const describingTypes = new Set(['udta', 'meta', 'uuid']);
const MOST_BOXES = 100_000;

async function checkMp4(bytes: ContentBytes): Promise<Message | null> {
  const boxes = await readBoxes(bytes, 0, bytes.size);
  if (!boxes || boxes[0]?.type !== 'ftyp' || boxes.some(({ type }) => !outerTypes.has(type))) return DAMAGED;
  const movies = boxes.filter(({ type }) => type === 'moov');
  if (movies.length !== 1 || !boxes.some(({ type }) => type === 'mdat')) return DAMAGED;
  await blankDescriptions(bytes, boxes);
  for (const movie of movies) {
    const parts = await readBoxes(bytes, movie.contentPosition, movie.end);
    if (!parts) return DAMAGED;
    await blankDescriptions(bytes, parts);
    for (const track of parts.filter(({ type }) => type === 'trak')) {
      const trackParts = await readBoxes(bytes, track.contentPosition, track.end);
      if (!trackParts) return DAMAGED;
      await blankDescriptions(bytes, trackParts);
    }
  }
  return null;
}

/** Renames the boxes to `free` (padding). No other box moves, so all offsets in the file stay valid. */
async function blankDescriptions(bytes: ContentBytes, boxes: readonly Box[]): Promise<void> {
  for (const { type, position, contentPosition, end } of boxes) {
    if (!describingTypes.has(type)) continue;
    await bytes.write(position + 4, Buffer.from('free', 'latin1'));
    await bytes.blank(contentPosition, end - contentPosition);
  }
}

/** Returns null if the boxes do not fill this part of the file exactly. */
export async function readBoxes(bytes: ContentBytes, start: number, end: number): Promise<Box[] | null> {
  const boxes: Box[] = [];
  let position = start;
  while (position < end) {
    const header = await bytes.read(position, 16);
    // QuickTime may end a list of boxes with four zero bytes.
    if (end - position === 4 && header.readUInt32BE(0) === 0) return boxes;
    if (header.length < 8 || boxes.length >= MOST_BOXES) return null;
    const shortSize = header.readUInt32BE(0);
    const isLong = shortSize === 1;
    if (isLong && header.length < 16) return null;
    // 0 means up to the end of the file.
    const size = isLong ? Number(header.readBigUInt64BE(8)) : shortSize || end - position;
    const headerSize = isLong ? 16 : 8;
    if (size < headerSize || position + size > end) return null;
    boxes.push({
      type: header.toString('latin1', 4, 8),
      position,
      contentPosition: position + headerSize,
      end: position + size,
    });
    position += size;
  }
  return boxes;
}

const EBML_HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;

/** Checks that a WebM is an EBML header and one segment (RFC 8794, 9559). */
async function checkWebm(bytes: ContentBytes): Promise<Message | null> {
  const header = await readElement(bytes, 0);
  if (header?.id !== EBML_HEADER || header.end === null) return DAMAGED;
  const segment = await readElement(bytes, header.end);
  if (segment?.id !== SEGMENT) return DAMAGED;
  // A browser's recorder does not know the length when it begins. Its segment extends to the end of the file.
  return segment.end === null || segment.end === bytes.size ? null : DAMAGED;
}

/** `end` is null if the length is unknown. */
async function readElement(
  bytes: ContentBytes,
  position: number,
): Promise<{ id: number; end: number | null } | null> {
  const header = await bytes.read(position, 12);
  const first = header[4];
  if (first === undefined || first === 0) return null;
  // Leading zero bits encode the number of length bytes: 1xxxxxxx is one byte, 01xxxxxx two, and so on.
  const length = Math.clz32(first) - 23;
  if (header.length < 4 + length) return null;
  const digits = [first & (0xff >> length), ...header.subarray(5, 4 + length)];
  const isUnknown = digits.every((digit, index) => digit === (index === 0 ? 0xff >> length : 0xff));
  const size = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  return { id: header.readUInt32BE(0), end: isUnknown ? null : position + 4 + length + size };
}
