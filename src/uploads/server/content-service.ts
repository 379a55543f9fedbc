import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { ContentType, tooLargeText, wrongKindText } from '../contract.ts';
import type { UploadRules } from '../contract.ts';
import { findPdfFault } from './pdf-structure.ts';
import { openContent } from './content-bytes.ts';
import { checkVideo } from './video-structure.ts';

/** What a file turned out to be. `content` replaces it; without it the file is kept as it is. */
export type Verdict =
  | { accepted: true; contentType: ContentType; content?: Buffer; width?: number; height?: number }
  | { accepted: false; reason: string };

// It remembers decoded files by their path, and would answer what stood there before.
sharp.cache(false);

/** Above what telephones take (50 megapixels); beyond it lie decompression bombs. */
const PIXEL_LIMIT = 60_000_000;
/** Wider or higher than any screen shows it. */
const LONGEST_SIDE_PIXELS = 4096;

/**
 * Judges a file by its content, never by its name or declared type. Images come back re-encoded: turned upright, without
 * EXIF (which holds the place where they were taken) and without anything hidden before, behind or between.
 * @param source the file's path or its bytes; a video's file may be changed in place: what describes its place is blanked.
 * @param rules which content types may be and how large each, in data and in words, and what becomes of an image.
 */
export async function judgeContent(source: string | Buffer, rules: UploadRules): Promise<Verdict> {
  const found = await (Buffer.isBuffer(source) ? fileTypeFromBuffer(source) : fileTypeFromFile(source));
  const { data: contentType } = ContentType.safeParse(found?.mime);
  const limit = contentType && rules.accepted[contentType];
  if (!contentType || limit === undefined) return refused(wrongKindText(found?.mime, rules));
  const bytes = await openContent(source);
  try {
    if (bytes.size > limit) return refused(tooLargeText(rules));
    if (contentType.startsWith('image/')) return await reencode(source, contentType, rules.image);
    const fault =
      contentType === 'application/pdf' ? await findPdfFault(bytes) : await checkVideo(bytes, contentType);
    return fault === null ? { accepted: true, contentType } : refused(fault);
  } finally {
    await bytes.close();
  }
}

const refused = (reason: string): Verdict => ({ accepted: false, reason });

async function reencode(
  source: string | Buffer,
  contentType: ContentType,
  form: UploadRules['image'],
): Promise<Verdict> {
  try {
    const image = sharp(source, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true });
    const { format, width, height } = await image.metadata();
    // Two readers that disagree about what a file is: somebody built it that way.
    if (`image/${format}` !== contentType) return refused('This image is damaged.');
    const sized = image.autoOrient().resize(sizeFor(form, Math.min(width, height)));
    const { data, info } = await encodeAs(sized, contentType).toBuffer({
      resolveWithObject: true,
    });
    return { accepted: true, contentType, content: data, width: info.width, height: info.height };
  } catch (error) {
    // The decoder has one kind of error for everything; only a too large image can be told apart, by its text.
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    return refused(
      isTooLarge
        ? `This image has too many pixels: at most ${PIXEL_LIMIT / 1_000_000} megapixels are accepted.`
        : 'This image is damaged or incomplete.',
    );
  }
}

/** @param shortest the image's shorter side in pixels: a square is never larger than the image it is cut from. */
function sizeFor(form: UploadRules['image'], shortest: number): ResizeOptions {
  if (form?.cut === 'square') {
    const edge = Math.min(form.edge, shortest);
    return { width: edge, height: edge, fit: 'cover' };
  }
  const edge = form?.edge ?? LONGEST_SIDE_PIXELS;
  return { width: edge, height: edge, fit: 'inside', withoutEnlargement: true };
}

function encodeAs(image: Sharp, contentType: ContentType): Sharp {
  if (contentType === 'image/png') return image.png();
  return contentType === 'image/webp' ? image.webp({ quality: 85 }) : image.jpeg({ quality: 85 });
}
