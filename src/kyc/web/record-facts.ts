import type { KycStatus } from '../contract.ts';
import { businessTypeName, documentNames, idTypeName, kycCountryName } from './kyc-words.ts';

/** A verification's record in words, without what is not there. */
export function recordOf(status: KycStatus): { name: string; value: string }[] {
  const place = [status.city, [status.state, status.zipCode].filter(Boolean).join(' ')].filter(Boolean);
  const facts = [
    ['Name', [status.firstName, status.lastName].filter(Boolean).join(' ')],
    ['Date of birth', status.dateOfBirth],
    ['Phone', status.phoneNumber],
    ['Address', [status.address, ...place, kycCountryName(status.country)].filter(Boolean).join(', ')],
    [idTypeName(status.idType) || 'ID', status.governmentId],
    ['Tax ID', status.taxId],
    ['Business', status.businessName],
    ['Business type', businessTypeName(status.businessType)],
    ['Business address', status.businessAddress],
    ['Business tax ID', status.businessTaxId],
    ['Business description', status.businessDescription],
    ['Documents', status.documents.map((kind) => documentNames[kind]).join(', ')],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
