import { getLocale } from '#kernel/language.ts';
import { type Cents, formatDollars } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { drawMark } from '#platform/server/pdf/mark.ts';
import { loadPdfLibrary } from '#platform/server/pdf/sheet.ts';
import { toStandardFont } from '#kernel/standard-font.ts';

export interface Receipt {
  number: string;
  paidAt: Date;
  payee: string;
  /** Printed instead of a name that the receipt's fonts cannot print. */
  payeeEmail: string;
  isTip: boolean;
  campaignTitle: string;
  campaignId: string;
  amountCents: Cents;
  feeCents: Cents;
  paidTo: string;
  /** The wallet's ids of the transaction, if known. */
  walletBatchId: string | null;
  walletTransactionId: string | null;
}

const MARGIN = 64;
const LABEL_WIDTH = 128;
const ink = '#17150f';
const dimmed = '#6a6252';
const line = '#e0d8c8';

/** One page in US Letter. The same receipt gives the same bytes, so nothing depends on the clock. */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const PDFDocument = await loadPdfLibrary();
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: getLocale(),
    displayTitle: true,
    info: {
      Title: t('Payment receipt {number}', { number: receipt.number }),
      Author: 'Promenade',
      Creator: 'Promenade',
      Producer: 'Promenade',
      CreationDate: receipt.paidAt,
      ModDate: receipt.paidAt,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve) => doc.on('end', resolve));
  drawHead(doc, receipt);
  drawFacts(doc, receipt);
  drawSum(doc, receipt);
  drawFoot(doc);
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

function drawHead(doc: PDFKit.PDFDocument, { amountCents, paidAt }: Receipt): void {
  drawMark(doc, MARGIN, MARGIN - 3);
  doc
    .font('Helvetica-Bold')
    .fontSize(17)
    .fillColor(ink)
    .text('Promenade', MARGIN + 32, MARGIN + 1);
  doc.font('Helvetica').fontSize(11).fillColor(dimmed); // not for users
  doc.text(t('Payment receipt'), MARGIN, MARGIN + 5, { width: getContentWidth(doc), align: 'right' });
  doc.font('Helvetica-Bold').fontSize(40).fillColor(ink);
  doc.text(formatDollars(amountCents), MARGIN, MARGIN + 72);
  doc.font('Helvetica').fontSize(12).fillColor(dimmed); // not for users
  doc.text(t('Paid on {day}', { day: formatDay(paidAt) }), MARGIN, doc.y + 2);
  doc.y += 28;
}

function drawFacts(doc: PDFKit.PDFDocument, receipt: Receipt): void {
  const { paidAt, payeeEmail, walletBatchId, walletTransactionId } = receipt;
  const facts: [label: string, value: string | null][] = [
    [t('Receipt number'), receipt.number],
    [t('Date'), t('{day}, {time} UTC', { day: formatDay(paidAt), time: paidAt.toISOString().slice(11, 16) })],
    [t('Payee'), toStandardFont(receipt.payee) ?? payeeEmail],
    [t('Campaign'), toStandardFont(receipt.campaignTitle) ?? receipt.campaignId],
    [t('Paid to'), t('PayPal account {email}', { email: receipt.paidTo })],
    [t('PayPal batch'), walletBatchId],
    [t('PayPal transaction'), walletTransactionId],
  ];
  for (const [label, value] of facts) if (value !== null) drawRow(doc, label, value);
  drawLine(doc, doc.y);
  doc.y += 34;
}

function drawRow(doc: PDFKit.PDFDocument, label: string, value: string): void {
  const top = doc.y;
  drawLine(doc, top);
  doc.font('Helvetica').fontSize(10.5); // not for users
  doc.fillColor(dimmed).text(label, MARGIN, top + 10, { width: LABEL_WIDTH });
  // At most three lines, so that everything fits on one page.
  const width = getContentWidth(doc) - LABEL_WIDTH;
  doc.fillColor(ink).text(value, MARGIN + LABEL_WIDTH, top + 10, { width, height: 38, ellipsis: true });
  doc.y += 9;
}

function drawSum(doc: PDFKit.PDFDocument, { amountCents, feeCents, isTip }: Receipt): void {
  doc.font('Helvetica').fontSize(10.5); // not for users
  drawAmount(
    doc,
    ink,
    isTip ? t('Tip from the advertiser') : t('Pay for approved work'),
    formatDollars(amountCents),
  );
  if (!isTip)
    drawAmount(
      doc,
      dimmed,
      t('Platform fee of {amount}, paid by the advertiser', { amount: formatDollars(feeCents) }),
      '$0.00',
    );
  drawLine(doc, doc.y + 1);
  doc.y += 12;
  doc.font('Helvetica-Bold').fontSize(13);
  drawAmount(doc, ink, t('Total paid'), formatDollars(amountCents));
}

function drawAmount(doc: PDFKit.PDFDocument, color: string, label: string, amount: string): void {
  const top = doc.y;
  doc.fillColor(color).text(label, MARGIN, top);
  doc.text(amount, MARGIN, top, { width: getContentWidth(doc), align: 'right' });
  doc.y += 7;
}

function drawFoot(doc: PDFKit.PDFDocument): void {
  doc.font('Helvetica').fontSize(9).fillColor(dimmed); // not for users
  doc.text(
    t('Promenade passed the advertiser’s payment on to you. Keep this receipt for your records and taxes.'),
    MARGIN,
    doc.page.height - MARGIN - 12,
    { width: getContentWidth(doc), lineBreak: false },
  );
}

function drawLine(doc: PDFKit.PDFDocument, y: number): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.75)
    .strokeColor(line)
    .stroke();
}

const getContentWidth = (doc: PDFKit.PDFDocument) => doc.page.width - 2 * MARGIN;

function formatDay(moment: Date): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
}
