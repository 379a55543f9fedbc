import type { ContentBytes } from './content-bytes.ts';

const END_MARK = '%%EOF';
/** Enough for the end mark and the blank lines that some programs append. */
const TAIL_BYTES = 2048;

/**
 * Returns what is wrong with a PDF, or null. PDFs are only served as downloads, so their pages are not
 * checked. Refuses files with an archive or web page appended, and PDFs with actions that run code.
 */
export async function findPdfFault(bytes: ContentBytes): Promise<string | null> {
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
