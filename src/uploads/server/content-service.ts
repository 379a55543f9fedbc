import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { ContentType, tooLargeText, wrongKindText } from '../contract.ts';
import type { Accepted } from '../contract.ts';
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
 * @param accepted which content types may be, and how large each.
 * @param text what is accepted, in words, for the refusal.
 */
export async function judgeContent(
  source: string | Buffer,
  { accepted, text }: { accepted: Accepted; text: string },
): Promise<Verdict> {
  const found = await (Buffer.isBuffer(source) ? fileTypeFromBuffer(source) : fileTypeFromFile(source));
  const { data: contentType } = ContentType.safeParse(found?.mime);
  const limit = contentType && accepted[contentType];
  if (!contentType || limit === undefined) return refused(wrongKindText(found?.mime, text));
  const bytes = await openContent(source);
  try {
    if (bytes.size > limit) return refused(tooLargeText(text));
    if (contentType.startsWith('image/')) return await reencode(source, contentType);
    const fault =
      contentType === 'application/pdf' ? await findPdfFault(bytes) : await checkVideo(bytes, contentType);
    return fault === null ? { accepted: true, contentType } : refused(fault);
  } finally {
    await bytes.close();
  }
}

const refused = (reason: string): Verdict => ({ accepted: false, reason });

async function reencode(source: string | Buffer, contentType: ContentType): Promise<Verdict> {
  try {
    const image = sharp(source, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true });
    const { format } = await image.metadata();
    // Two readers that disagree about what a file is: somebody built it that way.
    if (`image/${format}` !== contentType) return refused('This image is damaged.');
    const { data, info } = await encodeAs(image.autoOrient().resize(fitted), contentType).toBuffer({
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

const fitted = {
  width: LONGEST_SIDE_PIXELS,
  height: LONGEST_SIDE_PIXELS,
  fit: 'inside',
  withoutEnlargement: true,
} as const;

function encodeAs(image: Sharp, contentType: ContentType): Sharp {
  if (contentType === 'image/png') return image.png();
  return contentType === 'image/webp' ? image.webp({ quality: 85 }) : image.jpeg({ quality: 85 });
}
