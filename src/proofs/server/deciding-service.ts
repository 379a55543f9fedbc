import { lockCampaign, type Release, countRelease } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { Cents } from '#kernel/money.ts';
import { type NewRelease, release } from '#payments/server/service.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from './ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { type Proof, proofProcess, type ProofState } from '#proofs/contract.ts';
import {
  DEFAULT_REJECTION,
  type ProofDecision,
  type RejectReason,
  rejectReasonLabels,
} from '#proofs/decision-contract.ts';
import { refuse } from '#proofs/domain.ts';
import { listTeamOwners, requireTeamPermission } from '#teams/server/service.ts';
import { hasOtherFiles, isOpen } from './amending/amendment-rules.ts';
import { findAmendment } from './amending/amendment-store.ts';
import { proofApproved, proofRejected } from './events.ts';
import { toProof } from './proof-presenter.ts';
import { isForAdmins, checkDecision, hasChanged, mayResend } from './rules.ts';
import * as store from './store.ts';
import type { ProofRow } from './tables.ts';

/**
 * Saves the decision of the advertiser or of a manager in their team. An approval moves the pay out of escrow
 * and queues the payout in the same transaction. Does nothing if the proof was already decided this way. If
 * it was decided the other way, throws with the current state (decision 19.2).
 */
export async function decideProof(
  deps: Deps,
  actor: Actor,
  id: string,
  { disclosureSeen, seenStrength, seenAmendedAt, ...decision }: ProofDecision,
): Promise<Proof> {
  return transact(deps.db, async (tx) => {
    const { campaign, proof } = await lockProof(tx, id);
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () => refuse('proof/not-found'));
    const seen = decision.status === 'approved' ? seenStrength : undefined;
    const request = await findAmendment(tx, id);
    if (hasChanged(proof, seen) || hasOtherFiles(proof, request, seenAmendedAt))
      throw refuse('proof/changed');
    const decided = await decide(tx, deps, proof, campaign, { ...decision, by: actor });
    if (disclosureSeen !== undefined && decided !== proof)
      await store.updateProof(tx, id, { disclosureSeen });
    return toProof(tx, deps, decided, actor);
  });
}

/**
 * Decides a weak proof that the advertiser did not decide in time, as an admin. Repeating the decision changes
 * nothing. Refuses 'proof/not-found', 'proof/own', 'proof/decided' and 'proof/not-for-admins'.
 */
export async function decideWeakProof(
  deps: Deps,
  actor: Actor,
  id: string,
  decision: { status: 'approved' | 'rejected'; reviewNotes: string },
): Promise<Proof> {
  return transact(deps.db, async (tx) => {
    const { campaign, proof } = await lockProof(tx, id);
    await requireOutsider(tx, actor, { campaign, proof });
    const isPending = proof.status === 'pending';
    if (isPending && !isForAdmins(proof, deps.clock.now())) throw refuse('proof/not-for-admins');
    const decided = await decide(tx, deps, proof, campaign, { ...decision, by: actor });
    return toProof(tx, deps, decided, actor);
  });
}

/**
 * Approves overdue proofs (decision 19.3) the same way as a user does. If one fails, the others still run.
 */
