import { formatDay } from '#platform/web/ui/format-time.ts';
import type { KycStatus } from '../contract.ts';
import { businessTypeName, idTypeName, kycCountryName } from './kyc-words.ts';

/** A verification's record in words, without what is not there; its documents are shown beside it. */
export function recordOf(status: Omit<KycStatus, 'documents'>): { name: string; value: string }[] {
  const place = [status.city, [status.state, status.zipCode].filter(Boolean).join(' ')].filter(Boolean);
  const facts = [
    ['Name', [status.firstName, status.lastName].filter(Boolean).join(' ')],
    ['Date of birth', status.dateOfBirth && formatBirthDate(status.dateOfBirth)],
    ['Phone', status.phoneNumber],
    ['Address', [status.address, ...place, kycCountryName(status.country)].filter(Boolean).join(', ')],
    [idTypeName(status.idType) || 'ID', status.governmentId],
    ['Tax ID', status.taxId],
    ['Business', status.businessName],
    ['Business type', businessTypeName(status.businessType)],
    ['Business address', status.businessAddress],
    ['Business tax ID', status.businessTaxId],
    ['Business description', status.businessDescription],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** '1994-05-17' → 'May 17, 1994'. A birthday is a day of the calendar, the same in every time zone. */
export function formatBirthDate(date: string): string {
  return formatDay(`${date}T00:00:00`);
}
