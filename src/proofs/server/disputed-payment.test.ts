import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDecimal } from '#kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { apply, decideApplication } from '#applications/contract.ts';
import { deleteOwnAccount, getDeletion } from '#auth/account-contract.ts';
import { deleteUser } from '#admin/contract.ts';
import { getEligibility } from '#applications/eligibility-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { listCampaigns } from '#campaigns/contract.ts';
import { capturePaymentOrder, createPaymentOrder } from '#campaigns/funding-contract.ts';
import { listStuckMoney, type StuckMoney } from '#payments/admin-contract.ts';
import { getTrialBalance, listPayments } from '#payments/contract.ts';
import { listNotifications } from '#notifications/contract.ts';
import { payDebt, writeOffDebt } from '#payments/debt-contract.ts';
import { coverShortfall, listOwed, payShortfall } from '#payments/shortfall-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { findLostWork } from '#tests/support/money/lost-work.ts';
import { succeed } from '#tests/support/client.ts';
import { decideAtWallet, draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { decideProof, getProof, submitProof } from '../contract.ts';

let app: TestApp;
const settings = { SESSION_IDLE_MS: String(20 * DAY) };
beforeAll(async () => {
  app = await testApp({ settings });
});
afterAll(() => app.close());

async function waitingProof() {
  const { campaign, advertiser, marketers } = await runningCampaign(app, { campaignType: 'social' });
  const [marketer] = marketers as [Client];
  const body = { campaignId: campaign.id, media: [], postUrl: 'https://instagram.com/p/1' };
  const { body: proof, status } = await marketer.call(submitProof, { body });
  expect(status).toBe(201);
  return { advertiser, marketer, campaignId: campaign.id, proofId: proof.id };
}

const approve = (client: Client, id: string) =>
  client.call(decideProof, { params: { id }, body: { status: 'approved' } });

const readPayment = async (client: Client) => (await client.call(listPayments)).body[0];

const readKinds = async (client: Client) =>
  (await client.call(listNotifications)).body.notifications.map(({ kind }) => kind);

async function listStuck(wanted: StuckMoney['kind']) {
  const { body } = await (await app.signInAdmin()).call(listStuckMoney, { query: { limit: 100 } });
  return body.filter(({ kind }) => kind === wanted);
}
const stuckShortfalls = () => listStuck('shortfall');

async function books() {
  const { sum, violations, lines } = (await (await app.signInAdmin()).call(getTrialBalance)).body;
  expect([sum, violations]).toEqual(['0.00', []]);
  expect(await findLostWork(app.deps, app.database)).toEqual([]);
  return new Map(lines.map(({ account, debit, credit }) => [account, [debit, credit]]));
}

const readStatus = async (client: Client, id: string) =>
  (await client.call(getProof, { params: { id } })).body.status;

async function control(path: string, body: object): Promise<{ disputeId: string }> {
  const url = `/wallet-simulator/control/disputes${path}`;
  const answer = await app.http.inject({ method: 'POST', url, payload: body });
  expect([200, 201]).toContain(answer.statusCode);
  return answer.json();
}

async function openDispute(campaignId: string, amount?: string): Promise<string> {
  const { rows } = await app.database.asOwner(
    'select provider_capture_id as id from payment_order where campaign_id = $1 and shortfall_id is null',
    [campaignId],
  );
  const { disputeId } = await control('', { captureId: rows[0].id, amount });
  await heardThatIt('open', disputeId);
  return disputeId;
}

async function endDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
  await control(`/${disputeId}`, { outcome });
  await heardThatIt(outcome, disputeId);
}

/** Waits in real time until the wallet's webhook has arrived. */
async function heardThatIt(state: string, disputeId: string): Promise<void> {
  const stateNow = async () => {
    await app.runDue();
    const query = 'select state from chargeback where provider_dispute_id = $1';
    return (await app.database.asOwner(query, [disputeId])).rows[0]?.state;
  };
  await expect.poll(stateNow).toBe(state);
}

