import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { addMilliseconds, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { capturePaymentOrder } from '#campaigns/server/funding/funding-service.ts';
import { openDispute } from '#disputes/server/opening-service.ts';
import { listDisputedApplications } from '#disputes/server/service.ts';
import { loadTips } from '#payments/server/service.ts';
import type { MediaKind } from '#proofs/contract.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import { decideProof } from '#proofs/server/deciding-service.ts';
import { tipProof } from '#proofs/server/tips/tip-service.ts';
import { submitProof } from '#proofs/server/service.ts';
import { proof, type ProofRow } from '#proofs/server/tables.ts';
import { type RatingForm, type RatingSide, ticksBySide } from '#ratings/contract.ts';
import { listRatingExchanges, rate } from '#ratings/server/service.ts';
import { updateLocation } from '#tracking/server/fixes/location-service.ts';
import { endSession, findOwnSession, startSession } from '#tracking/server/service.ts';
import { approveAtWallet } from './wallet-approval.ts';
import type { CampaignPlan, Part, Work } from './campaign-plan.ts';
import { proofPicture } from './pictures.ts';
import { uploadFile } from './seed-upload.ts';
import { walkAround } from './simulated-walk.ts';
import { toHandle } from './social-steps.ts';
import { getActor, getCampaignId, type Step, type World } from './world.ts';

/**
 * Returns the steps of a marketer's work: the session or post, its proof, the advertiser's decision, and the
 * ratings. `now` is the end of the seeded time.
 */
export function workSteps(plan: CampaignPlan, part: Part, index: number, now: Date): Step[] {
  const { work } = part;
  if (!work) return [];
  const isWearable = plan.form.campaignType === 'wearable';
  const beginsAt = addMilliseconds(plan.startsAt, (4 * index - 5) * MINUTE);
  const endsAt = addMilliseconds(beginsAt, (plan.form.duration ?? 0) * MINUTE);
  const sentAt =
    work.sentAt ??
    (isWearable
      ? addMilliseconds(endsAt, 40 * MINUTE)
      : addMilliseconds(plan.startsAt, (6 + 7 * index) * HOUR));
  const leavesAt = work.leavesAfter ? addMilliseconds(beginsAt, work.leavesAfter * MINUTE) : endsAt;
  const steps: Step[] = isWearable ? sessionSteps(plan, part, beginsAt, leavesAt) : [];
  steps.push({ at: sentAt, do: (world) => sendProof(world, plan, part) });
  if (work.verdict) {
    const decidedAt = work.decidedAt ?? addMilliseconds(sentAt, 20 * HOUR);
    steps.push({ at: decidedAt, do: (world) => review(world, plan, part, work) });
    const { dispute, tip } = work;
    if (dispute)
      steps.push({ at: dispute.at, do: (world) => disputeRejection(world, plan, part, dispute.reason) });
    const tippedAt = addMilliseconds(decidedAt, HOUR);
    if (tip) steps.push({ at: tippedAt, do: (world) => giveTip(world, plan, part, tip) });
    const ratedAt = addMilliseconds(decidedAt, 5 * HOUR);
    if (ratedAt <= now) steps.push({ at: ratedAt, do: (world) => rateEachOther(world, plan, part, index) });
  }
  return steps;
}

/** Positions are sent in batches at this interval. A session survives half an hour without positions. */
const BATCH_MS = 20 * MINUTE;

function sessionSteps(plan: CampaignPlan, part: Part, beginsAt: Date, endsAt: Date): Step[] {
  const steps: Step[] = [
    {
      at: beginsAt,
      do: async (world) => {
        const [actor, id] = [getActor(world, part.who), getCampaignId(world, plan.form.title)];
        const { session } = await findOwnSession(world.deps, actor, id);
        if (!session) await startSession(world.deps, actor, id);
      },
    },
  ];
  for (let from = beginsAt; from < endsAt; from = addMilliseconds(from, BATCH_MS)) {
    const next = addMilliseconds(from, BATCH_MS);
    const until = next < endsAt ? next : endsAt;
    steps.push({ at: until, do: (world) => sendPositions(world, plan, part, from, until) });
  }
  steps.push({
    at: addMilliseconds(endsAt, MINUTE),
    do: async (world) => {
      const session = await runningSession(world, plan, part);
      if (session) await endSession(world.deps, getActor(world, part.who), session.campaignId, session.id);
    },
  });
  return steps;
}

async function sendPositions(
  world: World,
  plan: CampaignPlan,
  part: Part,
  from: Date,
  until: Date,
): Promise<void> {
  const session = await runningSession(world, plan, part);
  const middle = plan.form.locationDetails;
  if (!session || !middle) return;
  const points = walkAround(middle, part.who, from, until);
  const actor = getActor(world, part.who);
  await updateLocation(world.deps, world.receiver, actor, session.campaignId, {
    points,
    sessionId: session.id,
  });
}

async function runningSession(world: World, plan: CampaignPlan, part: Part) {
  const campaignId = getCampaignId(world, plan.form.title);
  const { session } = await findOwnSession(world.deps, getActor(world, part.who), campaignId);
  return session?.isRunning ? session : null;
}

async function sendProof(world: World, plan: CampaignPlan, part: Part): Promise<void> {
  if (await findProof(world, plan, part)) return;
  const { deps } = world;
  const actor = getActor(world, part.who);
  const campaignId = getCampaignId(world, plan.form.title);
  if (plan.form.campaignType === 'social') {
    const media = [await upload(world, plan, part, 'screenshot')];
    const platform = plan.form.socialMediaPlatform ?? 'instagram';
    // A post proves one place only.
    const id = createHash('sha256').update(`${campaignId} ${part.who}`).digest('hex').slice(0, 8);
    const postUrl = toPostUrl(platform, toHandle(part.who), id);
    const note = 'The post will stay up.';
    await submitProof(deps, actor, { campaignId, postUrl, media, note, isAdDisclosed: true });
    return;
  }
  const { session } = await findOwnSession(deps, actor, campaignId);
  const media = [await upload(world, plan, part, 'selfie'), await upload(world, plan, part, 'photo')];
  const note = 'All vouchers are gone, and people liked the shirt.';
  await submitProof(deps, actor, { campaignId, sessionId: session?.id, media, note });
}

function toPostUrl(platform: SocialPlatform, handle: string, id: string): string {
  const number = `7${Number.parseInt(id, 16)}`;
  const links: Readonly<Record<SocialPlatform, string>> = {
    instagram: `https://www.instagram.com/p/${id}/`,
    tiktok: `https://www.tiktok.com/@${handle}/video/${number}`,
    facebook: `https://www.facebook.com/share/p/${id}/`,
    youtube: `https://youtu.be/${id}_ad`,
    twitter: `https://x.com/${handle}/status/${number}`,
  };
  return links[platform];
}

async function upload(
  world: World,
  plan: CampaignPlan,
  part: Part,
  kind: MediaKind,
): Promise<{ uploadId: string; kind: MediaKind }> {
  const content = await proofPicture(kind, `${plan.form.title} ${part.who}`);
  return { uploadId: await uploadFile(world, getActor(world, part.who), 'proof', content), kind };
}

async function review(world: World, plan: CampaignPlan, part: Part, work: Work): Promise<void> {
  const found = await findProof(world, plan, part);
  if (!found || !work.verdict) throw new Error(`${part.who} has sent no proof for '${plan.form.title}'`);
  const decision = { status: work.verdict, reviewNotes: work.notes };
  await decideProof(world.deps, getActor(world, plan.owner), found.id, decision);
  // The first run sends the payout. The wallet confirms it seconds later.
  await world.runDue();
  world.clock.advance(20 * SECOND);
  await world.runDue();
}

async function disputeRejection(world: World, plan: CampaignPlan, part: Part, reason: string): Promise<void> {
  const found = await findProof(world, plan, part);
  if (!found) throw new Error(`${part.who} has sent no proof for '${plan.form.title}'`);
  if ((await listDisputedApplications(world.deps.db, [found.applicationId])).size > 0) return;
  await openDispute(world.deps, getActor(world, part.who), found.id, { reason, files: [] });
}

async function giveTip(world: World, plan: CampaignPlan, part: Part, amount: string): Promise<void> {
  const { deps } = world;
  const found = await findProof(world, plan, part);
  if (!found) throw new Error(`${part.who} has sent no proof for '${plan.form.title}'`);
  if ((await loadTips(deps.db, [found.id])).has(found.id)) return;
  const owner = getActor(world, plan.owner);
  const order = await tipProof(deps, owner, found.id, { amount });
  await approveAtWallet(world, order.approveUrl);
  await capturePaymentOrder(deps, owner, order.id);
  await world.runDue();
  world.clock.advance(20 * SECOND);
  await world.runDue();
}

const ratings: Readonly<Record<RatingSide, readonly Omit<RatingForm, 'ticks'>[]>> = {
  marketer: [
    { stars: 5, text: 'Clear brief, kind people, and the shirt was ready when I came.' },
    { stars: 4, text: 'Good work. The meeting point was hard to find.' },
  ],
  advertiser: [
    { stars: 5, text: 'On time, friendly, and easy to recognise in the crowd.' },
    { stars: 5, text: '' },
    { stars: 4, text: 'Did all we asked for.' },
  ],
};

async function rateEachOther(world: World, plan: CampaignPlan, part: Part, index: number): Promise<void> {
  const query = { campaignId: getCampaignId(world, plan.form.title), open: 'true', limit: 50 } as const;
  for (const who of [part.who, plan.owner]) {
    const actor = getActor(world, who);
    for (const { applicationId, side } of await listRatingExchanges(world.deps, actor, query)) {
      const form = ratings[side][index % ratings[side].length];
      if (form) await rate(world.deps, actor, { applicationId, ticks: [...ticksBySide[side]], ...form });
    }
  }
}

async function findProof(world: World, plan: CampaignPlan, part: Part): Promise<ProofRow | undefined> {
  const [found] = await world.deps.db
    .select()
    .from(proof)
    .where(
      and(
        eq(proof.campaignId, getCampaignId(world, plan.form.title)),
        eq(proof.marketerId, getActor(world, part.who).userId),
      ),
    );
  return found;
}
