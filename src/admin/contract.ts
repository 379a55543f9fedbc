import { z } from 'zod';
import { KycState } from '#auth/contract.ts';
import { Done, IdParams, Role } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

const optionalText = z.string().nullable();

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  firstName: optionalText,
  lastName: optionalText,
  businessName: optionalText,
  profileImageUrl: optionalText,
  userType: Role.nullable(),
  isVerified: z.boolean(),
  isSuspended: z.boolean(),
  kycStatus: KycState.nullable(),
  submittedAt: IsoTime.nullable(),
  createdAt: IsoTime,
  can: z.object({
    verify: z.boolean(),
    askForDocuments: z.boolean(),
    suspend: z.boolean(),
    reactivate: z.boolean(),
    delete: z.boolean(),
  }),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const UserSort = z.enum(['newest', 'oldest', 'email']);
export type UserSort = z.infer<typeof UserSort>;

export const UserQuery = z
  .object({
    limit: z.coerce.number().int().min(1).max(100).default(100),
    /** Parts of the email, the name or the business name, in any order. */
    q: z.string().trim().max(200).optional(),
    userType: Role.optional(),
    sort: UserSort.default('newest'),
    /** Returns the page after this account id, or the one before it. */
    after: Id.optional(),
    before: Id.optional(),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ['before'],
    ...problem('Use either after or before, not both'),
  });
export type UserQuery = z.output<typeof UserQuery>;

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Accounts, sorted; the next and previous pages are in the Link header',
  who: ['admin'],
  query: UserQuery,
  response: z.array(AdminUser),
});

/** No ID document numbers and no exact positions. */
export const AdminUserDetails = z.object({
  user: AdminUser,
  person: z.object({
    phoneNumber: optionalText,
    dateOfBirth: optionalText,
    address: optionalText,
    city: optionalText,
    state: optionalText,
    zipCode: optionalText,
    country: optionalText,
    paypalEmail: optionalText,
    businessEmail: optionalText,
    businessWebsite: optionalText,
    businessAddress: optionalText,
    businessType: optionalText,
    businessDescription: optionalText,
  }),
  compliance: z.object({
    ageVerified: z.boolean(),
    termsAccepted: z.boolean(),
    privacyAccepted: z.boolean(),
    locationConsent: z.boolean(),
  }),
  verification: z.object({
    status: KycState,
    submittedAt: IsoTime.nullable(),
    decidedAt: IsoTime.nullable(),
    rejectionReason: optionalText,
    /** Why the check can't be approved now. Empty if it can be, or already is. */
    missing: z.array(z.string()),
    canAsk: z.boolean(),
  }),
  counts: z.object({
    campaigns: z.number().int(),
    activeCampaigns: z.number().int(),
    applications: z.number().int(),
    approvedApplications: z.number().int(),
    proofs: z.number().int(),
    sessions: z.number().int(),
  }),
  /** Decimal strings: earnings for approved work, and how much of them was paid out. */
  money: z.object({ earned: z.string(), paid: z.string() }),
  suspension: z.object({ at: IsoTime, reason: optionalText }).nullable(),
  /** Why the account can't be deleted now, as shown to its owner. Empty if it can be. */
  openMatters: z.array(z.string()),
});
export type AdminUserDetails = z.infer<typeof AdminUserDetails>;

const whose = { object: 'account', by: ['admin'] } as const;

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/api/admin/users/{id}',
  summary: 'The details of one account; each view is audited',
  who: ['admin'],
  whose,
  params: IdParams,
  response: AdminUserDetails,
  refusals: ['account/not-found'],
});

const Reasoned = z.strictObject({
  reason: z.string(problem('Enter a reason')).trim().min(1, problem('Enter a reason')).max(500),
});

export const verifyUser = endpoint({
  name: 'verifyUser',
  method: 'POST',
  path: '/api/admin/users/{id}/verify',
  summary: 'Approve the identity documents of a user',
  who: ['admin'],
  whose,
  params: IdParams,
  /** `submittedAt` names the submission that the admin has seen, as in decideKyc. */
  body: Reasoned.extend({ submittedAt: IsoTime.optional() }),
  response: Done,
  refusals: [
    'account/not-found',
    'account/not-handed-in',
    'kyc/own',
    'kyc/decided',
    'kyc/changed',
    'auth/recent-required',
  ],
});

export const requestVerification = endpoint({
  name: 'requestVerification',
  method: 'POST',
  path: '/api/admin/users/{id}/ask-to-verify',
  summary: 'Ask a user by notification and email to submit their documents, at most once a day',
  who: ['admin'],
  whose,
  params: IdParams,
  response: Done,
  refusals: ['account/not-found', 'account/asked-already', 'kyc/not-open'],
});

export const suspendUser = endpoint({
  name: 'suspendUser',
  method: 'POST',
  path: '/api/admin/users/{id}/suspend',
  summary: 'Suspend an account: ends all its sessions and emails the user the reason',
  who: ['admin'],
  whose,
  params: IdParams,
  body: Reasoned,
  response: Done,
  refusals: ['account/not-found', 'account/own', 'account/last-admin', 'auth/recent-required'],
});

export const reactivateUser = endpoint({
  name: 'reactivateUser',
  method: 'POST',
  path: '/api/admin/users/{id}/reactivate',
  summary: 'Reactivate a suspended account',
  who: ['admin'],
  whose,
  params: IdParams,
  body: Reasoned,
  response: Done,
  refusals: ['account/not-found', 'account/own', 'auth/recent-required'],
});

export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  summary: 'Delete an account: erases personal data, keeps the books; refused while money or work is open',
  who: ['admin'],
  whose,
  params: IdParams,
  body: Reasoned,
  response: Done,
  refusals: [
    'account/not-found',
    'account/own',
    'account/last-admin',
    'account/listed-admin',
    'account/open-matters',
    'auth/recent-required',
    'server/busy',
  ],
});

export const AdminStats = z.object({
  totalUsers: z.number().int(),
  totalCampaigns: z.number().int(),
  activeCampaigns: z.number().int(),
  /** Decimal string: platform fees earned, from the ledger. */
  totalRevenue: z.string(),
  pendingProofs: z.number().int(),
  pendingKyc: z.number().int(),
});
export type AdminStats = z.infer<typeof AdminStats>;

export const getAdminStats = endpoint({
  name: 'getAdminStats',
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'The platform’s figures',
  who: ['admin'],
  response: AdminStats,
});
