import { removeFinalPeriod } from '#kernel/sentence.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AdminUserDetails } from '#admin/contract.ts';
import { getLiveAccount } from '#auth/server/account/account-search-service.ts';
import type { Account } from '#auth/server/tables.ts';
import { toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { kyc } from '#kyc/server/tables.ts';
import { earnings } from '#payments/server/ledger/balance-service.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#auth/server/ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadCompliance, toCompliance, toProfileFacts } from '#profiles/server/service.ts';
import { profile } from '#profiles/server/tables.ts';
import { loadAdminUsers } from './service.ts';

export async function getUser(deps: Deps, actor: Actor, userId: string): Promise<AdminUserDetails> {
  const account = await transact(deps.db, async (tx) => {
    const found = await getLiveAccount(tx, userId);
    await audit(tx, deps, { actor, action: 'account.viewed', object: { kind: 'account', id: userId } });
    return found;
  });
  const { db } = deps;
  const [user] = await loadAdminUsers(db, actor, [account]);
  if (!user) throw new Error('unreachable: one account is presented as one');
  const [own] = await db.select().from(profile).where(eq(profile.accountId, userId));
  const { earnedCents, paidCents } = await earnings(db, userId);
  const ties = (await Promise.all(deps.ports.accountTies.map((tiesOf) => tiesOf(db, userId)))).flat();
  return {
    user,
    person: toPerson(own ? toProfileFacts(own) : {}),
    compliance: toCompliance(own),
    verification: await loadVerification(db, account),
    counts: await countActivity(db, userId),
    money: { earned: toDecimal(earnedCents), paid: toDecimal(paidCents) },
    suspension: account.suspendedAt && {
      at: account.suspendedAt.toISOString(),
      reason: account.suspensionReason,
    },
    // An admin can't give up the owner's money either.
    openMatters: ties.filter(({ isOpen, isGivenUp }) => isOpen || isGivenUp).map(({ text }) => t(text)),
  };
}

type Person = AdminUserDetails['person'];

/** Copies field by field, so that new facts, such as positions, are not shown by accident. */
function toPerson(facts: Partial<Person>): Person {
  return {
    phoneNumber: facts.phoneNumber ?? null,
    dateOfBirth: facts.dateOfBirth ?? null,
    address: facts.address ?? null,
    city: facts.city ?? null,
    state: facts.state ?? null,
    zipCode: facts.zipCode ?? null,
    country: facts.country ?? null,
    paypalEmail: facts.paypalEmail ?? null,
    businessEmail: facts.businessEmail ?? null,
    businessWebsite: facts.businessWebsite ?? null,
    businessAddress: facts.businessAddress ?? null,
    businessType: facts.businessType ?? null,
    businessDescription: facts.businessDescription ?? null,
  };
}

export async function loadVerification(
  reader: Reader,
  { id, role }: Pick<Account, 'id' | 'role'>,
): Promise<AdminUserDetails['verification']> {
  const [row] = await reader
    .select({
      status: kyc.status,
      submittedAt: kyc.submittedAt,
      decidedAt: kyc.decidedAt,
      rejectionReason: kyc.rejectionReason,
    })
    .from(kyc)
    .where(and(eq(kyc.accountId, id), isNull(kyc.erasedAt)));
  const isDue = row?.status !== 'approved' && row?.status !== 'pending';
  const isChecked = role === 'marketer' || role === 'advertiser';
  const missing: string[] = [];
  if (isDue && !isChecked) missing.push(t('Only marketers and advertisers need an identity check.'));
  else if (isDue && row) {
    missing.push(
      t('Their last submission was rejected: {reason}.', {
        reason: removeFinalPeriod(row.rejectionReason ?? ''),
      }),
    );
    missing.push(t('They haven’t submitted anything new.'));
  } else if (isDue) {
    if (!(await loadCompliance(reader, id)).ageVerified)
      missing.push(t('They haven’t confirmed their age, the terms and the privacy policy.'));
    missing.push(t('They haven’t submitted the identity form and their documents.'));
  }
  return {
    status: row?.status ?? 'incomplete',
    submittedAt: row?.submittedAt.toISOString() ?? null,
    decidedAt: row?.decidedAt?.toISOString() ?? null,
    rejectionReason: row?.rejectionReason ?? null,
    missing,
    canAsk: isDue && isChecked,
  };
}

async function countActivity(reader: Reader, userId: string): Promise<AdminUserDetails['counts']> {
  const own = sql`from campaign where advertiser_id = ${userId}`;
  const applied = sql`from application where marketer_id = ${userId}`;
  const { rows } = await reader.execute<AdminUserDetails['counts']>(sql`
    select (select count(*)::int ${own}) as campaigns,
      (select count(*)::int ${own} and status = 'active') as "activeCampaigns",
      (select count(*)::int ${applied}) as applications,
      (select count(*)::int ${applied} and status = 'approved') as "approvedApplications",
      (select count(*)::int from proof where marketer_id = ${userId}) as proofs,
      (select count(*)::int from sign_in_session where account_id = ${userId} and ended_at is null) as sessions`);
  const [found] = rows;
  if (!found) throw new Error('unreachable: a select without from has one row');
  return found;
}
