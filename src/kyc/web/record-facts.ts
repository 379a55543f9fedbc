import { formatDay } from '#platform/web/ui/format-time.ts';
import type { KycStatus } from '../contract.ts';
import { formatBusinessType, formatIdType, formatKycCountry } from './kyc-labels.ts';

/** Returns the record's non-empty facts for display, without the documents. */
export function toRecordFacts(status: Omit<KycStatus, 'documents'>): { name: string; value: string }[] {
  const place = [status.city, [status.state, status.zipCode].filter(Boolean).join(' ')].filter(Boolean);
  const facts = [
    ['Name', [status.firstName, status.lastName].filter(Boolean).join(' ')],
    ['Date of birth', status.dateOfBirth && formatBirthDate(status.dateOfBirth)],
    ['Phone', status.phoneNumber],
    ['Address', [status.address, ...place, formatKycCountry(status.country)].filter(Boolean).join(', ')],
    [formatIdType(status.idType) || 'ID', status.governmentId],
    ['Tax ID', status.taxId],
    ['Business', status.businessName],
    ['Business type', formatBusinessType(status.businessType)],
    ['Business address', status.businessAddress],
    ['Business tax ID', status.businessTaxId],
    ['Business description', status.businessDescription],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** Formats '1994-05-17' as 'May 17, 1994'. A birth date is the same day in every time zone. */
export function formatBirthDate(date: string): string {
  return formatDay(`${date}T00:00:00`);
}