export async function approveDueProofs(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const failures: unknown[] = [];
  let last: store.DueProof | undefined;
  do {
    const due = await store.listDueProofs(deps.db, now, last);
    await forEachObject(
      due,
      ({ id }) => autoApprove(deps, id),
      (error) => failures.push(error),
    );
    last = due.at(-1);
  } while (last);
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} due proofs were not approved`);
}

async function autoApprove(deps: Deps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { campaign, proof } = await lockProof(tx, id);
    // A sign may have prolonged the review time since the sweep listed the proof.
    const isDue = proof.reviewDueAt <= deps.clock.now();
    if (proof.status === 'pending' && proof.strength !== 'weak' && isDue)
      await decide(tx, deps, proof, campaign, { status: 'approved', by: null });
  });
}

interface Settlement {
  proofId: string;
  disputeId: string;
  /** What the marketer gets: above 0, up to the pay. */
  awardCents: Cents;
  by: Actor;
}

/**
 * Approves a rejected proof and pays what its dispute awarded, in the caller's transaction. The database allows this
 * only after the award is stored.
 */
export async function approveAfterDispute(
  tx: Tx,
  deps: Deps,
  { proofId, disputeId, awardCents, by }: Settlement,
): Promise<void> {
  const { campaign, proof } = await lockProof(tx, proofId);
  const next = proofProcess.next(proof.status, 'uphold', 'platform');
  if (next === null) throw refuse('proof/decided', { state: proof.status });
  const { reviewNotes } = proof;
  const award = { disputeId, cents: awardCents };
  await approve(tx, deps, proof, campaign, { next, by, reviewNotes, award });
}

/**
 * Rejects an approved proof because its dispute gave the advertiser all of the pay back, in the caller's transaction.
 * The database allows this only after the award is stored.
 */
export async function rejectAfterDispute(
  tx: Tx,
  deps: Deps,
  { proofId, by, reviewNotes }: { proofId: string; by: Actor; reviewNotes: string },
): Promise<void> {
  const { proof } = await lockProof(tx, proofId);
  const next = proofProcess.next(proof.status, 'overrule', 'platform');
  if (next === null) throw refuse('proof/decided', { state: proof.status });
  await write(tx, deps, proof, { next, by, reviewNotes });
  await audit(tx, deps, { actor: by, action: 'proof.rejected', object: { kind: 'proof', id: proofId } });
}

/** Locks the campaign, then the proof, in the global lock order. Throws 'proof/not-found'. */
export async function lockProof(tx: Tx, id: string): Promise<{ campaign: CampaignRow; proof: ProofRow }> {
  const found = await store.findProof(tx, id);
  if (!found) throw refuse('proof/not-found');
  const campaign = await lockCampaign(tx, found.campaignId);
  const proof = await store.lockProof(tx, id);
  if (!proof) throw refuse('proof/not-found');
  return { campaign, proof };
}

/** Refuses 'proof/own' to an admin who sent the proof, owns the campaign, or is on its owner's team. */
export async function requireOutsider(
  reader: Reader,
  actor: Actor,
  { campaign, proof }: { campaign: CampaignRow; proof: ProofRow },
): Promise<void> {
  const owners = await listTeamOwners(reader, actor.userId);
  if (proof.marketerId === actor.userId || owners.includes(campaign.advertiserId)) throw refuse('proof/own');
}

/** Returns whether this work has a pending or approved proof. */
export async function hasLiveProof(
  reader: Reader,
  work: Pick<ProofRow, 'campaignId' | 'applicationId'>,
): Promise<boolean> {
  return (await store.findLiveProof(reader, work)) !== undefined;
}

async function decide(
  tx: Tx,
  deps: Deps,
  row: ProofRow,
  campaign: CampaignRow,
  decision: Pick<ProofDecision, 'status' | 'reason' | 'reviewNotes'> & { by: Actor | null },
): Promise<ProofRow> {
  const { by } = decision;
  const party = by === null ? 'platform' : by.role === 'admin' ? 'admin' : 'advertiser';
  const next = checkDecision(row.status, decision.status, party);
  if (next === 'same') return row;
  if (next === null) throw refuse('proof/decided', { state: row.status });
  const isWaiting = isOpen(row, await findAmendment(tx, row.id), deps.clock.now());
  if (isWaiting && decision.status === 'rejected') throw refuse('proof/waiting');
  const reviewNotes = decision.reviewNotes || null;
  return decision.status === 'approved'
    ? approve(tx, deps, row, campaign, { next, by, reviewNotes })
    : reject(tx, deps, row, campaign, { next, by, reviewNotes, reason: decision.reason });
}

type Step = (
  tx: Tx,
  deps: Deps,
  row: ProofRow,
  campaign: CampaignRow,
  decision: {
    next: ProofState;
    by: Actor | null;
    reviewNotes: string | null;
    reason?: RejectReason | undefined;
    award?: NewRelease['award'];
  },
) => Promise<ProofRow>;

const approve: Step = async (tx, deps, row, campaign, { next, by, reviewNotes, award }) => {
  const decided = await write(tx, deps, row, { next, by, reviewNotes });
  const place = await countRelease(tx, campaign.id);
  await pay(tx, deps, decided, campaign, { ...place, award });
  await announce(tx, proofApproved, { ref: row.id, payload: toProofFacts(decided, campaign) }, deps.clock);
  await audit(tx, deps, { actor: by, action: 'proof.approved', object: { kind: 'proof', id: row.id } });
  return decided;
};

const reject: Step = async (tx, deps, row, campaign, decision) => {
  const reason = decision.reason ?? null;
  const reviewNotes = decision.reviewNotes ?? (reason ? rejectReasonLabels[reason] : DEFAULT_REJECTION).text;
  const decided = await write(tx, deps, row, { ...decision, reviewNotes });
  const rejected = await store.countRejected(tx, { id: row.applicationId, marketerId: row.marketerId });
  const payload = { ...toProofFacts(decided, campaign), reviewNotes, reason, mayResend: mayResend(rejected) };
  await announce(tx, proofRejected, { ref: row.id, payload }, deps.clock);
  await audit(tx, deps, {
    actor: decision.by,
    action: 'proof.rejected',
    object: { kind: 'proof', id: row.id },
  });
  return decided;
};

async function write(
  tx: Tx,
  deps: Deps,
  row: ProofRow,
  { next, by, reviewNotes, reason }: Parameters<Step>[4],
): Promise<ProofRow> {
  const decidedAt = deps.clock.now();
  return store.updateProof(tx, row.id, {
    status: next,
    decidedAt,
    firstDecidedAt: row.firstDecidedAt ?? decidedAt,
    decidedBy: by?.userId ?? null,
    reviewNotes,
    ...(reason ? { rejectReason: reason } : {}),
  });
}

async function pay(
  tx: Tx,
  deps: Deps,
  row: ProofRow,
  campaign: CampaignRow,
  { placeNumber, places, payCents, feeCents, award }: Release & { award: NewRelease['award'] },
): Promise<void> {
  await release(tx, deps, {
    campaignId: campaign.id,
    campaignTitle: campaign.title,
    sourceId: row.id,
    marketerId: row.marketerId,
    amountCents: payCents,
    feeCents,
    placeNumber,
    places,
    approvedBy: row.decidedBy ?? undefined,
    award,
  });
}

export function toProofFacts(row: ProofRow, campaign: CampaignRow) {
  return {
    proofId: row.id,
    campaignId: campaign.id,
    marketerId: row.marketerId,
    advertiserId: campaign.advertiserId,
  };
}
