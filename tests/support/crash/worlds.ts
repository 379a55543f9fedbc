/** The campaigns and users of the stories, created through real calls, and the state of their money. */
import { apply } from '#applications/contract.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { getCampaignClosing } from '#campaigns/closing-contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';
import { listPayments } from '#payments/contract.ts';
import { setWalletEmail } from '#profiles/form-contract.ts';
import { type Client, succeed } from '#tests/support/client.ts';
import { draftCampaign, fundDraft } from '#tests/support/people/funded-campaign.ts';
import { approveIdentity, waitingMarketer } from '#tests/support/people/identity-check.ts';
import { saveNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { connectSocialAccount } from '#tests/support/people/social-account.ts';
import { sendPost } from '#tests/support/people/social-work.ts';
import { signInByMail } from './remote-client.ts';
import type { Stage } from './stage.ts';

export interface World {
  campaignId: string;
  /** No other campaign has this title. */
  title: string;
  /** Missing if it is the stage's. */
  advertiser?: Client;
  /** Works in this campaign only. */
  marketer?: Client;
}

export interface WorkWorld extends World {
  marketer: Client;
  proofId: string;
}

let count = 0;

export const inAnHour = ({ clock }: Stage) => addMilliseconds(clock.now(), HOUR).toISOString();

/** A social campaign for $230.00 with two places at $100.00, not paid for, starting in three days. */
export async function draft(stage: Stage, changes: Partial<CampaignFormInput> = {}): Promise<World> {
  count += 1;
  const title = `Crash ${count}`;
  const { id: campaignId } = await draftCampaign(stage, stage.advertiser, {
    campaignType: 'social',
    autoApprove: true,
    title,
    totalMarketersNeeded: 2,
    totalBudget: 200,
    ...changes,
  });
  return { campaignId, title };
}

/** The same, in escrow. */
export async function funded(stage: Stage, changes: Partial<CampaignFormInput> = {}): Promise<World> {
  const world = await draft(stage, changes);
  await fundDraft(stage.advertiser, world.campaignId);
  return world;
}

/**
 * One of the two places is worked, and its proof is pending. The word in the wallet email decides how the
 * simulator treats payouts to it.
 */
export async function worked(
  stage: Stage,
  { word = '', isVerified = true }: { word?: 'onhold-' | 'unclaimed-' | ''; isVerified?: boolean } = {},
): Promise<WorkWorld> {
  const marketer = await waitingMarketer(stage);
  await saveNameAndPhoto(marketer);
  await succeed(marketer.call(setWalletEmail, { body: { paypalEmail: word + marketer.email } }));
  const instagram = { platform: 'instagram', handle: `crash.${count}`, followers: 50_000 } as const;
  await connectSocialAccount(marketer, await stage.signInAdmin(), instagram);
  if (isVerified) await approveIdentity(stage, marketer);
  const world = await funded(stage, { startTime: inAnHour(stage) });
  await succeed(marketer.call(apply, { body: { campaignId: world.campaignId } }));
  await stage.advance(HOUR + MINUTE);
  return { ...world, marketer, proofId: await sendPost(marketer, world.campaignId) };
}

/** Signs in the world's users whose sessions have ended, which the clock's large leaps cause. */
export async function signInAgain(stage: Stage, world: World): Promise<void> {
  const { advertiser = stage.advertiser, marketer } = world;
  if (await isSignedOut(advertiser)) await signInByMail(advertiser, 'advertiser');
  if (marketer && (await isSignedOut(marketer))) await signInByMail(marketer, 'marketer');
}

const isSignedOut = async (client: Client) => (await client.call(getCurrentUser)).status === 401;

/** Returns the wallet's rows of one campaign and of the payouts to its marketer, oldest first. */
export async function rowsAtWallet(stage: Stage, { title, marketer }: World) {
  const books = await stage.wallet.books();
  const orders = books.orders.filter(({ description }) => description?.endsWith(title));
  const captures = books.captures.filter(({ orderId }) => orders.some(({ id }) => id === orderId));
  return {
    captures,
    refunds: books.refunds.filter(({ captureId }) => captures.some(({ id }) => id === captureId)),
    disputes: books.disputes.filter(({ captureId }) => captures.some(({ id }) => id === captureId)),
    payouts: books.payouts.filter(({ receiver }) => marketer && receiver?.endsWith(marketer.email)),
  };
}

/**
 * Returns the state of a campaign's money as seen by its advertiser, its marketer and the wallet, without ids
 * and times.
 */
export async function loadMoney(stage: Stage, world: World) {
  const params = { id: world.campaignId };
  const { advertiser = stage.advertiser } = world;
  const campaign = await succeed(advertiser.call(getCampaign, { params }));
  const ledger = await succeed(advertiser.call(getCampaignLedger, { params }));
  // A draft is refused.
  const { body: closing } = await advertiser.call(getCampaignClosing, { params });
  const payments = world.marketer ? await succeed(world.marketer.call(listPayments)) : [];
  const { captures, refunds, payouts } = await rowsAtWallet(stage, world);
  const shown = ({ status, amount }: Record<string, string>) => `${status} ${amount}`;
  return {
    campaign: campaign.status as string,
    /** Whether the campaign waits for the wallet's decision. */
    isDisputed: closing.blockedBy === 'chargeback',
    /** Each movement of the campaign's ledger: its name, the pay and the fee. */
    ledger: ledger.lines.map(
      ({ move, pay, fee, isArrived }) =>
        `${move} ${pay} ${fee}${isArrived === false ? ' (not arrived)' : ''}`,
    ),
    captures: captures.map(shown),
    refunds: refunds.map(shown),
    payments: payments.map(({ status, attempt, amount, waitsFor }) =>
      [status, String(attempt), amount, ...waitsFor].join(' '),
    ),
    payouts: payouts.map(shown),
  };
}

export type Money = Awaited<ReturnType<typeof loadMoney>>;

export const inEscrow: Money = {
  campaign: 'active',
  isDisputed: false,
  ledger: ['funded 200.00 30.00'],
  captures: ['COMPLETED 230.00'],
  refunds: [],
  payments: [],
  payouts: [],
};

export const paid: Money = {
  ...inEscrow,
  ledger: ['funded 200.00 30.00', 'released -100.00 -15.00'],
  payments: ['completed arrived 100.00'],
  payouts: ['SUCCESS 100.00'],
};

export const refunded: Money = {
  ...inEscrow,
  campaign: 'completed',
  ledger: ['funded 200.00 30.00', 'refunded -200.00 -30.00'],
  captures: ['REFUNDED 230.00'],
  refunds: ['COMPLETED 230.00'],
};
