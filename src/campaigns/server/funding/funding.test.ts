import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import {
  decideAtWallet,
  draftCampaign,
  fundedCampaign,
  openOrder,
  paidOrder,
} from '#tests/support/people/funded-campaign.ts';
import * as contract from '../../contract.ts';
import * as formContract from '../../form-contract.ts';
import * as fundingContract from '../../funding-contract.ts';
import { wearableForm } from '../../sample.ts';

let app: TestApp;
let advertiser: Client;
let rival: Client;
let marketer: Client;

beforeAll(async () => {
  app = await testApp();
  marketer = await app.signIn('marketer');
});
beforeEach(async () => {
  // New users per test, because an order without a campaign id considers all drafts.
  advertiser = await app.signIn('advertiser');
  rival = await app.signIn('advertiser');
});
afterAll(() => app.close());

const readState = async (client: Client, id: string) =>
  (await client.call(contract.getCampaign, { params: { id } })).body;
const order = (amount: string, campaignId?: string) => ({
  body: { amount, currency: 'USD' as const, intent: 'CAPTURE' as const, campaignId },
});
const chargesFor = async (orderId: string) =>
  (await app.http.inject('/wallet-simulator/books'))
    .json()
    .captures.filter((charge: { orderId: string }) => charge.orderId === orderId).length;
const auditedFundings = async (id: string) =>
  (
    await app.database.asOwner(
      `select actor_role from audit_entry where action = 'campaign.funded' and object_id = $1`,
      [id],
    )
  ).rows;

