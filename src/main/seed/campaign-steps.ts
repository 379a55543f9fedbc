import { and, eq, inArray } from 'drizzle-orm';
import { CONFIRMATION_ASKED_BEFORE_MS } from '#applications/contract.ts';
import { confirmApplication } from '#applications/server/waitlist/confirmation-service.ts';
import { apply, decideApplication } from '#applications/server/deciding-service.ts';
import { findApplication } from '#applications/server/service.ts';
import { application } from '#applications/server/tables.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { SaveCampaign } from '#campaigns/form-contract.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '#campaigns/server/funding/funding-service.ts';
import { createAndFundDraft } from '#campaigns/server/funding/paid-draft-service.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { paymentOrder } from '#payments/server/tables.ts';
import { fileUrl } from '#uploads/contract.ts';
import { logoPicture, shirtPicture } from './brand-pictures.ts';
import type { CampaignPlan, Part } from './campaign-plan.ts';
import { uploadFile } from './seed-upload.ts';
import { approveAtWallet } from './wallet-approval.ts';
import { workSteps } from './work-steps.ts';
import { getActor, getCampaignId, type Step, type World } from './world.ts';

export function campaignSteps(plan: CampaignPlan, joinsAt: ReadonlyMap<string, Date>, now: Date): Step[] {
  const steps: Step[] = [{ at: plan.createdAt, do: (world) => create(world, plan) }];
  if (plan.ends) return steps;
  steps.push({ at: addMilliseconds(plan.createdAt, 10 * MINUTE), do: (world) => payFor(world, plan) });
  for (const [index, part] of plan.crew.entries()) {
    const joined = addMilliseconds(joinsAt.get(part.who) ?? plan.createdAt, 3 * HOUR);
    const usual = addMilliseconds(plan.createdAt, (4 + 5 * index) * HOUR);
    const appliesAt = joined > usual ? joined : usual;
    steps.push({ at: appliesAt, do: (world) => applyTo(world, plan, part) });
    if (part.decision) {
      steps.push({ at: addMilliseconds(appliesAt, 6 * HOUR), do: (world) => decide(world, plan, part) });
    }
    const confirmsAt = addMilliseconds(plan.startsAt, 4 * HOUR - CONFIRMATION_ASKED_BEFORE_MS);
    if (part.decision === 'approved' && confirmsAt <= now) {
      steps.push({ at: confirmsAt, do: (world) => confirm(world, plan, part) });
    }
    steps.push(...workSteps(plan, part, index, now));
  }
  return steps;
}

async function create(world: World, plan: CampaignPlan): Promise<void> {
  const { deps } = world;
  const owner = getActor(world, plan.owner);
  const { title } = plan.form;
  const [present] = await deps.db
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(eq(campaign.advertiserId, owner.userId), eq(campaign.title, title)));
  const id =
    present?.id ??
    (
      await createAndFundDraft(deps, owner, {
        ...toCampaignForm(plan),
        brandAssets: await sendArtwork(world, plan),
      })
    ).id;
  world.campaignIds.set(title, id);
}

async function sendArtwork(
  world: World,
  { owner, form, ends }: CampaignPlan,
): Promise<Campaign['brandAssets']> {
  if (ends === 'incomplete-draft') return {};
  const send = async (picture: Promise<Buffer>) =>
    fileUrl(await uploadFile(world, getActor(world, owner), 'brand-asset', await picture));
  const logoUrl = await send(logoPicture(form.company));
  return form.campaignType === 'social'
    ? { logoUrl }
    : { logoUrl, tshirtDesign: await send(shirtPicture(form.company)) };
}

function toCampaignForm({ form, startsAt, ends }: CampaignPlan): SaveCampaign {
  return SaveCampaign.parse(
    ends === 'incomplete-draft'
      ? { ...form, saveAsDraft: true }
      : { ...form, startTime: startsAt.toISOString(), saveAsDraft: false },
  );
}

async function payFor(world: World, plan: CampaignPlan): Promise<void> {
  const { deps } = world;
  const id = getCampaignId(world, plan.form.title);
  if (!(await isDraft(world, id))) return;
  const owner = getActor(world, plan.owner);
  const orderId = (await findSentOrder(world, id)) ?? (await openApprovedOrder(world, plan, id));
  const capture = await capturePaymentOrder(deps, owner, orderId);
  await fundCampaign(deps, owner, id, { paypalOrderId: orderId, paypalCaptureId: capture.id });
  if (await isDraft(world, id)) throw new Error(`'${plan.form.title}' was paid for and is not active`);
  deps.log.debug({ campaignId: id }, 'a demo campaign is funded');
}

async function isDraft(world: World, id: string): Promise<boolean> {
  return (await findCampaign(world.deps.db, id))?.status === 'draft';
}

/**
 * An earlier run may have begun to capture an order, and no new one can be opened beside it. The sweep would
 * finish it too, but does not run for a lease after a process was killed.
 */
async function findSentOrder(world: World, campaignId: string): Promise<string | null> {
  const isSent = inArray(paymentOrder.state, ['capturing', 'pending', 'captured']);
  const [found] = await world.deps.db
    .select({ id: paymentOrder.providerOrderId })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.campaignId, campaignId), isSent));
  return found?.id ?? null;
}

async function openApprovedOrder(world: World, plan: CampaignPlan, id: string): Promise<string> {
  const { deps } = world;
  const owner = getActor(world, plan.owner);
  const { due } = await getEscrowStatus(deps, owner, id);
  if (!due) throw new Error(`'${plan.form.title}' has no price`);
  const order = await createPaymentOrder(deps, owner, { amount: due.total, campaignId: id });
  await approveAtWallet(world, order.approveUrl);
  return order.id;
}

async function applyTo(world: World, plan: CampaignPlan, part: Part): Promise<void> {
  const campaignId = getCampaignId(world, plan.form.title);
  if (await findApplicationId(world, plan, part)) return;
  await apply(world.deps, getActor(world, part.who), campaignId, part.note);
}

async function decide(world: World, plan: CampaignPlan, part: Part): Promise<void> {
  const id = await findApplicationId(world, plan, part);
  if (!id || !part.decision) throw new Error(`${part.who} has not applied to '${plan.form.title}'`);
  const decision = { status: part.decision, reason: part.reason };
  await decideApplication(world.deps, getActor(world, plan.owner), id, decision);
}

async function findApplicationId(world: World, plan: CampaignPlan, part: Part): Promise<string | undefined> {
  const [found] = await world.deps.db
    .select({ id: application.id })
    .from(application)
    .where(
      and(
        eq(application.campaignId, getCampaignId(world, plan.form.title)),
        eq(application.marketerId, getActor(world, part.who).userId),
      ),
    );
  return found?.id;
}

async function confirm(world: World, plan: CampaignPlan, part: Part): Promise<void> {
  // Otherwise the marketer may be asked only after this step, and then loses the place.
  await world.runSweeps();
  const id = await findApplicationId(world, plan, part);
  const found = id ? await findApplication(world.deps.db, id) : undefined;
  if (!found || found.status !== 'approved' || found.confirmationDueAt === null) return;
  await confirmApplication(world.deps, getActor(world, part.who), found.id);
}
