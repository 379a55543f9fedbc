import { eq, sql } from 'drizzle-orm';
import { account } from '#auth/server/tables.ts';
import { kyc } from '#kyc/server/tables.ts';
import type { PaymentsPorts } from '#payments/server/ports.ts';
import { prepareFor } from '#platform/server/db/prepare-for.ts';
import type { Deps } from '#platform/server/deps.ts';
import { profile } from '#profiles/server/tables.ts';

/** Returns a function that loads what decides whether a marketer can be paid, in one prepared statement. */
export function createPayeeLoader({ db }: Pick<Deps, 'db'>): PaymentsPorts['loadPayeeFacts'] {
  const prepare = prepareFor(db, (reader) =>
    reader
      .select({
        isKycApproved: sql<boolean>`${kyc.status} is not distinct from 'approved'`,
        isTaxIdKnown: sql<boolean>`coalesce(length(${kyc.taxIdSealed}) > 0, false)`,
        walletEmail: profile.walletEmail,
        walletEmailSetAt: profile.walletEmailSetAt,
        walletEmailChanged: profile.walletEmailChanged,
        isSuspended: sql<boolean>`${account.suspendedAt} is not null`,
      })
      .from(account)
      .leftJoin(profile, eq(profile.accountId, account.id))
      .leftJoin(kyc, eq(kyc.accountId, account.id))
      .where(eq(account.id, sql.placeholder('id')))
      .prepare('load_payee_facts'),
  );
  return async (reader, id) => {
    const [found] = await prepare(reader).execute({ id });
    const { walletEmail = null, walletEmailSetAt = null } = found ?? {};
    const isWalletKnown = Boolean(walletEmail) && walletEmailSetAt !== null;
    return {
      isKycApproved: found?.isKycApproved ?? false,
      hasTaxId: found !== undefined && found.isKycApproved && found.isTaxIdKnown,
      walletEmail: isWalletKnown ? walletEmail : null,
      walletEmailSetAt: isWalletKnown ? walletEmailSetAt : null,
      isFirstWalletEmail: isWalletKnown && found?.walletEmailChanged === false,
      isSuspended: found?.isSuspended ?? false,
    };
  };
}
