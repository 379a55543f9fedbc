import { z } from 'zod';
import { DaysQuery } from '#kernel/calendar.ts';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/**
 * Invoices for the platform fee of an advertiser's payment, and credit notes for its refunds and lost disputes
 * (decision 73).
 */

export const InvoiceKind = z.enum(['invoice', 'credit-note']);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

export const VatTreatment = z.enum([
  'taxed',
  'taxed-unproven',
  'reverse-charge',
  'outside-scope',
  'no-eu-vat',
]);
export type VatTreatment = z.infer<typeof VatTreatment>;

export const Invoice = z.object({
  id: Id,
  kind: InvoiceKind,
  /** 'INV-2026-00001'. */
  number: z.string(),
  issuedAt: IsoTime,
});
export type Invoice = z.infer<typeof Invoice>;

export const issueInvoice = endpoint({
  name: 'issueInvoice',
  method: 'POST',
  path: '/api/invoices',
  summary:
    'Issues the invoice of one of my payments, or returns the one that was issued before. An issued invoice never changes',
  who: ['advertiser'],
  whose: { object: 'order', by: ['owner'], at: 'body.orderId' },
  body: z.strictObject({ orderId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) }),
  response: Invoice,
  limit: 'payment',
  refusals: [
    'payment/order-not-found',
    'payment/no-invoice',
    'payment/invoices-off',
    'payment/billing-missing',
    'payment/vat-id-missing',
    'request/too-many',
  ],
});

export const downloadInvoice = endpoint({
  name: 'downloadInvoice',
  method: 'GET',
  path: '/api/invoices/{id}/pdf',
  summary: 'Returns an invoice or a credit note of my or my team’s business, as PDF',
  who: ['advertiser'],
  whose: { object: 'invoice', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  limit: 'public-read',
  refusals: ['payment/invoice-not-found', 'request/too-many'],
});

export const downloadInvoices = endpoint({
  name: 'downloadInvoices',
  method: 'GET',
  path: '/api/admin/invoices.csv',
  summary: 'Returns all invoices and credit notes issued in a period as a CSV file (RFC 4180, UTF-8)',
  who: ['admin'],
  query: DaysQuery,
});