describe('the cost of funding', () => {
  test('is the pay of all places plus the fee, before anything is paid', async () => {
    const { id } = await draftCampaign(app, advertiser);
    const { status, body } = await advertiser.call(fundingContract.getEscrowStatus, { params: { id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      escrowStatus: 'pending',
      escrowAmount: null,
      platformFee: null,
      escrowLeft: null,
      due: { pay: '120.00', fee: '18.00', total: '138.00' },
    });
  });

  test('is unknown for a draft without pay', async () => {
    const { body: draft } = await advertiser.call(formContract.createCampaign, {
      body: { saveAsDraft: true, title: 'Only an idea' },
    });
    const { body } = await advertiser.call(fundingContract.getEscrowStatus, { params: { id: draft.id } });
    expect(body.due).toBeNull();
  });

  test('is private to its owner', async () => {
    const { id } = await fundedCampaign(app, advertiser);
    expect((await rival.call(fundingContract.getEscrowStatus, { params: { id } })).status).toBe(404);
    expect((await marketer.call(fundingContract.getEscrowStatus, { params: { id } })).status).toBe(403);
    expect((await app.visitor().call(fundingContract.getEscrowStatus, { params: { id } })).status).toBe(401);
  });
});

describe('opening an order', () => {
  test('charges what the server computes, even if the browser is a cent off', async () => {
    const { id } = await draftCampaign(app, advertiser, {
      payRate: 25.1,
      totalMarketersNeeded: 1,
      totalBudget: 30,
    });
    // 25.10 * 1.15 is 28.865; JavaScript's toFixed says 28.86 and exact arithmetic 28.87.
    const { status, body } = await advertiser.call(fundingContract.createPaymentOrder, order('28.86', id));
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: expect.any(String), status: 'CREATED' });
    const { rows } = await app.database.asOwner(
      'select amount_cents from payment_order where campaign_id = $1',
      [id],
    );
    expect(rows).toEqual([{ amount_cents: 2887 }]);
  });

  test('finds the only draft with this cost if no campaign is named', async () => {
    await draftCampaign(app, advertiser, { payRate: 30 });
    const meant = await draftCampaign(app, advertiser);
    await draftCampaign(app, rival);
    const { status, body } = await advertiser.call(fundingContract.createPaymentOrder, order('138.00'));
    expect(status).toBe(200);
    await decideAtWallet(advertiser, body.approveUrl);
    await advertiser.call(fundingContract.capturePaymentOrder, { params: { orderId: body.id } });
    await app.runDue();
    expect(await readState(advertiser, meant.id)).toMatchObject({ status: 'active' });
  });

  test('refuses if several drafts match, or none', async () => {
    const none = await advertiser.call(fundingContract.createPaymentOrder, order('138.00'));
    expect([none.status, none.error.code]).toEqual([422, 'payment/amount-differs']);
    await draftCampaign(app, advertiser);
    await draftCampaign(app, advertiser);
    const several = await advertiser.call(fundingContract.createPaymentOrder, order('138.00'));
    expect([several.status, several.error.code]).toEqual([422, 'payment/amount-differs']);
    expect(several.error.message).toContain('Several');
  });

  test.each(['137.98', '138.02', '1.00', '0', '00138.02'])('refuses %s for $138.00', async (amount) => {
    const { id } = await draftCampaign(app, advertiser);
    const { status, error } = await advertiser.call(fundingContract.createPaymentOrder, order(amount, id));
    expect([status, error.code]).toEqual([422, 'payment/amount-differs']);
  });

  test.each([
    ['an amount as a number', { amount: 138 }, 'amount'],
    ['three decimals', { amount: '138.000' }, 'amount'],
    ['a sign', { amount: '-138.00' }, 'amount'],
    ['an exponent', { amount: '1e2' }, 'amount'],
    ['another currency', { currency: 'EUR' }, 'currency'],
    ['another intent', { intent: 'AUTHORIZE' }, 'intent'],
    ['an unknown key', { feePercent: 0 }, 'feePercent'],
    ['no id', { campaignId: 'mine' }, 'campaignId'],
  ])('refuses %s', async (_, changes, field) => {
    const body = { ...order('138.00').body, ...changes };
    const { status, error } = await advertiser.request('POST', '/paypal/order', body);
    expect([status, error.code]).toEqual([400, 'request/invalid']);
    expect(error.fields).toHaveProperty(field);
  });

  test('refuses campaigns that cannot be paid for', async () => {
    const foreign = await draftCampaign(app, rival);
    const readCode = async (id: string) =>
      (await advertiser.call(fundingContract.createPaymentOrder, order('138.00', id))).error.code;
    expect(await readCode(foreign.id)).toBe('campaign/not-found');
    const funded = await fundedCampaign(app, advertiser);
    expect(await readCode(funded.id)).toBe('campaign/already-funded');
    const idea = { saveAsDraft: true as const, title: 'An idea', payRate: 40, totalMarketersNeeded: 3 };
    const incomplete = await advertiser.call(formContract.createCampaign, { body: idea });
    expect(await readCode(incomplete.body.id)).toBe('campaign/incomplete');
    const startTime = new Date(app.clock.now().getTime() + MINUTE).toISOString();
    const late = await draftCampaign(app, advertiser, { startTime });
    app.clock.advance(MINUTE);
    expect(await readCode(late.id)).toBe('campaign/start-passed');
  });

  test('is for advertisers', async () => {
    expect((await marketer.call(fundingContract.createPaymentOrder, order('138.00'))).status).toBe(403);
    expect((await app.visitor().call(fundingContract.createPaymentOrder, order('138.00'))).status).toBe(401);
  });
});

