import { afterAll, beforeAll, expect, it } from 'vitest';
import { getAdvertiserStats } from '#campaigns/contract.ts';
import { getCampaignClosing } from '#campaigns/closing-contract.ts';
import { capturePaymentOrder } from '#campaigns/funding-contract.ts';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { DAY } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { getTrialBalance, listPayments } from '#payments/contract.ts';
import { listOwed } from '#payments/shortfall-contract.ts';
import { getEarnings } from '#payments/earnings-contract.ts';
import { openDispute } from '#disputes/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import {
  disputeAtWallet,
  endDisputeAtWallet,
  loseDisputeWhileIdle,
} from '#tests/support/people/chargeback.ts';
import { decideAtWallet } from '#tests/support/people/funded-campaign.ts';
import { pay } from '#tests/support/people/paid-work.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { decideProof, getProof } from '../../contract.ts';
import { tipProof } from '../../tip-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(20 * DAY) } });
});
afterAll(() => app.close());

interface Work {
  advertiser: Client;
  marketer: Client;
  campaignId: string;
  proofId: string;
}

async function approvedProof({
  places = 1,
  holders: count = 1,
  advertiser: known,
}: { places?: number; holders?: number; advertiser?: Client } = {}): Promise<Work> {
  const advertiser = known ?? (await app.signIn('advertiser'));
  const { campaign, holders } = await socialWork(app, advertiser, { places, holders: count });
  const [marketer] = holders as [Client];
  const proofId = await sendPost(marketer, campaign.id);
  await succeed(advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } }));
  return { advertiser, marketer, campaignId: campaign.id, proofId };
}

const tip = ({ advertiser, proofId }: Work, amount: string) =>
  advertiser.call(tipProof, { params: { id: proofId }, body: { amount } });

async function approvedTip(work: Work, amount = '5.00'): Promise<string> {
  const order = await succeed(tip(work, amount));
  await decideAtWallet(work.advertiser, order.approveUrl);
  return order.id;
}

const capture = ({ advertiser }: Work, orderId: string) =>
  advertiser.call(capturePaymentOrder, { params: { orderId } });

async function tipped(work: Work, amount = '5.00'): Promise<void> {
  await succeed(capture(work, await approvedTip(work, amount)));
  await app.runDue();
}

const read = async ({ advertiser, proofId }: Work) =>
  succeed(advertiser.call(getProof, { params: { id: proofId } }));

const readEarnings = ({ marketer }: Work) => succeed(marketer.call(getEarnings));

async function makePaid(work: Work): Promise<void> {
  await pay(app, work);
  // The tip and the pay arrive one after the other.
  const unpaid = async () => {
    app.clock.advance(30_000);
    await app.runDue();
    return (await readEarnings(work)).pending;
  };
  await expect.poll(unpaid).toBe(0);
}

async function readDisputeTexts(client: Client): Promise<string[]> {
  const { notifications } = await succeed(client.call(listNotifications));
  return notifications.filter(({ kind }) => kind.startsWith('chargeback.')).map(({ text }) => text);
}

async function expectSoundBooks(): Promise<void> {
  const { sum, violations } = await succeed((await app.signInAdmin()).call(getTrialBalance));
  expect([sum, violations]).toEqual(['0.00', []]);
}

it('passes a tip on like pay, once, without a fee, and tells the marketer', async () => {
  const work = await approvedProof();
  expect(await read(work)).toMatchObject({ tip: null, tippable: { most: '100.00', owes: false } });
  const orderId = await approvedTip(work);
  expect((await succeed(tip(work, '5.00'))).id).toBe(orderId);
  const [first, second] = await Promise.all([capture(work, orderId), capture(work, orderId)]);
  expect([first.status, second.status]).toContain(200);
  await app.runDue();
  expect(await succeed(capture(work, orderId))).toMatchObject({ status: 'COMPLETED' });
  expect(await read(work)).toMatchObject({ tip: { amount: '5.00', state: 'paid' }, tippable: null });
  expect((await tip(work, '6.00')).error.code).toBe('payment/used');
  const received = await succeed(work.marketer.call(listPayments));
  expect(received.find(({ kind }) => kind === 'tip')).toMatchObject({ amount: '5.00', platformFee: '0.00' });
  const { notifications } = await succeed(work.marketer.call(listNotifications));
  expect(notifications.map(({ kind }) => kind)).toContain('tip.received');
  await makePaid(work);
  expect(await readEarnings(work)).toMatchObject({ paid: '105.00', completed: 2 });
  await expectSoundBooks();
});

