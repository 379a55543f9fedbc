import type { AdminStats, AdminUser } from './contract.ts';

export const adminUserSample: AdminUser = {
  id: '8c5d1c0a-7f55-4b0e-9b0b-2f2f6a1d7e33',
  email: 'maya@promenade.test',
  firstName: 'Maya',
  lastName: 'Field',
  businessName: null,
  profileImageUrl: null,
  userType: 'marketer',
  isVerified: false,
  isSuspended: false,
  kycStatus: 'pending',
  submittedAt: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-20T09:00:00.000Z',
  can: { verify: true, askForDocuments: false, suspend: true, reactivate: false, delete: true },
};

export const adminStatsSample: AdminStats = {
  totalUsers: 12,
  totalCampaigns: 5,
  activeCampaigns: 3,
  totalRevenue: '18.00',
  pendingProofs: 2,
  pendingKyc: 1,
};
