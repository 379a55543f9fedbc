import { sql } from 'drizzle-orm';
import type { AdminStats, AdminUser } from '#admin/contract.ts';
import { listAccounts } from '#auth/server/service.ts';
import { account } from '#auth/server/tables.ts';
import { countCampaigns } from '#campaigns/server/service.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Role } from '#kernel/endpoint.ts';
import { countWaitingKyc, verifiedAmong } from '#kyc/server/service.ts';
import { feeRevenueCents } from '#payments/server/balance-service.ts';
import type { Deps } from '#platform/server/deps.ts';
import { namePartsOf } from '#profiles/server/service.ts';
import { countPendingProofs } from '#proofs/server/service.ts';

export async function listUsers(
  deps: Deps,
  filter: { q?: string | undefined; userType?: Role | undefined; limit: number },
): Promise<AdminUser[]> {
  const accounts = await listAccounts(deps.db, filter);
  const ids = accounts.map(({ id }) => id);
  const [names, verified] = await Promise.all([namePartsOf(deps.db, ids), verifiedAmong(deps.db, ids)]);
  return accounts.map(({ id, email, role, createdAt }) => ({
    id,
    email,
    firstName: names.get(id)?.firstName ?? null,
    lastName: names.get(id)?.lastName ?? null,
    userType: role,
    isVerified: verified.has(id),
    createdAt: createdAt.toISOString(),
  }));
}

export async function getAdminStats(deps: Deps): Promise<AdminStats> {
  const campaigns = await countCampaigns(deps.db);
  return {
    totalUsers: await deps.db.$count(account, sql`${account.deletedAt} is null`),
    totalCampaigns: campaigns.total,
    activeCampaigns: campaigns.active,
    totalRevenue: toDecimal(await feeRevenueCents(deps.db)),
    pendingProofs: await countPendingProofs(deps.db),
    pendingKyc: await countWaitingKyc(deps.db),
  };
}
