import { apply } from '#applications/server/deciding-service.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import { confirmSignIn, requestSignIn } from '#auth/server/sign-in/sign-in.ts';
import { type CampaignFormInput, SaveCampaign } from '#campaigns/form-contract.ts';
import { socialForm, wearableForm } from '#campaigns/sample.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '#campaigns/server/funding/funding-service.ts';
import { createAndFundDraft } from '#campaigns/server/funding/paid-draft-service.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import { decideKyc } from '#kyc/server/review-service.ts';
import { submitKyc } from '#kyc/server/service.ts';
import type { App } from '#main/app.ts';
import { enterApplicationRole } from '#platform/server/db/application-role/application-pool.ts';
import { type Actor, hashToken } from '#platform/server/security/session.ts';
import { updateCompliance } from '#profiles/server/consent-service.ts';
import { setWalletEmail } from '#profiles/server/wallet-service.ts';
import { submitProof } from '#proofs/server/service.ts';
import { startSession } from '#tracking/server/service.ts';
import { picture } from '#uploads/server/sample-media.ts';
import { knowFollowers } from '#tests/support/people/known-followers.ts';
import { knowNameAndPhoto } from '#tests/support/people/name-and-photo.ts';

export interface PreparedWorld {
  address: string;
  /** A cookie. */
  advertiser: string;
  walkers: { cookie: string; sessionId: string }[];
  walkedCampaignId: string;
  pendingProofIds: string[];
}

export interface WorldSize {
  campaigns: number;
  marketers: number;
  proofCampaigns: number;
}

/** Proofs of posts are only accepted after the campaign has started. */
export interface MovableClock extends Clock {
  aheadMs: number;
}

export interface Member {
  actor: Actor;
  cookie: string;
}

export const ADMIN_EMAIL = 'admin@bench.test';

export async function prepareWorld(
  app: App,
  clock: MovableClock,
  address: string,
  size: WorldSize,
): Promise<PreparedWorld> {
  const advertiser = await signUp(app, 'advertiser@bench.test', 'advertiser');
  const admin = await signUp(app, ADMIN_EMAIL, 'advertiser');
  const marketers: Member[] = [];
  for (let number = 1; number <= size.marketers; number += 1) {
    marketers.push(await readyMarketer(app, `marketer-${number}@bench.test`, admin));
  }
  const fund = (form: CampaignFormInput) => fundedCampaign(app, address, advertiser, form);

  // Social campaigns. They start in a minute, which is skipped.
  const proofCampaignIds: string[] = [];
  for (let number = 1; number <= size.proofCampaigns; number += 1) {
    proofCampaignIds.push(
      await fund(
        socialForm(clock.now(), {
          title: `Post ${number}`,
          startTime: new Date(clock.now().getTime() + MINUTE).toISOString(),
          totalMarketersNeeded: size.marketers,
          totalBudget: size.marketers * 10,
          requiredTier: 'nano',
          payRate: 10,
          autoApprove: true,
        }),
      ),
    );
  }
  clock.aheadMs += 2 * MINUTE;
  const pendingProofIds: string[] = [];
  for (const campaignId of proofCampaignIds) {
    for (const { actor } of marketers) {
      await apply(app.deps, actor, campaignId);
      const postUrl = `https://instagram.com/p/${actor.userId}`;
      pendingProofIds.push((await submitProof(app.deps, actor, { campaignId, postUrl, media: [] })).id);
    }
    await app.worker.runDue();
  }

  for (let number = size.proofCampaigns + 1; number < size.campaigns; number += 1) {
    await fund(wearableForm(clock.now(), { title: `Walk ${number}` }));
  }
  // Its window is open, because it opens half an hour before the start.
  const walkedCampaignId = await fund(
    wearableForm(clock.now(), {
      title: 'Walk now',
      startTime: new Date(clock.now().getTime() + 20 * MINUTE).toISOString(),
      totalMarketersNeeded: size.marketers,
      totalBudget: size.marketers * 40,
      autoApprove: true,
    }),
  );
  const walkers = [];
  for (const { actor, cookie } of marketers) {
    await apply(app.deps, actor, walkedCampaignId);
    walkers.push({ cookie, sessionId: (await startSession(app.deps, actor, walkedCampaignId)).id });
  }
  await app.worker.runDue();
  return { address, advertiser: advertiser.cookie, walkers, walkedCampaignId, pendingProofIds };
}

export async function signUp(app: App, email: string, userType: ChoosableType): Promise<Member> {
  const { deps } = app;
  const challengeId = await requestSignIn(deps, { email, userType });
  await app.worker.runDue();
  const mails = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(email)}` });
  const [mail] = mails.json<{ code: string }[]>();
  const browser = { challengeId, presentToken: undefined, userAgent: undefined };
  const { token } = await confirmSignIn(deps, { code: mail?.code ?? '' }, browser);
  const actor = await deps.ports.findActor(hashToken(token), true);
  if (!actor) throw new Error(`${email} could not sign in`);
  return { actor, cookie: `sid=${token}` };
}

/** The marketer can take any place and be paid at once. */
export async function readyMarketer(app: App, email: string, admin: Member): Promise<Member> {
  const member = await signUp(app, email, 'marketer');
  const { deps } = app;
  await updateCompliance(deps, member.actor, { ageVerified: true }, undefined);
  await updateCompliance(deps, member.actor, { locationConsent: true }, undefined);
  await setWalletEmail(deps, member.actor, `wallet.${email}`);
  const file = { filename: 'document.png', content: await picture('png') };
  await submitKyc(deps, member.actor, identity, { idDocument: file, proofOfAddress: file });
  await decideKyc(deps, admin.actor, member.actor.userId, { status: 'approved' });
  const database = { asOwner: (text: string) => askAsOwner(app, text) };
  await knowFollowers(database, member.actor.userId, 5_000);
  await knowNameAndPhoto(database, member.actor.userId);
  return member;
}

async function askAsOwner({ deps }: App, text: string) {
  const client = await deps.db.$client.connect();
  try {
    await client.query('reset role');
    const answer = await client.query(text);
    await enterApplicationRole(client);
    return answer;
  } finally {
    client.release();
  }
}

const identity = {
  firstName: 'Bench',
  lastName: 'Marketer',
  dateOfBirth: '1990-05-17',
  phoneNumber: '+1 555 0100',
  address: '1 Example Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94103',
  country: 'US',
  idType: 'state_id',
  governmentId: 'SPECIMEN-0000',
  taxId: '000-00-0000',
} as const;

export async function fundedCampaign(
  app: App,
  address: string,
  { actor }: Member,
  form: CampaignFormInput,
): Promise<string> {
  const { deps } = app;
  const { id } = await createAndFundDraft(deps, actor, SaveCampaign.parse({ ...form, saveAsDraft: false }));
  const amount = (await getEscrowStatus(deps, actor, id)).due?.total ?? '';
  const order = await createPaymentOrder(deps, actor, { amount, campaignId: id });
  const approved = await fetch(new URL(new URL(order.approveUrl).pathname, address), {
    method: 'POST',
    body: new URLSearchParams({ action: 'approve' }),
    redirect: 'manual',
  });
  await approved.body?.cancel();
  const capture = await capturePaymentOrder(deps, actor, order.id);
  await fundCampaign(deps, actor, id, { paypalOrderId: order.id, paypalCaptureId: capture.id });
  return id;
}
