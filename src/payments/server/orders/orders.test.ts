import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import { transact } from '#platform/server/db/transact.ts';
import { getEscrowLeft } from '../ledger/balance-service.ts';
import { paymentCaptured } from '../events.ts';
import { bindCapture, type Binding, captureOrder, openOrder, refreshOrder } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, type PaidCampaign, catchRefusal } from '#tests/support/payments/world.ts';

const told: { orderId: string; captureId: string; campaignId: string }[] = [];
const stage = stagePayments({
  subscriptions: () => [subscribe(paymentCaptured, async (_tx, payload) => told.push(payload))],
});
const { clock } = stage;
let payerId: string;
beforeAll(async () => {
  payerId = await stage.world.newAccount('advertiser');
});

const toNewOrder = (campaign: PaidCampaign) => ({
  campaignId: campaign.campaignId,
  payerId: campaign.payerId,
  payCents: campaign.totalPayCents,
  feeCents: campaign.feeCents,
  description: 'Spring launch',
  returnUrl: 'http://promenade.test/paid',
  cancelUrl: 'http://promenade.test/cancelled',
});

const open = (campaign: PaidCampaign) => openOrder(stage.world.deps, toNewOrder(campaign));

const capture = (orderId: string) => captureOrder(stage.world.deps, { orderId, payerId });
const someCampaign = () => newCampaign(payerId, 3, 10_000);

async function readState(orderId: string): Promise<string | undefined> {
  const { rows } = await stage.database.pool.query(
    'select state from payment_order where provider_order_id = $1',
    [orderId],
  );
  return rows[0]?.state;
}

async function readSuspense(orderId: string): Promise<number> {
  const { rows } = await stage.database.pool.query(
    `select a.balance from payment_order o join ledger.account a on a.code = 'suspense:' || o.id
     where o.provider_order_id = $1`,
    [orderId],
  );
  return rows[0]?.balance ?? 0;
}

const readCaptures = async (orderId: string) =>
  (await stage.simulator.books()).captures.filter((captured) => captured.orderId === orderId);

test('captures an approved order once and keeps the money in suspense', async () => {
  const order = await open(someCampaign());
  expect(order).toMatchObject({ status: 'CREATED', approveUrl: expect.stringContaining(order.orderId) });
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/not-approved');
  await stage.simulator.decide(order.approveUrl, 'approve');
  const captured = await capture(order.orderId);
  expect(captured).toMatchObject({ orderId: order.orderId, status: 'COMPLETED' });
  expect(await capture(order.orderId)).toEqual(captured);
  expect(await readCaptures(order.orderId)).toMatchObject([
    { id: captured.captureId, amount: '345.00', fee: '12.53' },
  ]);
  expect(await readSuspense(order.orderId)).toBe(34_500);
  await stage.world.worker.runDue();
  expect(told).toContainEqual(
    expect.objectContaining({ orderId: order.orderId, captureId: captured.captureId }),
  );
});

test('captures once on a double click', async () => {
  const order = await open(someCampaign());
  await stage.simulator.decide(order.approveUrl, 'approve');
  const captured = await Promise.all([
    capture(order.orderId),
    capture(order.orderId),
    capture(order.orderId),
  ]);
  expect(new Set(captured.map(({ captureId }) => captureId)).size).toBe(1);
  expect(await readCaptures(order.orderId)).toHaveLength(1);
});

test('a declined payment can be retried in the same order', async () => {
  const order = await open(someCampaign());
  await stage.simulator.decide(order.approveUrl, 'decline');
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/declined');
  expect(await readSuspense(order.orderId)).toBe(0);
  await stage.simulator.decide(order.approveUrl, 'approve');
  await capture(order.orderId);
  expect(await readSuspense(order.orderId)).toBe(34_500);
});

test('several calls at once all learn that the payment was declined', async () => {
  const order = await open(someCampaign());
  await stage.simulator.decide(order.approveUrl, 'decline');
  const calls = Array.from({ length: 8 }, () => catchRefusal(capture(order.orderId)));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['payment/declined']));
});

