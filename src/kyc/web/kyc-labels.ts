import type { KycState } from '#auth/contract.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { countryName } from '#kernel/countries.ts';
import { IdType, KycBusinessType, KycCountry, type KycDocumentKind } from '../contract.ts';

export const kycStateLabels: Record<KycState, { label: string; tone: StatusTone }> = {
  incomplete: { label: 'Incomplete', tone: 'neutral' },
  pending: { label: 'Pending Review', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
};

export const documentNames: Record<KycDocumentKind, string> = {
  idDocument: 'ID document',
  proofOfAddress: 'Proof of address',
  businessLicense: 'Business license',
};

const idTypeNames: Record<(typeof IdType.options)[number], string> = {
  passport: 'Passport',
  drivers_license: 'Driver’s license',
  national_id: 'National ID',
  state_id: 'State ID',
};

const businessTypeNames: Record<(typeof KycBusinessType.options)[number], string> = {
  corporation: 'Corporation',
  llc: 'LLC',
  partnership: 'Partnership',
  sole_proprietorship: 'Sole proprietorship',
  nonprofit: 'Nonprofit',
};

export const idTypeOptions = IdType.options.map((value) => ({ value, label: idTypeNames[value] }));
export const businessTypeOptions = KycBusinessType.options.map((value) => ({
  value,
  label: businessTypeNames[value],
}));
export const countryOptions = KycCountry.options.map((value) => ({ value, label: formatKycCountry(value) }));

export function formatIdType(value: string | null): string {
  return idTypeOptions.find((option) => option.value === value)?.label ?? value ?? '';
}

export function formatBusinessType(value: string | null): string {
  return businessTypeOptions.find((option) => option.value === value)?.label ?? value ?? '';
}

export function formatKycCountry(value: string | null): string {
  return value === 'other' ? 'Other' : countryName(value ?? '');
}
