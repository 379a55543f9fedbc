import { HOUR } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';
import { openAddress, sealAddress } from './address-vault.ts';
import * as store from './kit-store.ts';

const PAGE_SIZE = 500;

/** Also reseals addresses under a new KYC_KEY. */
export function addressSweep(deps: Deps): Sweep {
  return {
    name: 'applications/delivery addresses',
    everyMs: HOUR,
    run: async () => {
      await transact(deps.db, (tx) => store.eraseDueAddresses(tx, deps.clock.now()));
      if (deps.config.kycKeyPrevious) await resealAddresses(deps);
    },
  };
}

async function resealAddresses(deps: Deps): Promise<void> {
  let after: string | null = null;
  do {
    const page: string[] = await store.listSealed(deps.db, { after, limit: PAGE_SIZE });
    await forEachObject(
      page,
      (applicationId) => reseal(deps, applicationId),
      (error, applicationId) =>
        deps.log.error({ err: error, applicationId }, 'a delivery address does not open'),
    );
    after = page.length < PAGE_SIZE ? null : (page.at(-1) ?? null);
  } while (after !== null);
}

async function reseal(deps: Deps, applicationId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const sealed = (await store.lockKit(tx, applicationId))?.addressSealed;
    if (!sealed) return;
    const { address, isUnderOldKey } = openAddress(deps.config, applicationId, sealed);
    if (!isUnderOldKey) return;
    const addressSealed = sealAddress(deps.config, applicationId, address);
    await store.upsertKit(tx, applicationId, { addressSealed });
  });
}
