import { formatFullName } from '#auth/web/account/user-labels.ts';
import { t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import type { KycStatus } from '../contract.ts';
import { formatBusinessType, formatIdType, formatKycCountry } from './kyc-labels.ts';

interface Fact {
  name: string;
  value: string;
}
type Person = Pick<
  KycStatus,
  | 'firstName'
  | 'lastName'
  | 'dateOfBirth'
  | 'phoneNumber'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country'
>;

export function toRecordFacts(status: Omit<KycStatus, 'documents'>): Fact[] {
  const others = listNonEmpty([
    [formatIdType(status.idType) || t('ID'), status.governmentId],
    [t('Tax ID'), status.taxId],
    [t('Business'), status.businessName],
    [t('Business type'), formatBusinessType(status.businessType)],
    [t('Business address'), status.businessAddress],
    [t('Business tax ID'), status.businessTaxId],
    [t('Business description'), status.businessDescription],
  ]);
  return [...toPersonFacts(status), ...others];
}

export function toPersonFacts(person: Person): Fact[] {
  const place = [person.city, [person.state, person.zipCode].filter(Boolean).join(' ')].filter(Boolean);
  return listNonEmpty([
    [t('Name'), formatFullName(person)],
    [t('Date of birth'), person.dateOfBirth && formatBirthDate(person.dateOfBirth)],
    [t('Phone'), person.phoneNumber],
    [t('Address'), [person.address, ...place, formatKycCountry(person.country)].filter(Boolean).join(', ')],
  ]);
}

const listNonEmpty = (facts: readonly (readonly [string, string | null])[]): Fact[] =>
  facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));

/** A birth date is the same day in every time zone. */
export function formatBirthDate(date: string): string {
  return formatDay(`${date}T00:00:00`);
}
