import { z } from 'zod';
import { KycState } from '#auth/contract.ts';
import { Done, endpoint, Role } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { defineProcess } from '#kernel/process.ts';
import { IsoTime } from '#kernel/time.ts';

export const kycProcess = defineProcess({
  states: ['incomplete', 'pending', 'approved', 'rejected'],
  initial: 'incomplete',
  actors: ['account', 'admin'],
  transitions: {
    submit: {
      from: ['incomplete', 'rejected'],
      to: 'pending',
      by: ['account'],
      why: 'The form and its documents are handed in, or handed in again after a rejection.',
    },
    approve: { from: ['pending'], to: 'approved', by: ['admin'], why: 'An admin has checked the documents.' },
    reject: {
      from: ['pending'],
      to: 'rejected',
      by: ['admin'],
      why: 'An admin says what is missing or wrong.',
    },
  },
});

export const IdType = z.enum(['passport', 'drivers_license', 'national_id', 'state_id']);
export const KycCountry = z.enum(['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'other']);
export const KycBusinessType = z.enum([
  'corporation',
  'llc',
  'partnership',
  'sole_proprietorship',
  'nonprofit',
]);
export const KycDocumentKind = z.enum(['idDocument', 'proofOfAddress', 'businessLicense']);
export type KycDocumentKind = z.infer<typeof KycDocumentKind>;

const required = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(300);
const optional = z.string().trim().max(2000).optional();

export const KycForm = z.object({
  firstName: required('First name'),
  lastName: required('Last name'),
  dateOfBirth: required('Date of birth').pipe(z.iso.date('Enter the date as YYYY-MM-DD')),
  phoneNumber: required('Phone number'),
  address: required('Address'),
  city: required('City'),
  state: required('State'),
  zipCode: required('ZIP code'),
  country: KycCountry,
  idType: IdType,
  governmentId: required('ID number'),
  taxId: required('Tax ID'),
  businessName: optional,
  businessAddress: optional,
  businessTaxId: optional,
  businessType: z.union([z.literal('').transform(() => undefined), KycBusinessType]).optional(),
  businessDescription: optional,
  /** Only 'pending' can be asked for; anything else would be a decision, which is not the sender's. */
  kycStatus: z.literal('pending').optional(),
});
export type KycForm = z.infer<typeof KycForm>;

const nullable = z.string().nullable();

/** The KYC record as its owner sees it: numbers masked to their last four characters. */
export const KycStatus = z.object({
  kycStatus: KycState,
  rejectionReason: nullable,
  submittedAt: IsoTime.nullable(),
  firstName: nullable,
  lastName: nullable,
  dateOfBirth: nullable,
  phoneNumber: nullable,
  address: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  country: nullable,
  idType: nullable,
  governmentId: nullable,
  taxId: nullable,
  businessName: nullable,
  businessAddress: nullable,
  businessTaxId: nullable,
  businessType: nullable,
  businessDescription: nullable,
  documents: z.array(KycDocumentKind),
});
export type KycStatus = z.infer<typeof KycStatus>;

export const getKycStatus = endpoint({
  name: 'getKycStatus',
  method: 'GET',
  path: '/api/kyc/status',
  summary: 'My verification, with what was handed in',
  who: ['marketer', 'advertiser'],
  whose: { object: 'account', by: ['owner'] },
  response: KycStatus,
});

export const submitKyc = endpoint({
  name: 'submitKyc',
  method: 'POST',
  path: '/api/kyc/update',
  summary: 'Hand in the verification form with its documents (multipart form)',
  who: ['marketer', 'advertiser'],
  whose: { object: 'account', by: ['owner'] },
  body: KycForm,
  files: KycDocumentKind.options,
  response: Done,
  limit: 'upload',
  refusals: [
    'kyc/not-open',
    'profile/under-age',
    'compliance/incomplete',
    'upload/wrong-type',
    'upload/too-large',
    'request/too-many',
  ],
});

export const KycQueueEntry = KycStatus.extend({
  userId: Id,
  email: z.string(),
  userType: Role.nullable(),
});
export type KycQueueEntry = z.infer<typeof KycQueueEntry>;

export const listKyc = endpoint({
  name: 'listKyc',
  method: 'GET',
  path: '/api/admin/kyc',
  summary: 'Verifications, those waiting longest first',
  who: ['admin'],
  query: z.object({ status: z.enum(['pending', 'approved', 'rejected']).default('pending') }),
  response: z.array(KycQueueEntry),
});

export const decideKyc = endpoint({
  name: 'decideKyc',
  method: 'PUT',
  path: '/api/admin/kyc/{userId}',
  summary: 'Approve or reject a waiting verification; a rejection says why',
  who: ['admin'],
  params: z.object({ userId: Id }),
  body: z
    .strictObject({
      status: z.enum(['approved', 'rejected']),
      reason: z.string().trim().max(1000).optional(),
    })
    .refine((decision) => decision.status === 'approved' || Boolean(decision.reason), {
      path: ['reason'],
      error: 'Please say why, so that the person can mend it',
    }),
  response: Done,
  refusals: ['kyc/not-found', 'kyc/decided'],
});

export const openKycDocument = endpoint({
  name: 'openKycDocument',
  method: 'GET',
  path: '/api/admin/kyc/{userId}/documents/{kind}',
  summary: 'Look at a document; each look is audited',
  who: ['admin'],
  params: z.object({ userId: Id, kind: KycDocumentKind }),
  refusals: ['kyc/not-found'],
});
