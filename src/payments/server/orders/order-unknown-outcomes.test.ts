import { beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { captureOrder, openOrder, refreshOrder } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, type PaidCampaign, catchRefusal } from '#tests/support/payments/world.ts';

const stage = stagePayments();
const { clock } = stage;
let payerId: string;
beforeAll(async () => {
  payerId = await stage.world.newAccount('advertiser');
});

const someCampaign = () => newCampaign(payerId, 3, 10_000);
const capture = (orderId: string) => captureOrder(stage.world.deps, { orderId, payerId });
const refresh = (orderId: string) => refreshOrder(stage.world.deps, { orderId, payerId });

function open({ campaignId, totalPayCents, feeCents }: PaidCampaign, deps = stage.world.deps) {
  return openOrder(deps, {
    campaignId,
    payerId,
    payCents: totalPayCents,
    feeCents,
    description: 'Spring launch',
    returnUrl: 'http://promenade.test/paid',
    cancelUrl: 'http://promenade.test/cancelled',
  });
}

async function approvedOrder(campaign = someCampaign()) {
  const order = await open(campaign);
  await stage.simulator.decide(order.approveUrl, 'approve');
  return order;
}

async function twoApprovedOrders(campaign: PaidCampaign) {
  const first = await open(campaign);
  clock.advance(HOUR);
  const second = await open(campaign);
  for (const { approveUrl } of [first, second]) await stage.simulator.decide(approveUrl, 'approve');
  return [first, second] as const;
}

async function orderInDoubt(campaign = someCampaign()) {
  const order = await approvedOrder(campaign);
  stage.world.faults.push(
    { matches: /capture$/, kind: 'lost-request' },
    { matches: /GET .*orders/, kind: 'lost-request' },
  );
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/provider-unknown');
  expect(await readState(order.orderId)).toBe('capturing');
  return order;
}

async function readState(orderId: string): Promise<string | undefined> {
  const { rows } = await stage.database.pool.query(
    'select state from payment_order where provider_order_id = $1',
    [orderId],
  );
  return rows[0]?.state;
}

const chargesFor = async (orderId: string) =>
  (await stage.simulator.books()).captures.filter((charge) => charge.orderId === orderId).length;

async function sweep(): Promise<void> {
  clock.advance(3 * MINUTE);
  await stage.world.worker.runDue();
}

const { takeErrors } = stage;

test('a late response to creating an order leaves its current state alone', async () => {
  const campaign = someCampaign();
  stage.world.faults.push({ matches: /POST \/v2\/checkout\/orders$/, kind: 'lost-answer' });
  expect(await catchRefusal(open(campaign))).toBe('payment/provider-unknown');
  clock.advance(MINUTE);

  let arrive = () => {};
  const until = new Promise<void>((resolve) => (arrive = resolve));
  let slow: ReturnType<typeof open> | undefined;
  await new Promise<void>((isCarriedOut) => {
    stage.world.faults.push({
      matches: /POST \/v2\/checkout\/orders$/,
      kind: 'late-answer',
      isCarriedOut,
      until,
    });
    slow = open(campaign, stage.world.otherProcess());
  });
  const order = await orderInDoubt(campaign);
  arrive();
  expect(await slow).toMatchObject({ orderId: order.orderId });
  // If it were open again, a second order of the campaign could be charged too.
  expect(await readState(order.orderId)).toBe('capturing');
  await refresh(order.orderId);
  expect(await readState(order.orderId)).toBe('captured');
});

test('a refused lookup says nothing about the attempt', async () => {
  const order = await orderInDoubt();
  clock.advance(MINUTE);
  stage.world.faults.push({
    matches: /GET .*orders/,
    kind: 'refusal',
    status: 403,
    issue: 'PERMISSION_DENIED',
  });
  await refresh(order.orderId);
  expect(await readState(order.orderId)).toBe('capturing');
  expect(takeErrors()).toHaveLength(1);
  await refresh(order.orderId);
  expect(await readState(order.orderId)).toBe('captured');
  expect(await chargesFor(order.orderId)).toBe(1);
});

