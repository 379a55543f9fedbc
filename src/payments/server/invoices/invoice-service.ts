import type { Id } from '#kernel/id.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { findBilling } from '#profiles/server/billing-service.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import type { Invoice } from '../../invoice-contract.ts';
import { findRefund } from '../refunds/refund-store.ts';
import { findOwnOrder, lockOrder } from '../orders/order-store.ts';
import type { Deps } from '../ports.ts';
import type { OrderRow, RefundRow } from '../tables.ts';
import { drawInvoice } from './invoice-document.ts';
import { formatInvoiceNumber } from './invoice-number.ts';
import {
  findInvoice,
  findInvoiceByOrder,
  insertInvoice,
  listCompletedRefunds,
  listCreditNotes,
} from './invoice-store.ts';
import type { InvoiceRow } from './invoice-tables.ts';
import { calculateContainedVat, chooseVat, planCredit } from './vat-rules.ts';

/**
 * Issues the invoice of the caller's own payment, and the credit notes of refunds that have arrived already. Repeated
 * and concurrent calls return the same invoice. Refuses as the contract says.
 */
export async function issueInvoice(deps: Deps, actor: Actor, providerOrderId: string): Promise<Invoice> {
  const known = await findOwnOrder(deps.db, providerOrderId, actor.userId);
  if (!known) throw refuse('payment/order-not-found');
  return transact(deps.db, async (tx) => {
    // Credit notes of this payment also wait for this lock.
    const order = await lockOrder(tx, known.id);
    const issued = (await findInvoiceByOrder(tx, order.id)) ?? (await issue(tx, deps, actor, order));
    return toInvoice(issued);
  });
}

async function issue(tx: Tx, deps: Deps, actor: Actor, order: OrderRow): Promise<InvoiceRow> {
  if (!hasInvoice(order) || order.capturedAt === null) throw refuse('payment/no-invoice');
  const { operator } = deps.config;
  if (!operator) throw refuse('payment/invoices-off');
  const buyer = await findBilling(tx, actor.userId);
  if (!buyer) throw refuse('payment/billing-missing');
  const vat = chooseVat(operator, buyer);
  const invoice = await insertInvoice(tx, {
    ...vat,
    id: deps.random.uuid(),
    kind: 'invoice',
    orderId: order.id,
    buyerId: actor.userId,
    campaignId: order.campaignId,
    description: order.description,
    issuedAt: deps.clock.now(),
    movedAt: order.capturedAt,
    sellerName: operator.name,
    sellerAddress: operator.address,
    sellerCountry: operator.country,
    sellerVatId: operator.vatId,
    buyerName: buyer.businessName,
    buyerAddress: buyer.businessAddress,
    buyerCountry: buyer.country,
    buyerVatId: buyer.vatId,
    feeCents: order.feeCents,
    vatCents: calculateContainedVat(order.feeCents, vat.vatBasisPoints),
    depositCents: order.payCents,
  });
  const object = { kind: 'invoice', id: invoice.id };
  const details = { number: formatInvoiceNumber(invoice) };
  await audit(tx, deps, { actor, action: 'invoice.issued', object, details });
  for (const refund of await listCompletedRefunds(tx, order.id)) await credit(tx, deps, invoice, refund);
  return invoice;
}

/** Returns whether an invoice can be issued: tips and debts have no fee, and a surplus goes back in full. */
export const hasInvoice = (order: Pick<OrderRow, 'state' | 'feeCents' | 'tipId' | 'chargebackId'>) =>
  order.state === 'bound' && order.feeCents > 0 && order.tipId === null && order.chargebackId === null;

/** Issues the credit note of a refund that has arrived, if its payment has an invoice. Repeating it changes nothing. */
export async function issueCreditNote(tx: Tx, deps: Deps, refundId: Id): Promise<void> {
  const refund = await findRefund(tx, refundId);
  if (refund?.state !== 'completed') return;
  await lockOrder(tx, refund.orderId);
  const invoice = await findInvoiceByOrder(tx, refund.orderId);
  if (invoice) await credit(tx, deps, invoice, refund);
}

async function credit(tx: Tx, deps: Deps, invoice: InvoiceRow, refund: RefundRow): Promise<void> {
  const notes = await listCreditNotes(tx, invoice.id);
  if (notes.some((note) => note.refundId === refund.id)) return;
  const credited = { feeCents: 0, vatCents: 0, depositCents: 0 };
  for (const note of notes) {
    credited.feeCents += note.feeCents;
    credited.vatCents += note.vatCents;
    credited.depositCents += note.depositCents;
  }
  const sums = planCredit(invoice, credited, refund);
  if (sums.feeCents + sums.depositCents === 0) return;
  const now = deps.clock.now();
  await insertInvoice(tx, {
    ...invoice,
    ...sums,
    id: deps.random.uuid(),
    kind: 'credit-note',
    corrects: invoice.id,
    refundId: refund.id,
    issuedAt: now,
    movedAt: refund.endedAt ?? now,
  });
}

const toInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  kind: row.kind,
  number: formatInvoiceNumber(row),
  issuedAt: row.issuedAt.toISOString(),
});

/** Refuses 'payment/invoice-not-found' unless the caller is of the buyer's team. */
export async function openInvoice(
  deps: Deps,
  actor: Actor,
  id: Id,
): Promise<{ filename: string; content: Buffer }> {
  const found = await findInvoice(deps.db, id);
  if (!found) throw refuse('payment/invoice-not-found');
  await requireTeamPermission(deps.db, actor, found.buyerId, 'read', () =>
    refuse('payment/invoice-not-found'),
  );
  const corrected = found.corrects === null ? undefined : await findInvoice(deps.db, found.corrects);
  const number = formatInvoiceNumber(found);
  return { filename: `${number}.pdf`, content: await drawInvoice(found, corrected ?? null) };
}
