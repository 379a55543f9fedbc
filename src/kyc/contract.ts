import { z } from 'zod';
import { KycState } from '#auth/contract.ts';
import { Done, Role } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';
import { KycForm } from './form-contract.ts';

export const kycProcess = defineProcess({
  states: ['incomplete', 'pending', 'approved', 'rejected'],
  initial: 'incomplete',
  actors: ['account', 'admin'],
  transitions: {
    submit: {
      from: ['incomplete', 'rejected'],
      to: 'pending',
      by: ['account'],
      why: 'The user submits the form and documents, or resubmits them after a rejection.',
    },
    approve: {
      from: ['pending'],
      to: 'approved',
      by: ['admin'],
      why: 'An admin has checked the documents.',
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      by: ['admin'],
      why: 'An admin says what is missing or wrong.',
    },
    takeBack: {
      from: ['pending', 'approved'],
      to: 'incomplete',
      by: ['account'],
      why: 'The user changes their role, which needs other documents.',
    },
  },
});

export const KycDocumentKind = z.enum(['idDocument', 'proofOfAddress', 'businessLicense']);
export type KycDocumentKind = z.infer<typeof KycDocumentKind>;

const nullable = z.string().nullable();

/** Numbers show only their last four characters. */
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

export const emptyKycStatus: KycStatus = {
  kycStatus: 'incomplete',
  rejectionReason: null,
  submittedAt: null,
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  phoneNumber: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  idType: null,
  governmentId: null,
  taxId: null,
  businessName: null,
  businessAddress: null,
  businessTaxId: null,
  businessType: null,
  businessDescription: null,
  documents: [],
};

/** The last decisions from which `usualReviewHours` is computed, and the fewest that say something. */
export const REVIEWS_MEASURED = { most: 100, fewest: 5 } as const;

export const OwnKycStatus = KycStatus.extend({
  /** Four of five of the last identity checks were decided within this many hours. Null if there were too few. */
  usualReviewHours: z.number().int().nullable(),
});
export type OwnKycStatus = z.infer<typeof OwnKycStatus>;

export const getKycStatus = endpoint({
  name: 'getKycStatus',
  method: 'GET',
  path: '/api/kyc/status',
  summary: 'The user’s own identity check and submitted data',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'account', by: ['owner'] },
  response: OwnKycStatus,
});

export const submitKyc = endpoint({
  name: 'submitKyc',
  method: 'POST',
  path: '/api/kyc/update',
  summary: 'Submit the identity check form with its documents (multipart form)',
  who: ['marketer', 'advertiser', 'admin'],
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

const KycNumberName = z.enum(['governmentId', 'taxId', 'businessTaxId']);

/** Another account with the same number. It blocks nothing: an admin looks at both. */
export const KycDuplicate = z.object({
  userId: Id,
  email: z.string(),
  kycStatus: KycState,
  numbers: z.array(KycNumberName),
});
export type KycDuplicate = z.infer<typeof KycDuplicate>;

export const KycQueueEntry = KycStatus.extend({
  userId: Id,
  profileImageUrl: nullable,
  email: z.string(),
  userType: Role.nullable(),
  decidedAt: IsoTime.nullable(),
  files: z.array(z.object({ kind: KycDocumentKind, contentType: z.string(), sizeBytes: z.number().int() })),
  duplicates: z.array(KycDuplicate),
});
export type KycQueueEntry = z.infer<typeof KycQueueEntry>;

const KycQueueQuery = PageQuery.extend({
  status: z.enum(['pending', 'approved', 'rejected']).default('pending'),
  /** Ignores `status` if it is set. */
  userId: Id.optional(),
});
export type KycQueueQuery = z.output<typeof KycQueueQuery>;

export const listKyc = endpoint({
  name: 'listKyc',
  method: 'GET',
  path: '/api/admin/kyc',
  summary:
    'Identity checks, longest waiting first; each view is audited; the next page is in the Link header',
  who: ['admin'],
  query: KycQueueQuery,
  response: z.array(KycQueueEntry),
});

export const decideKyc = endpoint({
  name: 'decideKyc',
  method: 'PUT',
  path: '/api/admin/kyc/{userId}',
  summary: 'Approve or reject a pending identity check; a rejection needs a reason',
  who: ['admin'],
  whose: { object: 'kyc', by: ['admin'] },
  params: z.object({ userId: Id }),
  body: z
    .strictObject({
      status: z.enum(['approved', 'rejected']),
      reason: z.string().trim().max(1000).optional(),
      /**
       * Names the submission that the admin has seen. If the user has submitted again, the server rejects the
       * decision.
       */
      submittedAt: IsoTime.optional(),
    })
    .refine((decision) => decision.status === 'approved' || Boolean(decision.reason), {
      path: ['reason'],
      ...problem('Tell the user what to fix'),
    }),
  response: Done,
  refusals: ['kyc/not-found', 'kyc/decided', 'kyc/changed', 'kyc/own', 'auth/recent-required'],
});

export const openKycDocument = endpoint({
  name: 'openKycDocument',
  method: 'GET',
  path: '/api/admin/kyc/{userId}/documents/{kind}',
  summary: 'View a document; each view is audited',
  who: ['admin'],
  whose: { object: 'kyc', by: ['admin'], at: 'userId' },
  params: z.object({ userId: Id, kind: KycDocumentKind }),
  refusals: ['kyc/not-found'],
});

export const KycNumbers = z.object({
  governmentId: z.string(),
  taxId: z.string(),
  businessTaxId: nullable,
});
export type KycNumbers = z.infer<typeof KycNumbers>;

export const viewKycNumbers = endpoint({
  name: 'viewKycNumbers',
  method: 'POST',
  path: '/api/admin/kyc/{userId}/numbers',
  summary: 'View the full numbers; needs a reason, and each view is audited',
  who: ['admin'],
  whose: { object: 'kyc', by: ['admin'], at: 'userId' },
  params: z.object({ userId: Id }),
  body: z.strictObject({
    reason: z.string().trim().min(1, problem('Enter a reason')).max(500),
  }),
  response: KycNumbers,
  refusals: ['kyc/not-found', 'auth/recent-required'],
});

export const openMyKycDocument = endpoint({
  name: 'openMyKycDocument',
  method: 'GET',
  path: '/api/kyc/documents/{kind}',
  summary: 'View one of the user’s own documents; each view is audited',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'account', by: ['owner'] },
  params: z.object({ kind: KycDocumentKind }),
  limit: 'document',
  refusals: ['kyc/not-found', 'request/too-many'],
});
