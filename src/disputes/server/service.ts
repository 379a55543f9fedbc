import { findCampaign } from '#campaigns/server/service.ts';
import type { Dispute, DisputeState } from '#disputes/contract.ts';
import { refuse } from '#disputes/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { approveAfterDispute, hasLiveProof, lockProof } from '#proofs/server/deciding-service.ts';
import { hasTeamPermission } from '#teams/server/service.ts';
import { toDisputes } from './dispute-presenter.ts';
import { disputeDecided, disputeOpened } from './events.ts';
import { checkDisputeDecision, checkDisputable } from './rules.ts';
import * as store from './store.ts';
import type { DisputeRow } from './tables.ts';

/**
 * Opens a dispute of a rejection. Refuses 'proof/not-found' to other users, 'dispute/exists' with its state
 * if this work was disputed before, and 'dispute/not-rejected', 'dispute/superseded' and 'dispute/too-late'.
 */
export async function openDispute(
  deps: Deps,
  actor: Actor,
  proofId: string,
  { reason }: { reason: string },
): Promise<Dispute> {
  const row = await transact(deps.db, async (tx) => {
    const { campaign, proof } = await lockProof(tx, proofId);
    if (proof.marketerId !== actor.userId) throw refuse('proof/not-found');
    const known = await store.findDisputeByApplication(tx, proof.applicationId);
    if (known) throw refuse('dispute/exists', { state: known.state });
    // Read the clock after taking the locks, like the code that refunds places that are not held.
    const now = deps.clock.now();
    const refusal = checkDisputable(
      {
        rejectedAt: proof.status === 'rejected' ? proof.decidedAt : null,
        hasLiveProof: await hasLiveProof(tx, proof),
        isOver: campaign.status === 'completed',
      },
      now,
    );
    if (refusal) throw refuse(refusal, { state: proof.status });
    const inserted = await store.insertDispute(tx, {
      id: deps.random.uuid(),
      proofId,
      applicationId: proof.applicationId,
      campaignId: campaign.id,
      openedBy: actor.userId,
      reason,
      openedAt: now,
    });
    await audit(tx, deps, { actor, action: 'dispute.opened', object: toAuditObject(inserted) });
    const payload = toEventPayload(inserted, campaign.advertiserId);
    await announce(tx, disputeOpened, { ref: inserted.id, payload }, deps.clock);
    return inserted;
  });
  return answer(deps.db, row, actor);
}

/**
 * Decides a dispute once. The same decision again changes nothing, and the opposite one is refused with the
 * present state. An upheld dispute approves and pays its proof in the same transaction.
 */
export async function decideDispute(
  deps: Deps,
  actor: Actor,
  id: string,
  decision: { status: 'upheld' | 'rejected'; note: string },
): Promise<Dispute> {
  const row = await transact(deps.db, async (tx) => {
    const found = await store.findDispute(tx, id);
    if (!found) throw refuse('dispute/not-found');
    const { campaign } = await lockProof(tx, found.proofId);
    const present = await store.lockDispute(tx, id);
    if (!present) throw refuse('dispute/not-found');
    const next = checkDisputeDecision(present.state, decision.status);
    if (next === 'same') return present;
    if (next === null) throw refuse('dispute/decided', { state: present.state });
    return decide(tx, deps, present, { ...decision, by: actor, advertiserId: campaign.advertiserId });
  });
  return answer(deps.db, row, actor);
}

async function decide(
  tx: Tx,
  deps: Deps,
  present: DisputeRow,
  decision: { status: 'upheld' | 'rejected'; note: string; by: Actor; advertiserId: string },
): Promise<DisputeRow> {
  const { status, note, by } = decision;
  const row = await store.updateDispute(tx, present.id, {
    state: status,
    note,
    decidedBy: by.userId,
    decidedAt: deps.clock.now(),
  });
  if (status === 'upheld') await approveAfterDispute(tx, deps, row.proofId, by);
  await audit(tx, deps, { actor: by, action: `dispute.${status}`, object: toAuditObject(row), reason: note });
  const payload = { ...toEventPayload(row, decision.advertiserId), status, note };
  await announce(tx, disputeDecided, { ref: row.id, payload }, deps.clock);
  return row;
}

/**
 * Returns a dispute to both sides, the advertiser's team and admins. Refuses 'dispute/not-found' to other
 * users.
 */
export async function getDispute(deps: Deps, actor: Actor, id: string): Promise<Dispute> {
  const row = await store.findDispute(deps.db, id);
  if (!row || !(await maySee(deps.db, row, actor))) throw refuse('dispute/not-found');
  return answer(deps.db, row, actor);
}

async function maySee(reader: Reader, row: DisputeRow, viewer: Actor): Promise<boolean> {
  if (row.openedBy === viewer.userId || viewer.role === 'admin') return true;
  const campaign = await findCampaign(reader, row.campaignId);
  return campaign !== undefined && hasTeamPermission(reader, viewer, campaign.advertiserId, 'read');
}

export async function listDisputes(
  deps: Deps,
  actor: Actor,
  filter: { status?: DisputeState | undefined },
): Promise<Dispute[]> {
  return toDisputes(deps.db, await store.listDisputes(deps.db, filter), actor);
}

/** Answers a port of proofs. Returns the applications with a dispute, whatever its outcome. */
export const listDisputedApplications = store.listDisputed;

/** Answers a port of tracking. Locks the dispute. Returns true if it is open and about this application. */
export async function isWorkInDispute(
  tx: Tx,
  { disputeId, applicationId }: { disputeId: string; applicationId: string },
): Promise<boolean> {
  const row = await store.lockDispute(tx, disputeId);
  return row?.applicationId === applicationId && row.state === 'open';
}

function toAuditObject({ id }: DisputeRow) {
  return { kind: 'dispute', id };
}

function toEventPayload(row: DisputeRow, advertiserId: string) {
  const { id: disputeId, proofId, campaignId, openedBy: marketerId } = row;
  return { disputeId, proofId, campaignId, marketerId, advertiserId };
}

async function answer(reader: Reader, row: DisputeRow, viewer: Actor): Promise<Dispute> {
  const [dispute] = await toDisputes(reader, [row], viewer);
  if (!dispute) throw new Error(`dispute ${row.id} has no answer`);
  return dispute;
}
