import type { Id } from '#kernel/id.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { type RefusalCode, refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { findBilling } from '#profiles/server/billing-service.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import type { Invoice } from '../../invoice-contract.ts';
import { findOwnOrder, getOrder, lockOrder } from '../orders/order-store.ts';
import type { Deps } from '../ports.ts';
import type { OrderRow } from '../tables.ts';
import { planCredit, type Share, shareReturns } from './credit-rules.ts';
import { drawInvoice } from './invoice-document.ts';
import { formatInvoiceNumber } from './invoice-number.ts';
import {
  findInvoice,
  findInvoiceByOrder,
  insertInvoice,
  listCampaignsToCredit,
  listEscrowOrders,
  listInvoices,
  listReturned,
} from './invoice-store.ts';
import type { InvoiceRow } from './invoice-tables.ts';
import { calculateContainedVat, chooseVat } from './vat-rules.ts';

/** Repeated and concurrent calls return the same invoice. Refuses as the contract says. */
export async function issueInvoice(deps: Deps, actor: Actor, providerOrderId: string): Promise<Invoice> {
  const known = await findOwnOrder(deps.db, providerOrderId, actor.userId);
  if (!known) throw refuse('payment/order-not-found');
  return transact(deps.db, async (tx) => {
    const issued = await issue(tx, deps, actor, known);
    if (typeof issued === 'string') throw refuse(issued);
    return toInvoice(issued);
  });
}

/** If the payer has entered the invoice details. Repeating it changes nothing. */
export async function issueAutomatically(tx: Tx, deps: Deps, orderId: Id): Promise<void> {
  await issue(tx, deps, null, await getOrder(tx, orderId));
}

async function issue(
  tx: Tx,
  deps: Deps,
  actor: Actor | null,
  known: OrderRow,
): Promise<InvoiceRow | RefusalCode> {
  if (!hasInvoice(known)) return 'payment/no-invoice';
  // Credit notes of the campaign also wait for this lock.
  await deps.ports.lockPaidCampaign(tx, known.campaignId);
  const order = await lockOrder(tx, known.id);
  const before = await findInvoiceByOrder(tx, order.id);
  if (before) return before;
  const content = await planInvoice(tx, deps, order);
  if (typeof content === 'string') return content;
  const invoice = await insertInvoice(tx, content);
  const object = { kind: 'invoice', id: invoice.id };
  const details = { number: formatInvoiceNumber(invoice) };
  await audit(tx, deps, { actor, action: 'invoice.issued', object, details });
  await creditReturned(tx, deps, order.campaignId);
  return invoice;
}

async function planInvoice(tx: Tx, deps: Deps, order: OrderRow) {
  const { seller, capturedAt } = order;
  if (!deps.config.operator) return 'payment/invoices-off';
  if (!hasInvoice(order) || capturedAt === null || seller === null) return 'payment/no-invoice';
  const lostFeeCents = (await listReturned(tx, order.campaignId))
    .filter(({ orderId, chargebackId }) => orderId === order.id && chargebackId !== null)
    .reduce((sum, { feeCents }) => sum + feeCents, 0);
  if (lostFeeCents >= order.feeCents) return 'payment/no-invoice';
  const buyer = await findBilling(tx, order.createdBy);
  if (!buyer) return 'payment/billing-missing';
  const vat = chooseVat(seller, buyer);
  if (!vat) return 'payment/vat-id-missing';
  return {
    ...vat,
    id: deps.random.uuid(),
    kind: 'invoice' as const,
    orderId: order.id,
    buyerId: order.createdBy,
    campaignId: order.campaignId,
    description: order.description,
    issuedAt: deps.clock.now(),
    movedAt: capturedAt,
    sellerName: seller.name,
    sellerAddress: seller.address,
    sellerCountry: seller.country,
    sellerVatId: seller.vatId,
    buyerName: buyer.businessName,
    buyerAddress: buyer.businessAddress,
    buyerCountry: buyer.country,
    buyerVatId: buyer.vatId,
    buyerTaxNumber: buyer.taxNumber,
    feeCents: order.feeCents,
    vatCents: calculateContainedVat(order.feeCents, vat.vatBasisPoints),
    depositCents: order.payCents,
  };
}

/** Tips and debts have no fee, and a surplus goes back in full. */
const hasInvoice = ({ state, feeCents, tipId, chargebackId, seller }: OrderRow) =>
  state === 'bound' && feeCents > 0 && tipId === null && chargebackId === null && seller !== null;

/**
 * Issues the missing credit notes of refunds that have arrived and of disputes that were lost, as far as the payments
 * of the campaign have invoices. Repeating it changes nothing.
 */
export async function issueCreditNotes(tx: Tx, deps: Deps, campaignId: Id): Promise<void> {
  // Locked before the read: an invoice that is being issued would otherwise miss this refund.
  await deps.ports.lockPaidCampaign(tx, campaignId);
  await creditReturned(tx, deps, campaignId);
}

async function creditReturned(tx: Tx, deps: Deps, campaignId: Id): Promise<void> {
  const documents = await listInvoices(tx, campaignId);
  const invoices = documents.filter(({ kind }) => kind === 'invoice');
  if (invoices.length === 0) return;
  const orders = await listEscrowOrders(tx, campaignId);
  const { shares, rest } = shareReturns(orders, await listReturned(tx, campaignId));
  if (rest.length > 0) deps.log.error({ campaignId }, 'more was returned than the payments of a campaign');
  for (const share of shares) {
    const invoice = invoices.find(({ orderId }) => orderId === share.orderId);
    if (invoice) await credit(tx, deps, { invoice, share, documents });
  }
}

async function credit(
  tx: Tx,
  deps: Deps,
  { invoice, share, documents }: { invoice: InvoiceRow; share: Share; documents: InvoiceRow[] },
): Promise<void> {
  const { refundId, chargebackId, at } = share.returned;
  const notes = documents.filter(({ corrects }) => corrects === invoice.id);
  if (notes.some((note) => note.refundId === refundId && note.chargebackId === chargebackId)) return;
  const credited = { feeCents: 0, vatCents: 0, depositCents: 0 };
  for (const note of notes) {
    credited.feeCents += note.feeCents;
    credited.vatCents += note.vatCents;
    credited.depositCents += note.depositCents;
  }
  const sums = planCredit(invoice, credited, share);
  if (sums.feeCents + sums.depositCents === 0) return;
  const note = await insertInvoice(tx, {
    ...invoice,
    ...sums,
    id: deps.random.uuid(),
    kind: 'credit-note',
    corrects: invoice.id,
    refundId,
    chargebackId,
    issuedAt: deps.clock.now(),
    movedAt: at,
  });
  documents.push(note);
  const object = { kind: 'invoice', id: note.id };
  const details = { number: formatInvoiceNumber(note) };
  await audit(tx, deps, { actor: null, action: 'invoice.credited', object, details });
}

/** A refund that is booked by hand announces no event, and an event may be given up. */
const CREDIT_SWEEP_MS = 30 * DAY;

export async function sweepCreditNotes(deps: Deps, limit: number): Promise<void> {
  const since = addMilliseconds(deps.clock.now(), -CREDIT_SWEEP_MS);
  await forEachObject(
    await listCampaignsToCredit(deps.db, since, limit),
    (campaignId) => transact(deps.db, (tx) => issueCreditNotes(tx, deps, campaignId)),
    (error, campaignId) => deps.log.error({ err: error, campaignId }, 'issuing a credit note failed'),
  );
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
