import { adminModule } from '#admin/server/module.ts';
import { applicationsModule } from '#applications/server/module.ts';
import { begunAmong, countHiredMarketers as countHired } from '#applications/server/service.ts';
import { authModule } from '#auth/server/module.ts';
import { accountFacts, findLiveActor, isSuspended } from '#auth/server/service.ts';
import { campaignsModule } from '#campaigns/server/module.ts';
import { getRefundDue } from '#campaigns/server/funding/closing-service.ts';
import { checkOrderDue as whyCampaignNotDue } from '#campaigns/server/funding/funding-service.ts';
import {
  countHeldPlaces,
  countHiredMarketers,
  countLiveMarketers,
  lockCampaign,
  mayReadCampaignFile,
} from '#campaigns/server/service.ts';
import { listDecidedWork } from '#disputes/server/decided-work-service.ts';
import { countHeldPlaces as countHeld } from '#disputes/server/held-places-service.ts';
import { disputesModule } from '#disputes/server/module.ts';
import {
  listDisputedApplications as listDisputed,
  isWorkInDispute as isDisputedNow,
} from '#disputes/server/service.ts';
import { toDecimal } from '#kernel/money.ts';
import { kycModule } from '#kyc/server/module.ts';
import { loadIdentity, kycFacts } from '#kyc/server/service.ts';
import { notificationsModule } from '#notifications/server/module.ts';
import { earnings } from '#payments/server/ledger/balance-service.ts';
import { paymentsModule } from '#payments/server/module.ts';
import { lockPaidCampaign, payeeFacts, refundDue, checkDue } from '#payments/server/slots.ts';
import type { Deps } from '#platform/server/deps.ts';
import { placeRoutes } from '#platform/server/places/routes.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { findActor } from '#platform/server/security/session.ts';
import { profilesModule } from '#profiles/server/module.ts';
import { mayReadPicture } from '#profiles/server/picture-service.ts';
import { tierOfFollowers } from '#profiles/server/slots.ts';
import { profileFacts, loadWalletAddress } from '#profiles/server/service.ts';
import { proofsModule } from '#proofs/server/module.ts';
import { listWithProof } from '#proofs/server/application-service.ts';
import { disputedAmong } from '#proofs/server/resubmission-service.ts';
import { canReadProofFile } from '#proofs/server/service.ts';
import { trackingModule } from '#tracking/server/module.ts';
import { countLiveMarketers as countLive } from '#tracking/server/live/live-service.ts';
import { workDecidedAt } from '#tracking/server/fixes/retention-service.ts';
import { listTracked } from '#tracking/server/service.ts';
import { isWorkInDispute } from '#tracking/server/presence/track-service.ts';
import { teamsModule } from '#teams/server/module.ts';
import { uploadsModule } from '#uploads/server/module.ts';
import { fileAccess } from '#uploads/server/service.ts';
import { fillAccountSlots } from './account-slots.ts';
import { marketerListingSubscriptions, findTier } from './marketer-listing-subscriptions.ts';
import { publicConfigRoutes } from './public-config.ts';

/** The domains in their order (docs/architecture.md). */
export const modules: readonly ServerModule[] = [
  { name: 'platform', routes: (deps) => [...placeRoutes(deps), ...publicConfigRoutes(deps)] },
  authModule,
  uploadsModule,
  profilesModule,
  teamsModule,
  kycModule,
  paymentsModule,
  campaignsModule,
  applicationsModule,
  trackingModule,
  proofsModule,
  disputesModule,
  notificationsModule,
  adminModule,
  { name: 'main', subscriptions: marketerListingSubscriptions },
];

/**
 * Fills the slots of earlier domains with functions of later ones. The wallet's slot is filled when the
 * server listens.
 */
export function fillSlots(deps: Deps): void {
  const { slots } = deps;
  slots.fill(findActor, (db, tokenHash, isUse) => findLiveActor(deps, db, tokenHash, isUse));
  slots.fill(accountFacts, [
    profileFacts,
    kycFacts,
    async (reader, userId) => ({ totalEarnings: toDecimal((await earnings(reader, userId)).paidCents) }),
  ]);
  fillAccountSlots(deps);
  slots.fill(fileAccess, [mayReadPicture, mayReadCampaignFile, canReadProofFile]);
  slots.fill(payeeFacts, async (reader, marketerId) => {
    const identity = await loadIdentity(reader, marketerId);
    const wallet = await loadWalletAddress(reader, marketerId);
    const isKeptOut = await isSuspended(reader, marketerId);
    return {
      isKycApproved: identity.isApproved,
      hasTaxId: identity.hasTaxId,
      walletEmail: wallet?.email ?? null,
      walletEmailSetAt: wallet?.setAt ?? null,
      isFirstWalletEmail: wallet !== null && !wallet.isChanged,
      isSuspended: isKeptOut,
    };
  });
  slots.fill(tierOfFollowers, findTier);
  slots.fill(lockPaidCampaign, async (tx, campaignId) => {
    await lockCampaign(tx, campaignId);
  });
  slots.fill(refundDue, (tx, campaignId) => getRefundDue(tx, deps, campaignId));
  slots.fill(checkDue, (tx, order) => whyCampaignNotDue(tx, deps, order));
  slots.fill(countHiredMarketers, countHired);
  slots.fill(countLiveMarketers, countLive);
  slots.fill(countHeldPlaces, countHeld);
  slots.fill(disputedAmong, listDisputed);
  slots.fill(isWorkInDispute, isDisputedNow);
  slots.fill(workDecidedAt, listDecidedWork);
  slots.fill(
    begunAmong,
    async (reader, ids) =>
      new Set([...(await listTracked(reader, ids)), ...(await listWithProof(reader, ids))]),
  );
}
