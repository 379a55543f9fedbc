import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { suspenseLeft } from '../ledger/balance-service.ts';
import { pollDispute } from '../chargebacks/chargebacks.ts';
import { pollOrder } from '../orders/poll-order.ts';
import { getOrder } from '../orders/order-store.ts';
import { openOrder } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, type Paid } from '#tests/support/payments/world.ts';

const stage = stagePayments();

async function run(afterMs = 0): Promise<void> {
  stage.clock.advance(afterMs);
  await stage.world.worker.runDue();
}

async function live(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) await run(MINUTE);
}

async function readOrder({ orderId }: Paid): Promise<{ id: string; state: string }> {
  const { rows } = await stage.database.pool.query(
    'select id, state from payment_order where provider_order_id = $1',
    [orderId],
  );
  return rows[0];
}

const readState = async (campaign: Paid) => (await readOrder(campaign)).state;
const suspense = async (campaign: Paid) => suspenseLeft(stage.database.db, (await readOrder(campaign)).id);
const atWallet = async ({ captureId }: Paid) =>
  (await stage.simulator.books()).refunds
    .filter((refund) => refund.captureId === captureId)
    .map(({ amount, status }) => `${status} ${amount}`);

async function takenTooLate(): Promise<Paid> {
  const campaign = newCampaign(await stage.world.newAccount('advertiser'), 3, 10_000);
  const { campaignId, payerId, totalPayCents: payCents, feeCents } = campaign;
  const { orderId, approveUrl } = await openOrder(stage.world.deps, {
    campaignId,
    payerId,
    payCents,
    feeCents,
    description: 'Given up',
    returnUrl: 'http://promenade.test/paid',
    cancelUrl: 'http://promenade.test/cancelled',
  });
  await stage.simulator.decide(approveUrl, 'approve');
  await stage.database.pool.query(
    "update payment_order set state = 'closed', look_at = null where provider_order_id = $1",
    [orderId],
  );
  const late = await stage.world.deps.ports.getWallet().captureOrder(orderId, 'too late');
  if (late.kind !== 'success') throw new Error('the wallet has not captured');
  return { ...campaign, orderId, captureId: late.value.captureId };
}

test('invariant 7: a webhook about money of a closed order is enough to refund it', async () => {
  const campaign = await takenTooLate();
  await run(DAY);
  expect(await readState(campaign)).toBe('closed');
  const delivery = await stage.letterbox.deliveryOf('PAYMENT.CAPTURE.COMPLETED', campaign.captureId);
  stage.clock.advance(MINUTE);
  expect(await stage.letterbox.deliver(stage.world, delivery)).toBe(200);
  await run();
  expect([await readState(campaign), await suspense(campaign)]).toEqual(['surplus', 0]);
  expect(await atWallet(campaign)).toEqual(['COMPLETED 345.00']);
});

test('invariant 7: the database rejects waiting money that no sweep would find', async () => {
  const campaign = await takenTooLate();
  await pollOrder(stage.world.deps, await getOrder(stage.database.db, (await readOrder(campaign)).id));
  expect(await readState(campaign)).toBe('surplus');
  for (const state of ['surplus', 'captured']) {
    const forgotten = stage.database.pool.query(
      'update payment_order set state = $1, look_at = null where id = $2',
      [state, (await readOrder(campaign)).id],
    );
    await expect(forgotten).rejects.toMatchObject({ constraint: 'payment_order_waiting_looked_at' });
  }
  await run();
  expect(await suspense(campaign)).toBe(0);
});

async function giveUpSurplusEvent(campaign: Paid): Promise<void> {
  const { rowCount } = await stage.database.pool.query(
    "update outbox set state = 'dead' where kind = 'payment.surplus-found' and ref = $1 and state = 'ready'",
    [(await readOrder(campaign)).id],
  );
  expect(rowCount).toBe(1);
}

test('invariant 7: the sweep refunds a surplus whose event was given up, but leaves it to the event first', async () => {
  const campaign = await takenTooLate();
  await pollOrder(stage.world.deps, await getOrder(stage.database.db, (await readOrder(campaign)).id));
  await giveUpSurplusEvent(campaign);
  await live(9);
  expect([await readState(campaign), await suspense(campaign)]).toEqual(['surplus', 34_500]);
  await live(6);
  expect([await suspense(campaign), await atWallet(campaign)]).toEqual([0, ['COMPLETED 345.00']]);
});

test('invariant 7: the sweep also leaves what a lost dispute has left to the event first', async () => {
  const buying = newCampaign(await stage.world.newAccount('advertiser'), 3, 10_000);
  const campaign = { ...buying, ...(await stage.world.pay(buying)) };
  await run(DAY);
  const { captureId } = campaign;
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId, amount: '100.00' });
  await pollDispute(stage.world.deps, json.disputeId);
  await run();
  await stage.simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'lost' });
  await pollDispute(stage.world.deps, json.disputeId);
  await giveUpSurplusEvent(campaign);
  await live(9);
  expect([await readState(campaign), await suspense(campaign)]).toEqual(['surplus', 24_500]);
  await live(6);
  expect([await suspense(campaign), await atWallet(campaign)]).toEqual([0, ['COMPLETED 245.00']]);
});
