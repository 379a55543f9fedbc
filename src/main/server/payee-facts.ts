import { eq, sql } from 'drizzle-orm';
import { account } from '#auth/server/tables.ts';
import { toIdentity } from '#kyc/server/service.ts';
import { kyc } from '#kyc/server/tables.ts';
import type { PaymentsPorts } from '#payments/server/ports.ts';
import { prepareFor } from '#platform/server/db/prepare-for.ts';
import type { Deps } from '#platform/server/deps.ts';
import { toWalletAddress } from '#profiles/server/service.ts';
import { profile } from '#profiles/server/tables.ts';

/** In one prepared statement. */
export function createPayeeLoader({ db }: Pick<Deps, 'db'>): PaymentsPorts['loadPayeeFacts'] {
  const prepare = prepareFor(db, (reader) =>
    reader
      .select({
        suspendedAt: account.suspendedAt,
        kyc: { status: kyc.status, taxIdSealed: kyc.taxIdSealed },
        profile: {
          walletEmail: profile.walletEmail,
          walletEmailSetAt: profile.walletEmailSetAt,
          walletEmailChanged: profile.walletEmailChanged,
          walletConnectedAt: profile.walletConnectedAt,
        },
      })
      .from(account)
      .leftJoin(kyc, eq(kyc.accountId, account.id))
      .leftJoin(profile, eq(profile.accountId, account.id))
      .where(eq(account.id, sql.placeholder('id')))
      .prepare('load_payee_facts'),
  );
  return async (reader, id) => {
    const [found] = await prepare(reader).execute({ id });
    const identity = toIdentity(found?.kyc);
    const wallet = toWalletAddress(found?.profile);
    return {
      isKycApproved: identity.isApproved,
      hasTaxId: identity.hasTaxId,
      walletEmail: wallet?.email ?? null,
      walletEmailSetAt: wallet?.setAt ?? null,
      isFirstWalletEmail: wallet !== null && !wallet.isChanged,
      isSuspended: Boolean(found?.suspendedAt),
    };
  };
}