test('another payer’s order is not found', async () => {
  const order = await open(someCampaign());
  await stage.simulator.decide(order.approveUrl, 'approve');
  const stranger = await stage.world.newAccount('advertiser');
  const stolen = captureOrder(stage.world.deps, { orderId: order.orderId, payerId: stranger });
  expect(await catchRefusal(stolen)).toBe('payment/order-not-found');
  expect(await catchRefusal(capture('NO-SUCH-ORDER'))).toBe('payment/order-not-found');
  expect(await readCaptures(order.orderId)).toEqual([]);
});

test('the same call finds the same order if the response to creating it was lost', async () => {
  const campaign = someCampaign();
  const ordersBefore = (await stage.simulator.books()).orders.length;
  stage.world.faults.push({ matches: /POST \/v2\/checkout\/orders$/, kind: 'lost-answer' });
  expect(await catchRefusal(open(campaign))).toBe('payment/provider-unknown');
  clock.advance(MINUTE);
  const order = await open(campaign);
  expect((await stage.simulator.books()).orders).toHaveLength(ordersBefore + 1);
  expect(await readState(order.orderId)).toBe('open');
});

test('repeated calls return the same order until it is paid', async () => {
  const campaign = someCampaign();
  const order = await open(campaign);
  expect(await open(campaign)).toEqual(order);
  await stage.simulator.decide(order.approveUrl, 'decline');
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/declined');
  clock.advance(59 * MINUTE);
  expect(await open(campaign)).toEqual(order);
  await stage.simulator.decide(order.approveUrl, 'approve');
  await capture(order.orderId);
  expect(await catchRefusal(open(campaign))).toBe('payment/used');
});

test('an order that has expired or is an hour old is not returned again', async () => {
  const campaign = someCampaign();
  const expired = await open(campaign);
  await stage.simulator.decide(expired.approveUrl, 'approve');
  stage.world.notDue.set(campaign.campaignId, 'payment/amount-differs');
  clock.advance(4 * HOUR);
  await stage.world.worker.runDue();
  expect(await readState(expired.orderId)).toBe('closed');
  stage.world.notDue.clear();
  const next = await open(campaign);
  expect(next.orderId).not.toBe(expired.orderId);
  clock.advance(HOUR);
  expect((await open(campaign)).orderId).not.toBe(next.orderId);
});

test('an order of another amount replaces the earlier one, and no order opens if nothing is due', async () => {
  const campaign = someCampaign();
  const dear = await open(campaign);
  const cheap = await open({ ...campaign, totalPayCents: 20_000, feeCents: 3000 });
  expect([await readState(dear.orderId), await readState(cheap.orderId)]).toEqual(['closed', 'open']);
  await stage.simulator.decide(dear.approveUrl, 'approve');
  expect(await catchRefusal(capture(dear.orderId))).toBe('payment/replaced');
  expect(await readCaptures(dear.orderId)).toEqual([]);
  stage.world.notDue.set(campaign.campaignId, 'payment/amount-differs');
  expect(await catchRefusal(open(campaign))).toBe('payment/amount-differs');
  stage.world.notDue.clear();
});

test('a call that is cut off after the wallet created the order leaves no lost order', async () => {
  const campaign = someCampaign();
  const { deps } = stage.world;
  const ordersBefore = (await stage.simulator.books()).orders.length;
  const wallet = deps.ports.getWallet();
  const cutOff = {
    ...wallet,
    createOrder: (order: Parameters<typeof wallet.createOrder>[0]) =>
      wallet.createOrder(order).then(() => Promise.reject(new Error('killed'))),
  };
  const killed = openOrder(
    { ...deps, ports: { ...deps.ports, getWallet: () => cutOff } },
    toNewOrder(campaign),
  );
  await expect(killed).rejects.toThrow('killed');
  const order = await open(campaign);
  expect((await stage.simulator.books()).orders).toHaveLength(ordersBefore + 1);
  expect(await readState(order.orderId)).toBe('open');
});

