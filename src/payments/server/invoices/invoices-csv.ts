import { toDecimal } from '#kernel/money.ts';
import { msg, t } from '#kernel/text.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import { formatInvoiceNumber } from './invoice-number.ts';
import type { InvoiceRow } from './invoice-tables.ts';

const heading = [
  msg('Number'),
  msg('Issued (UTC)'),
  msg('Paid or returned (UTC)'),
  msg('Customer'),
  msg('Country'),
  msg('VAT ID'),
  msg('Tax number'),
  msg('Treatment'),
  msg('VAT rate (%)'),
  msg('Fee without VAT (USD)'),
  msg('VAT (USD)'),
  msg('Fee (USD)'),
  msg('Pay passed on (USD)'),
  msg('Campaign id'),
];

/** Amounts of credit notes are negative, so that columns add up. */
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
  return [heading.map((name) => t(name)), ...lines].map(csvLine).join('');
}
