import type { ApplicationsPorts } from '#applications/server/ports.ts';
import { hiredMarketersSql } from '#applications/server/service.ts';
import type { AuthPorts } from '#auth/server/ports.ts';
import { createActorFinder } from '#auth/server/service.ts';
import { createTokenFinder } from '#auth/server/tokens/access-tokens.ts';
import { claimRefundDue, getRefundDue } from '#campaigns/server/funding/closing-service.ts';
import { checkOrderDue } from '#campaigns/server/funding/funding-service.ts';
import type { CampaignsPorts } from '#campaigns/server/ports.ts';
import { loadTitles, lockCampaign, mayReadCampaignFile, setChargeback } from '#campaigns/server/service.ts';
import { listDecidedWork } from '#disputes/server/decided-work-service.ts';
import { countHeldPlaces } from '#disputes/server/held-places-service.ts';
import { overdueDisputes } from '#disputes/server/deadlines.ts';
import {
  isWorkInDispute,
  listDisputedApplications,
  listDisputeHolds,
  loadProofDisputes,
  mayReadDisputeFile,
} from '#disputes/server/service.ts';
import { mayReadMessageFile } from '#messages/server/file-service.ts';
import type { PaymentsPorts } from '#payments/server/ports.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import { mayReadPicture } from '#profiles/server/picture-service.ts';
import type { ProfilesPorts } from '#profiles/server/ports.ts';
import { listBegunApplications } from '#proofs/server/application-service.ts';
import { overdueProofs } from '#proofs/server/strength/overdue-proofs.ts';
import type { ProofsPorts } from '#proofs/server/ports.ts';
import { mayReadProofFile } from '#proofs/server/access/access-service.ts';
import { checkTipDue } from '#proofs/server/tips/tip-service.ts';
import { countLiveMarketers } from '#tracking/server/live/live-service.ts';
import type { TrackingPorts } from '#tracking/server/ports.ts';
import { isRatedAtLeast } from '#ratings/server/received-service.ts';
import { loadStanding } from '#teams/server/service.ts';
import type { UploadsPorts } from '#uploads/server/ports.ts';
import { createAccountLoader } from './server/account-facts.ts';
import { createAccountPorts } from './server/account-ports.ts';
import { createMarketerFactsLoader } from './server/marketer-facts.ts';
import { createPayeeLoader } from './server/payee-facts.ts';
import { findTier } from './server/marketer-listing-subscriptions.ts';

export type Ports = AuthPorts &
  UploadsPorts &
  ProfilesPorts &
  PaymentsPorts &
  CampaignsPorts &
  ApplicationsPorts &
  TrackingPorts &
  ProofsPorts & {
    /** Null unless this server is creating the demo world. */
    getDemoWorldPercent: () => number | null;
  };
export type Deps = PlatformDeps<Ports>;

/** Later domains answer the ports of earlier ones. Some answers need dependencies themselves. */
export function withPorts(
  parts: Omit<Deps, 'ports'>,
  server: Pick<
    Ports,
    | 'getListeningAddress'
    | 'getDemoWorldPercent'
    | 'getWallet'
    | 'getWalletCircuit'
    | 'getRestoredAt'
    | 'listLateSweeps'
  >,
): Deps {
  const ports: Ports = {
    ...server,
    findActor: createActorFinder(parts),
    findTokenActor: createTokenFinder(parts),
    loadAccount: createAccountLoader(parts),
    ...createAccountPorts(parts.clock),
    fileAccess: {
      'profile-photo': mayReadPicture,
      'business-logo': mayReadPicture,
      'brand-asset': mayReadCampaignFile,
      message: (reader, file, actor) => mayReadMessageFile(reader, file, actor, parts.clock.now()),
      proof: async (...asked) => (await mayReadProofFile(...asked)) || mayReadDisputeFile(...asked),
    },
    loadPayeeFacts: createPayeeLoader(parts),
    findTier,
    loadMarketerFacts: createMarketerFactsLoader(parts),
    isRatedAtLeast,
    loadBusinessRights: async (reader, caller, ownerId) =>
      (await loadStanding(reader, caller, ownerId)).rights,
    loadCampaignTitles: loadTitles,
    lockPaidCampaign: lockCampaign,
    setChargeback: (tx, campaignId, hasChargeback) => setChargeback(tx, deps, campaignId, hasChargeback),
    claimRefundDue: (tx, campaignId) => claimRefundDue(tx, deps, campaignId),
    getRefundDue: (reader, campaignId) => getRefundDue(reader, deps, campaignId),
    checkOrderDue: (tx, order) => checkOrderDue(tx, deps, order),
    checkTipDue: (tx, tip) => checkTipDue(tx, parts, tip),
    overdueProofs,
    overdueDisputes,
    hiredMarketersSql,
    countLiveMarketers,
    countHeldPlaces,
    listDisputedApplications,
    listDisputeHolds,
    loadProofDisputes: (reader, viewer, proofs) => loadProofDisputes(reader, parts, viewer, proofs),
    isWorkInDispute,
    listDecidedWork,
    listBegunApplications,
  };
  const deps = { ...parts, ports };
  return deps;
}