test.each([404, 403])(
  'a capture under review that a lookup does not find (%i) stays under review',
  async (status) => {
    const order = await approvedOrder();
    stage.world.faults.push({ matches: /capture$/, kind: 'review' });
    expect(await catchRefusal(capture(order.orderId))).toBe('payment/pending');
    stage.world.faults.push({
      matches: /GET .*captures/,
      kind: 'refusal',
      status,
      issue: 'INVALID_RESOURCE_ID',
    });
    await refresh(order.orderId);
    expect(await readState(order.orderId)).toBe('pending');
    expect(takeErrors()).toHaveLength(1);
    await refresh(order.orderId);
    expect(await readState(order.orderId)).toBe('captured');
  },
);

test('an open order survives a refused lookup, and closes if the wallet does not know it', async () => {
  const order = await open(someCampaign());
  stage.world.faults.push({
    matches: /GET .*orders/,
    kind: 'refusal',
    status: 403,
    issue: 'PERMISSION_DENIED',
  });
  await sweep();
  expect(await readState(order.orderId)).toBe('open');
  expect(takeErrors()).toHaveLength(1);
  stage.world.faults.push({
    matches: /GET .*orders/,
    kind: 'refusal',
    status: 404,
    issue: 'INVALID_RESOURCE_ID',
  });
  await sweep();
  expect(await readState(order.orderId)).toBe('closed');
});

test('an order captured before is unknown, never refused, if the lookup is refused', async () => {
  const { orderId } = await approvedOrder();
  await capture(orderId);
  stage.world.faults.push({
    matches: /GET .*orders/,
    kind: 'refusal',
    status: 403,
    issue: 'PERMISSION_DENIED',
  });
  const again = await stage.world.deps.ports.getWallet().captureOrder(orderId, 'another-key');
  expect(again.kind).toBe('unknown');
});

test('polls less and less often after a refusal that does not tell the payment’s state', async () => {
  const order = await approvedOrder();
  const attempts = () => stage.world.calls.filter((call) => call.includes(`${order.orderId}/capture`)).length;
  const duplicate = { matches: /capture$/, kind: 'refusal', issue: 'DUPLICATE_INVOICE_ID' } as const;
  stage.world.faults.push(duplicate);
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/provider-unknown');
  for (let minute = 0; minute < 150; minute += 1) {
    if (stage.world.faults.length === 0) stage.world.faults.push(duplicate);
    clock.advance(MINUTE);
    await stage.world.worker.runDue();
  }
  expect(await readState(order.orderId)).toBe('capturing');
  expect(attempts()).toBeGreaterThan(5);
  expect(attempts()).toBeLessThan(10);
});

test('captures nothing while the campaign has changed, and captures once it is due again', async () => {
  const campaign = someCampaign();
  const order = await approvedOrder(campaign);
  stage.world.notDue.set(campaign.campaignId, 'payment/amount-differs');
  expect(await catchRefusal(capture(order.orderId))).toBe('payment/amount-differs');
  await sweep();
  expect(await chargesFor(order.orderId)).toBe(0);
  expect(await readState(order.orderId)).toBe('open');
  stage.world.notDue.delete(campaign.campaignId);
  await sweep();
  expect(await chargesFor(order.orderId)).toBe(1);
  expect(takeErrors()).toEqual([]);
});

test('does not repeat a lost attempt once nothing is due', async () => {
  const campaign = someCampaign();
  const order = await orderInDoubt(campaign);
  stage.world.notDue.set(campaign.campaignId, 'campaign/start-passed');
  await sweep();
  expect([await readState(order.orderId), await chargesFor(order.orderId)]).toEqual(['open', 0]);
});

test('an attempt that may still arrive keeps the campaign’s only capture, even if nothing is due', async () => {
  const campaign = someCampaign();
  const order = await orderInDoubt(campaign);
  stage.world.notDue.set(campaign.campaignId, 'campaign/start-passed');
  clock.advance(SECOND);
  await refresh(order.orderId);
  expect([await readState(order.orderId), await chargesFor(order.orderId)]).toEqual(['capturing', 0]);
});