it('a disputed campaign takes no new marketers, and says why', async () => {
  const { campaign, advertiser } = await runningCampaign(app, { campaignType: 'social' });
  const [waiting, late] = [await readyMarketer(app), await readyMarketer(app)];
  const application = await succeed(waiting.call(apply, { body: { campaignId: campaign.id } }));
  const disputeId = await openDispute(campaign.id);
  const applied = await late.call(apply, { body: { campaignId: campaign.id } });
  expect([applied.status, applied.error.code]).toEqual([409, 'campaign/disputed']);
  const { missing } = (await late.call(getEligibility, { params: { id: campaign.id } })).body;
  expect(missing.map(({ code }) => code)).toEqual(['campaign/disputed']);
  const place = { params: { id: application.id }, body: { status: 'approved' as const } };
  expect((await advertiser.call(decideApplication, place)).error.code).toBe('campaign/disputed');
  const listed = async () =>
    (await late.call(listCampaigns, { query: { status: 'active' } })).body.find(
      ({ id }) => id === campaign.id,
    );
  expect(await listed()).toMatchObject({ chargebackSince: expect.any(String), can: { apply: false } });
  await endDispute(disputeId, 'won');
  expect(await listed()).toMatchObject({ chargebackSince: null, can: { apply: true } });
  expect((await advertiser.call(decideApplication, place)).body.status).toBe('approved');
});

it('invariant 36: approved work waits for the money during a dispute, and is paid once it is won', async () => {
  const { advertiser, marketer, campaignId, proofId } = await waitingProof();
  const disputeId = await openDispute(campaignId);
  expect(await readKinds(marketer)).toContain('campaign.payment-disputed');
  const seen = (await advertiser.call(getProof, { params: { id: proofId } })).body;
  expect(seen).toMatchObject({ status: 'pending', isPaymentDisputed: true });
  expect((await approve(advertiser, proofId)).body.status).toBe('approved');
  expect(await readPayment(marketer)).toMatchObject({
    status: 'pending',
    waitsFor: ['chargeback', 'kyc', 'wallet-email'],
  });
  expect(await stuckShortfalls()).toHaveLength(1);
  expect(await findLostWork(app.deps, app.database)).toEqual([]);
  await endDispute(disputeId, 'won');
  await app.runDue();
  const kinds = await readKinds(marketer);
  expect(kinds).toEqual(expect.arrayContaining(['shortfall.opened', 'shortfall.ended']));
  expect(await readPayment(marketer)).toMatchObject({ status: 'pending', waitsFor: ['kyc', 'wallet-email'] });
  expect(await stuckShortfalls()).toEqual([]);
  await books();
});

it('tells marketers with a place, but not those already paid, how the dispute ends', async () => {
  const { advertiser, marketer, campaignId, proofId } = await waitingProof();
  await endDispute(await openDispute(campaignId), 'lost');
  await app.runDue();
  await succeed(
    advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' as const } }),
  );
  expect(await readKinds(marketer)).toEqual(
    expect.arrayContaining(['campaign.payment-disputed', 'campaign.dispute-ended']),
  );
  const paid = await waitingProof();
  await approve(paid.advertiser, paid.proofId);
  await openDispute(paid.campaignId);
  expect(await readKinds(paid.marketer)).not.toContain('campaign.payment-disputed');
});

it('invariant 36: silence approves after a lost dispute too, and the advertiser funds nothing until it is paid', async () => {
  const { advertiser, marketer, campaignId, proofId } = await waitingProof();
  await endDispute(await openDispute(campaignId), 'lost');
  app.clock.advance(72 * HOUR);
  await app.runDue();
  expect(await readStatus(marketer, proofId)).toBe('approved');
  const [owed] = (await advertiser.call(listOwed)).body;
  expect(owed).toMatchObject({ campaignId, kind: 'shortfall' });
  const draft = await draftCampaign(app, advertiser);
  const order = { amount: '138.00', currency: 'USD', intent: 'CAPTURE', campaignId: draft.id } as const;
  const refused = await advertiser.call(createPaymentOrder, { body: order });
  expect([refused.status, refused.error.code]).toEqual([409, 'payment/shortfall-owed']);

  const params = { id: owed?.id ?? '' };
  const opened = await succeed(advertiser.call(payShortfall, { params }));
  await decideAtWallet(advertiser, opened.approveUrl);
  await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: opened.id } }));
  await app.runDue();
  expect(await readPayment(marketer)).toMatchObject({ waitsFor: ['kyc', 'wallet-email'] });
  expect((await advertiser.call(listOwed)).body).toEqual([]);
  expect((await advertiser.call(createPaymentOrder, { body: order })).status).toBe(200);
  await books();
});

