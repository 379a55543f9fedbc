import { z } from 'zod';
import { BirthDate } from '#kernel/form-schemas.ts';
import { type Message, msg, problem, t } from '#kernel/text.ts';
import { isPostalCode, phoneNumberSchema, postalCodeRule } from '#profiles/contact-contract.ts';

/** The schemas of the form of an identity check. */

export const IdType = z.enum(['passport', 'drivers_license', 'national_id', 'state_id']);
export const KycCountry = z.enum(['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'other']);
export const KycBusinessType = z.enum([
  'corporation',
  'llc',
  'partnership',
  'sole_proprietorship',
  'nonprofit',
]);

const required = (empty: Message) =>
  z
    .string({ error: () => t(empty) })
    .trim()
    .min(1, { error: () => t(empty) })
    .max(300);
const optional = z.string().trim().max(2000).optional();
/** No official number has fewer than 4 characters, and shorter ones would match too many accounts. */
const isWholeNumber = (text: string | undefined) => !text || (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 4;
const partial = problem('Enter the whole number');

export const KycForm = z
  .object({
    firstName: required(msg('First name is required')),
    lastName: required(msg('Last name is required')),
    dateOfBirth: required(msg('Date of birth is required')).pipe(BirthDate),
    phoneNumber: phoneNumberSchema(msg('Phone number is required')),
    address: required(msg('Address is required')),
    city: required(msg('City is required')),
    state: required(msg('State is required')),
    zipCode: required(msg('ZIP code is required')),
    country: KycCountry,
    idType: IdType,
    governmentId: required(msg('ID number is required')).refine(isWholeNumber, partial),
    taxId: required(msg('Tax ID is required')).refine(isWholeNumber, partial),
    businessName: optional,
    businessAddress: optional,
    businessTaxId: optional.refine(isWholeNumber, partial),
    businessType: z.union([z.literal('').transform(() => undefined), KycBusinessType]).optional(),
    businessDescription: optional,
    /** Users can only request 'pending'; the other states are an admin's decision. */
    kycStatus: z.literal('pending').optional(),
  })
  .refine(isPostalCode, postalCodeRule);
export type KycForm = z.infer<typeof KycForm>;
