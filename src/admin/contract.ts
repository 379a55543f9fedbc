import { z } from 'zod';
import { KycState } from '#auth/contract.ts';
import { Done, endpoint, IdParams, Role } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';

const optionalText = z.string().nullable();

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  firstName: optionalText,
  lastName: optionalText,
  businessName: optionalText,
  userType: Role.nullable(),
  isVerified: z.boolean(),
  isSuspended: z.boolean(),
  /** How far the identity check has come; null for those of whom none is asked. */
  kycStatus: KycState.nullable(),
  /** When its documents were handed in last; null where they never were. */
  submittedAt: IsoTime.nullable(),
  createdAt: IsoTime,
  /** What the administrator who asks may do to it. */
  can: z.object({
    verify: z.boolean(),
    /** Of somebody who has handed in nothing yet. */
    askForDocuments: z.boolean(),
    suspend: z.boolean(),
    reactivate: z.boolean(),
    delete: z.boolean(),
  }),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const UserQuery = z
  .object({
    limit: z.coerce.number().int().min(1).max(100).default(100),
    /** Words of the address, of the name or of the business's name, or parts of them, in any order. */
    q: z.string().trim().max(200).optional(),
    userType: Role.optional(),
    /** An account's id: the page after it, or the one before it. */
    after: Id.optional(),
    before: Id.optional(),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ['before'],
    error: 'A page comes after an account or before one',
  });
export type UserQuery = z.output<typeof UserQuery>;

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Accounts, newest first; the neighbouring pages are in the Link header',
  who: ['admin'],
  query: UserQuery,
  response: z.array(AdminUser),
});

/** All that an administrator sees of somebody: no number of an identity document, no exact position. */
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
    /** Why it cannot be approved now, for the administrator; empty where it can, or is. */
    missing: z.array(z.string()),
    /** Whether the person can be asked to hand in what is missing. */
    canAsk: z.boolean(),
  }),
  counts: z.object({
    campaigns: z.number().int(),
    activeCampaigns: z.number().int(),
    applications: z.number().int(),
    approvedApplications: z.number().int(),
    proofs: z.number().int(),
    /** Sign-ins that have not ended. */
    sessions: z.number().int(),
  }),
  /** Decimal strings: what approved work has earned them, and what of it has arrived. */
  money: z.object({ earned: z.string(), paid: z.string() }),
  suspension: z.object({ at: IsoTime, reason: optionalText }).nullable(),
  /** Why the account cannot be deleted now, in the words that its owner is told; empty where it can be. */
  openMatters: z.array(z.string()),
});
export type AdminUserDetails = z.infer<typeof AdminUserDetails>;

const whose = { object: 'account', by: ['admin'] } as const;

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/api/admin/users/{id}',
  summary: 'One account with everything around it; each look is audited',
  who: ['admin'],
  whose,
  params: IdParams,
  response: AdminUserDetails,
  refusals: ['account/not-found'],
});

/** Every act on somebody's account says why; the words stay in the audit log. */
const Reasoned = z.strictObject({
  reason: z.string({ error: 'Please say why' }).trim().min(1, 'Please say why').max(500),
});

export const verifyUser = endpoint({
  name: 'verifyUser',
  method: 'POST',
  path: '/api/admin/users/{id}/verify',
  summary: 'Approve the identity documents that somebody handed in',
  who: ['admin'],
  whose,
  params: IdParams,
  /** `submittedAt`: of what was looked at, as in decideKyc. */
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

export const askToVerify = endpoint({
  name: 'askToVerify',
  method: 'POST',
  path: '/api/admin/users/{id}/ask-to-verify',
  summary: 'Ask somebody by notice and mail to hand in their documents, at most once a day',
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
  summary: 'Keep somebody out: every session ends at once; the reason is mailed to them',
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
  summary: 'Let somebody in again who was suspended',
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
  summary:
    'Delete somebody’s account: what names them goes, the books stay; refused while money or work is open',
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
  /** Decimal string: fees earned, from the ledger. */
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
