import { tierFollowers } from '#campaigns/contract.ts';
import { Tier } from '#campaigns/fields-contract.ts';
import { disputeDecided } from '#disputes/server/events.ts';
import { kycDecided } from '#kyc/server/events.ts';
import { loadIdentity } from '#kyc/server/service.ts';
import type { Deps } from '#profiles/server/ports.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { updateMarketerListing } from '#profiles/server/marketers/marketers-service.ts';
import { proofApproved } from '#proofs/server/events.ts';
import { countApproved } from '#proofs/server/service.ts';

/** Re-reads each fact, so a repeated or late event is harmless. */
export function marketerListingSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(kycDecided, async (tx, { userId }) => {
      const { isApproved } = await loadIdentity(tx, userId);
      await updateMarketerListing(tx, deps, userId, { identityVerified: isApproved });
    }),
    subscribe(proofApproved, async (tx, { marketerId }) => updateFinishedWork(tx, deps, marketerId)),
    // A dispute can end with the rejection of approved work.
    subscribe(disputeDecided, async (tx, { marketerId }) => updateFinishedWork(tx, deps, marketerId)),
  ];
}

async function updateFinishedWork(tx: Tx, deps: Deps, marketerId: string): Promise<void> {
  await updateMarketerListing(tx, deps, marketerId, { finishedWork: await countApproved(tx, marketerId) });
}

/** Null below the lowest tier. */
export function findTier(followers: number): Tier | null {
  return Tier.options.findLast((tier) => followers >= tierFollowers[tier][0]) ?? null;
}