it('is between $1 and the pay, within 30 days, for an approved proof', async () => {
  const work = await approvedProof();
  for (const amount of ['0.99', '100.01', '0.00'])
    expect((await tip(work, amount)).error.code, amount).toBe('payment/tip-amount');
  expect((await tip(work, '-5.00')).error.code).toBe('request/invalid');
  const late = await approvedTip(work);
  app.clock.advance(30 * DAY);
  work.advertiser = await app.signIn('advertiser', work.advertiser.email);
  expect((await tip(work, '5.00')).error.code).toBe('payment/tip-too-late');
  expect((await capture(work, late)).error.code).toBe('payment/tip-too-late');
  expect(await read(work)).toMatchObject({ tip: null, tippable: null });
});

it('takes no tip for disputed work, and refunds one that was captured just before', async () => {
  const work = await approvedProof();
  const orderId = await approvedTip(work);
  await succeed(capture(work, orderId));
  await succeed(
    work.advertiser.call(openDispute, { params: { id: work.proofId }, body: { reason: 'A mistake' } }),
  );
  await app.runDue();
  expect(await read(work)).toMatchObject({ tip: { amount: '5.00', state: 'refunded' }, tippable: null });
  expect((await tip(work, '5.00')).error.code).toBe('payment/tip-not-due');
  await expectSoundBooks();
});

it('is captured and passed on if the payer never returns from the wallet', async () => {
  const work = await approvedProof();
  await approvedTip(work);
  app.clock.advance(5 * 60_000);
  await app.runDue();
  expect(await read(work)).toMatchObject({ tip: { amount: '5.00', state: 'paid' } });
});

it('leaves the tip with the marketer if the payer charges it back, and the payer owes it', async () => {
  // Only an account that exists is told.
  await app.signInAdmin();
  const work = await approvedProof();
  const other = await approvedProof({ advertiser: work.advertiser });
  await tipped(work);
  expect(await succeed(work.advertiser.call(getAdvertiserStats))).toMatchObject({
    totalSpent: '230.00',
    totalTipped: '5.00',
  });
  const disputeId = await disputeAtWallet(app, work.campaignId, 'tip');
  await endDisputeAtWallet(app, work.campaignId, { disputeId, outcome: 'lost' });
  expect(await readEarnings(work)).toMatchObject({ waiting: '105.00' });
  expect(await succeed(work.advertiser.call(listOwed))).toMatchObject([{ kind: 'debt', amount: '5.00' }]);
  expect(await read(other)).toMatchObject({ tippable: { owes: true } });
  expect((await tip(other, '5.00')).error.code).toBe('payment/shortfall-owed');
  const texts = [
    ...(await readDisputeTexts(work.advertiser)),
    ...(await readDisputeTexts(await app.signInAdmin())),
  ];
  expect(texts).toHaveLength(4);
  for (const text of texts) {
    expect(text).toContain('tip');
    expect(text).not.toMatch(/new marketers|approved/);
  }
  await expectSoundBooks();
});

it('shows a tip that the payer took back before it was passed on as taken back, not refunded', async () => {
  const work = await approvedProof();
  const orderId = await approvedTip(work);
  await succeed(capture(work, orderId));
  await loseDisputeWhileIdle(app, work.campaignId, 'tip');
  await app.runDue();
  expect(await read(work)).toMatchObject({ tip: { amount: '5.00', state: 'taken-back' } });
  const { error } = await capture(work, orderId);
  expect(error.code).toBe('payment/used');
  expect(error.message).not.toContain('refund');
  await expectSoundBooks();
});

it('does not keep the money of free places after a dispute about a tip', async () => {
  const work = await approvedProof({ places: 3, holders: 2 });
  await tipped(work);
  const disputeId = await disputeAtWallet(app, work.campaignId, 'tip');
  await endDisputeAtWallet(app, work.campaignId, { disputeId, outcome: 'won' });
  const closing = await succeed(
    work.advertiser.call(getCampaignClosing, { params: { id: work.campaignId } }),
  );
  expect(closing).toMatchObject({ blockedBy: null, refund: '100.00', heldPlaces: 1 });
});

it('refunds a tip that was captured just before the marketer deleted the account', async () => {
  const work = await approvedProof();
  await makePaid(work);
  const orderId = await approvedTip(work);
  await succeed(capture(work, orderId));
  await succeed((await app.signIn('marketer', work.marketer.email)).call(deleteOwnAccount));
  await app.runDue();
  expect(await read(work)).toMatchObject({
    tip: { amount: '5.00', state: 'refunded' },
    tippable: null,
    isMarketerDeleted: true,
  });
  await expectSoundBooks();
});
