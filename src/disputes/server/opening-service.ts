import { listAdminIds } from '#auth/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { ANSWER_PERIOD_MS, type Dispute, type openDispute as openContract } from '#disputes/contract.ts';
import { refuse } from '#disputes/domain.ts';
import type { DisputeSide } from '#disputes/process-contract.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { calculateFeeShare } from '#kernel/money.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { holdForDispute } from '#payments/server/service.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { hasLiveProof, lockProof, requireOutsider } from '#proofs/server/deciding-service.ts';
import type { ProofRow } from '#proofs/server/tables.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { claimFiles, toAuditObject, toEventPayload } from './cases.ts';
import { toDispute } from './dispute-presenter.ts';
import { disputeOpened } from './events.ts';
import { checkApprovalDisputable, checkDisputable } from './rules.ts';
import * as store from './store.ts';

/**
 * Holds the approved pay until the dispute has ended. Refuses 'proof/not-found' to other users, 'proof/own' to an admin
 * of the advertiser's team, 'dispute/exists' with the state if this work was disputed before, and what the rules and
 * `holdForDispute` refuse.
 */
export async function openDispute(
  deps: Deps,
  actor: Actor,
  proofId: string,
  { reason, files }: BodyOf<typeof openContract>,
): Promise<Dispute> {
  return transact(deps.db, async (tx) => {
    const { campaign, proof } = await lockProof(tx, proofId);
    const side = await requireSide(tx, actor, { campaign, proof });
    const isByAdmin = side === 'advertiser' && actor.role === 'admin';
    const known = await store.findDisputeByApplication(tx, proof.applicationId);
    if (known) throw refuse('dispute/exists', { state: known.state });
    // Read the clock after taking the locks, like the code that refunds places that are not held.
    const now = deps.clock.now();
    const id = deps.random.uuid();
    const stake =
      side === 'marketer'
        ? await checkRejection(tx, { campaign, proof }, now)
        : await holdApproved(tx, deps, { actor, proof, disputeId: id, now });
    const row = await store.insertDispute(tx, {
      id,
      proofId,
      applicationId: proof.applicationId,
      campaignId: campaign.id,
      side,
      openedBy: actor.userId,
      isByAdmin,
      reason,
      ...stake,
      openedAt: now,
      dueAt: addMilliseconds(now, ANSWER_PERIOD_MS),
    });
    await claimFiles(tx, actor, { disputeId: id, turn: 0, files, at: now });
    await audit(tx, deps, {
      actor,
      action: 'dispute.opened',
      object: toAuditObject(row),
      ...(isByAdmin ? { reason } : {}),
    });
    const payload = { ...toEventPayload(row, { proof, campaign }), isByAdmin };
    await announce(tx, disputeOpened, { ref: id, payload }, deps.clock);
    return toDispute(tx, deps, row, actor);
  });
}

async function requireSide(
  tx: Tx,
  actor: Actor,
  { campaign, proof }: { campaign: CampaignRow; proof: ProofRow },
): Promise<DisputeSide> {
  if (proof.marketerId === actor.userId) return 'marketer';
  if (actor.role === 'admin') await requireOutsider(tx, actor, { campaign, proof });
  else
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () => refuse('proof/not-found'));
  return 'advertiser';
}

async function checkRejection(
  tx: Tx,
  { campaign, proof }: { campaign: CampaignRow; proof: ProofRow },
  now: Date,
) {
  const refusal = checkDisputable(
    {
      rejectedAt: proof.status === 'rejected' ? proof.decidedAt : null,
      hasLiveProof: await hasLiveProof(tx, proof),
      isOver: campaign.status === 'completed',
    },
    now,
  );
  if (refusal) throw refuse(refusal, { state: proof.status });
  const { payCents, feeCents, needed, released } = campaign;
  if (payCents === null || feeCents === null || needed === null)
    throw new Error(`campaign ${campaign.id} is funded but its amounts are missing`);
  return { payCents, feeCents: calculateFeeShare(feeCents, released + 1, needed) };
}

async function holdApproved(
  tx: Tx,
  deps: Deps,
  { actor, proof, disputeId, now }: { actor: Actor; proof: ProofRow; disputeId: string; now: Date },
) {
  const approvedAt = proof.status === 'approved' ? proof.decidedAt : null;
  const isApprovedByAdmin = proof.decidedBy !== null && (await listAdminIds(tx)).includes(proof.decidedBy);
  const refusal = checkApprovalDisputable({ approvedAt, isApprovedByAdmin }, now);
  // An admin opens it for an advertiser who is late.
  const isSupport = actor.role === 'admin' && refusal === 'dispute/needs-support';
  if (refusal && !isSupport) throw refuse(refusal, { state: proof.status });
  return holdForDispute(tx, deps, { sourceId: proof.id, disputeId });
}
