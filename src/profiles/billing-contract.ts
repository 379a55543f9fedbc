import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { matchesVatFormat, normalizeVatId } from '#kernel/vat-id.ts';
import { endpoint } from './domain.ts';

/** What an invoice says about a business. Name and address are those of the profile. */

/** Invoices are printed in fonts that have Latin letters only. */
const latin = (text: string, characters: number) =>
  z
    .string()
    .trim()
    .min(1, text)
    .max(characters, `Please use at most ${characters} characters`)
    .regex(/^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u, 'Use Latin letters');

export const BillingForm = z
  .strictObject({
    businessName: latin('Business name is required', 200),
    businessAddress: latin('Business address is required', 300),
    /** ISO 3166-1 alpha-2. */
    country: z.string().regex(/^[A-Z]{2}$/, 'Country is required'),
    /** Null if the business has none, and outside the EU. */
    vatId: z.string().max(30, 'This VAT ID is too long').transform(normalizeVatId).nullable(),
  })
  .refine(({ country, vatId }) => vatId === null || matchesVatFormat(country, vatId), {
    error: 'This isn’t a VAT ID of this country',
    path: ['vatId'],
  });
export type BillingForm = z.infer<typeof BillingForm>;

export const Billing = z.object({
  businessName: z.string(),
  businessAddress: z.string(),
  /** Null until the user has saved the form. */
  country: z.string().nullable(),
  vatId: z.string().nullable(),
});
export type Billing = z.infer<typeof Billing>;

export const getBilling = endpoint({
  name: 'getBilling',
  method: 'GET',
  path: '/api/profile/billing',
  summary: 'Returns what invoices say about my business',
  who: ['advertiser'],
  whose: { object: 'account', by: ['owner'] },
  response: Billing,
});

export const saveBilling = endpoint({
  name: 'saveBilling',
  method: 'PUT',
  path: '/api/profile/billing',
  summary: 'Saves what invoices say about my business; issued invoices stay as they are',
  who: ['advertiser'],
  whose: { object: 'account', by: ['owner'] },
  body: BillingForm,
  response: Done,
});