describe('capturing', () => {
  test('returns the same capture if repeated', async () => {
    const { id } = await draftCampaign(app, advertiser);
    const payment = await paidOrder(advertiser, id);
    const again = await advertiser.call(fundingContract.capturePaymentOrder, {
      params: { orderId: payment.paypalOrderId },
    });
    expect(again.body).toEqual({
      id: payment.paypalCaptureId,
      orderId: payment.paypalOrderId,
      status: 'COMPLETED',
    });
  });

  test('refuses an order that is not approved, declined, unknown or another user’s', async () => {
    const { id } = await draftCampaign(app, advertiser);
    const opened = await openOrder(advertiser, id);
    const capture = (client: Client, orderId: string) =>
      client.call(fundingContract.capturePaymentOrder, { params: { orderId } });
    expect((await capture(advertiser, opened.id)).error.code).toBe('payment/not-approved');
    expect((await capture(advertiser, 'UNKNOWN1')).error.code).toBe('payment/order-not-found');
    expect((await capture(rival, opened.id)).error.code).toBe('payment/order-not-found');
    await decideAtWallet(advertiser, opened.approveUrl, 'decline');
    expect((await capture(advertiser, opened.id)).error.code).toBe('payment/declined');
    expect(await readState(advertiser, id)).toMatchObject({ status: 'draft', escrowStatus: 'pending' });
  });

  test('charges nothing for a campaign that has since changed, started or been paid for', async () => {
    const capture = async (orderId: string) =>
      (await advertiser.call(fundingContract.capturePaymentOrder, { params: { orderId } })).error.code;
    const changed = await draftCampaign(app, advertiser);
    const changedOrder = await openOrder(advertiser, changed.id);
    await decideAtWallet(advertiser, changedOrder.approveUrl);
    await advertiser.call(formContract.updateCampaign, {
      params: { id: changed.id },
      body: wearableForm(app.clock.now(), { payRate: 41, totalBudget: 200 }),
    });
    expect(await capture(changedOrder.id)).toBe('payment/amount-differs');

    const twice = await draftCampaign(app, advertiser);
    const first = await openOrder(advertiser, twice.id);
    // Too old to be reused, but still open.
    app.clock.advance(HOUR);
    const second = await openOrder(advertiser, twice.id);
    for (const { approveUrl } of [first, second]) await decideAtWallet(advertiser, approveUrl);
    expect(await capture(first.id)).toBeUndefined();
    // The first payment has not reached the escrow yet, but no second one is charged.
    expect(await capture(second.id)).toBe('payment/used');
    await app.runDue();
    expect(await capture(second.id)).toBe('campaign/already-funded');

    const startTime = new Date(app.clock.now().getTime() + MINUTE).toISOString();
    const late = await draftCampaign(app, advertiser, { startTime });
    const lateOrder = await openOrder(advertiser, late.id);
    await decideAtWallet(advertiser, lateOrder.approveUrl);
    app.clock.advance(MINUTE);
    expect(await capture(lateOrder.id)).toBe('campaign/start-passed');
  });
});

