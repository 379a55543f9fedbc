import { schemaResolver } from '@mantine/form';
import type { CurrentUser } from '#auth/contract.ts';
import { msg, t } from '#kernel/text.ts';
import { profilesDomain } from '#profiles/domain.ts';
import { ageInYears } from '#kernel/time.ts';
import { MINIMUM_AGE_YEARS } from '#profiles/contract.ts';
import { tooLargeText, type UploadRules, wrongKindText } from '#uploads/contract.ts';
import type { KycDocumentKind, KycStatus } from '../contract.ts';
import { KycCountry, KycForm } from '../form-contract.ts';

const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** The server decides by the file's content. Here only the file's type and name are known. */
const documentRules: UploadRules = {
  accepted: {
    'image/png': MAX_DOCUMENT_BYTES,
    'image/jpeg': MAX_DOCUMENT_BYTES,
    'image/webp': MAX_DOCUMENT_BYTES,
    'application/pdf': MAX_DOCUMENT_BYTES,
  },
  text: msg('PNG, JPG, WebP or PDF up to 10MB'),
};
export const acceptedTypes = Object.keys(documentRules.accepted);

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

/** The server never returns numbers in full. */
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

export const hasPersonErrors = (errors: object): boolean =>
  [...personFields, 'country'].some((field) => field in errors);

export function validateKyc(
  values: KycValues,
  { isBusiness, now }: { isBusiness: boolean; now: Date },
): Record<string, string> {
  const errors: Record<string, string> = { ...checkForm(values) };
  if (values.country === '') errors['country'] = t('Country is required');
  if (values.idType === '') errors['idType'] = t('ID type is required');
  if (!errors['dateOfBirth'] && ageInYears(values.dateOfBirth, now) < MINIMUM_AGE_YEARS)
    errors['dateOfBirth'] = t(profilesDomain.refusals['profile/under-age'][1]);
  if (isBusiness) {
    for (const [field, text] of Object.entries(businessTexts)) {
      if (values[field as keyof typeof businessTexts].trim() === '') errors[field] = t(text);
    }
  }
  if (!values.idDocument) errors['idDocument'] = t('Add your ID document');
  if (!values.proofOfAddress) errors['proofOfAddress'] = t('Add a proof of address');
  for (const kind of ['idDocument', 'proofOfAddress', 'businessLicense'] as const) {
    const problem = values[kind] && validateDocument(values[kind]);
    if (problem) errors[kind] = problem;
  }
  return errors;
}

/** Throws if a value is invalid. */
export function toSubmission(values: KycValues, isBusiness: boolean) {
  const { idDocument, proofOfAddress, businessLicense, ...texts } = values;
  const business = isBusiness
    ? {}
    : { businessName: '', businessAddress: '', businessTaxId: '', businessType: '', businessDescription: '' };
  // validateKyc has already checked the select values.
  const body = KycForm.parse({ ...texts, ...business, kycStatus: 'pending' });
  return {
    body,
    files: { idDocument, proofOfAddress, ...(isBusiness ? { businessLicense } : {}) },
  };
}

// The resolver's type allows any React node, but the schema's messages are strings.
const checkForm = schemaResolver(KycForm, { sync: true }) as (values: object) => Record<string, string>;

const businessTexts = {
  businessName: msg('Business name is required'),
  businessAddress: msg('Business address is required'),
  businessType: msg('Business type is required'),
  businessTaxId: msg('Business tax ID is required'),
  businessDescription: msg('Business description is required'),
};

export function validateDocument(file: File): string | null {
  if (file.size === 0) return t('This file is empty.');
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  // Browsers leave the type empty for unknown extensions, and some phones name photos without an extension.
  const isKnownType = file.type === '' ? ending !== undefined : acceptedTypes.includes(file.type);
  const isKnownEnding = ending === undefined || acceptedEndings.includes(ending);
  if (!isKnownType || !isKnownEnding) return wrongKindText(file.type, documentRules);
  return file.size > MAX_DOCUMENT_BYTES ? tooLargeText(documentRules) : null;
}

const acceptedEndings = ['png', 'jpg', 'jpeg', 'jfif', 'webp', 'pdf'];

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
