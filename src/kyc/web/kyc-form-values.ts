import { schemaResolver } from '@mantine/form';
import type { CurrentUser } from '#auth/contract.ts';
import { refusals } from '#kernel/errors.ts';
import { ageInYears } from '#kernel/time.ts';
import { KycCountry, type KycDocumentKind, KycForm, type KycStatus } from '../contract.ts';

const MINIMUM_AGE_YEARS = 18;
const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** What the server takes, judged there by content; here only by what the browser says. */
export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'];

const personFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'phoneNumber',
  'address',
  'city',
  'state',
  'zipCode',
] as const;
const businessFields = ['businessName', 'businessAddress', 'businessType', 'businessDescription'] as const;
type TextField =
  | (typeof personFields)[number]
  | (typeof businessFields)[number]
  | 'country'
  | 'idType'
  | 'governmentId'
  | 'taxId'
  | 'businessTaxId';

export type KycValues = Record<TextField, string> & Record<KycDocumentKind, File | null>;

/** What was handed in before, else what the profile knows; numbers are never sent back to the browser in clear. */
export function initialValues(status: KycStatus, user: CurrentUser): KycValues {
  const known = (field: (typeof personFields)[number] | (typeof businessFields)[number]) =>
    status[field] ?? (field === 'businessType' ? '' : (user[field] ?? ''));
  return {
    ...emptyValues,
    ...Object.fromEntries([...personFields, ...businessFields].map((field) => [field, known(field)])),
    country: knownCountry(status.country ?? user.country),
    idType: status.idType ?? '',
  };
}

/** What keeps this form from being handed in, by field. */
export function kycErrors(
  values: KycValues,
  { isBusiness, now }: { isBusiness: boolean; now: Date },
): Record<string, string> {
  const errors: Record<string, string> = { ...checkForm(values) };
  if (values.country === '') errors['country'] = 'Country is required';
  if (values.idType === '') errors['idType'] = 'ID type is required';
  if (!errors['dateOfBirth'] && ageInYears(values.dateOfBirth, now) < MINIMUM_AGE_YEARS)
    errors['dateOfBirth'] = refusals['profile/under-age'][1];
  if (isBusiness) {
    for (const [field, text] of Object.entries(businessTexts)) {
      if (values[field as keyof typeof businessTexts].trim() === '') errors[field] = text;
    }
  }
  if (!values.idDocument) errors['idDocument'] = 'Please add your ID document';
  if (!values.proofOfAddress) errors['proofOfAddress'] = 'Please add a proof of address';
  for (const kind of ['idDocument', 'proofOfAddress', 'businessLicense'] as const) {
    const problem = values[kind] && documentProblem(values[kind]);
    if (problem) errors[kind] = problem;
  }
  return errors;
}

/** The checked values as the call takes them. */
export function submissionOf(values: KycValues, isBusiness: boolean) {
  const { idDocument, proofOfAddress, businessLicense, ...texts } = values;
  const business = isBusiness
    ? {}
    : { businessName: '', businessAddress: '', businessTaxId: '', businessType: '', businessDescription: '' };
  // kycErrors has found the lists' values to be among their options.
  const body = KycForm.parse({ ...texts, ...business, kycStatus: 'pending' });
  return {
    body,
    files: { idDocument, proofOfAddress, ...(isBusiness ? { businessLicense } : {}) },
  };
}

// The resolver's own type allows any node; the schema's issues are texts.
const checkForm = schemaResolver(KycForm, { sync: true }) as (values: object) => Record<string, string>;

const businessTexts = {
  businessName: 'Business name is required',
  businessAddress: 'Business address is required',
  businessType: 'Business type is required',
  businessTaxId: 'Business tax ID is required',
  businessDescription: 'Business description is required',
};

function documentProblem(file: File): string | null {
  if (!acceptedTypes.includes(file.type)) return 'Please choose an image (PNG, JPG, WebP) or a PDF';
  return file.size > MAX_DOCUMENT_BYTES ? 'Please choose a file of at most 10 MB' : null;
}

function knownCountry(country: string | null): string {
  if (country === null || country === '') return '';
  return KycCountry.safeParse(country).data ?? 'other';
}

const emptyValues: KycValues = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  phoneNumber: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
  idType: '',
  governmentId: '',
  taxId: '',
  businessName: '',
  businessAddress: '',
  businessType: '',
  businessTaxId: '',
  businessDescription: '',
  idDocument: null,
  proofOfAddress: null,
  businessLicense: null,
};
