import { countRelease, type Release } from '#campaigns/server/service.ts';
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
import { type DecidedProof, proofProcess, type ProofState } from '#proofs/contract.ts';
import {
  DEFAULT_REJECTION,
  type ProofDecision,
  type RejectReason,
  rejectReasonLabels,
} from '#proofs/decision-contract.ts';
import { refuse } from '#proofs/domain.ts';
import { listTeamOwners, requireTeamPermission } from '#teams/server/service.ts';
import { hasOtherFiles, isOpen } from './amending/amendment-rules.ts';
import { proofApproved, proofRejected } from './events.ts';
import { isForAdmins, checkDecision, hasChanged, mayResend } from './rules.ts';
import { type DueProof, listDueProofs } from './due-store.ts';
import * as store from './store.ts';
import type { ProofRow } from './tables.ts';

/**
 * An approval moves the pay out of escrow and queues the payout in the same transaction. Does nothing if the proof was
 * already decided this way. If it was decided the other way, throws with the current state (decision 19.2).
 */
export async function decideProof(
  deps: Deps,
  actor: Actor,
  id: string,
  { disclosureSeen, seenStrength, seenAmendedAt, ...decision }: ProofDecision,
): Promise<DecidedProof> {
  return transact(deps.db, async (tx) => {
    const work = await lockProof(tx, id);
    const { campaign, proof, amendment } = work;
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () => refuse('proof/not-found'));
    const seen = decision.status === 'approved' ? seenStrength : undefined;
    if (hasChanged(proof, seen) || hasOtherFiles(proof, amendment, seenAmendedAt))
      throw refuse('proof/changed');
    return toDecided(await decide(tx, deps, work, { ...decision, by: actor, disclosureSeen }));
  });
}

/**
 * Repeating the decision changes nothing. Refuses 'proof/not-found', 'proof/own', 'proof/decided' and
 * 'proof/not-for-admins'.
 */
export async function decideWeakProof(
  deps: Deps,
  actor: Actor,
  id: string,
  decision: { status: 'approved' | 'rejected'; reviewNotes: string },
): Promise<DecidedProof> {
  return transact(deps.db, async (tx) => {
    const work = await lockProof(tx, id);
    const { proof } = work;
    await requireOutsider(tx, actor, work);
    const isPending = proof.status === 'pending';
    if (isPending && !isForAdmins(proof, deps.clock.now())) throw refuse('proof/not-for-admins');
    return toDecided(await decide(tx, deps, work, { ...decision, by: actor }));
  });
}

function toDecided({ id, campaignId, status, decidedAt, reviewNotes, rejectReason }: ProofRow): DecidedProof {
  const at = decidedAt?.toISOString() ?? null;
  return { id, campaignId, status, decidedAt: at, reviewNotes, rejectReason };
}

/** Approves as a user does (decision 19.3). If one fails, the others still run. */
export async function approveDueProofs(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const failures: unknown[] = [];
  let last: DueProof | undefined;
  do {
    const due = await listDueProofs(deps.db, now, last);
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
    const work = await lockProof(tx, id);
    const { proof } = work;
    // A sign may have prolonged the review time since the sweep listed the proof.
    const isDue = proof.reviewDueAt <= deps.clock.now();
    if (proof.status === 'pending' && proof.strength !== 'weak' && isDue)
      await decide(tx, deps, work, { status: 'approved', by: null });
  });
}

interface Settlement {
  proofId: string;
  disputeId: string;
  /** Above 0, up to the pay. */
  awardCents: Cents;
  by: Actor;
}

/** The database allows this only after the award is stored. */
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
 * For a dispute that gave the advertiser all of the pay back. The database allows this only after the award is stored.
 */
export async function rejectAfterDispute(
  tx: Tx,
  deps: Deps,
  { proofId, by, reviewNotes }: { proofId: string; by: Actor; reviewNotes: string },
): Promise<void> {
  const { proof } = await lockProof(tx, proofId);
  const next = proofProcess.next(proof.status, 'overrule', 'platform');
  if (next === null) throw refuse('proof/decided', { state: proof.status });
  write(tx, deps, proof, { next, by, reviewNotes });
  await audit(tx, deps, { actor: by, action: 'proof.rejected', object: { kind: 'proof', id: proofId } });
}

/** Locks the campaign, then the proof: the global lock order. Throws 'proof/not-found'. */
export async function lockProof(tx: Tx, id: string): Promise<store.LockedWork> {
  const found = await store.lockWork(tx, id);
  if (!found) throw refuse('proof/not-found');
  return found;
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

export async function hasLiveProof(
  reader: Reader,
  work: Pick<ProofRow, 'campaignId' | 'applicationId'>,
): Promise<boolean> {
  return (await store.findLiveProof(reader, work)) !== undefined;
}

async function decide(
  tx: Tx,
  deps: Deps,
  { proof: row, campaign, amendment }: store.LockedWork,
  decision: Pick<ProofDecision, 'status' | 'reason' | 'reviewNotes' | 'disclosureSeen'> & {
    by: Actor | null;
  },
): Promise<ProofRow> {
  const { by, disclosureSeen } = decision;
  const party = by === null ? 'platform' : by.role === 'admin' ? 'admin' : 'advertiser';
  const next = checkDecision(row.status, decision.status, party);
  if (next === 'same') return row;
  if (next === null) throw refuse('proof/decided', { state: row.status });
  const isWaiting = isOpen(row, amendment, deps.clock.now());
  if (isWaiting && decision.status === 'rejected') throw refuse('proof/waiting');
  const reviewNotes = decision.reviewNotes || null;
  return decision.status === 'approved'
    ? approve(tx, deps, row, campaign, { next, by, reviewNotes, disclosureSeen })
    : reject(tx, deps, row, campaign, { next, by, reviewNotes, disclosureSeen, reason: decision.reason });
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
    disclosureSeen?: boolean | undefined;
    award?: NewRelease['award'];
  },
) => Promise<ProofRow>;

const approve: Step = async (tx, deps, row, campaign, { award, ...decision }) => {
  const { by } = decision;
  const decided = write(tx, deps, row, decision);
  const place = countRelease(tx, campaign);
  await pay(tx, deps, decided, campaign, { ...place, award });
  await announce(tx, proofApproved, { ref: row.id, payload: toProofFacts(decided, campaign) }, deps.clock);
  await audit(tx, deps, { actor: by, action: 'proof.approved', object: { kind: 'proof', id: row.id } });
  return decided;
};

const reject: Step = async (tx, deps, row, campaign, decision) => {
  const reason = decision.reason ?? null;
  const reviewNotes = decision.reviewNotes ?? (reason ? rejectReasonLabels[reason] : DEFAULT_REJECTION).text;
  const decided = write(tx, deps, row, { ...decision, reviewNotes });
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

function write(
  tx: Tx,
  deps: Deps,
  row: ProofRow,
  { next, by, reviewNotes, reason, disclosureSeen }: Parameters<Step>[4],
): ProofRow {
  const decidedAt = deps.clock.now();
  return store.sendChanges(tx, row, {
    status: next,
    decidedAt,
    firstDecidedAt: row.firstDecidedAt ?? decidedAt,
    decidedBy: by?.userId ?? null,
    reviewNotes,
    ...(reason ? { rejectReason: reason } : {}),
    ...(disclosureSeen === undefined ? {} : { disclosureSeen }),
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