it('an admin covers it with a reason and the amount, once, and nothing goes back to the advertiser', async () => {
  const { advertiser, marketer, campaignId, proofId } = await waitingProof();
  const disputeId = await openDispute(campaignId);
  await approve(advertiser, proofId);
  await succeed(advertiser.call(closeCampaign, { params: { id: campaignId } }));
  const [stuck] = await stuckShortfalls();
  expect(stuck).toMatchObject({ can: { cover: true } });
  const admin = await app.signInAdmin();
  const cover = (amount: string) =>
    admin.call(coverShortfall, {
      params: { id: stuck?.id ?? '' },
      body: { amount, reason: 'The work was done' },
    });
  expect((await cover('1.00')).error.code).toBe('payment/amount-differs');
  expect((await cover(stuck?.amount ?? '')).status).toBe(200);
  expect((await cover(stuck?.amount ?? '')).error.code).toBe('payment/shortfall-settled');
  expect(await readPayment(marketer)).toMatchObject({ waitsFor: ['kyc', 'wallet-email'] });
  // The platform also bears the fee that it earns with this work.
  expect((await books()).get('platform_loss')).toEqual(['115.00', '0.00']);
  // Won money repays the platform first.
  await endDispute(disputeId, 'won');
  app.clock.advance(MINUTE);
  await app.runDue();
  expect((await books()).get('platform_loss')).toEqual(['0.00', '0.00']);
});

it('after a cover the advertiser repays the platform in parts, and funds nothing until all is repaid', async () => {
  const { advertiser, campaignId, proofId } = await waitingProof();
  const openPayment = async (id: string) => {
    const opened = await succeed(advertiser.call(payShortfall, { params: { id } }));
    return async () => {
      await decideAtWallet(advertiser, opened.approveUrl);
      await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: opened.id } }));
      await app.runDue();
    };
  };
  const readOwed = async () => (await advertiser.call(listOwed)).body[0];
  const { rows } = await app.database.asOwner(
    'select pay_cents as pay, amount_cents as total from payment_order where campaign_id = $1',
    [campaignId],
  );
  const [pay, total] = [Number(rows[0].pay), Number(rows[0].total)];
  // The escrow keeps half a place, which a second dispute takes after the payment was opened.
  const first = await openDispute(campaignId, toDecimal(pay - 5000));
  await approve(advertiser, proofId);
  const id = (await readOwed())?.id ?? '';
  expect(await readOwed()).toMatchObject({ amount: '57.50' });
  const captureFirst = await openPayment(id);
  await endDispute(first, 'lost');
  await endDispute(await openDispute(campaignId, toDecimal(total - pay + 5000)), 'lost');
  expect(await readOwed()).toMatchObject({ amount: '115.00' });
  const body = { amount: '100.00', reason: 'The work was done' };
  await succeed((await app.signInAdmin()).call(coverShortfall, { params: { id }, body }));
  await captureFirst();
  expect(await readOwed()).toMatchObject({ kind: 'shortfall', amount: '57.50' });
  expect((await books()).get('platform_loss')).toEqual(['57.50', '0.00']);
  const { openMatters } = (await advertiser.call(getDeletion)).body;
  expect(openMatters.map(({ text }) => text)).toContain(
    'You owe $57.50 for approved work after a PayPal dispute.',
  );
  const draft = await draftCampaign(app, advertiser);
  const order = { amount: '138.00', currency: 'USD', intent: 'CAPTURE', campaignId: draft.id } as const;
  const refused = await advertiser.call(createPaymentOrder, { body: order });
  expect(refused.error.code).toBe('payment/shortfall-owed');
  const captureRest = await openPayment(id);
  await captureRest();
  expect(await readOwed()).toBeUndefined();
  expect((await books()).get('platform_loss')).toEqual(['0.00', '0.00']);
  expect((await advertiser.call(createPaymentOrder, { body: order })).status).toBe(200);
});

/** Returns an advertiser who lost nothing: approved work was paid before they took all their money back. */
async function paidThenDisputed() {
  const { advertiser, campaignId, proofId } = await waitingProof();
  await approve(advertiser, proofId);
  await endDispute(await openDispute(campaignId), 'lost');
  const draft = await draftCampaign(app, advertiser);
  const order = { amount: '138.00', currency: 'USD', intent: 'CAPTURE', campaignId: draft.id } as const;
  const fund = () => advertiser.call(createPaymentOrder, { body: order });
  const [debt] = (await advertiser.call(listOwed)).body;
  expect(debt).toMatchObject({ kind: 'debt', campaignId });
  return { advertiser, campaignId, fund, debt: { id: debt?.id ?? '', amount: debt?.amount ?? '' } };
}

