import { sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { AdminStats, AdminUser, UserQuery } from '#admin/contract.ts';
import { searchAccounts } from '#auth/server/account/account-search-service.ts';
import { account, type Account } from '#auth/server/tables.ts';
import { countCampaigns } from '#campaigns/server/service.ts';
import { toDecimal } from '#kernel/money.ts';
import { countPendingKyc, loadIdentityChecks } from '#kyc/server/service.ts';
import { feeRevenueCents } from '#payments/server/ledger/balance-service.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { toPublicPerson } from '#profiles/server/service.ts';
import { nameColumns, profile } from '#profiles/server/tables.ts';
import { countPendingProofs } from '#proofs/server/service.ts';

interface UserPage {
  users: AdminUser[];
  /** The Link header; null if this is the only page. */
  links: string | null;
}

export async function listUsers(deps: Deps, actor: Actor, query: UserQuery): Promise<UserPage> {
  const { accounts, hasNext, hasPrevious } = await searchAccounts(deps.db, query);
  const users = await loadAdminUsers(deps.db, actor, accounts);
  const [first, last] = [users.at(0), users.at(-1)];
  const links = [
    ...(hasNext && last ? [linkTo(query, { after: last.id }, 'next')] : []),
    ...(hasPrevious && first ? [linkTo(query, { before: first.id }, 'prev')] : []),
  ];
  return { users, links: links.length > 0 ? links.join(', ') : null };
}

function linkTo(query: UserQuery, place: { after: string } | { before: string }, relation: string): string {
  const parameters = new URLSearchParams();
  const { q, userType, limit } = query;
  const sort = query.sort === 'newest' ? undefined : query.sort;
  for (const [name, value] of Object.entries({ q, userType, sort, limit, ...place })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `</api/admin/users?${parameters}>; rel="${relation}"`;
}

export async function loadAdminUsers(
  reader: Reader,
  actor: Actor,
  accounts: readonly Account[],
): Promise<AdminUser[]> {
  const ids = accounts.map(({ id }) => id);
  const [profiles, checks] = await Promise.all([
    reader.select(nameColumns).from(profile).where(isAmong(profile.accountId, ids)),
    loadIdentityChecks(reader, ids),
  ]);
  const names = new Map(profiles.map((row) => [row.accountId, row]));
  return accounts.map(({ id, email, role, suspendedAt, deletedAt, createdAt }) => {
    const check = checks.get(id);
    const own = names.get(id);
    const { businessName, imageUrl } = toPublicPerson(own);
    const kycStatus = role === 'marketer' || role === 'advertiser' ? (check?.status ?? 'incomplete') : null;
    const isSuspended = suspendedAt !== null;
    const canAct = id !== actor.userId && deletedAt === null;
    const canVerify = canAct && !isSuspended;
    return {
      id,
      email,
      firstName: own?.firstName ?? null,
      lastName: own?.lastName ?? null,
      businessName,
      profileImageUrl: imageUrl,
      userType: role,
      isVerified: check?.status === 'approved',
      isSuspended,
      kycStatus,
      submittedAt: check?.submittedAt.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      can: {
        verify: canVerify && kycStatus === 'pending',
        askForDocuments: canVerify && kycStatus === 'incomplete',
        suspend: canAct && !isSuspended,
        reactivate: canAct && isSuspended,
        delete: canAct,
      },
    };
  });
}

export async function getAdminStats(deps: Deps): Promise<AdminStats> {
  const campaigns = await countCampaigns(deps.db);
  return {
    totalUsers: await deps.db.$count(account, sql`${account.deletedAt} is null`),
    totalCampaigns: campaigns.total,
    activeCampaigns: campaigns.active,
    totalRevenue: toDecimal(await feeRevenueCents(deps.db)),
    pendingProofs: await countPendingProofs(deps.db),
    pendingKyc: await countPendingKyc(deps.db),
  };
}
