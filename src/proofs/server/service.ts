import { findApproved, lockApplication } from '#applications/server/service.ts';
import { findCampaign, getPublicCampaign, lockCampaign, takeRelease } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { refuse } from '#kernel/errors.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { release } from '#payments/server/service.ts';
import { audit } from '#platform/server/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/session.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import {
  DEFAULT_REJECTION,
  type Proof,
  REVIEW_PERIOD_MS,
  type submitProof as submitContract,
} from '#proofs/contract.ts';
import { closeSession, sessionForProof } from '#tracking/server/service.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import { claimUpload } from '#uploads/server/service.ts';
import { proofApproved, proofRejected, proofSubmitted } from './events.ts';
import { toProofs } from './proof-answer.ts';
import { judgeDecision, missingParts, sessionProblem } from './rules.ts';
import * as store from './store.ts';
import type { ProofRow } from './tables.ts';

/** Sends proof: checks what the campaign asks for, takes the files, and fixes the session's facts with it. */
export async function submitProof(
  deps: Deps,
  actor: Actor,
  body: BodyOf<typeof submitContract>,
): Promise<Proof> {
  const row = await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const campaign = await getPublicCampaign(tx, body.campaignId);
    const approved = await findApproved(tx, campaign.id, actor.userId);
    if (!approved) throw refuse('proof/not-approved');
    // Two proofs sent at once: the second waits here and then finds the first. The campaign comes first in the one order
    // of locks; the new row refers to it.
    await lockCampaign(tx, campaign.id);
    const application = await lockApplication(tx, approved.id);
    if (application.status !== 'approved') throw refuse('proof/not-approved');
    refuseOutsideTime(campaign, now);
    const by = { campaignId: campaign.id, marketerId: actor.userId, sessionId: body.sessionId };
    const session = await sessionForProof(tx, deps, by);
    refuseIncomplete(campaign, body, session);
    if (!mayResend(await store.countRejected(tx, application))) throw refuse('proof/used-up');

    const proofId = deps.random.uuid();
    const inserted = await store.insertProof(tx, {
      id: proofId,
      campaignId: campaign.id,
      applicationId: application.id,
      marketerId: actor.userId,
      sessionId: session?.id ?? null,
      note: body.note ?? null,
      postUrl: body.postUrl ?? null,
      presence: session?.presence ?? null,
      minutes: session?.minutes ?? campaign.durationMinutes ?? 0,
      submittedAt: now,
      reviewDueAt: addMilliseconds(now, REVIEW_PERIOD_MS),
    });
    if (!inserted) throw refuse('proof/exists');
    await takeMedia(tx, inserted, body.media);
    if (session) await closeSession(tx, session.id, now);
    await announce(tx, proofSubmitted, { ref: proofId, payload: factsOf(inserted, campaign) }, deps.clock);
    return inserted;
  });
  return answer(deps.db, row, actor);
}

/** After a rejection one new proof, not a third (decisions.md 6.2). */
function mayResend(rejected: number): boolean {
  return rejected <= 1;
}

function refuseOutsideTime(campaign: CampaignRow, now: Date): void {
  if (campaign.startTime && now < campaign.startTime) throw refuse('proof/too-early');
  if (campaign.proofDueAt && now > campaign.proofDueAt) throw refuse('proof/too-late');
}

function refuseIncomplete(
  campaign: CampaignRow,
  body: BodyOf<typeof submitContract>,
  session: { isRunning: boolean; wasInZone: boolean } | null,
): void {
  const asked = {
    isWearable: campaign.campaignType === 'wearable',
    videoMinutes: campaign.videoMinutes,
    requiresSelfie: campaign.requiresSelfie,
    requiresLocationCheck: campaign.requiresLocationCheck,
  };
  const offered = { kinds: body.media.map(({ kind }) => kind), postUrl: body.postUrl, session };
  const problem = sessionProblem(asked, offered);
  if (problem) throw refuse(problem);
  const fields = missingParts(asked, offered);
  const [first] = Object.values(fields);
  if (first) throw refuse('proof/missing-media', { message: `${first}.`, fields });
}

async function takeMedia(
  tx: Tx,
  row: ProofRow,
  media: BodyOf<typeof submitContract>['media'],
): Promise<void> {
  const rows = [];
  for (const [position, { uploadId, kind }] of media.entries()) {
    const upload = await claimUpload(tx, {
      uploadId,
      ownerId: row.marketerId,
      purposes: ['proof'],
      at: row.submittedAt,
    });
    const isVideo = upload.contentType?.startsWith('video/') ?? false;
    if (isVideo !== (kind === 'video')) {
      const message = kind === 'video' ? 'This file is not a video.' : 'This file is not a picture.';
      throw refuse('upload/wrong-type', { message, fields: { [`media.${position}.uploadId`]: message } });
    }
    rows.push({ proofId: row.id, uploadId, kind, contentType: upload.contentType ?? '', position });
  }
  await store.insertMedia(tx, rows);
}

/**
 * The advertiser's decision. An approval moves the pay out of escrow and queues the payout in the same transaction.
 * The same decision again changes nothing; the opposite one is refused with the present state (decisions.md 6.2).
 */
