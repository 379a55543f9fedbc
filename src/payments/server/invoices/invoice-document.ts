import { countryName } from '#kernel/countries.ts';
import { formatDollars } from '#kernel/money.ts';
import {
  addHeading,
  addParagraph,
  addTable,
  addTitle,
  closeSheet,
  openSheet,
  printable,
  type Sheet,
} from '#platform/server/pdf/sheet.ts';
import { formatInvoiceNumber } from './invoice-number.ts';
import type { InvoiceRow } from './invoice-tables.ts';

/**
 * Returns an invoice or a credit note as a tagged PDF in US Letter. The same document is always the same file, so nothing depends
 * on the clock. Required content: Article 226 of Directive 2006/112/EC.
 *
 * @param corrected the invoice that a credit note is about
 */
export async function drawInvoice(row: InvoiceRow, corrected: InvoiceRow | null): Promise<Buffer> {
  const isCredit = row.kind === 'credit-note';
  const number = formatInvoiceNumber(row);
  const title = `${isCredit ? 'Credit note' : 'Invoice'} ${number}`;
  const sheet = openSheet(title, row.issuedAt);
  addTitle(
    sheet,
    title,
    corrected === null
      ? `Issued on ${formatDay(row.issuedAt)}.`
      : `Issued on ${formatDay(row.issuedAt)}. Corrects the invoice ${formatInvoiceNumber(corrected)} of ${formatDay(corrected.issuedAt)}.`,
  );
  addParties(sheet, row);
  const cause = isCredit ? (row.chargebackId === null ? 'refund' : 'dispute') : 'payment';
  addHeading(sheet, isCredit ? 'Refund' : 'Payment');
  addTable(sheet, {
    rows: [
      ['Number', number],
      ['Date', formatDay(row.issuedAt)],
      [movedOn[cause], formatDay(row.movedAt)],
      ['For', printable(row.description)],
    ],
    widths: [140, sheet.width - 140],
  });
  addAmounts(sheet, row);
  sheet.doc.y += 8;
  addParagraph(sheet, vatSentences[row.treatment]);
  addParagraph(
    sheet,
    'The pay for marketers is held in escrow and passed on to them. VAT is calculated on the platform fee only.',
  );
  addParagraph(sheet, `${moved[cause]} Amounts in US dollars, dates in UTC.`);
  return closeSheet(sheet, title);
}

const movedOn = { payment: 'Paid on', refund: 'Refunded on', dispute: 'Returned on' } as const;
const moved = {
  payment: 'Paid in full through PayPal.',
  refund: 'Refunded through PayPal.',
  dispute: 'Returned by PayPal after a dispute.',
} as const;

function addParties(sheet: Sheet, row: InvoiceRow): void {
  addHeading(sheet, 'Parties');
  const vatId = (id: string | null) => id ?? 'none';
  addTable(sheet, {
    columns: ['', 'Seller', 'Customer'],
    rows: [
      ['Name', row.sellerName, row.buyerName],
      ['Address', row.sellerAddress, row.buyerAddress],
      ['Country', countryName(row.sellerCountry), countryName(row.buyerCountry)],
      ['VAT ID', vatId(row.sellerVatId), vatId(row.buyerVatId)],
      ...(row.buyerTaxNumber === null ? [] : [['Tax number', '', row.buyerTaxNumber]]),
    ],
    widths: [80, (sheet.width - 80) / 2, (sheet.width - 80) / 2],
  });
}

function addAmounts(sheet: Sheet, row: InvoiceRow): void {
  const sign = row.kind === 'credit-note' ? -1 : 1;
  const money = (cents: number) => formatDollars(cents === 0 ? 0 : sign * cents);
  const { feeCents, vatCents, depositCents } = row;
  addHeading(sheet, 'Amounts');
  addTable(sheet, {
    columns: ['', 'Net', 'VAT rate', 'VAT', 'Total'],
    rows: [
      ['Platform fee', money(feeCents - vatCents), formatRate(row), money(vatCents), money(feeCents)],
      ['Pay for marketers, passed on', money(depositCents), 'not taxed', money(0), money(depositCents)],
      [
        row.kind === 'credit-note' ? 'Total refunded' : 'Total paid',
        money(feeCents - vatCents + depositCents),
        '',
        money(vatCents),
        money(feeCents + depositCents),
      ],
    ],
    widths: [sheet.width - 330, 90, 70, 80, 90],
    numbers: [1, 2, 3, 4],
  });
}

const formatRate = ({ treatment, vatBasisPoints }: InvoiceRow) =>
  treatment === 'taxed' || treatment === 'taxed-unproven' ? `${vatBasisPoints / 100}%` : '–';

const vatSentences: Readonly<Record<InvoiceRow['treatment'], string>> = {
  taxed: 'The platform fee contains the VAT shown.',
  'taxed-unproven':
    'The platform fee contains the VAT of the seller’s country: the customer gave no VAT ID (Article 45 of Directive 2006/112/EC).',
  'reverse-charge':
    'Reverse charge: the customer owes the VAT on the platform fee (Articles 44 and 196 of Directive 2006/112/EC).',
  'outside-scope':
    'The platform fee is outside the scope of EU VAT: the customer is a business outside the EU (Article 44 of Directive 2006/112/EC).',
  'no-eu-vat': 'The seller and the customer are outside the EU, and the platform fee contains no EU VAT.',
};

/** Returns e.g. 'October 30, 2026', in UTC. */
function formatDay(moment: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
}