test('closes an order without a response once the wallet has forgotten it', async () => {
  const campaign = someCampaign();
  stage.world.faults.push({ matches: /POST \/v2\/checkout\/orders$/, kind: 'lost-request' });
  expect(await catchRefusal(open(campaign))).toBe('payment/provider-unknown');
  clock.advance(7 * HOUR);
  await stage.world.worker.runDue();
  const { rows } = await stage.database.pool.query('select state from payment_order where campaign_id = $1', [
    campaign.campaignId,
  ]);
  expect(rows).toEqual([{ state: 'closed' }]);
});

test('finds the capture immediately if only the response was lost', async () => {
  const order = await open(someCampaign());
  await stage.simulator.decide(order.approveUrl, 'approve');
  stage.world.faults.push({ matches: /capture$/, kind: 'lost-answer' });
  await capture(order.orderId);
  expect(await readSuspense(order.orderId)).toBe(34_500);
});

test.each(['lost-answer', 'lost-request'] as const)(
  'after a %s the outcome is unknown, never failed, until the wallet answers',
  async (kind) => {
    const order = await open(someCampaign());
    await stage.simulator.decide(order.approveUrl, 'approve');
    stage.world.faults.push({ matches: /capture$/, kind }, { matches: /GET .*orders/, kind: 'lost-request' });
    expect(await catchRefusal(capture(order.orderId))).toBe('payment/provider-unknown');
    expect(await readState(order.orderId)).toBe('capturing');
    expect(await readSuspense(order.orderId)).toBe(0);
    await refreshOrder(stage.world.deps, { orderId: order.orderId, payerId });
    expect(await readState(order.orderId)).toBe('captured');
    expect(await readSuspense(order.orderId)).toBe(34_500);
    expect(await readCaptures(order.orderId)).toHaveLength(1);
  },
);

test('a refusal of an older attempt does not undo a newer one without a response', async () => {
  const order = await open(someCampaign());
  let arrive = () => {};
  const until = new Promise<void>((resolve) => (arrive = resolve));
  let first: Promise<string> | undefined;
  await new Promise<void>((isCarriedOut) => {
    stage.world.faults.push({ matches: /capture$/, kind: 'late-answer', isCarriedOut, until });
    first = catchRefusal(capture(order.orderId));
  });
  await stage.simulator.decide(order.approveUrl, 'approve');
  clock.advance(SECOND);
  stage.world.faults.push(
    { matches: /capture$/, kind: 'lost-answer' },
    { matches: /GET .*orders/, kind: 'lost-request', skip: 1 },
  );
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/provider-unknown');
  arrive();
  expect(await first).toBe('payment/not-approved');
  expect(await readState(order.orderId)).toBe('capturing');
  await refreshOrder(stage.world.deps, { orderId: order.orderId, payerId });
  expect(await readSuspense(order.orderId)).toBe(34_500);
});

test('the sweep resolves an unknown outcome automatically', async () => {
  const order = await open(someCampaign());
  await stage.simulator.decide(order.approveUrl, 'approve');
  stage.world.faults.push(
    { matches: /capture$/, kind: 'lost-answer' },
    { matches: /GET .*orders/, kind: 'lost-request' },
  );
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/provider-unknown');
  clock.advance(2 * MINUTE);
  await stage.world.worker.runDue();
  expect(await readSuspense(order.orderId)).toBe(34_500);
});

test('a payment under review funds nothing until it is complete', async () => {
  const campaign = someCampaign();
  const order = await open(campaign);
  await stage.simulator.decide(order.approveUrl, 'approve');
  stage.world.faults.push({ matches: /capture$/, kind: 'review' });
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/pending');
  const { rows } = await stage.database.pool.query(
    'select provider_capture_id from payment_order where provider_order_id = $1',
    [order.orderId],
  );
  const captureId: string = rows[0].provider_capture_id;
  expect(await catchRefusal(bind(campaign, { ...order, captureId }))).toBe('payment/pending');
  stage.world.faults.push({ matches: /GET .*captures/, kind: 'review' });
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/pending');
  clock.advance(2 * MINUTE);
  await stage.world.worker.runDue();
  expect(await readSuspense(order.orderId)).toBe(34_500);
  await bind(campaign, { ...order, captureId });
});

