import type { KycState } from '#auth/contract.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { countryName } from '#kernel/countries/countries.ts';
import type { KycDocumentKind } from '../contract.ts';
import { IdType, KycBusinessType, KycCountry } from '../form-contract.ts';

export const kycStateLabels: Record<KycState, { label: Message; tone: StatusTone }> = {
  incomplete: { label: msg('Incomplete'), tone: 'neutral' },
  pending: { label: msg('Pending Review'), tone: 'waiting' },
  approved: { label: msg('Approved'), tone: 'positive' },
  rejected: { label: msg('Rejected'), tone: 'negative' },
};

export const documentNames: Record<KycDocumentKind, Message> = {
  idDocument: msg('ID document'),
  proofOfAddress: msg('Proof of address'),
  businessLicense: msg('Business license'),
};

const idTypeNames: Record<(typeof IdType.options)[number], Message> = {
  passport: msg('Passport'),
  drivers_license: msg('Driver’s license'),
  national_id: msg('National ID'),
  state_id: msg('State ID'),
};

const businessTypeNames: Record<(typeof KycBusinessType.options)[number], Message> = {
  corporation: msg('Corporation'),
  llc: msg('LLC'),
  partnership: msg('Partnership'),
  sole_proprietorship: msg('Sole proprietorship'),
  nonprofit: msg('Nonprofit'),
};

interface Option {
  value: string;
  label: string;
}

export const listIdTypes = (): Option[] =>
  IdType.options.map((value) => ({ value, label: t(idTypeNames[value]) }));
export const listBusinessTypes = (): Option[] =>
  KycBusinessType.options.map((value) => ({ value, label: t(businessTypeNames[value]) }));
export const listCountries = (): Option[] =>
  KycCountry.options.map((value) => ({ value, label: formatKycCountry(value) }));

export function formatIdType(value: string | null): string {
  return listIdTypes().find((option) => option.value === value)?.label ?? value ?? '';
}

export function formatBusinessType(value: string | null): string {
  return listBusinessTypes().find((option) => option.value === value)?.label ?? value ?? '';
}

export function formatKycCountry(value: string | null): string {
  return value === 'other' ? t('Other') : countryName(value ?? '');
}
