import { z } from 'zod';
import { endpoint, Role } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  userType: Role.nullable(),
  isVerified: z.boolean(),
  createdAt: IsoTime,
});
export type AdminUser = z.infer<typeof AdminUser>;

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Accounts, newest first',
  who: ['admin'],
  query: z.object({
    q: z.string().trim().max(200).optional(),
    userType: Role.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  response: z.array(AdminUser),
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
