import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { AskAgainBody, sendAgain as sendContract } from '#proofs/amendment-contract.ts';
import type { Proof } from '#proofs/contract.ts';
import { AMENDMENT_PERIOD_MS } from '#proofs/decision-contract.ts';
import { refuse } from '#proofs/domain.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { listClosedSessions } from '#tracking/server/service.ts';
import { checkAsking, checkSendingAgain, getReviewDueAt } from './amendment-rules.ts';
import * as amendments from './amendment-store.ts';
import { lockProof, toProofFacts } from '../deciding-service.ts';
import { proofAskedAgain, proofSentAgain } from '../events.ts';
import { claimMedia } from '../media/media-service.ts';
import { replaceSigns } from '../media/media-signs.ts';
import type { Deps } from '../ports.ts';
import { findPostSigns } from '../posts/post-copies.ts';
import { assertOwnPost, replanPostChecks } from '../posts/post-service.ts';
import { isCounted, toProof } from '../proof-presenter.ts';
import * as store from '../store.ts';
import { measureStrength } from '../strength/strength-service.ts';
import type { AmendmentRow, ProofRow } from '../tables.ts';

/** The advertiser or a manager of their team may ask. Repeating the request changes nothing. */
export async function askAgain(deps: Deps, actor: Actor, id: string, body: AskAgainBody): Promise<Proof> {
  return transact(deps.db, async (tx) => {
    const { campaign, proof, amendment: present } = await lockProof(tx, id);
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () => refuse('proof/not-found'));
    const reasons = [...new Set(body.reasons)].toSorted();
    if (present && isRepeated(present, { ...body, reasons })) return toProof(tx, deps, proof, actor);
    const now = deps.clock.now();
    const refusal = checkAsking(proof, present, now);
    if (refusal) throw refuse(refusal, { state: proof.status });
    const request = await amendments.insertAmendment(tx, {
      proofId: id,
      askedAt: now,
      askedBy: actor.userId,
      reasons,
      note: body.note,
      dueAt: addMilliseconds(now, AMENDMENT_PERIOD_MS),
    });
    const reviewDueAt = getReviewDueAt(proof, proof.strength, request);
    const updated = await store.updateProof(tx, id, { reviewDueAt });
    const payload = {
      ...toProofFacts(updated, campaign),
      reasons,
      note: body.note,
      dueAt: request.dueAt.toISOString(),
    };
    await announce(tx, proofAskedAgain, { ref: id, payload }, deps.clock);
    await audit(tx, deps, { actor, action: 'proof.asked-again', object: { kind: 'proof', id } });
    return toProof(tx, deps, updated, actor);
  });
}

function isRepeated(present: AmendmentRow, { reasons, note }: AskAgainBody): boolean {
  return present.note === note && present.reasons.join() === reasons.join();
}

/**
 * The new files replace those of the same kind. The proof is then at most ordinary, because not all of its files are
 * from the work. Repeating it with the same key of the form changes nothing.
 */
export async function sendAgain(
  deps: Deps,
  actor: Actor,
  id: string,
  body: BodyOf<typeof sendContract>,
): Promise<Proof> {
  return transact(deps.db, async (tx) => {
    const found = await store.findProof(tx, id);
    if (found?.marketerId !== actor.userId) throw refuse('proof/not-found');
    const { campaign, proof, amendment: request } = await lockProof(tx, id);
    const { submissionKey = null } = body;
    if (submissionKey !== null && request?.submissionKey === submissionKey)
      return toProof(tx, deps, proof, actor);
    const now = deps.clock.now();
    const refusal = checkSendingAgain(proof, request, now);
    if (refusal || !request) throw refuse(refusal ?? 'proof/not-asked', { state: proof.status });
    const newPostUrl = await readNewPost(tx, proof, campaign, { body, now });
    if (body.media.length === 0 && newPostUrl === null) throw refuseNothing(campaign);

    const amendment: AmendmentRow = {
      ...request,
      amendedAt: now,
      answer: body.note || null,
      firstPostUrl: newPostUrl === null ? null : proof.postUrl,
      submissionKey,
    };
    const media = await replaceFiles(tx, proof, campaign, { body, amendment, now });
    await amendments.updateAmendment(tx, id, amendment);
    const signs =
      newPostUrl === null
        ? media.signs
        : [
            ...media.signs.filter(({ kind }) => kind !== 'same-post'),
            ...(await findPostSigns(tx, proof, newPostUrl)),
          ];
    const measured = await measureStrength(tx, deps, campaign, {
      ...proof,
      signs,
      isMediaMeasured: false,
    });
    const updated = await store.updateProof(tx, id, {
      ...measured,
      isMediaMeasured: false,
      reviewDueAt: getReviewDueAt(proof, measured.strength, amendment),
      ...(newPostUrl === null ? {} : { postUrl: newPostUrl, isAdDisclosed: body.isAdDisclosed ?? null }),
    });
    if (newPostUrl !== null) await replanPostChecks(tx, { id, postUrl: newPostUrl }, campaign, now);
    await announce(tx, proofSentAgain, { ref: id, payload: toProofFacts(updated, campaign) }, deps.clock);
    return toProof(tx, deps, updated, actor);
  });
}

/** Returns null if the link is not new. Refuses a link that is not the marketer's own post. */
async function readNewPost(
  tx: Tx,
  proof: ProofRow,
  campaign: CampaignRow,
  { body: { postUrl }, now }: { body: BodyOf<typeof sendContract>; now: Date },
): Promise<string | null> {
  if (campaign.campaignType !== 'social' || postUrl === undefined || postUrl === proof.postUrl) return null;
  await assertOwnPost(tx, campaign, { url: postUrl, marketerId: proof.marketerId, now });
  return postUrl;
}

function refuseNothing({ campaignType }: CampaignRow): Error {
  const message =
    campaignType === 'social' ? t('Add a new link or new screenshots') : t('Add a new photo or video');
  return refuse('proof/missing-media', { message: `${message}.`, fields: { media: message } });
}

/** Returns the signs of the files that are shown then. */
async function replaceFiles(
  tx: Tx,
  proof: ProofRow,
  campaign: CampaignRow,
  { body, amendment, now }: { body: BodyOf<typeof sendContract>; amendment: AmendmentRow; now: Date },
) {
  const shown = await store.listAllMedia(tx, [proof.id]);
  const kinds = new Set(body.media.map(({ kind }) => kind));
  const sessions = await listClosedSessions(tx, proof.sessionId === null ? [] : [proof.applicationId]);
  await amendments.replaceMedia(tx, proof.id, { kinds, at: now });
  const batch = await claimMedia(tx, body.media, {
    campaign,
    spans: sessions
      .filter((session) => isCounted(session, proof))
      .map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt ?? proof.submittedAt })),
    applicationId: proof.applicationId,
    ownerId: proof.marketerId,
    at: now,
    firstPosition: shown.length,
    askedAt: amendment.askedAt,
  });
  await batch.save(proof.id);
  return { signs: replaceSigns(proof.signs, shown, { kinds, added: batch.signs }) };
}
