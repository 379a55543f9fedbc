import { HOUR } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';
import { openAddress, sealAddress } from './address-vault.ts';
import * as store from './kit-store.ts';

const AT_ONCE = 500;

/** Returns the sweep that erases addresses once their time is over, and reseals them under a new KYC_KEY. */
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
  for (const { applicationId } of await store.listSealed(deps.db, AT_ONCE)) {
    await transact(deps.db, async (tx) => {
      const sealed = (await store.lockKit(tx, applicationId))?.addressSealed;
      if (!sealed) return;
      const address = openAddress(deps.config, applicationId, sealed);
      const addressSealed = sealAddress(deps.config, applicationId, address);
      await store.upsertKit(tx, applicationId, { addressSealed });
    });
  }
}
