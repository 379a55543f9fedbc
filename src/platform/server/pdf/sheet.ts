import { getLocale } from '#kernel/language.ts';
import { drawMark } from './mark.ts';
import { toStandardFont } from '#kernel/standard-font.ts';
import { t } from '#kernel/text.ts';

type Doc = PDFKit.PDFDocument;

export const MARGIN = 54;
const FOOT = 40;
const FONT = 'Helvetica'; // not for users
export const ink = '#17150f';
export const dimmed = '#6a6252';
export const ember = '#cf3a0f';
export const line = '#e0d8c8';

export interface Sheet {
  doc: Doc;
  root: PDFKit.PDFStructureElement;
  width: number;
}

/** Loaded at the first use: it takes 10 MB, and time at every start. */
export const loadPdfLibrary = async () => (await import('pdfkit')).default;

export async function openSheet(title: string, at: Date): Promise<Sheet> {
  const PDFDocument = await loadPdfLibrary();
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT / 2 },
    pdfVersion: '1.7',
    tagged: true,
    lang: getLocale(),
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: 'Promenade',
      Creator: 'Promenade',
      Producer: 'Promenade',
      CreationDate: at,
      ModDate: at,
    },
  });
  const root = doc.struct('Document'); // not for users
  doc.addStructure(root);
  return { doc, root, width: doc.page.width - 2 * MARGIN };
}

export async function closeSheet({ doc, root, width }: Sheet, foot: string): Promise<Buffer> {
  root.end();
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve) => doc.on('end', resolve));
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Text below the margin would otherwise begin another page.
    doc.page.margins.bottom = 0;
    // not for users
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    const top = doc.page.height - MARGIN + 6;
    drawMark(doc, MARGIN, top - 7);
    doc.font(FONT).fontSize(9).fillColor(dimmed);
    doc.text(foot, MARGIN + 32, top, { width: width - 132, height: 11, ellipsis: true });
    doc.text(t('Page {page} of {count}', { page: page + 1, count }), MARGIN, top, { width, align: 'right' });
    doc.endMarkedContent();
  }
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

export function addTitle({ doc, root, width }: Sheet, title: string, about: string): void {
  root.add(
    doc.struct('H1', {}, () => {
      doc.font('Helvetica-Bold').fontSize(22).fillColor(ink).text(title, MARGIN, MARGIN, { width });
    }),
  );
  root.add(
    doc.struct('P', {}, () => {
      doc.font(FONT).fontSize(10.5).fillColor(dimmed);
      doc.text(about, MARGIN, doc.y + 4, { width });
    }),
  );
}

export function addHeading({ doc, root }: Sheet, text: string, height = 90): void {
  breakBefore(doc, height);
  root.add(
    doc.struct('H2', {}, () => {
      doc
        .font('Helvetica-Bold')
        .fontSize(13)
        .fillColor(ink)
        .text(printable(text), MARGIN, doc.y + 14);
      doc.y += 4;
    }),
  );
}

/** The caller makes what users wrote `printable`. */
export function addParagraph({ doc, root, width }: Sheet, text: string): void {
  root.add(
    doc.struct('P', {}, () => {
      doc.font(FONT).fontSize(9.5).fillColor(dimmed);
      doc.text(text, MARGIN, doc.y, { width, lineGap: 2 });
      doc.y += 5;
    }),
  );
}

interface Table {
  columns?: readonly string[];
  rows: readonly (readonly string[])[];
  widths: readonly number[];
  numbers?: readonly number[];
}

export function addTable({ doc, root }: Sheet, { columns, rows, widths, numbers = [] }: Table): void {
  const align = (index: number) => ({ x: numbers.includes(index) ? 'right' : 'left', y: 'top' }) as const;
  const cell = (text: string, index: number) => ({
    text: printable(text),
    align: align(index),
    // Numbers of the last column end at the margin.
    ...(index === widths.length - 1 ? { padding: { top: 4, bottom: 4, left: 0, right: 0 } } : {}),
  });
  doc.font(FONT).fontSize(9.5).fillColor(ink);
  const heading = columns?.map((text, index) => ({
    ...cell(text, index),
    type: 'TH' as const,
    scope: 'Column' as const,
    textColor: dimmed,
  }));
  // Typed apart, because the types of pdfkit do not know `structParent` yet.
  const options = {
    position: { x: MARGIN, y: doc.y + 2 },
    structParent: root,
    columnStyles: widths.map((width) => ({ width })),
    rowStyles: {
      padding: { top: 4, bottom: 4, left: 0, right: 8 },
      border: { top: 0, right: 0, bottom: 0.75, left: 0 },
      borderColor: line,
    },
    data: [
      ...(heading ? [heading] : []),
      ...rows.map((row) =>
        row.map((text, index) =>
          columns || index > 0
            ? cell(text, index)
            : { ...cell(text, index), type: 'TH' as const, scope: 'Row' as const, textColor: dimmed },
        ),
      ),
    ],
  };
  doc.table(options);
  doc.y += 4;
}

export function breakBefore(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}

/** PDF's standard fonts lack other scripts. */
export function printable(text: string): string {
  return text === '' ? '' : (toStandardFont(text) ?? t('(not in Latin letters)'));
}
