import { expect } from 'vitest';
import type { reactivateUser, suspendUser } from '#admin/contract.ts';
import { apply } from '#applications/contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { capturePaymentOrder, fundCampaign } from '#campaigns/funding-contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { decideKyc } from '#kyc/contract.ts';
import { kycFormSample } from '#kyc/sample.ts';
import { setWalletEmail, updateCompliance } from '#profiles/contract.ts';
import { multipartForm } from '../form.ts';
import { ADMIN_EMAIL } from '../app.ts';
import { draftCampaign, openOrder } from '../funded-campaign.ts';
import { picture } from '../media.ts';
import { connectSocialAccount } from '../social-account.ts';
import { sendPost } from '../social-work.ts';
import type { CampaignWorld, PayoutRange } from './money-view.ts';
import type { RemoteClient } from './remote-client.ts';
import type { Stage } from './stage.ts';

/** A marketer who may work, whose documents an administrator has not seen yet. */
export async function newMarketer(stage: Stage, name: string, walletEmail: string): Promise<RemoteClient> {
  const marketer = await stage.client().signIn(`${name}@promenade.test`, 'marketer');
  await marketer.call(updateCompliance, {
    body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
  });
  const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
  const form = await multipartForm(kycFormSample, { idDocument: image, proofOfAddress: image });
  const sent = await marketer.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
  expect(sent.status, sent.error?.message).toBe(200);
  const set = await marketer.call(setWalletEmail, { body: { paypalEmail: walletEmail } });
  expect(set.status, set.error?.message).toBe(200);
  const instagram = {
    platform: 'instagram',
    handle: name.replaceAll(/[^a-z0-9]/gi, '.').slice(0, 30),
    followers: 50_000,
  } as const;
  await connectSocialAccount(marketer, await recentAdmin(stage), instagram);
  return marketer;
}

/** Only somebody who has just signed in decides about people, and the clock makes great leaps. */
async function recentAdmin(stage: Stage): Promise<RemoteClient> {
  return (await stage.asAdmin()).signIn(ADMIN_EMAIL, 'advertiser');
}

export async function approveKyc(stage: Stage, { userId }: RemoteClient): Promise<void> {
  const admin = await recentAdmin(stage);
  const decided = await admin.call(decideKyc, { params: { userId }, body: { status: 'approved' } });
  expect(decided.status, decided.error?.message).toBe(200);
}

/** Keeps somebody out, or lets them in again. */
export async function callAboutUser(
  stage: Stage,
  endpoint: typeof suspendUser | typeof reactivateUser,
  { userId }: RemoteClient,
): Promise<void> {
  const admin = await recentAdmin(stage);
  const body = { reason: 'It looked like somebody else' };
  const answer = await admin.call(endpoint, { params: { id: userId }, body });
  expect(answer.status, answer.error?.message).toBe(200);
}

/** A marketer whom nothing keeps from being paid. */
export async function payableMarketer(
  stage: Stage,
  name: string,
  walletEmail: string,
): Promise<RemoteClient> {
  const marketer = await newMarketer(stage, name, walletEmail);
  await approveKyc(stage, marketer);
  return marketer;
}

let count = 0;

/** A campaign over $230.00 with two places at $100.00 each, in escrow; its start is an hour ahead. */
export async function fundedWorld(
  stage: Stage,
  changes: Partial<CampaignFormInput> = {},
): Promise<CampaignWorld & { captureId: string }> {
  const world = await draftWorld(stage, changes);
  return { ...world, captureId: await fund(stage, world) };
}

/** The same, not yet paid for. */
export async function draftWorld(
  stage: Stage,
  changes: Partial<CampaignFormInput> = {},
): Promise<CampaignWorld> {
  count += 1;
  const title = `Crash of work ${count}`;
  const { id: campaignId } = await draftCampaign({ clock: stage }, stage.advertiser, {
    campaignType: 'social',
    autoApprove: true,
    title,
    startTime: new Date(stage.now().getTime() + HOUR).toISOString(),
    totalMarketersNeeded: 2,
    totalBudget: 200,
    ...changes,
  });
  return { campaignId, title };
}

/** Pays for it, and answers the capture's id at the wallet. */
export async function fund(stage: Stage, { campaignId }: CampaignWorld): Promise<string> {
  const order = await openOrder(stage.advertiser, campaignId);
  await stage.wallet.decide(order.approveUrl);
  const captured = await stage.advertiser.call(capturePaymentOrder, { params: { orderId: order.id } });
  expect(captured.status, captured.error?.message).toBe(200);
  const captureId = captured.body.id;
  const funded = await stage.advertiser.call(fundCampaign, {
    params: { id: campaignId },
    body: { paypalOrderId: order.id, paypalCaptureId: captureId },
  });
  expect(funded.status, funded.error?.message).toBe(200);
  return captureId;
}

export interface WorkWorld extends CampaignWorld {
  captureId: string;
  marketer: RemoteClient;
  proofId: string;
  payouts: PayoutRange;
}

/** One of the two places is worked, and its proof waits. */
export async function workedWorld(stage: Stage, marketer: RemoteClient): Promise<WorkWorld> {
  const world = await fundedWorld(stage);
  const applied = await marketer.call(apply, { body: { campaignId: world.campaignId } });
  expect(applied.body.status, applied.error?.message).toBe('approved');
  await stage.advance(HOUR + MINUTE);
  const proofId = await sendPost(marketer, world.campaignId);
  return { ...world, marketer, proofId, payouts: await beginRange(stage) };
}

let latest: PayoutRange | undefined;

/** One story after the other: what comes from now on belongs to this one. */
async function beginRange(stage: Stage): Promise<PayoutRange> {
  const { length } = (await stage.wallet.books()).payouts;
  if (latest) latest.to = length;
  latest = { from: length, to: Number.POSITIVE_INFINITY };
  return latest;
}
