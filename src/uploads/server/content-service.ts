import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { msg, t, type Message } from '#kernel/text.ts';
import { ContentType, tooLargeText, wrongKindText } from '../contract.ts';
import type { UploadRules } from '../contract.ts';
import { type ContentBytes, openContent } from './content-bytes.ts';
import { type ExifFacts, readExif } from './measure/exif.ts';
import { HASHED_PIXELS, hashImage } from './measure/image-hash.ts';
import { measureVideo } from './measure/video-length.ts';
import { sketchVideo } from './measure/video-sketch.ts';
import { checkVideo } from './video-structure.ts';

/** `content` replaces the file. Without it the file stays unchanged. */
export type Verdict =
  | {
      accepted: true;
      contentType: ContentType;
      content?: Buffer;
      width?: number;
      height?: number;
      evidence?: Evidence;
    }
  | { accepted: false; reason: string };

/** Measured before the metadata is removed (decision 54). */
export interface Evidence {
  /** Of a video; null if it cannot be measured. */
  durationMs: number | null;
  exif: ExifFacts | null;
  imageHash: string | null;
  videoFrames: readonly string[];
  /** A small JPEG; null for videos. */
  thumbnail: Buffer | null;
}

// sharp caches decoded files by path, and would return the previous content of a path.
sharp.cache(false);

/** More than phones take (50 megapixels). Larger images are decompression bombs. */
const PIXEL_LIMIT = 60_000_000;
const LONGEST_SIDE_PIXELS = 4096;
const END_MARK = '%%EOF';
/** Enough for the end mark and the blank lines that some programs append. */
const TAIL_BYTES = 2048;

/**
 * Checks a file by its content, never by its name or declared type. Re-encodes images upright, without EXIF (which
 * contains the location) and without hidden data.
 * @param source the file's path or its bytes. A video may be changed in place: its location metadata is blanked.
 */
export async function checkContent(source: string | Buffer, rules: UploadRules): Promise<Verdict> {
  const found = await (Buffer.isBuffer(source) ? fileTypeFromBuffer(source) : fileTypeFromFile(source));
  const { data: contentType } = ContentType.safeParse(found?.mime);
  const limit = contentType && rules.accepted[contentType];
  if (!contentType || limit === undefined) return refused(wrongKindText(found?.mime, rules));
  const bytes = await openContent(source);
  try {
    if (bytes.size > limit) return refused(tooLargeText(rules));
    if (contentType.startsWith('image/')) return await reencode(source, contentType, rules);
    const isPdf = contentType === 'application/pdf';
    const fault = isPdf ? await findPdfFault(bytes) : await checkVideo(bytes, contentType);
    if (fault !== null) return refused(t(fault));
    if (isPdf || !rules.isEvidence) return { accepted: true, contentType };
    const durationMs = await measureVideo(bytes, contentType);
    const videoFrames = await sketchVideo(bytes, contentType);
    return { accepted: true, contentType, evidence: { ...noEvidence, durationMs, videoFrames } };
  } finally {
    await bytes.close();
  }
}

const refused = (reason: string): Verdict => ({ accepted: false, reason });

const noEvidence: Evidence = {
  durationMs: null,
  exif: null,
  imageHash: null,
  videoFrames: [],
  thumbnail: null,
};
const THUMBNAIL_PIXELS = 320;

async function reencode(
  source: string | Buffer,
  contentType: ContentType,
  { image: form, isEvidence }: UploadRules,
): Promise<Verdict> {
  try {
    const image = sharp(source, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true });
    const { format, width, height, exif } = await image.metadata();
    // If two parsers disagree about the format, the file was crafted.
    if (`image/${format}` !== contentType) return refused(t('This image is damaged.'));
    const sized = image.autoOrient().resize(sizeFor(form, Math.min(width, height)));
    const { data, info } = await encodeAs(sized, contentType).toBuffer({
      resolveWithObject: true,
    });
    const verdict = { contentType, content: data, width: info.width, height: info.height };
    if (!isEvidence) return { accepted: true, ...verdict };
    const evidence = { ...noEvidence, exif: readExif(exif), ...(await describe(data)) };
    return { accepted: true, ...verdict, evidence };
  } catch (error) {
    // The decoder throws the same error type for everything. Only its text tells if the image is too large.
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    return refused(
      isTooLarge
        ? t('This image has too many pixels: at most {count} megapixels are accepted.', {
            count: PIXEL_LIMIT / 1_000_000,
          })
        : t('This image is damaged or incomplete.'),
    );
  }
}

/** The square is never larger than the image. `shortest` is its shorter side in pixels. */
function sizeFor(form: UploadRules['image'], shortest: number): ResizeOptions {
  if (form?.cut === 'square') {
    const edge = Math.min(form.edge, shortest);
    return { width: edge, height: edge, fit: 'cover' };
  }
  const edge = form?.edge ?? LONGEST_SIDE_PIXELS;
  return { width: edge, height: edge, fit: 'inside', withoutEnlargement: true };
}

async function describe(content: Buffer): Promise<Pick<Evidence, 'imageHash' | 'thumbnail'>> {
  const thumbnail = await sharp(content)
    .resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 70 })
    .toBuffer();
  const grey = await sharp(content)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(HASHED_PIXELS, HASHED_PIXELS, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { thumbnail, imageHash: hashImage(grey) };
}

function encodeAs(image: Sharp, contentType: ContentType): Sharp {
  if (contentType === 'image/png') return image.png();
  return contentType === 'image/webp' ? image.webp({ quality: 85 }) : image.jpeg({ quality: 85 });
}

/**
 * Refuses files with an archive or web page appended, and PDFs with actions that run code. Does not check the pages,
 * because PDFs are only served as downloads.
 */
async function findPdfFault(bytes: ContentBytes): Promise<Message | null> {
  const content = await bytes.read(0, bytes.size);
  const tail = content.subarray(-TAIL_BYTES).toString('latin1');
  const end = tail.lastIndexOf(END_MARK);
  const isWhole = content.subarray(0, 5).toString('latin1') === '%PDF-' && end >= 0;
  if (!isWhole || tail.slice(end + END_MARK.length).trim() !== '')
    return msg('This PDF is damaged or incomplete.');
  if (content.includes('/JavaScript') || content.includes('/Launch')) {
    return msg('This PDF contains a program. Please export it again as a plain PDF.');
  }
  return null;
}
