import { reactivateUser, suspendUser } from '#admin/contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { capturePaymentOrder, fundCampaign } from '#campaigns/funding-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { retryPayout, retryRefund } from '#payments/admin-contract.ts';
import { setWalletEmail } from '#profiles/form-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { decideAtWallet, fundDraft, openOrder } from '#tests/support/people/funded-campaign.ts';
import { approveIdentity } from '#tests/support/people/identity-check.ts';
import { signedInCaller } from '#tests/support/wallet/simulator.ts';
import { signInByMail } from './remote-client.ts';
import type { Stage } from './stage.ts';
import { story } from './story.ts';
import {
  draft,
  funded,
  inAnHour,
  inEscrow,
  loadMoney,
  paid,
  refunded,
  rowsAtWallet,
  worked,
  type WorkWorld,
  type World,
} from './worlds.ts';

/** Decides on the first row of this kind, as a bank, a payer or the wallet's staff would. */
export async function decide(
  stage: Stage,
  world: World,
  kind: 'disputes' | 'refunds' | 'payouts',
  decision: { status: string } | { outcome: string },
): Promise<void> {
  const [row] = (await rowsAtWallet(stage, world))[kind];
  await stage.control('POST', `/${kind}/${row?.['id']}`, decision);
}

/** Suspends or reactivates the marketer, or retries a payment, as an admin. */
async function callAsAdmin(
  stage: Stage,
  endpoint: typeof suspendUser | typeof reactivateUser | typeof retryPayout | typeof retryRefund,
  id: string,
): Promise<void> {
  const body = { reason: 'The wallet works again' };
  await succeed((await stage.signInAdmin()).call(endpoint, { params: { id }, body }));
}

/** The payer has approved the order at the wallet, but the server does not know yet. */
async function approvedOrder(stage: Stage): Promise<World & { orderId: string }> {
  const world = await draft(stage);
  const order = await openOrder(stage.advertiser, world.campaignId);
  await decideAtWallet(stage.advertiser, order.approveUrl);
  return { ...world, orderId: order.id };
}

export const capture = (stage: Stage, { orderId }: { orderId: string }) =>
  stage.advertiser.call(capturePaymentOrder, { params: { orderId } });

/** Pays as the payment screen does, from the button to the escrow. */
const payInFull = (stage: Stage, { campaignId }: World) => fundDraft(stage.advertiser, campaignId);

const collecting = { prepare: approvedOrder, act: capture, end: inEscrow };
/** The payer's browser never returns. */
const leaving = { prepare: approvedOrder, act: async () => {}, end: inEscrow };

export const fundingStories = [
  story('a payer pays', {
    prepare: draft,
    act: payInFull,
    repeatAfter: /./,
    end: inEscrow,
    kills: {
      'POST /paypal/order: commit': '',
      'POST /paypal/order: call createOrder': '',
      'POST /paypal/order: commit 2': 'and an order at the wallet has no owner',
      'POST /paypal/order: answer': '',
    },
  }),
  story('a payer’s browser closes while the payment is collected', {
    ...collecting,
    notices: 'lost',
    kills: {
      'POST /paypal/order/{orderId}/capture: commit': 'the sweep collects what was approved',
      'POST /paypal/order/{orderId}/capture: call captureOrder': 'the attempt is known and was never made',
      'POST /paypal/order/{orderId}/capture: commit 2':
        'invariants 7 and 30: the money is captured but not recorded, and only the sweep finds it',
      'POST /paypal/order/{orderId}/capture: answer': '',
      'event payment.captured: commit': 'invariants 7 and 30: between capture and fund',
    },
    worstKill: 'POST /paypal/order/{orderId}/capture: commit 2',
  }),
  story('the same, but the webhook arrives before the sweep', {
    ...collecting,
    notices: 'late',
    // The clock stands still, so no sweep is due.
    stepMs: 0,
    kills: {
      'POST /paypal/order/{orderId}/capture: commit 2':
        'invariants 7 and 30: only the webhook finds the captured money',
    },
  }),
  story('a payer’s browser closes before the escrow is filled', {
    notices: 'lost',
    prepare: approvedOrder,
    act: async (stage, { campaignId, orderId }) => {
      const { id: paypalCaptureId } = (await capture(stage, { orderId })).body;
      const body = { paypalOrderId: orderId, paypalCaptureId };
      return stage.advertiser.call(fundCampaign, { params: { id: campaignId }, body });
    },
    end: inEscrow,
    kills: {
      'POST /api/campaign/{id}/fund: commit': 'invariants 7 and 30: between capture and fund',
      'POST /api/campaign/{id}/fund: answer': '',
    },
  }),
  story('the sweep captures an approved order', {
    ...leaving,
    notices: 'lost',
    kills: {
      'sweep payments/orders: commit': '',
      'sweep payments/orders: call captureOrder': '',
      'sweep payments/orders: commit 2': 'invariants 7 and 30: the next sweep finds the capture',
    },
  }),
  story('a webhook reports an approved order', {
    ...leaving,
    notices: 'late',
    kills: {
      'POST /paypal/webhook: commit': 'the wallet delivers it again',
      'POST /paypal/webhook: answer': '',
      'effect payment.look-into-webhook: commit': '',
      'effect payment.look-into-webhook: call captureOrder': '',
      'effect payment.look-into-webhook: commit 2': 'invariants 7 and 30: taken, and not written down',
      'effect payment.look-into-webhook: commit 3': 'the notice is looked into once more',
    },
  }),
];

