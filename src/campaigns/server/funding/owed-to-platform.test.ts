import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { listStuckMoney, retryRefund } from '#payments/admin-contract.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { payDebt, writeOffDebt } from '#payments/debt-contract.ts';
import { coverShortfall, listOwed, payShortfall } from '#payments/shortfall-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import {
  endDisputeAtWallet,
  loseDisputeWhileIdle,
  openDisputeAtWallet,
  untilChargeback,
} from '#tests/support/people/chargeback.ts';
import { decideAtWallet } from '#tests/support/people/funded-campaign.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { closeCampaign, getCampaignClosing } from '../../closing-contract.ts';
import { getCampaign } from '../../contract.ts';
import { capturePaymentOrder } from '../../funding-contract.ts';
import { getCampaignLedger } from '../../ledger-contract.ts';

/** A place costs $100 plus $15 fee. */

let app: TestApp;
let advertiser: Client;
let campaignId: string;
let proofId: string;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 1 });
  campaignId = campaign.id;
  proofId = await sendPost(holders[0] as Client, campaignId);
});
afterEach(async () => {
  expect((await app.database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});
afterAll(() => app.close());

async function runDue(): Promise<void> {
  app.clock.advance(2 * MINUTE);
  await app.runDue();
}

async function loseDispute(amount: string): Promise<void> {
  const disputeId = await openDisputeAtWallet(app, campaignId, { amount });
  await untilChargeback(app, campaignId, 'open');
  await endDisputeAtWallet(app, campaignId, { disputeId, outcome: 'lost' });
}

const approve = () =>
  succeed(advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' as const } }));

const close = () => succeed(advertiser.call(closeCampaign, { params: { id: campaignId } }));

async function readMoney() {
  const { body } = await advertiser.call(getCampaignLedger, { params: { id: campaignId } });
  const { repaid, released, feeEarned, refunded, recovered, left } = body;
  return { repaid, released, feeEarned, refunded, recovered, left };
}

async function readBalance(account: string): Promise<number> {
  const { lines } = (await (await app.signInAdmin()).call(getTrialBalance)).body;
  const line = lines.find((one) => one.account === account);
  return Number(line?.debit ?? 0) - Number(line?.credit ?? 0);
}

async function cover(): Promise<void> {
  const [owed] = (await advertiser.call(listOwed)).body;
  const body = { amount: '100.00', reason: 'The work was done' };
  await succeed((await app.signInAdmin()).call(coverShortfall, { params: { id: owed?.id ?? '' }, body }));
}

test('what the platform covered is repaid from the pay and the fee that are left', async () => {
  const before = await readBalance('platform_loss');
  await loseDispute('200.00');
  await approve();
  await cover();
  const { body } = await advertiser.call(getCampaignClosing, { params: { id: campaignId } });
  expect(body).toMatchObject({ total: '0.00', keptForDebt: '30.00' });
  await close();
  expect(await readMoney()).toEqual({
    repaid: '115.00',
    released: '100.00',
    feeEarned: '15.00',
    refunded: '0.00',
    recovered: '30.00',
    left: '0.00',
  });
  expect(await readBalance('platform_loss')).toBe(before + 85);
  expect((await advertiser.call(getCampaign, { params: { id: campaignId } })).body.status).toBe('completed');
  expect((await advertiser.call(listOwed)).body).toMatchObject([{ kind: 'shortfall', amount: '85.00' }]);
});

async function capture(endpoint: typeof payShortfall | typeof payDebt, id: string): Promise<void> {
  const order = await succeed(advertiser.call(endpoint, { params: { id } }));
  await decideAtWallet(advertiser, order.approveUrl);
  await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: order.id } }));
}

async function pay(endpoint: typeof payShortfall | typeof payDebt, id: string): Promise<void> {
  await capture(endpoint, id);
  await app.runDue();
}

test('a payment for more than the platform is still owed goes back', async () => {
  await loseDispute('200.00');
  await approve();
  const [owed] = (await advertiser.call(listOwed)).body;
  await capture(payShortfall, owed?.id ?? '');
  await cover();
  await close();
  await runDue();
  expect((await advertiser.call(listOwed)).body).toMatchObject([{ amount: '85.00' }]);
  const refunds = 'select origin, amount_cents, state from refund where campaign_id = $1';
  expect((await app.database.asOwner(refunds, [campaignId])).rows).toEqual([
    { origin: 'suspense', amount_cents: 11_500, state: 'completed' },
  ]);
  expect(await readMoney()).toMatchObject({ recovered: '30.00', refunded: '0.00', left: '0.00' });
});

