import { findApproved, lockApplication } from '#applications/server/service.ts';
import { getPublicCampaign, lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from './ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { BodyOf, QueryOf } from '#kernel/endpoint.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import {
  listProofs as listContract,
  type Proof,
  REVIEW_PERIOD_MS,
  type submitProof as submitContract,
} from '#proofs/contract.ts';
import { listWeakProofs as listWeakContract } from '#proofs/weak-contract.ts';
import { refuse } from '#proofs/domain.ts';
import { loadStandings } from '#teams/server/service.ts';
import { closeSessions, loadSessionsForProof } from '#tracking/server/service.ts';
import { getVisibleProof } from './access/access-service.ts';
import { toProofFacts } from './deciding-service.ts';
import { claimMedia } from './media/media-service.ts';
import { proofSubmitted } from './events.ts';
import { findPostSigns } from './posts/post-copies.ts';
import { assertOwnPost, planPostChecks } from './posts/post-service.ts';
import { loadWorkFacts } from './amending/resubmission-service.ts';
import { toProof, toProofs } from './proof-presenter.ts';
import { checkSignsAnswer, listMissingParts, checkSession, checkSubmittable } from './rules.ts';
import * as dueStore from './due-store.ts';
import * as store from './store.ts';
import { measureStrength } from './strength/strength-service.ts';

export async function submitProof(
  deps: Deps,
  actor: Actor,
  body: BodyOf<typeof submitContract>,
): Promise<Proof> {
  if (body.marketerId !== undefined && body.marketerId !== actor.userId) throw refuse('proof/other-user');
  const row = await transact(deps.db, async (tx) => {
    const { id: campaignId } = await getPublicCampaign(tx, body.campaignId);
    const approved = await findApproved(tx, deps, campaignId, actor.userId);
    if (!approved) throw refuse('proof/not-approved');
    // If two proofs are sent at once, the second waits here and then finds the first. The campaign comes
    // first in the global lock order, because the new row refers to it.
    const campaign = await lockCampaign(tx, campaignId);
    const application = await lockApplication(tx, approved.id);
    const repeated = await store.findSubmitted(tx, actor.userId, body.submissionKey);
    if (repeated) return repeated;
    if (application.status !== 'approved') throw refuse('proof/not-approved');
    // Read the clock after locking, as the sweep that gives back unused places does.
    const now = deps.clock.now();
    const refusal = checkSubmittable(await loadWorkFacts(tx, deps, application, campaign), now);
    if (refusal) throw refuse(refusal);
    const by = { campaignId: campaign.id, marketerId: actor.userId, sessionId: body.sessionId };
    const session = await loadSessionsForProof(tx, deps, by);
    assertComplete(campaign, body, session);
    await assertOwnPost(tx, campaign, { url: body.postUrl, marketerId: actor.userId, now });

    const work = { campaignId: campaign.id, applicationId: application.id };
    if (await store.findLiveProof(tx, work)) throw refuse('proof/exists');
    if (session) await closeSessions(tx, session.ids, now);
    const media = await claimMedia(tx, body.media, {
      campaign,
      spans: session?.spans ?? [],
      applicationId: application.id,
      ownerId: actor.userId,
      at: now,
    });
    const { strength, signs } = await measureStrength(tx, deps, campaign, {
      applicationId: application.id,
      submittedAt: now,
      presence: session?.presence ?? null,
      signs: [
        ...media.signs,
        ...(await findPostSigns(tx, { ...work, marketerId: actor.userId }, body.postUrl)),
      ],
      isMediaMeasured: media.isMeasured,
    });
    const proofId = deps.random.uuid();
    const inserted = await store.insertProof(tx, {
      id: proofId,
      campaignId: campaign.id,
      applicationId: application.id,
      marketerId: actor.userId,
      sessionId: session?.id ?? null,
      note: body.note ?? null,
      postUrl: body.postUrl ?? null,
      isAdDisclosed: body.isAdDisclosed ?? null,
      presence: session?.presence ?? null,
      minutes: session?.minutes ?? campaign.durationMinutes ?? 0,
      strength,
      signs,
      isMediaMeasured: media.isMeasured,
      submissionKey: body.submissionKey ?? null,
      submittedAt: now,
      reviewDueAt: addMilliseconds(now, REVIEW_PERIOD_MS[strength]),
    });
    if (!inserted) throw refuse('proof/exists');
    await media.save(proofId);
    await planPostChecks(tx, inserted, campaign);
    await announce(
      tx,
      proofSubmitted,
      { ref: proofId, payload: toProofFacts(inserted, campaign) },
      deps.clock,
    );
    return inserted;
  });
  return toProof(deps.db, deps, row, actor);
}

function assertComplete(
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
  const problem = checkSession(asked, offered);
  if (problem) throw refuse(problem);
  const fields = listMissingParts(asked, offered);
  const [first] = Object.values(fields);
  if (first) throw refuse('proof/missing-media', { message: `${first}.`, fields });
}

/** Throws 'request/invalid' if the cursor is invalid. */
export async function listProofs(
  deps: Deps,
  actor: Actor,
  query: QueryOf<typeof listContract>,
): Promise<Proof[]> {
  const page = parseTimePage(query);
  const { db } = deps;
  const rows =
    actor.role === 'advertiser'
      ? await store.listProofsOfAdvertisers(db, (await loadStandings(db, actor)).ownerIds, query, page)
      : await store.listProofsOfMarketer(db, actor.userId, query, page);
  return toProofs(db, deps, rows, actor);
}

export function linkToNextProofs(
  proofs: readonly Proof[],
  query: QueryOf<typeof listContract>,
): string | null {
  const last = proofs.at(-1);
  return linkToNext(listContract.path, query, proofs.length, last && { at: last.submittedAt, id: last.id });
}

export async function listWeakProofs(
  deps: Deps,
  actor: Actor,
  query: QueryOf<typeof listWeakContract>,
): Promise<Proof[]> {
  const rows = await dueStore.listWeakProofs(deps.db, deps.clock.now(), parseTimePage(query));
  return toProofs(deps.db, deps, rows, actor);
}

export function linkToNextWeakProofs(
  proofs: readonly Proof[],
  query: QueryOf<typeof listWeakContract>,
): string | null {
  const last = proofs.at(-1);
  const place = last && { at: last.reviewDueAt, id: last.id };
  return linkToNext(listWeakContract.path, query, proofs.length, place);
}

/** Refuses 'proof/not-found' to other users, 'proof/decided' and 'proof/no-signs'. */
export async function answerSigns(deps: Deps, actor: Actor, id: string, text: string): Promise<Proof> {
  return transact(deps.db, async (tx) => {
    const row = await store.lockProof(tx, id);
    if (!row || row.marketerId !== actor.userId) throw refuse('proof/not-found');
    const refusal = checkSignsAnswer(row);
    if (refusal) throw refuse(refusal, { state: row.status });
    return toProof(tx, deps, await store.updateProof(tx, id, { signsAnswer: text }), actor);
  });
}

export async function getProof(deps: Deps, actor: Actor, id: string): Promise<Proof> {
  return toProof(deps.db, deps, await getVisibleProof(deps.db, actor, id), actor);
}

export { findProof } from './store.ts';

export async function listLiveProofs(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const counts = await store.countByState(reader, applicationIds);
  return new Set([...counts].filter(([, { live }]) => live > 0).map(([id]) => id));
}

export { countPendingProofs } from './due-store.ts';

export const countApproved = store.countApproved;
