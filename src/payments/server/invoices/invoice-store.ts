import { and, asc, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { TimeSpan } from '#kernel/calendar.ts';
import type { Id } from '#kernel/id.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { InvoiceKind } from '../../invoice-contract.ts';
import { type OrderRow, paymentOrder } from '../tables.ts';
import type { Returned } from './credit-rules.ts';
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

export async function listInvoices(reader: Reader, campaignId: Id): Promise<InvoiceRow[]> {
  return reader
    .select()
    .from(invoice)
    .where(eq(invoice.campaignId, campaignId))
    .orderBy(asc(invoice.issuedAt), asc(invoice.number));
}

export async function listEscrowOrders(reader: Reader, campaignId: Id): Promise<OrderRow[]> {
  return reader
    .select()
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.campaignId, campaignId),
        eq(paymentOrder.state, 'bound'),
        isNull(paymentOrder.tipId),
        isNull(paymentOrder.chargebackId),
      ),
    )
    .orderBy(asc(paymentOrder.capturedAt), asc(paymentOrder.id));
}

/** Refunds and lost disputes, oldest first. */
export async function listReturned(reader: Reader, campaignId: Id): Promise<Returned[]> {
  const { rows } = await reader.execute<Record<string, unknown> & Omit<Returned, 'at'> & { at: Date }>(sql`
    select id as "refundId", null::uuid as "chargebackId", order_id as "orderId", fee_cents as "feeCents",
      pay_cents as "payCents", ended_at as at
    from refund where campaign_id = ${campaignId} and state = 'completed' and origin = 'escrow'
    union all
    select null, id, order_id, lost_fee_cents, lost_pay_cents, closed_at
    from chargeback where campaign_id = ${campaignId} and state = 'lost' and lost_fee_cents + lost_pay_cents > 0
    order by at, "orderId"`);
  return rows;
}

/** Refunded or lost since then, without a credit note. */
export async function listCampaignsToCredit(reader: Reader, since: Date, limit: number): Promise<Id[]> {
  const hasRest = (orderId: SQL) => sql`exists (
    select from invoice i where i.order_id = ${orderId} and i.kind = 'invoice'
      and i.fee_cents + i.deposit_cents > coalesce(
        (select sum(n.fee_cents + n.deposit_cents) from invoice n where n.corrects = i.id), 0))`;
  const { rows } = await reader.execute<{ campaign_id: Id }>(sql`
    (select r.campaign_id from refund r where r.state = 'completed' and r.origin = 'escrow' and r.ended_at > ${since}
       and not exists (select from invoice n where n.refund_id = r.id) and ${hasRest(sql`r.order_id`)}
     order by r.ended_at, r.id limit ${limit})
    union
    (select c.campaign_id from chargeback c where c.state = 'lost' and c.closed_at > ${since}
       and c.lost_fee_cents + c.lost_pay_cents > 0
       and not exists (select from invoice n where n.chargeback_id = c.id) and ${hasRest(sql`c.order_id`)}
     order by c.closed_at, c.id limit ${limit})`);
  return rows.map(({ campaign_id: campaignId }) => campaignId);
}

export async function listIssued(reader: Reader, { from, until }: TimeSpan): Promise<InvoiceRow[]> {
  return reader
    .select()
    .from(invoice)
    .where(
      and(from ? gte(invoice.issuedAt, from) : undefined, until ? lt(invoice.issuedAt, until) : undefined),
    )
    .orderBy(desc(invoice.kind), asc(invoice.year), asc(invoice.number));
}

/**
 * Holds the number until the transaction ends, so that a number that is rolled back is reused. Take it last,
 * because other transactions that issue an invoice wait for it.
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