/** Opens a dispute at the wallet, as the payer. */
export async function complain(stage: Stage, world: World): Promise<void> {
  const [captured] = (await rowsAtWallet(stage, world)).captures;
  await stage.control('POST', '/disputes', { captureId: captured?.['id'] });
}

const blocked = {
  ...inEscrow,
  isDisputed: true,
  ledger: ['funded 200.00 30.00', 'disputed -200.00 -30.00'],
};

async function fundedAndDisputed(stage: Stage): Promise<World> {
  const world = await funded(stage);
  await complain(stage, world);
  return world;
}

/** A sweep has found the dispute, so the server and the wallet both hold the amount. */
async function knownDispute(stage: Stage): Promise<World> {
  const world = await fundedAndDisputed(stage);
  await stage.waitFor(() => loadMoney(stage, world), blocked, HOUR);
  return world;
}

const close = (stage: Stage, { campaignId }: World) =>
  stage.advertiser.call(closeCampaign, { params: { id: campaignId } });

const refusedRefund = [
  'funded 200.00 30.00',
  'refunded -200.00 -30.00 (not arrived)',
  'refund-returned 200.00 30.00 (not arrived)',
];

/** The campaign is closed, and its refund waits for the wallet's decision. */
async function refundUnderReview(stage: Stage): Promise<World> {
  const world = await funded(stage);
  await stage.control('PUT', '/outcomes', { refunds: 'PENDING' });
  stage.server.passed.length = 0;
  await close(stage, world);
  const isSent = async () => stage.server.passed.includes('effect payment.send-refund: commit');
  await stage.waitFor(isSent, true);
  await stage.control('PUT', '/outcomes', { refunds: 'COMPLETED' });
  return world;
}

const complaint = { prepare: funded, act: complain, end: blocked };

const arrivingRefund = {
  prepare: refundUnderReview,
  act: (stage: Stage, world: World) => decide(stage, world, 'refunds', { status: 'COMPLETED' }),
  end: refunded,
};

