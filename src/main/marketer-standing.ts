import { Tier, tierFollowers } from '#campaigns/contract.ts';
import { kycDecided } from '#kyc/server/events.ts';
import { identityOf } from '#kyc/server/service.ts';
import type { Deps } from '#platform/server/deps.ts';
import { on, type Subscription } from '#platform/server/outbox/announce.ts';
import { noteStanding } from '#profiles/server/marketers-service.ts';
import { proofApproved } from '#proofs/server/events.ts';
import { countApproved } from '#proofs/server/service.ts';

/** Tells the list of marketers what the domains after it know: each fact is read anew, so that an event may come twice or late. */
export function marketerStanding(deps: Deps): Subscription[] {
  return [
    on(kycDecided, async (tx, { userId }) => {
      const { isApproved } = await identityOf(tx, userId);
      await noteStanding(tx, deps, userId, { identityVerified: isApproved });
    }),
    on(proofApproved, async (tx, { marketerId }) => {
      await noteStanding(tx, deps, marketerId, { finishedWork: await countApproved(tx, marketerId) });
    }),
  ];
}

/** The tier of campaigns in which so many followers lie; null below the first. */
export function tierOf(followers: number): Tier | null {
  return Tier.options.findLast((tier) => followers >= tierFollowers[tier][0]) ?? null;
}
