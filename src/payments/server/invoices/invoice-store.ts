import { and, asc, eq, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { InvoiceKind } from '../../invoice-contract.ts';
import { refund, type RefundRow } from '../tables.ts';
import { invoice, invoiceCounter, type InvoiceRow } from './invoice-tables.ts';

export async function findInvoice(reader: Reader, id: Id): Promise<InvoiceRow | undefined> {
  const [found] = await reader.select().from(invoice).where(eq(invoice.id, id));
  return found;
}

export async function findInvoiceByOrder(reader: Reader, orderId: Id): Promise<InvoiceRow | undefined> {
  const [found] = await reader
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'invoice')));
  return found;
}

export async function listCreditNotes(reader: Reader, invoiceId: Id): Promise<InvoiceRow[]> {
  return reader.select().from(invoice).where(eq(invoice.corrects, invoiceId)).orderBy(asc(invoice.number));
}

export async function listCompletedRefunds(reader: Reader, orderId: Id): Promise<RefundRow[]> {
  return reader
    .select()
    .from(refund)
    .where(and(eq(refund.orderId, orderId), eq(refund.state, 'completed')))
    .orderBy(asc(refund.endedAt), asc(refund.id));
}

/**
 * Returns the next number. Holds it until the transaction ends, so that a number that is rolled back is given again.
 * Call it last: everyone else who issues an invoice waits.
 */
async function takeNumber(tx: Tx, kind: InvoiceKind, year: number): Promise<number> {
  const [taken] = await tx
    .insert(invoiceCounter)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceCounter.kind, invoiceCounter.year],
      set: { last: sql`${invoiceCounter.last} + 1` },
    })
    .returning({ number: invoiceCounter.last });
  if (!taken) throw new Error('the counter returned no row');
  return taken.number;
}

/** Gives the paper its number and stores it. */
export async function insertInvoice(
  tx: Tx,
  row: Omit<typeof invoice.$inferInsert, 'year' | 'number'>,
): Promise<InvoiceRow> {
  const year = row.issuedAt.getUTCFullYear();
  const number = await takeNumber(tx, row.kind, year);
  const [inserted] = await tx
    .insert(invoice)
    .values({ ...row, year, number })
    .returning();
  if (!inserted) throw new Error('insert returned no row');
  return inserted;
}
