import { toDecimal } from '#kernel/money.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import { formatInvoiceNumber } from './invoice-number.ts';
import type { InvoiceRow } from './invoice-tables.ts';

const heading = [
  'Number',
  'Issued (UTC)',
  'Paid or returned (UTC)',
  'Customer',
  'Country',
  'VAT ID',
  'Tax number',
  'Treatment',
  'VAT rate (%)',
  'Fee without VAT (USD)',
  'VAT (USD)',
  'Fee (USD)',
  'Pay passed on (USD)',
  'Campaign id',
];

/** Returns one line per document. Amounts of credit notes are negative, so that columns add up. */
export function formatInvoicesCsv(rows: readonly InvoiceRow[]): string {
  const lines = rows.map((row) => {
    const sign = row.kind === 'credit-note' ? -1 : 1;
    // Without the sum, 0 would become '-0.00'.
    const money = (cents: number) => toDecimal(0 + sign * cents);
    return [
      formatInvoiceNumber(row),
      row.issuedAt.toISOString(),
      row.movedAt.toISOString(),
      row.buyerName,
      row.buyerCountry,
      row.buyerVatId ?? '',
      row.buyerTaxNumber ?? '',
      row.treatment,
      String(row.vatBasisPoints / 100),
      money(row.feeCents - row.vatCents),
      money(row.vatCents),
      money(row.feeCents),
      money(row.depositCents),
      row.campaignId,
    ];
  });
  return [heading, ...lines].map(csvLine).join('');
}
