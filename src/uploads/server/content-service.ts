import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { ContentType, tooLargeText, wrongKindText } from '../contract.ts';
import type { UploadRules } from '../contract.ts';
import { type ContentBytes, openContent } from './content-bytes.ts';
import { checkVideo } from './video-structure.ts';

/** The result of the content check. `content` replaces the file; without it the file is kept unchanged. */
export type Verdict =
  | { accepted: true; contentType: ContentType; content?: Buffer; width?: number; height?: number }
  | { accepted: false; reason: string };

// sharp caches decoded files by path, and would return the previous content of a path.
sharp.cache(false);

/** More than phones take (50 megapixels). Larger images are decompression bombs. */
const PIXEL_LIMIT = 60_000_000;
/** Larger than any screen shows it. */
const LONGEST_SIDE_PIXELS = 4096;
const END_MARK = '%%EOF';
/** Enough for the end mark and the blank lines that some programs append. */
const TAIL_BYTES = 2048;

/**
 * Checks a file by its content, never by its name or declared type. Images are re-encoded: upright, without
 * EXIF (which contains the location), and without data hidden before, after or inside.
 * @param source the file's path or its bytes. A video file may be changed in place: its location metadata is
 * blanked.
 * @param rules the accepted content types with their maximum sizes, their texts, and how images are resized.
 */
export async function checkContent(source: string | Buffer, rules: UploadRules): Promise<Verdict> {
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
    // If two parsers disagree about the format, the file was crafted.
    if (`image/${format}` !== contentType) return refused('This image is damaged.');
    const sized = image.autoOrient().resize(sizeFor(form, Math.min(width, height)));
    const { data, info } = await encodeAs(sized, contentType).toBuffer({
      resolveWithObject: true,
    });
    return { accepted: true, contentType, content: data, width: info.width, height: info.height };
  } catch (error) {
    // The decoder throws the same error type for everything. Only its text tells if the image is too large.
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    return refused(
      isTooLarge
        ? `This image has too many pixels: at most ${PIXEL_LIMIT / 1_000_000} megapixels are accepted.`
        : 'This image is damaged or incomplete.',
    );
  }
}

/** @param shortest the image's shorter side in pixels: the square is never larger than the image. */
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

/**
 * Returns what is wrong with a PDF, or null. PDFs are only served as downloads, so their pages are not
 * checked. Refuses files with an archive or web page appended, and PDFs with actions that run code.
 */
async function findPdfFault(bytes: ContentBytes): Promise<string | null> {
  const content = await bytes.read(0, bytes.size);
  const tail = content.subarray(-TAIL_BYTES).toString('latin1');
  const end = tail.lastIndexOf(END_MARK);
  const isWhole = content.subarray(0, 5).toString('latin1') === '%PDF-' && end >= 0;
  if (!isWhole || tail.slice(end + END_MARK.length).trim() !== '')
    return 'This PDF is damaged or incomplete.';
  if (content.includes('/JavaScript') || content.includes('/Launch')) {
    return 'This PDF contains a program. Please export it again as a plain PDF.';
  }
  return null;
}