export const returnStories = [
  story('a payer disputes a payment', {
    ...complaint,
    kills: { 'effect payment.look-into-webhook: commit': '' },
  }),
  story('a payer disputes a payment, and every webhook about it is lost', {
    ...complaint,
    notices: 'lost',
    stepMs: HOUR,
    kills: { 'sweep payments/unheard: commit': '' },
  }),
  story('a dispute is won', {
    notices: 'late',
    prepare: knownDispute,
    act: (stage, world) => decide(stage, world, 'disputes', { outcome: 'won' }),
    end: { ...inEscrow, ledger: [...blocked.ledger, 'dispute-ended 200.00 30.00'] },
    kills: { 'effect payment.look-into-webhook: commit': '' },
    worstKill: 'effect payment.look-into-webhook: commit',
  }),
  story('a dispute is lost, and only the sweep finds out', {
    notices: 'lost',
    prepare: knownDispute,
    act: (stage, world) => decide(stage, world, 'disputes', { outcome: 'lost' }),
    end: { ...blocked, isDisputed: false, captures: ['REFUNDED 230.00'] },
    stepMs: HOUR,
    kills: { 'sweep payments/chargebacks: commit': '' },
  }),
  story('the wallet refuses a refund because of a dispute that we do not know yet', {
    notices: 'lost',
    prepare: fundedAndDisputed,
    act: close,
    end: { ...blocked, campaign: 'completed', ledger: [...refusedRefund, 'disputed -200.00 -30.00'] },
    kills: {
      'effect payment.look-for-disputes: commit': '',
      'effect payment.look-for-disputes: commit 2': '',
    },
  }),
  story('an advertiser closes a campaign, and the unpaid money is refunded', {
    prepare: funded,
    act: close,
    repeatAfter: /^POST/,
    end: refunded,
    kills: {
      'POST /api/campaigns/{id}/close: commit': '',
      'POST /api/campaigns/{id}/close: answer': 'between the refund’s booking and its sending',
      'effect payment.send-refund: call refundCapture': 'said to be sent, and not sent',
      'effect payment.send-refund: commit': 'given back, and that not written down',
    },
    worstKill: 'effect payment.send-refund: commit',
  }),
  story('a webhook reports that a refund has arrived', {
    ...arrivingRefund,
    notices: 'late',
    kills: { 'effect payment.look-into-webhook: commit': '' },
  }),
  story('the sweep finds that a refund has arrived', {
    ...arrivingRefund,
    notices: 'lost',
    kills: { 'sweep payments/refunds: commit': '' },
  }),
  story('an administrator retries a refund that the wallet refused', {
    notices: 'lost',
    prepare: async (stage) => {
      const world = await refundUnderReview(stage);
      await decide(stage, world, 'refunds', { status: 'FAILED' });
      await stage.holdWebhooks(false);
      await stage.waitFor(async () => (await loadMoney(stage, world)).ledger, refusedRefund);
      return world;
    },
    act: async (stage, world) => {
      const [refund] = (await rowsAtWallet(stage, world)).refunds;
      await callAsAdmin(stage, retryRefund, refund?.['customId'] ?? '');
    },
    repeatAfter: /commit$/,
    end: {
      ...refunded,
      ledger: [...refusedRefund, 'refunded -200.00 -30.00'],
      refunds: ['FAILED 230.00', 'COMPLETED 230.00'],
    },
    kills: {
      'POST /api/admin/refunds/{id}/retry: commit': '',
      'POST /api/admin/refunds/{id}/retry: answer': '',
    },
  }),
  story('a second payment for a campaign is refunded', {
    notices: 'lost',
    prepare: async (stage) => {
      const world = await draft(stage);
      const late = await openOrder(stage.advertiser, world.campaignId);
      // Too old to be reused, but still open.
      await stage.advance(HOUR);
      await fundDraft(stage.advertiser, world.campaignId);
      await decideAtWallet(stage.advertiser, late.approveUrl);
      return { ...world, lateOrderId: late.id };
    },
    // The server's own attempt arrives too late.
    act: async (stage, { lateOrderId }) => {
      const call = await signedInCaller(stage.wallet);
      return call('POST', `/v2/checkout/orders/${lateOrderId}/capture`);
    },
    end: { ...inEscrow, captures: ['COMPLETED 230.00', 'REFUNDED 230.00'], refunds: ['COMPLETED 230.00'] },
    kills: {
      'sweep payments/orders: commit': '',
      'event payment.surplus-found: commit': '',
    },
  }),
  story('an expired campaign is closed', {
    prepare: (stage) =>
      funded(stage, { campaignType: 'wearable', duration: 60, payRate: 100, startTime: inAnHour(stage) }),
    act: (stage) => stage.advance(4 * DAY + 2 * HOUR),
    end: refunded,
    kills: { 'sweep campaigns/closing: commit': '' },
  }),
];

export const approve = (stage: Stage, { proofId }: WorkWorld) =>
  stage.advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });

export const untilPayment = (stage: Stage, world: World, payment: string) =>
  stage.waitFor(async () => (await loadMoney(stage, world)).payments, [payment]);

/** The proof is approved, and its payment has got this far. */
async function approved(
  stage: Stage,
  payment: string,
  options?: Parameters<typeof worked>[1],
): Promise<WorkWorld> {
  const world = await worked(stage, options);
  await approve(stage, world);
  await untilPayment(stage, world, payment);
  return world;
}

const LOOKS_AFTER_SENDING = 3;

/** The wallet holds the payout, and only the sweep still polls it. */
async function onHold(stage: Stage): Promise<WorkWorld> {
  stage.server.passed.length = 0;
  const world = await approved(stage, 'pending onHold 100.00', { word: 'onhold-' });
  const looks = () =>
    stage.server.passed.filter((label) => label === 'effect payment.look-at-payout: commit 2');
  await stage.waitFor(async () => looks().length >= LOOKS_AFTER_SENDING, true);
  return world;
}

const approval = { prepare: worked, act: approve, end: paid };

const arrivingPayout = {
  prepare: onHold,
  act: (stage: Stage, world: World) => decide(stage, world, 'payouts', { status: 'SUCCESS' }),
  end: paid,
};

