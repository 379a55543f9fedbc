import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { InvoiceKind, VatTreatment } from '../../invoice-contract.ts';
import { chargeback, paymentOrder, refund } from '../tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' });

/** The database refuses every change. */
export const invoice = pgTable('invoice', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<InvoiceKind>().notNull(),
  year: integer('year').notNull(),
  number: integer('number').notNull(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => paymentOrder.id),
  buyerId: uuid('buyer_id')
    .notNull()
    .references(() => account.id),
  campaignId: uuid('campaign_id').notNull(),
  description: text('description').notNull(),
  /** The invoice that a credit note corrects, and the refund or the lost dispute that it is about. */
  corrects: uuid('corrects'),
  refundId: uuid('refund_id').references(() => refund.id),
  chargebackId: uuid('chargeback_id').references(() => chargeback.id),
  issuedAt: moment('issued_at').notNull(),
  /** When the wallet captured the payment, when the refund arrived, or when the dispute was lost. */
  movedAt: moment('moved_at').notNull(),
  sellerName: text('seller_name').notNull(),
  sellerAddress: text('seller_address').notNull(),
  sellerCountry: text('seller_country').notNull(),
  sellerVatId: text('seller_vat_id'),
  buyerName: text('buyer_name').notNull(),
  buyerAddress: text('buyer_address').notNull(),
  buyerCountry: text('buyer_country').notNull(),
  buyerVatId: text('buyer_vat_id'),
  buyerTaxNumber: text('buyer_tax_number'),
  treatment: text('treatment').$type<VatTreatment>().notNull(),
  vatBasisPoints: integer('vat_basis_points').notNull(),
  /** The fee contains the VAT. */
  feeCents: cents('fee_cents').notNull(),
  vatCents: cents('vat_cents').notNull(),
  depositCents: cents('deposit_cents').notNull(),
});
export type InvoiceRow = typeof invoice.$inferSelect;

export const invoiceCounter = pgTable('invoice_counter', {
  kind: text('kind').$type<InvoiceKind>().notNull(),
  year: integer('year').notNull(),
  last: integer('last').notNull(),
});
