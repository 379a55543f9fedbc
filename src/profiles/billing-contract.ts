import { z } from 'zod';
import { isCountry } from '#kernel/countries/countries.ts';
import { Done } from '#kernel/endpoint.ts';
import { toStandardFont } from '#kernel/standard-font.ts';
import { type Message, msg, problem, t } from '#kernel/text.ts';
import { isEuCountry, matchesVatFormat, normalizeVatId } from '#kernel/countries/vat-id.ts';
import { endpoint } from './domain.ts';

/** The fonts of invoices have Latin letters only. */
const printed = (text: Message, characters: number) =>
  z
    .string()
    .trim()
    .min(1, { error: () => t(text) })
    .max(characters, problem('Please use at most {characters} characters', { characters }))
    .refine((value) => value === '' || toStandardFont(value) !== null, problem('Use Latin letters'));

export const BillingForm = z
  .strictObject({
    businessName: printed(msg('Business name is required'), 200),
    businessAddress: printed(msg('Business address is required'), 300),
    /** ISO 3166-1 alpha-2. */
    country: z.string().refine(isCountry, problem('Country is required')),
    /** Null if the business has none, and outside the EU. */
    vatId: z.string().max(30, problem('This VAT ID is too long')).transform(normalizeVatId).nullable(),
    /** Shows that a customer outside the EU is a business. Null if it is not given, and in the EU. */
    taxNumber: printed(msg('Enter the tax number, or leave it empty'), 40).nullable().default(null),
  })
  .refine(({ country, vatId }) => vatId === null || matchesVatFormat(country, vatId), {
    ...problem('This isn’t a VAT ID of this country'),
    path: ['vatId'],
  })
  .refine(({ country, taxNumber }) => taxNumber === null || !isEuCountry(country), {
    ...problem('Businesses in the EU have a VAT ID instead'),
    path: ['taxNumber'],
  });
export type BillingForm = z.infer<typeof BillingForm>;

export const Billing = z.object({
  businessName: z.string(),
  businessAddress: z.string(),
  /** Null until the user has saved the form. */
  country: z.string().nullable(),
  vatId: z.string().nullable(),
  taxNumber: z.string().nullable(),
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
