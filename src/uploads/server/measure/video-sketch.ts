import { createHash } from 'node:crypto';
import { type ContentType, SKETCH_FRAMES } from '../../contract.ts';
import type { ContentBytes } from '../content-bytes.ts';
import { type Frame, MOST_FRAMES, readMp4Frames } from './mp4-frames.ts';
import { readVideoBlocks } from './webm-blocks.ts';

/**
 * Smaller frames show no change, or one color, and can be the same in different videos. A camera's noise makes the
 * larger ones unique.
 */
const LEAST_FRAME_BYTES = 1000;
const MOST_HASHED_BYTES = 256 * 1024;

/**
 * Returns the smallest hashes of a video's encoded frames, in order, as the file stores them. They stay the same if the
 * video gets another name, other metadata, or another container. A part of a video shares some of them: the smallest
 * hashes are a sample that is the same for the same frames (bottom-k sketch: E. Cohen and H. Kaplan, "Summarizing Data
 * Using Bottom-k Sketches", 2007). Encoding a video again changes them all (decision 64).
 */
export async function sketchVideo(bytes: ContentBytes, contentType: ContentType): Promise<string[]> {
  const frames: AsyncIterable<Frame> =
    contentType === 'video/webm' ? readVideoBlocks(bytes) : readMp4Frames(bytes);
  const smallest: string[] = [];
  let left = bytes.size;
  let count = 0;
  for await (const { position, size } of frames) {
    left -= size;
    count += 1;
    // Frames that overlap could make a small file take hours.
    if (left < 0 || count > MOST_FRAMES) break;
    if (size < LEAST_FRAME_BYTES || position < 0 || position + size > bytes.size) continue;
    const content = await bytes.read(position, Math.min(size, MOST_HASHED_BYTES));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    if (smallest.length === SKETCH_FRAMES && hash >= (smallest.at(-1) ?? '')) continue;
    if (smallest.includes(hash)) continue;
    smallest.push(hash);
    smallest.sort();
    if (smallest.length > SKETCH_FRAMES) smallest.pop();
  }
  return smallest;
}
