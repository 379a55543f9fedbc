import { eq, sql } from 'drizzle-orm';
import type { AuthPorts } from '#auth/server/ports.ts';
import { account } from '#auth/server/tables.ts';
import { toDecimal } from '#kernel/money.ts';
import { toKycFacts } from '#kyc/server/service.ts';
import { kyc } from '#kyc/server/tables.ts';
import { paidCentsSql } from '#payments/server/ledger/balance-service.ts';
import type { Deps } from '#platform/server/deps.ts';
import { toProfileFacts } from '#profiles/server/service.ts';
import { profile } from '#profiles/server/tables.ts';
import { ratingFiguresSql } from '#ratings/server/received-service.ts';

/** In one prepared statement, because every page needs them. */
export function createAccountLoader({ db, clock }: Pick<Deps, 'db' | 'clock'>): AuthPorts['loadAccount'] {
  const find = db
    .select({
      account,
      profile,
      kyc: { status: kyc.status, taxIdLast: kyc.taxIdLast },
      ratings: ratingFiguresSql(account.id, sql`${sql.placeholder('now')}::timestamptz`),
      paidCents: paidCentsSql(account.id),
    })
    .from(account)
    .leftJoin(profile, eq(profile.accountId, account.id))
    .leftJoin(kyc, eq(kyc.accountId, account.id))
    .where(eq(account.id, sql.placeholder('id')))
    .prepare('load_account');
  return async (id) => {
    const [found] = await find.execute({ id, now: clock.now().toISOString() });
    if (!found) return null;
    const facts = {
      ...(found.profile && toProfileFacts(found.profile)),
      ...(found.kyc && toKycFacts(found.kyc)),
      ...found.ratings,
      totalEarnings: toDecimal(found.paidCents),
    };
    return { account: found.account, facts };
  };
}