it('work that was paid before a lost dispute is a debt: listed, blocking, and ended by paying it', async () => {
  const { advertiser, campaignId, fund, debt } = await paidThenDisputed();
  expect((await books()).get('receivable')).toEqual([debt.amount, '0.00']);
  expect((await listStuck('debt')).map(({ id, amount, can }) => ({ id, amount, can }))).toEqual([
    { ...debt, can: { retry: false, cover: false, writeOff: true } },
  ]);
  const refused = await fund();
  expect([refused.status, refused.error.code]).toEqual([409, 'payment/shortfall-owed']);

  const stranger = await app.signIn('advertiser');
  const params = { id: debt.id };
  expect((await stranger.call(payDebt, { params })).error.code).toBe('payment/not-found');
  const opened = await succeed(advertiser.call(payDebt, { params }));
  expect(await succeed(advertiser.call(payDebt, { params }))).toEqual(opened);
  await decideAtWallet(advertiser, opened.approveUrl);
  await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: opened.id } }));
  await app.runDue();
  expect((await advertiser.call(listOwed)).body).toEqual([]);
  expect((await advertiser.call(payDebt, { params })).error.code).toBe('payment/debt-settled');
  expect((await listStuck('debt')).map(({ id }) => id)).not.toContain(debt.id);
  expect((await fund()).status).toBe(200);
  expect((await books()).get('receivable')).toEqual(['0.00', '0.00']);

  // A dispute over the repayment makes it a debt again.
  const { rows } = await app.database.asOwner(
    'select provider_capture_id as id from payment_order where campaign_id = $1 and chargeback_id is not null',
    [campaignId],
  );
  const { disputeId } = await control('', { captureId: rows[0].id });
  await heardThatIt('open', disputeId);
  expect((await listStuck('chargeback')).map(({ problem }) => problem)).toContainEqual(
    expect.stringContaining('repayment of a debt'),
  );
  await endDispute(disputeId, 'lost');
  expect((await advertiser.call(listOwed)).body).toMatchObject([{ campaignId, amount: debt.amount }]);
  expect((await fund()).error.code).toBe('payment/shortfall-owed');
  await books();
});

it('an admin writes a debt off with a reason and the amount, once, and a payment that was under way goes back', async () => {
  const { advertiser, fund, debt } = await paidThenDisputed();
  const params = { id: debt.id };
  const opened = await succeed(advertiser.call(payDebt, { params }));
  await decideAtWallet(advertiser, opened.approveUrl);
  const admin = await app.signInAdmin();
  const writeOff = (amount: string) =>
    admin.call(writeOffDebt, { params, body: { amount, reason: 'The business is bankrupt' } });
  expect((await writeOff('1.00')).error.code).toBe('payment/amount-differs');
  const before = (await books()).get('chargeback_loss') ?? ['0.00', '0.00'];
  expect((await writeOff(debt.amount)).status).toBe(200);
  expect((await writeOff(debt.amount)).error.code).toBe('payment/debt-settled');
  const entry = "select object_kind, object_id from audit_entry where action = 'debt.written-off'";
  expect((await app.database.asOwner(entry)).rows).toEqual([{ object_kind: 'debt', object_id: debt.id }]);
  const { error } = await advertiser.call(capturePaymentOrder, { params: { orderId: opened.id } });
  expect(error.code).toBe('payment/debt-settled');
  expect((await fund()).status).toBe(200);
  expect((await listStuck('debt')).map(({ id }) => id)).not.toContain(debt.id);
  const [loss] = (await books()).get('chargeback_loss') ?? [];
  expect(Number(loss) - Number(before[0])).toBe(Number(debt.amount));
});

