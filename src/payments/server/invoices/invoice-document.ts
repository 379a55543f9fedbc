import { countryName } from '#kernel/countries/countries.ts';
import { getLocale } from '#kernel/language.ts';
import { formatDollars } from '#kernel/money.ts';
import { type Message, msg, t } from '#kernel/text.ts';
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
 * Returns an invoice or a credit note as a tagged PDF in US Letter. The same document is always the same file, so
 * nothing depends on the clock. Required content: Article 226 of Directive 2006/112/EC.
 *
 * @param corrected the invoice that a credit note is about
 */
export async function drawInvoice(row: InvoiceRow, corrected: InvoiceRow | null): Promise<Buffer> {
  const isCredit = row.kind === 'credit-note';
  const number = formatInvoiceNumber(row);
  const title = isCredit ? t('Credit note {number}', { number }) : t('Invoice {number}', { number });
  const sheet = await openSheet(title, row.issuedAt);
  addTitle(
    sheet,
    title,
    corrected === null
      ? t('Issued on {day}.', { day: formatDay(row.issuedAt) })
      : t('Issued on {day}. Corrects the invoice {number} of {correctedDay}.', {
          day: formatDay(row.issuedAt),
          number: formatInvoiceNumber(corrected),
          correctedDay: formatDay(corrected.issuedAt),
        }),
  );
  addParties(sheet, row);
  const cause = isCredit ? (row.chargebackId === null ? 'refund' : 'dispute') : 'payment';
  addHeading(sheet, isCredit ? t('Refund') : t('Payment'));
  addTable(sheet, {
    rows: [
      [t('Number'), number],
      [t('Date'), formatDay(row.issuedAt)],
      [t(movedOn[cause]), formatDay(row.movedAt)],
      [t('For'), printable(row.description)],
    ],
    widths: [140, sheet.width - 140],
  });
  addAmounts(sheet, row);
  sheet.doc.y += 8;
  addParagraph(sheet, t(vatSentences[row.treatment]));
  addParagraph(
    sheet,
    t(
      'The pay for marketers is held in escrow and passed on to them. VAT is calculated on the platform fee only.',
    ),
  );
  addParagraph(sheet, t(moved[cause]));
  return closeSheet(sheet, title);
}

const movedOn = { payment: msg('Paid on'), refund: msg('Refunded on'), dispute: msg('Returned on') } as const;
const moved = {
  payment: msg('Paid in full through PayPal. Amounts in US dollars, dates in UTC.'),
  refund: msg('Refunded through PayPal. Amounts in US dollars, dates in UTC.'),
  dispute: msg('Returned by PayPal after a dispute. Amounts in US dollars, dates in UTC.'),
} as const;

function addParties(sheet: Sheet, row: InvoiceRow): void {
  addHeading(sheet, t('Parties'));
  const vatId = (id: string | null) => id ?? t('none');
  addTable(sheet, {
    columns: ['', t('Seller'), t('Customer')],
    rows: [
      [t('Name'), row.sellerName, row.buyerName],
      [t('Address'), row.sellerAddress, row.buyerAddress],
      [t('Country'), countryName(row.sellerCountry), countryName(row.buyerCountry)],
      [t('VAT ID'), vatId(row.sellerVatId), vatId(row.buyerVatId)],
      ...(row.buyerTaxNumber === null ? [] : [[t('Tax number'), '', row.buyerTaxNumber]]),
    ],
    widths: [80, (sheet.width - 80) / 2, (sheet.width - 80) / 2],
  });
}

function addAmounts(sheet: Sheet, row: InvoiceRow): void {
  const sign = row.kind === 'credit-note' ? -1 : 1;
  const money = (cents: number) => formatDollars(cents === 0 ? 0 : sign * cents);
  const { feeCents, vatCents, depositCents } = row;
  addHeading(sheet, t('Amounts'));
  addTable(sheet, {
    columns: ['', t('Net'), t('VAT rate'), t('VAT'), t('Total')],
    rows: [
      [t('Platform fee'), money(feeCents - vatCents), formatRate(row), money(vatCents), money(feeCents)],
      [t('Pay for marketers, passed on'), money(depositCents), t('not taxed'), money(0), money(depositCents)],
      [
        row.kind === 'credit-note' ? t('Total refunded') : t('Total paid'),
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

const vatSentences: Readonly<Record<InvoiceRow['treatment'], Message>> = {
  taxed: msg('The platform fee contains the VAT shown.'),
  'taxed-unproven': msg(
    'The platform fee contains the VAT of the seller’s country: the customer gave no VAT ID (Article 45 of Directive 2006/112/EC).',
  ),
  'reverse-charge': msg(
    'Reverse charge: the customer owes the VAT on the platform fee (Articles 44 and 196 of Directive 2006/112/EC).',
  ),
  'outside-scope': msg(
    'The platform fee is outside the scope of EU VAT: the customer is a business outside the EU (Article 44 of Directive 2006/112/EC).',
  ),
  'no-eu-vat': msg(
    'The seller and the customer are outside the EU, and the platform fee contains no EU VAT.',
  ),
};

function formatDay(moment: Date): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
}
