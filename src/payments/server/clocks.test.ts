import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { bindCapture, captureOrder, openOrder, refundCampaign } from './service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, payableFacts, type PaidCampaign } from '#tests/support/payments/world.ts';

const wallet = { aheadMs: 0 };
const stage = stagePayments({ walletAheadMs: () => wallet.aheadMs });
const { clock } = stage;

let taken: boolean[] = [];
beforeEach(() => {
  taken = [];
  stage.letterbox.deliveries.length = 0;
});
afterEach(() => {
  wallet.aheadMs = 0;
});

async function deliver(eventType: string, mention: string): Promise<void> {
  const delivery = await stage.letterbox.deliveryOf(eventType, mention);
  taken.push((await stage.letterbox.deliver(stage.world, delivery)) === 200);
  await stage.world.worker.runDue();
}

async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await stage.world.worker.runDue();
}

async function control(path: string, body: object): Promise<{ disputeId: string }> {
  const { status, json } = await stage.simulator.control('POST', path, body);
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  return json;
}

/** Funds, releases, refunds, disputes and wins. Calls `turn` between the steps and returns the postings. */
async function story(turn: (step: number) => void = () => {}): Promise<string[]> {
  const before = await newestTxn();
  turn(0);
  const campaign = await stage.world.fund(3, 10_000);
  const { captureId } = campaign;
  await deliver('PAYMENT.CAPTURE.COMPLETED', captureId);
  turn(1);
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, payableFacts);
  await stage.world.release(campaign, marketerId, 1);
  await pass(0);
  turn(2);
  await pass(5 * MINUTE);
  turn(3);
  const { disputeId } = await control('/disputes', { captureId });
  await deliver('CUSTOMER.DISPUTE.CREATED', disputeId);
  turn(4);
  await pass(HOUR);
  await control(`/disputes/${disputeId}`, { outcome: 'won' });
  await deliver('CUSTOMER.DISPUTE.RESOLVED', disputeId);
  await pass(HOUR);
  turn(5);
  await refund(campaign);
  await pass(5 * MINUTE);
  return postedSince(before);
}

async function refund({ campaignId }: PaidCampaign): Promise<void> {
  await transact(stage.database.db, async (tx) => {
    await stage.world.deps.ports.lockPaidCampaign(tx, campaignId);
    await refundCampaign(tx, stage.world.deps, { campaignId, payCents: 20_000, feeCents: 3000 });
  });
}

async function readCapture({ campaignId }: Pick<PaidCampaign, 'campaignId'>): Promise<string> {
  const { rows } = await stage.database.pool.query(
    'select provider_capture_id as id from payment_order where campaign_id = $1',
    [campaignId],
  );
  return rows[0].id;
}

async function newestTxn(): Promise<number> {
  const { rows } = await stage.database.pool.query('select coalesce(max(id), 0)::int as id from ledger.txn');
  return rows[0].id;
}

async function postedSince(before: number): Promise<string[]> {
  const { rows } = await stage.database.pool.query(
    `select t.kind || ': ' || string_agg(a.family || ' ' || e.amount, ', ' order by a.family) as posting
     from ledger.txn t join ledger.entry e on e.txn_id = t.id join ledger.account a on a.id = e.account_id
     where t.id > $1 group by t.id order by t.id`,
    [before],
  );
  return rows.map(({ posting }) => posting);
}

test('invariant 28: a wallet clock that is two days off changes nothing', async () => {
  const agreed = await story();
  expect(agreed.map((posting) => posting.split(':')[0])).toEqual([
    'capture',
    'psp_fee',
    'fund',
    'release',
    'payout_submit',
    'payout_settle',
    'dispute_hold',
    'dispute_release',
    'refund_submit',
    'refund_settle',
  ]);
  for (const aheadMs of [48 * HOUR, -48 * HOUR]) {
    wallet.aheadMs = aheadMs;
    expect([aheadMs, await story()]).toEqual([aheadMs, agreed]);
  }
  // The wallet's clock is corrected and wrong again between the steps. Then the wallet takes longer for a
  // payout.
  const jumped = await story((step) => (wallet.aheadMs = step % 2 === 0 ? -48 * HOUR : 48 * HOUR));
  expect(jumped.toSorted()).toEqual(agreed.toSorted());
  expect(taken).toEqual(Array.from({ length: 12 }, () => true));
});

test('invariant 28: polling finds everything if clocks differ so much that every delivery is rejected', async () => {
  wallet.aheadMs = -5 * DAY;
  const before = await newestTxn();
  const { orderId, approveUrl, ...campaign } = await openedOrder();
  await stage.simulator.decide(approveUrl, 'approve');
  await deliver('CHECKOUT.ORDER.APPROVED', orderId);
  await pass(3 * MINUTE);
  expect([await readState(campaign.campaignId), await charges(orderId)]).toEqual(['captured', 1]);
  const { campaignId, payerId, totalPayCents: payCents } = campaign;
  const binding = { orderId, captureId: await readCapture(campaign), campaignId, payerId, payCents };
  await transact(stage.database.db, (tx) => bindCapture(tx, stage.world.deps, binding));
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, payableFacts);
  await stage.world.release(campaign, marketerId, 1);
  await pass(0);
  await pass(5 * MINUTE);
  await deliver('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', 'SUCCESS');
  const posted = await postedSince(before);
  expect(posted.map((posting) => posting.split(':')[0])).toEqual([
    'capture',
    'psp_fee',
    'fund',
    'release',
    'payout_submit',
    'payout_settle',
  ]);
  expect(taken).toEqual([false, false]);
});