test('captures the order of a payer who approved and closed the browser, and announces it', async () => {
  const order = await open(someCampaign());
  await stage.simulator.decide(order.approveUrl, 'approve');
  clock.advance(MINUTE);
  await stage.world.worker.runDue();
  expect(await readState(order.orderId)).toBe('open');
  clock.advance(90 * SECOND);
  await stage.world.worker.runDue();
  expect(await readState(order.orderId)).toBe('captured');
  expect(told.filter(({ orderId }) => orderId === order.orderId)).toHaveLength(1);
});

test('polls an order that is never approved less and less often, then closes it', async () => {
  const order = await open(someCampaign());
  stage.world.calls.length = 0;
  for (let hour = 0; hour < 80; hour += 4) {
    clock.advance(4 * HOUR);
    await stage.world.worker.runDue();
  }
  expect(await readState(order.orderId)).toBe('closed');
  expect(stage.world.calls.filter((call) => call.endsWith(order.orderId)).length).toBeLessThan(15);
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/provider-refused');
});

test('charges a campaign once if two of its orders are approved', async () => {
  const campaign = someCampaign();
  const orders = [await open(campaign)];
  clock.advance(HOUR);
  orders.push(await open(campaign));
  for (const { approveUrl } of orders) await stage.simulator.decide(approveUrl, 'approve');
  const outcomes = await Promise.all(orders.map(({ orderId }) => catchRefusal(capture(orderId))));
  expect(outcomes.toSorted()).toEqual(['none', 'payment/used']);
  expect(await catchRefusal(open(campaign))).toBe('payment/used');
  clock.advance(5 * MINUTE);
  await stage.world.worker.runDue();
  const captured = await Promise.all(orders.map(({ orderId }) => readCaptures(orderId)));
  expect(captured.flat()).toHaveLength(1);
  const states = await Promise.all(orders.map(({ orderId }) => readState(orderId)));
  expect(states.toSorted()).toEqual(['captured', 'closed']);
});

function bind(campaign: PaidCampaign, changes: { orderId: string; captureId: string } & Partial<Binding>) {
  const { campaignId, totalPayCents: payCents } = campaign;
  const binding: Binding = { campaignId, payerId, payCents, ...changes };
  return transact(stage.database.db, (tx) => bindCapture(tx, stage.world.deps, binding));
}

test('binds a captured payment to its campaign once', async () => {
  const campaign = someCampaign();
  const paid = await stage.world.pay(campaign);
  await bind(campaign, paid);
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({
    payCents: 30_000,
    feeCents: 4500,
  });
  expect(await readSuspense(paid.orderId)).toBe(0);
  expect(await catchRefusal(bind(campaign, paid))).toBe('payment/used');
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({
    payCents: 30_000,
    feeCents: 4500,
  });
});

test.each<[string, (campaign: PaidCampaign) => Partial<Binding> | Promise<Partial<Binding>>, string]>([
  [
    'another payer',
    async () => ({ payerId: await stage.world.newAccount('advertiser') }),
    'payment/order-not-found',
  ],
  ['another campaign', () => ({ campaignId: randomUUID() }), 'payment/order-not-found'],
  ['a made-up order', () => ({ orderId: 'FORGED' }), 'payment/order-not-found'],
  ['another capture', () => ({ captureId: 'FORGED' }), 'payment/order-not-found'],
  ['a cent more', ({ totalPayCents }) => ({ payCents: totalPayCents + 1 }), 'payment/amount-differs'],
  ['a cent less', ({ totalPayCents }) => ({ payCents: totalPayCents - 1 }), 'payment/amount-differs'],
])('rejects %s and moves nothing', async (_, changes, refusal) => {
  const campaign = someCampaign();
  const paid = await stage.world.pay(campaign);
  expect(await catchRefusal(bind(campaign, { ...paid, ...(await changes(campaign)) }))).toBe(refusal);
  expect(await readSuspense(paid.orderId)).toBe(34_500);
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({ payCents: 0, feeCents: 0 });
});

test('an order that is not captured funds nothing', async () => {
  const campaign = someCampaign();
  const { orderId } = await open(campaign);
  expect(await catchRefusal(bind(campaign, { orderId, captureId: 'NONE' }))).toBe('payment/not-captured');
});