test('records money that the wallet has captured, even if nothing is due', async () => {
  const campaign = someCampaign();
  const { orderId } = await approvedOrder(campaign);
  await stage.world.deps.ports.getWallet().captureOrder(orderId, 'an attempt that came too late');
  stage.world.notDue.set(campaign.campaignId, 'payment/amount-differs');
  await sweep();
  expect(await readState(orderId)).toBe('captured');
});

test('invariant 7: a second charge of one campaign is refunded in full', async () => {
  const campaign = someCampaign();
  const [first, second] = await twoApprovedOrders(campaign);
  const { captureId } = await capture(first.orderId);
  const late = await takenLate(second.orderId);
  await sweep();
  expect(await readState(second.orderId)).toBe('surplus');
  expect(await readRefunded(late)).toEqual(['345.00']);
  expect(await readRefunded(captureId)).toEqual([]);
  expect(await catchRefusal(capture(second.orderId))).toBe('payment/used');
});

test('invariant 7: a second charge under review is refunded once the review ends', async () => {
  const campaign = someCampaign();
  const [first, second] = await twoApprovedOrders(campaign);
  await capture(first.orderId);
  const late = await takenLate(second.orderId);
  stage.world.faults.push({
    matches: new RegExp(`GET /v2/checkout/orders/${second.orderId}`),
    kind: 'review',
  });
  await sweep();
  expect([await readState(second.orderId), await readRefunded(late)]).toEqual(['open', []]);
  clock.advance(HOUR);
  await sweep();
  expect([await readState(second.orderId), await readRefunded(late)]).toEqual(['surplus', ['345.00']]);
});

test('invariant 7: one more poll finds money captured after the order was closed, and refunds it', async () => {
  const { orderId } = await approvedOrder();
  stage.world.faults.push({ matches: /POST .*capture/, kind: 'refusal', issue: 'TRANSACTION_REFUSED' });
  expect(await catchRefusal(capture(orderId))).toBe('payment/provider-refused');
  const late = await takenLate(orderId);
  await sweep();
  expect([await readState(orderId), await readRefunded(late)]).toEqual(['closed', []]);
  clock.advance(4 * HOUR);
  await sweep();
  expect([await readState(orderId), await readRefunded(late)]).toEqual(['surplus', ['345.00']]);
});

test('invariant 7: a closed order is polled again if the wallet refuses the lookup', async () => {
  const { orderId } = await approvedOrder();
  stage.world.faults.push({ matches: /POST .*capture/, kind: 'refusal', issue: 'TRANSACTION_REFUSED' });
  await catchRefusal(capture(orderId));
  const late = await takenLate(orderId);
  clock.advance(4 * HOUR);
  stage.world.faults.push({
    matches: new RegExp(`GET .*orders/${orderId}`),
    kind: 'refusal',
    status: 403,
    issue: 'PERMISSION_DENIED',
  });
  await sweep();
  expect(stage.takeErrors()).toEqual(['the wallet does not show an order']);
  clock.advance(HOUR);
  await sweep();
  expect([await readState(orderId), await readRefunded(late)]).toEqual(['surplus', ['345.00']]);
});

test('polls a closed order once more and never again', async () => {
  const { orderId } = await approvedOrder();
  stage.world.faults.push({ matches: /POST .*capture/, kind: 'refusal', issue: 'TRANSACTION_REFUSED' });
  await catchRefusal(capture(orderId));
  clock.advance(4 * HOUR);
  await sweep();
  const looks = () =>
    stage.world.calls.filter((call) => call === `GET /v2/checkout/orders/${orderId}`).length;
  const before = looks();
  clock.advance(30 * DAY);
  await sweep();
  expect([before, looks()]).toEqual([1, 1]);
  expect(await readState(orderId)).toBe('closed');
});

async function readRefunded(captureId: string) {
  const { refunds } = await stage.simulator.books();
  return refunds.filter((refund) => refund.captureId === captureId).map(({ amount }) => amount);
}

async function takenLate(orderId: string): Promise<string> {
  const outcome = await stage.world.deps.ports
    .getWallet()
    .captureOrder(orderId, 'an attempt that came too late');
  if (outcome.kind !== 'success') throw new Error('the wallet has not captured');
  return outcome.value.captureId;
}