export const payoutStories = [
  story('an advertiser approves a proof, which is then paid', {
    ...approval,
    repeatAfter: /^PUT/,
    kills: {
      'PUT /api/proofs/{id}: commit': 'invariants 8 and 30: the release is undone with the approval',
      'PUT /api/proofs/{id}: answer': 'invariants 8, 15 and 30: between release and payout',
      'effect payment.send-payout: call createPayout': 'invariants 15 and 30: said to be sent, and not sent',
      'effect payment.send-payout: commit': 'invariants 15 and 30: sent, and the answer not written down',
    },
    worstKill: 'effect payment.send-payout: commit',
  }),
  story('the same, without any webhook', {
    ...approval,
    notices: 'lost',
    kills: {
      'effect payment.look-at-payout: commit': 'arrived, and that not written down',
      'effect payment.look-at-payout: commit 2': '',
    },
  }),
  story('a webhook reports that a payout has arrived', {
    ...arrivingPayout,
    notices: 'late',
    kills: { 'effect payment.look-into-webhook: commit': '' },
  }),
  story('the sweep finds that a payout has arrived', {
    ...arrivingPayout,
    notices: 'lost',
    stepMs: HOUR,
    kills: { 'sweep payments/payouts: commit': '' },
  }),
  story('the wallet reverses a payout that had arrived', {
    prepare: (stage) => approved(stage, 'completed arrived 100.00'),
    act: (stage, world) => decide(stage, world, 'payouts', { status: 'REFUNDED' }),
    end: { ...paid, payments: ['failed takenBack 100.00'], payouts: ['REFUNDED 100.00'] },
    kills: { 'effect payment.look-into-webhook: commit': '' },
  }),
  story('an administrator takes back an unclaimed payout', {
    notices: 'lost',
    prepare: async (stage) => {
      const world = await onHold(stage);
      await decide(stage, world, 'payouts', { status: 'UNCLAIMED' });
      await untilPayment(stage, world, 'pending unclaimed 100.00');
      return world;
    },
    act: async (stage, world) => {
      const [payout] = (await rowsAtWallet(stage, world)).payouts;
      await callAsAdmin(stage, retryPayout, payout?.['senderItemId'] ?? '');
    },
    repeatAfter: /^POST.*commit$/,
    end: { ...paid, payments: ['failed returned 100.00'], payouts: ['RETURNED 100.00'] },
    kills: {
      'POST /api/admin/payouts/{id}/retry: commit': '',
      'POST /api/admin/payouts/{id}/retry: answer': '',
      'effect payment.cancel-payout: call cancelPayoutItem': '',
      'effect payment.cancel-payout: commit': 'the wallet has it back, and that is not written down',
      'effect payment.cancel-payout: commit 2': '',
    },
  }),
];

const paidAgain = { ...paid, payouts: ['RETURNED 100.00', 'SUCCESS 100.00'] };

/** The wallet email has no account. The marketer has just signed in. */
async function unclaimed(stage: Stage): Promise<WorkWorld> {
  const world = await approved(stage, 'pending unclaimed 100.00', { word: 'unclaimed-' });
  await signInByMail(world.marketer, 'marketer');
  return world;
}

const changeWalletEmail = (_stage: Stage, { marketer }: WorkWorld) =>
  marketer.call(setWalletEmail, { body: { paypalEmail: marketer.email } });

/**
 * Money that waits for a user, a document or time. Days pass on the server's clock but not on the wallet's.
 * The server finally rejects the wallet's webhooks as too old, so it finds due work by polling.
 */
export const waitingStories = [
  story('an administrator approves a marketer’s documents', {
    prepare: (stage) => approved(stage, 'pending null 100.00 kyc tax-id', { isVerified: false }),
    act: (stage, { marketer }) => approveIdentity(stage, marketer),
    end: paid,
    kills: { 'event kyc.decided: commit': 'what was held for a tax ID is released with the rest' },
    worstKill: 'event kyc.decided: commit',
  }),
  story('an administrator reactivates a suspended marketer', {
    prepare: async (stage) => {
      const world = await worked(stage);
      await callAsAdmin(stage, suspendUser, world.marketer.userId);
      await approve(stage, world);
      return world;
    },
    // A suspension ends the session, so the marketer must sign in again to check the payment.
    act: async (stage, { marketer }) => {
      await callAsAdmin(stage, reactivateUser, marketer.userId);
      await signInByMail(marketer, 'marketer');
    },
    repeatAfter: /./,
    end: paid,
    kills: { 'event account.reactivated: commit': 'what the suspension held goes out once' },
  }),
  story('a marketer with an unclaimed payout changes the wallet email', {
    prepare: unclaimed,
    act: changeWalletEmail,
    end: paidAgain,
    stepMs: 5 * HOUR,
    kills: { 'event profile.wallet-email-set: commit': '' },
  }),
  story('a changed wallet email is a day old', {
    prepare: async (stage) => {
      const world = await unclaimed(stage);
      await changeWalletEmail(stage, world);
      await untilPayment(stage, world, 'failed returned 100.00 wallet-email-recent');
      return world;
    },
    act: (stage) => stage.advance(24 * HOUR + MINUTE),
    end: paidAgain,
    kills: { 'sweep payments/waiting: commit': '' },
  }),
  story('a proof is approved automatically', {
    prepare: worked,
    act: (stage) => stage.advance(72 * HOUR + MINUTE),
    end: paid,
    kills: { 'sweep approve due proofs: commit': 'invariants 8 and 30: between UPDATE and COMMIT' },
    worstKill: 'sweep approve due proofs: commit',
  }),
];