it('an advertiser who owes less by now is not charged the old amount', async () => {
  const { advertiser, campaignId, proofId } = await waitingProof();
  const { rows } = await app.database.asOwner(
    'select pay_cents as pay from payment_order where campaign_id = $1',
    [campaignId],
  );
  await endDispute(await openDispute(campaignId, toDecimal(Number(rows[0].pay) - 5000)), 'lost');
  const second = await openDispute(campaignId, '50.00');
  await approve(advertiser, proofId);
  const [owed] = (await advertiser.call(listOwed)).body;
  expect(owed).toMatchObject({ amount: '115.00' });
  const params = { id: owed?.id ?? '' };
  const old = await succeed(advertiser.call(payShortfall, { params }));
  await endDispute(second, 'won');
  // Not before, because the wallet's message about it would have the order captured.
  await decideAtWallet(advertiser, old.approveUrl);
  const refused = await advertiser.call(capturePaymentOrder, { params: { orderId: old.id } });
  expect([refused.status, refused.error.code]).toEqual([422, 'payment/amount-differs']);
  const opened = await succeed(advertiser.call(payShortfall, { params }));
  await decideAtWallet(advertiser, opened.approveUrl);
  await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: opened.id } }));
  await app.runDue();
  expect((await advertiser.call(listOwed)).body).toEqual([]);
  expect((await books()).get('suspense') ?? ['0.00', '0.00']).toEqual(['0.00', '0.00']);
});

describe('after 60 days', () => {
  // Otherwise the campaigns of the tests above would end too.
  beforeAll(async () => {
    await app.close();
    app = await testApp({ settings });
  });

  async function givenUpWork() {
    const before = await waitingProof();
    const { campaignId, proofId } = before;
    const disputeId = await openDispute(campaignId);
    await approve(before.advertiser, proofId);
    app.clock.advance(61 * DAY);
    await app.runDue();
    const marketer = await app.signIn('marketer', before.marketer.email);
    const advertiser = await app.signIn('advertiser', before.advertiser.email);
    expect(await readPayment(marketer)).toMatchObject({ status: 'pending' });
    await endDispute(disputeId, 'lost');
    app.clock.advance(HOUR);
    await app.runDue();
    return { marketer, advertiser };
  }

  it('is given up after 60 days without an open dispute, and still paid if the advertiser pays', async () => {
    const { marketer, advertiser } = await givenUpWork();
    expect(await readPayment(marketer)).toMatchObject({
      status: 'failed',
      waitsFor: ['given-up', 'kyc', 'wallet-email'],
    });
    expect(await stuckShortfalls()).toMatchObject([{ state: 'given-up', can: { cover: true } }]);
    const [owed] = (await advertiser.call(listOwed)).body;
    const opened = await succeed(advertiser.call(payShortfall, { params: { id: owed?.id ?? '' } }));
    await decideAtWallet(advertiser, opened.approveUrl);
    await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: opened.id } }));
    await app.runDue();
    expect(await readPayment(marketer)).toMatchObject({
      status: 'pending',
      waitsFor: ['kyc', 'wallet-email'],
    });
    expect(await stuckShortfalls()).toEqual([]);
    await books();
  });

  it('invariant 35: a marketer who deletes the account renounces given-up pay, and the advertiser owes nothing', async () => {
    const { marketer, advertiser } = await givenUpWork();
    const [owed] = (await advertiser.call(listOwed)).body;
    const opened = await succeed(advertiser.call(payShortfall, { params: { id: owed?.id ?? '' } }));
    await decideAtWallet(advertiser, opened.approveUrl);

    const { openMatters, givenUp } = (await marketer.call(getDeletion)).body;
    expect([openMatters, givenUp]).toEqual([[], [expect.stringContaining('$100.00')]]);
    const byAdmin = { params: { id: marketer.userId }, body: { reason: 'Asked for it by email' } };
    const refused = await (await app.signInAdmin()).call(deleteUser, byAdmin);
    expect([refused.status, refused.error.code]).toEqual([409, 'account/open-matters']);
    await succeed((await app.signIn('marketer', marketer.email)).call(deleteOwnAccount));
    await app.runDue();

    expect((await advertiser.call(listOwed)).body).toEqual([]);
    expect(await readKinds(advertiser)).toContain('shortfall.renounced');
    expect(await stuckShortfalls()).toEqual([]);
    const captured = await advertiser.call(capturePaymentOrder, { params: { orderId: opened.id } });
    expect(captured.error.code).toBe('payment/shortfall-settled');
    const draft = await draftCampaign(app, advertiser);
    const order = { amount: '138.00', currency: 'USD', intent: 'CAPTURE', campaignId: draft.id } as const;
    expect((await advertiser.call(createPaymentOrder, { body: order })).status).toBe(200);
    await books();
  });
});
