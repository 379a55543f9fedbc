import type { InvoiceRow } from './invoice-tables.ts';

/** 'INV-2026-00001', or 'CN-2026-00001' for a credit note. Each has its own series in each year of UTC. */
export function formatInvoiceNumber({
  kind,
  year,
  number,
}: Pick<InvoiceRow, 'kind' | 'year' | 'number'>): string {
  return `${kind === 'invoice' ? 'INV' : 'CN'}-${year}-${String(number).padStart(5, '0')}`;
}
