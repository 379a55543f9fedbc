import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '#platform/server/deps.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { type Billing, BillingForm } from '../billing-contract.ts';
import { findProfile, lockProfile, updateProfile } from './store.ts';

export async function getBilling(reader: Reader, userId: string): Promise<Billing> {
  const row = await findProfile(reader, userId);
  return {
    businessName: row?.businessName ?? '',
    businessAddress: row?.businessAddress ?? '',
    country: row?.billingCountry ?? null,
    vatId: row?.vatId ?? null,
    taxNumber: row?.taxNumber ?? null,
  };
}

/** Null if a part is missing. The profile form may have removed it since. */
export async function findBilling(reader: Reader, userId: string): Promise<BillingForm | null> {
  return BillingForm.safeParse(await getBilling(reader, userId)).data ?? null;
}

export async function saveBilling(deps: Deps, actor: Actor, form: BillingForm): Promise<void> {
  const { userId } = actor;
  const { businessName, businessAddress, country, vatId, taxNumber } = form;
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    await lockProfile(tx, userId, now);
    const before = await getBilling(tx, userId);
    await updateProfile(tx, userId, {
      businessName,
      businessAddress,
      billingCountry: country,
      vatId,
      taxNumber,
      updatedAt: now,
    });
    if (isDeepStrictEqual(await getBilling(tx, userId), before)) return;
    const object = { kind: 'account', id: userId };
    await audit(tx, deps, { actor, action: 'billing.changed', object });
  });
}