test.each([
  ['the marketer', async () => {}, '0.00'],
  ['the platform, after a cover', cover, '115.00'],
])('an advertiser pays the fee again with the pay, to %s', async (_, between, recovered) => {
  await loseDispute('230.00');
  await approve();
  await between();
  const [owed] = (await advertiser.call(listOwed)).body;
  expect(owed).toMatchObject({ amount: '115.00' });
  await pay(payShortfall, owed?.id ?? '');
  expect((await advertiser.call(listOwed)).body).toEqual([]);
  await close();
  expect(await readMoney()).toMatchObject({
    released: '100.00',
    feeEarned: '15.00',
    recovered,
    left: '0.00',
  });
});

/**
 * The refund of the open place has not reached the wallet when it takes all back for the advertiser. So it fails
 * later, and its money returns to the campaign.
 */
async function loseDuringRefund(): Promise<() => Promise<void>> {
  await approve();
  await app.runDue();
  await close();
  await loseDisputeWhileIdle(app, campaignId);
  expect((await advertiser.call(listOwed)).body).toMatchObject([{ amount: '230.00' }]);
  return runDue;
}

const listStuckRefunds = async () =>
  (await (await app.signInAdmin()).call(listStuckMoney, { query: { limit: 100 } })).body.filter(
    ({ kind }) => kind === 'refund',
  );

test('a refund that failed repays a debt', async () => {
  const fail = await loseDuringRefund();
  await fail();
  expect((await advertiser.call(listOwed)).body).toMatchObject([{ amount: '115.00' }]);
  expect(await readMoney()).toMatchObject({ refunded: '0.00', recovered: '115.00', left: '0.00' });
  expect(await listStuckRefunds()).toEqual([]);
});

test('a refund that failed after its debt was written off makes the loss smaller', async () => {
  const fail = await loseDuringRefund();
  const [debt] = (await advertiser.call(listOwed)).body;
  const body = { amount: '230.00', reason: 'The business is bankrupt' };
  const before = await readBalance('chargeback_loss');
  await succeed((await app.signInAdmin()).call(writeOffDebt, { params: { id: debt?.id ?? '' }, body }));
  await fail();
  expect((await readBalance('chargeback_loss')) - before).toBe(115);
  expect(await readMoney()).toMatchObject({ refunded: '0.00', recovered: '115.00', left: '0.00' });
  expect(await listStuckRefunds()).toEqual([]);
});

test('a refund that failed before failed refunds repaid the platform makes the loss smaller automatically', async () => {
  const fail = await loseDuringRefund();
  const [debt] = (await advertiser.call(listOwed)).body;
  const body = { amount: '230.00', reason: 'The business is bankrupt' };
  const before = await readBalance('chargeback_loss');
  await succeed((await app.signInAdmin()).call(writeOffDebt, { params: { id: debt?.id ?? '' }, body }));
  const { ports } = app.deps;
  const { claimRefundDue } = ports;
  ports.claimRefundDue = async () => ({ payCents: 0, feeCents: 0 });
  await fail();
  ports.claimRefundDue = claimRefundDue;
  await runDue();
  expect((await readBalance('chargeback_loss')) - before).toBe(115);
  expect(await readMoney()).toMatchObject({ refunded: '0.00', recovered: '115.00', left: '0.00' });
  expect(await listStuckRefunds()).toEqual([]);
});

test('a refund that failed is sent from the payment that repaid the debt', async () => {
  const fail = await loseDuringRefund();
  const [debt] = (await advertiser.call(listOwed)).body;
  await pay(payDebt, debt?.id ?? '');
  await fail();
  const [stuck] = await listStuckRefunds();
  expect(stuck).toMatchObject({
    amount: '115.00',
    problem: expect.stringContaining('got this payment back in a dispute'),
    nextStep: expect.stringContaining('another payment of the campaign'),
    can: { retry: true },
  });
  const retry = { params: { id: stuck?.id ?? '' }, body: { reason: 'The debt is repaid' } };
  await succeed((await app.signInAdmin()).call(retryRefund, retry));
  await runDue();
  expect(await readMoney()).toMatchObject({ refunded: '115.00', recovered: '0.00', left: '0.00' });
  expect(await listStuckRefunds()).toEqual([]);
});