export async function decideProof(
  deps: Deps,
  actor: Actor,
  id: string,
  decision: { status: 'approved' | 'rejected'; reviewNotes?: string | undefined },
): Promise<Proof> {
  const row = await transact(deps.db, async (tx) => {
    const { campaign, row: locked } = await lockBoth(tx, id);
    if (campaign.advertiserId !== actor.userId) throw refuse('proof/not-found');
    return decide(tx, deps, locked, campaign, { ...decision, by: actor });
  });
  return answer(deps.db, row, actor);
}

/** Silence approves (decisions.md 6.3), through the same door as a person. One that fails keeps no other one waiting. */
export async function approveDueProofs(deps: Deps): Promise<void> {
  const ids = await store.listDueProofIds(deps.db, deps.clock.now());
  const failures: unknown[] = [];
  for (const id of ids) await approveBySilence(deps, id).catch((error) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} due proofs were not approved`);
}

async function approveBySilence(deps: Deps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { campaign, row } = await lockBoth(tx, id);
    if (row.status === 'pending') await decide(tx, deps, row, campaign, { status: 'approved', by: null });
  });
}

/** The campaign first, then the proof: the one order of locks. */
async function lockBoth(tx: Tx, id: string): Promise<{ campaign: CampaignRow; row: ProofRow }> {
  const found = await store.findProof(tx, id);
  if (!found) throw refuse('proof/not-found');
  const campaign = await lockCampaign(tx, found.campaignId);
  const row = await store.lockProof(tx, id);
  if (!row) throw refuse('proof/not-found');
  return { campaign, row };
}

async function decide(
  tx: Tx,
  deps: Deps,
  row: ProofRow,
  campaign: CampaignRow,
  decision: { status: 'approved' | 'rejected'; reviewNotes?: string | undefined; by: Actor | null },
): Promise<ProofRow> {
  const next = judgeDecision(row.status, decision.status, decision.by ? 'advertiser' : 'platform');
  if (next === 'same') return row;
  if (next === null) throw refuse('proof/decided', { state: row.status });
  const isRejection = decision.status === 'rejected';
  const decided = await store.updateProof(tx, row.id, {
    status: next,
    decidedAt: deps.clock.now(),
    decidedBy: decision.by?.userId ?? null,
    reviewNotes: decision.reviewNotes || (isRejection ? DEFAULT_REJECTION : null),
  });
  const facts = factsOf(decided, campaign);
  if (isRejection) {
    const payload = {
      ...facts,
      reviewNotes: decided.reviewNotes ?? DEFAULT_REJECTION,
      mayResend: mayResend(
        await store.countRejected(tx, { id: row.applicationId, marketerId: row.marketerId }),
      ),
    };
    await announce(tx, proofRejected, { ref: row.id, payload }, deps.clock);
  } else {
    await pay(tx, deps, decided, campaign);
    await announce(tx, proofApproved, { ref: row.id, payload: facts }, deps.clock);
  }
  await audit(tx, deps, {
    actor: decision.by,
    action: `proof.${decision.status}`,
    object: { kind: 'proof', id: row.id },
  });
  return decided;
}

async function pay(tx: Tx, deps: Deps, row: ProofRow, campaign: CampaignRow): Promise<void> {
  const { placeNumber, places, payCents, feeCents } = await takeRelease(tx, campaign.id);
  await release(tx, deps, {
    purposeId: campaign.id,
    purposeTitle: campaign.title,
    sourceId: row.id,
    marketerId: row.marketerId,
    amountCents: payCents,
    feeCents,
    placeNumber,
    places,
    approvedBy: row.decidedBy ?? undefined,
  });
}

function factsOf(row: ProofRow, campaign: CampaignRow) {
  return {
    proofId: row.id,
    campaignId: campaign.id,
    marketerId: row.marketerId,
    advertiserId: campaign.advertiserId,
  };
}

export async function listProofs(deps: Deps, actor: Actor, filter: store.ProofFilter): Promise<Proof[]> {
  const rows =
    actor.role === 'advertiser'
      ? await store.listProofsOfAdvertiser(deps.db, actor.userId, filter)
      : await store.listProofsOfMarketer(deps.db, actor.userId, filter);
  return toProofs(deps.db, rows, actor);
}

export async function getProof(deps: Deps, actor: Actor, id: string): Promise<Proof> {
  const row = await store.findProof(deps.db, id);
  if (!row || !(await maySee(deps.db, row, actor))) throw refuse('proof/not-found');
  return answer(deps.db, row, actor);
}

async function maySee(
  reader: Reader,
  row: ProofRow,
  viewer: Pick<Actor, 'userId' | 'role'>,
): Promise<boolean> {
  if (row.marketerId === viewer.userId || viewer.role === 'admin') return true;
  const campaign = await findCampaign(reader, row.campaignId);
  return campaign?.advertiserId === viewer.userId;
}

/** Fills a slot of uploads: a proof's files are read by those who may see the proof. */
export async function mayReadProofFile(
  reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
): Promise<boolean> {
  if (!viewer) return false;
  const media = await store.findMediaOf(reader, file.id);
  const row = media ? await store.findProof(reader, media.proofId) : undefined;
  return row !== undefined && maySee(reader, row, viewer);
}

/** For the admin's figures. */
export const countPendingProofs = store.countPendingProofs;

async function answer(reader: Reader, row: ProofRow, viewer: Actor): Promise<Proof> {
  const [proof] = await toProofs(reader, [row], viewer);
  if (!proof) throw new Error(`proof ${row.id} has no answer`);
  return proof;
}