const charges = async (orderId: string) =>
  (await stage.simulator.books()).captures.filter((capture) => capture['orderId'] === orderId).length;

async function openedOrder() {
  const campaign = newCampaign(await stage.world.newAccount('advertiser'), 1, 10_000);
  const { campaignId, payerId, totalPayCents: payCents, feeCents } = campaign;
  const order = await openOrder(stage.world.deps, {
    campaignId,
    payerId,
    payCents,
    feeCents,
    description: 'Spring launch',
    returnUrl: 'http://promenade.test/paid',
    cancelUrl: 'http://promenade.test/cancelled',
  });
  return { ...order, ...campaign };
}

const readState = async (campaignId: string) =>
  (await stage.database.pool.query('select state from payment_order where campaign_id = $1', [campaignId]))
    .rows[0].state;

test.each([
  // The wallet has forgotten the key, and drops an approved order after three hours.
  ['lost-answer', 'captured', 1],
  ['lost-request', 'closed', 0],
] as const)(
  'invariant 22: a capture with a %s while the worker is down for seven hours',
  async (kind, state, number) => {
    const { orderId, payerId, campaignId, approveUrl } = await openedOrder();
    await stage.simulator.decide(approveUrl, 'approve');
    stage.world.faults.push({ matches: /capture$/, kind }, { matches: /GET .*orders/, kind: 'lost-request' });
    await expect(captureOrder(stage.world.deps, { orderId, payerId })).rejects.toThrow();
    stage.world.calls.length = 0;
    await pass(7 * HOUR);
    await pass(HOUR);
    expect(stage.world.calls.filter((call) => call.endsWith('/capture'))).toEqual([]);
    expect([await readState(campaignId), await charges(orderId)]).toEqual([state, number]);
  },
);

test('invariant 28: an order that was approved is not closed by a clock that is three days ahead', async () => {
  const { orderId, payerId, campaignId, approveUrl } = await openedOrder();
  await stage.simulator.decide(approveUrl, 'approve');
  stage.world.notDue.set(campaignId, 'campaign/start-passed');
  wallet.aheadMs = -73 * HOUR;
  await pass(73 * HOUR);
  expect([await readState(campaignId), await charges(orderId)]).toEqual(['open', 0]);
  wallet.aheadMs = 0;
  clock.advance(-73 * HOUR);
  stage.world.notDue.delete(campaignId);
  await captureOrder(stage.world.deps, { orderId, payerId });
  expect([await readState(campaignId), await charges(orderId)]).toEqual(['captured', 1]);
});

test('an old order is closed only once the wallet says that its payer has not approved it', async () => {
  const { campaignId } = await openedOrder();
  stage.world.faults.push({ matches: /GET .*orders/, kind: 'lost-request' });
  await pass(80 * HOUR);
  expect(await readState(campaignId)).toBe('open');
  await pass(HOUR);
  expect(await readState(campaignId)).toBe('closed');
});

test('invariant 22: a payout with a lost response is sent once although the worker was down for seven hours', async () => {
  const campaign = await stage.world.fund(1, 10_000);
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  await stage.world.release(campaign, marketerId, 1);
  stage.world.faults.push({ matches: /POST .*payouts$/, kind: 'lost-answer' });
  await pass(0);
  await pass(7 * HOUR);
  await pass(MINUTE);
  const { rows } = await stage.database.pool.query('select id, state from payout where marketer_id = $1', [
    marketerId,
  ]);
  expect(rows).toMatchObject([{ state: 'succeeded' }]);
  const sent = (await stage.simulator.books()).payouts.filter((item) => item['senderItemId'] === rows[0].id);
  expect(sent).toHaveLength(1);
});

test('invariant 22: a payout with a lost response is not resent once the wallet may have forgotten its id', async () => {
  const campaign = await stage.world.fund(1, 10_000);
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, payableFacts);
  await stage.world.release(campaign, marketerId, 1);
  stage.world.faults.push({ matches: /POST .*payouts$/, kind: 'lost-answer' });
  await pass(0);
  stage.world.calls.length = 0;
  await pass(31 * DAY);
  await pass(DAY);
  expect(stage.world.calls.filter((call) => /POST .*payouts$/.test(call))).toEqual([]);
  const { rows } = await stage.database.pool.query('select state from payout where marketer_id = $1', [
    marketerId,
  ]);
  // In flight until a person checks at the wallet: we never mark it paid or failed ourselves.
  expect(rows).toEqual([{ state: 'submitting' }]);
});