describe('funding', () => {
  test('makes the campaign active with its money in escrow, once', async () => {
    const { id } = await draftCampaign(app, advertiser);
    const payment = await paidOrder(advertiser, id);
    const { status, body } = await advertiser.call(fundingContract.fundCampaign, {
      params: { id },
      body: payment,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'active',
      escrowStatus: 'funded',
      escrowAmount: '120.00',
      platformFee: '18.00',
    });
    const escrow = await advertiser.call(fundingContract.getEscrowStatus, { params: { id } });
    expect(escrow.body).toEqual({
      escrowStatus: 'funded',
      escrowAmount: '120.00',
      platformFee: '18.00',
      escrowLeft: '120.00',
      due: null,
    });

    const again = await advertiser.call(fundingContract.fundCampaign, { params: { id }, body: payment });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(body);
    await app.runDue();
    expect((await advertiser.call(fundingContract.getEscrowStatus, { params: { id } })).body).toEqual(
      escrow.body,
    );
    expect(await auditedFundings(id)).toEqual([{ actor_role: 'advertiser' }]);
    const { rows } = await app.database.asOwner(
      `select payload from outbox where kind = 'campaign.funded' and ref = $1`,
      [id],
    );
    expect(rows).toEqual([{ payload: { campaignId: id, advertiserId: advertiser.userId } }]);
  });

  test('happens automatically if the browser never returns', async () => {
    const { id } = await draftCampaign(app, advertiser);
    await paidOrder(advertiser, id);
    expect(await readState(advertiser, id)).toMatchObject({ status: 'draft' });
    await app.runDue();
    expect(await readState(advertiser, id)).toMatchObject({ status: 'active', escrowAmount: '120.00' });
    expect(await auditedFundings(id)).toHaveLength(1);
  });

  test('a campaign with a payment in progress cannot be changed', async () => {
    const draft = await draftCampaign(app, advertiser);
    const payment = await paidOrder(advertiser, draft.id);
    const { status, error } = await advertiser.call(formContract.updateCampaign, {
      params: { id: draft.id },
      body: wearableForm(app.clock.now(), { payRate: 25 }),
    });
    expect([status, error.code]).toEqual([409, 'campaign/not-draft']);
    const funded = await advertiser.call(fundingContract.fundCampaign, {
      params: { id: draft.id },
      body: payment,
    });
    expect(funded.body).toMatchObject({ status: 'active', payRate: '40.00' });
  });

  test('a campaign with a payment in progress cannot become incomplete', async () => {
    const draft = await draftCampaign(app, advertiser);
    const payment = await paidOrder(advertiser, draft.id);
    const { description: _description, ...form } = wearableForm(app.clock.now());
    const { status, error } = await advertiser.call(formContract.updateCampaign, {
      params: { id: draft.id },
      body: { ...form, saveAsDraft: true },
    });
    expect([status, error.code]).toEqual([409, 'campaign/not-draft']);
    const funded = await advertiser.call(fundingContract.fundCampaign, {
      params: { id: draft.id },
      body: payment,
    });
    expect(funded.body).toMatchObject({ status: 'active' });
  });

  test('an order for another amount is captured only once the campaign costs that again', async () => {
    const draft = await draftCampaign(app, advertiser);
    const params = { id: draft.id };
    const opened = await openOrder(advertiser, draft.id);
    const dearer = wearableForm(app.clock.now(), { payRate: 41, totalBudget: 200 });
    await advertiser.call(formContract.updateCampaign, { params, body: dearer });
    // The payer approves the old order and closes the browser, so only the platform could capture it.
    await decideAtWallet(advertiser, opened.approveUrl);
    app.clock.advance(5 * MINUTE);
    await app.runDue();
    expect(await chargesFor(opened.id)).toBe(0);
    await advertiser.call(formContract.updateCampaign, { params, body: wearableForm(app.clock.now()) });
    app.clock.advance(5 * MINUTE);
    await app.runDue();
    expect(await chargesFor(opened.id)).toBe(1);
    expect(await readState(advertiser, draft.id)).toMatchObject({ status: 'active', escrowAmount: '120.00' });
  });

  test('a payment of the previous cost funds the campaign once it costs that again', async () => {
    const draft = await draftCampaign(app, advertiser);
    const params = { id: draft.id };
    const opened = await openOrder(advertiser, draft.id);
    const dearer = wearableForm(app.clock.now(), { payRate: 41, totalBudget: 200 });
    await advertiser.call(formContract.updateCampaign, { params, body: dearer });
    await decideAtWallet(advertiser, opened.approveUrl);
    // A capture attempt that reaches the wallet long after the server gave up on it.
    await app.deps.ports.getWallet().captureOrder(opened.id, 'late');
    app.clock.advance(5 * MINUTE);
    await app.runDue();
    expect(await readState(advertiser, draft.id)).toMatchObject({ status: 'draft', escrowStatus: 'pending' });
    const stuck = await app.database.asOwner(
      `select 1 from outbox where state <> 'done' and kind = 'payment.captured'`,
    );
    expect(stuck.rows).toEqual([]);

    const refused = await advertiser.call(formContract.updateCampaign, { params, body: dearer });
    expect([refused.status, refused.error.code]).toEqual([409, 'campaign/not-draft']);
    expect(refused.error.message).toContain('$138.00');
    const { status, body } = await advertiser.call(formContract.updateCampaign, {
      params,
      body: wearableForm(app.clock.now(), { title: 'As it was paid for' }),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'active', title: 'As it was paid for', escrowAmount: '120.00' });
  });

  test('and does so even if the fee has changed since the order was opened', async () => {
    const draft = await draftCampaign(app, advertiser);
    const params = { id: draft.id };
    await paidOrder(advertiser, draft.id);
    const { config } = app.deps;
    const { feeBasisPoints } = config;
    config.feeBasisPoints = 1000;
    try {
      const { status, body } = await advertiser.call(formContract.updateCampaign, {
        params,
        body: wearableForm(app.clock.now(), { title: 'As it was paid for' }),
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'active', escrowAmount: '120.00', platformFee: '18.00' });
    } finally {
      config.feeBasisPoints = feeBasisPoints;
    }
  });

  test('invariant 5: is refused without this campaign’s own captured payment', async () => {
    const one = await draftCampaign(app, advertiser);
    const other = await draftCampaign(app, advertiser);
    const payment = await paidOrder(advertiser, one.id);
    const foreign = await draftCampaign(app, rival);
    const fund = async (client: Client, id: string, body: typeof payment) => {
      const answer = await client.call(fundingContract.fundCampaign, { params: { id }, body });
      return [answer.status, answer.error.code];
    };
    expect(await fund(advertiser, other.id, payment)).toEqual([404, 'payment/order-not-found']);
    expect(await fund(rival, one.id, payment)).toEqual([404, 'campaign/not-found']);
    expect(await fund(rival, foreign.id, payment)).toEqual([404, 'payment/order-not-found']);
    const wrongCapture = { ...payment, paypalCaptureId: 'SOMETHING1' };
    expect(await fund(advertiser, one.id, wrongCapture)).toEqual([404, 'payment/order-not-found']);
    const unpaid = await openOrder(advertiser, other.id);
    const notCaptured = { paypalOrderId: unpaid.id, paypalCaptureId: payment.paypalCaptureId };
    expect(await fund(advertiser, other.id, notCaptured)).toEqual([409, 'payment/not-captured']);
    expect(await fund(marketer, one.id, payment)).toEqual([403, 'auth/forbidden']);
    expect(await fund(app.visitor(), one.id, payment)).toEqual([401, 'auth/required']);
    for (const [client, id] of [
      [advertiser, one.id],
      [advertiser, other.id],
      [rival, foreign.id],
    ] as const) {
      expect(await readState(client, id)).toMatchObject({
        status: 'draft',
        escrowStatus: 'pending',
        escrowAmount: null,
      });
    }
    expect(await fund(advertiser, one.id, payment)).toEqual([200, undefined]);
    expect(await fund(advertiser, one.id, wrongCapture)).toEqual([409, 'campaign/already-funded']);
  });

  test('succeeds if the start passed after the money was captured', async () => {
    const startTime = new Date(app.clock.now().getTime() + HOUR).toISOString();
    const { id } = await draftCampaign(app, advertiser, { startTime });
    const payment = await paidOrder(advertiser, id);
    app.clock.advance(2 * HOUR);
    const { status } = await advertiser.call(fundingContract.fundCampaign, { params: { id }, body: payment });
    expect(status).toBe(200);
  });
});

test('the ledger is consistent after all tests', async () => {
  const { rows } = await app.database.asOwner(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger.entry',
  );
  expect(rows).toEqual([{ sum: 0 }]);
  const escrows = await app.database.asOwner(
    `select c.escrow_cents, (select balance from ledger.account where code = 'escrow:' || c.id) as held
       from campaign c where c.status <> 'draft'`,
  );
  expect(escrows.rows.length).toBeGreaterThan(5);
  for (const { escrow_cents: escrowCents, held } of escrows.rows) expect(held).toBe(escrowCents);
});
