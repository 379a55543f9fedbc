import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { suspenseLeft } from '../ledger/balance-service.ts';
import { pollDispute } from '../chargebacks/chargebacks.ts';
import { pollOrder } from '../orders/poll-order.ts';
import { getOrder } from '../orders/order-store.ts';
import { openOrder } from '../service.ts';
import { walletProvider } from '../slots.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newPurpose, type Paid } from '#tests/support/payments/world.ts';

/** Surplus money is refunded by its event, otherwise by the sweep. */

const stage = stagePayments();

async function run(afterMs = 0): Promise<void> {
  stage.clock.advance(afterMs);
  await stage.world.worker.runDue();
}

/** Advances the clock with the worker running. */
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

const readState = async (purpose: Paid) => (await readOrder(purpose)).state;
const suspense = async (purpose: Paid) => suspenseLeft(stage.database.db, (await readOrder(purpose)).id);
const atWallet = async ({ captureId }: Paid) =>
  (await stage.simulator.books()).refunds
    .filter((refund) => refund.captureId === captureId)
    .map(({ amount, status }) => `${status} ${amount}`);

/** Money captured for a closed order, which we do not know yet. */
async function takenTooLate(): Promise<Paid> {
  const purpose = newPurpose(await stage.world.newAccount('advertiser'), 3, 10_000);
  const { purposeId, payerId, totalPayCents: payCents, feeCents } = purpose;
  const { orderId, approveUrl } = await openOrder(stage.world.deps, {
    purposeId,
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
  const late = await stage.world.deps.slots.get(walletProvider).captureOrder(orderId, 'too late');
  if (late.kind !== 'success') throw new Error('the wallet has not captured');
  return { ...purpose, orderId, captureId: late.value.captureId };
}

test('invariant 7: a webhook about money of a closed order is enough to refund it', async () => {
  const purpose = await takenTooLate();
  await run(DAY);
  expect(await readState(purpose)).toBe('closed');
  const delivery = await stage.letterbox.deliveryOf('PAYMENT.CAPTURE.COMPLETED', purpose.captureId);
  stage.clock.advance(MINUTE);
  expect(await stage.letterbox.deliver(stage.world, delivery)).toBe(200);
  await run();
  expect([await readState(purpose), await suspense(purpose)]).toEqual(['surplus', 0]);
  expect(await atWallet(purpose)).toEqual(['COMPLETED 345.00']);
});

test('invariant 7: the database rejects waiting money that no sweep would find', async () => {
  const purpose = await takenTooLate();
  await pollOrder(stage.world.deps, await getOrder(stage.database.db, (await readOrder(purpose)).id));
  expect(await readState(purpose)).toBe('surplus');
  for (const state of ['surplus', 'captured']) {
    const forgotten = stage.database.pool.query(
      'update payment_order set state = $1, look_at = null where id = $2',
      [state, (await readOrder(purpose)).id],
    );
    await expect(forgotten).rejects.toMatchObject({ constraint: 'payment_order_waiting_looked_at' });
  }
  await run();
  expect(await suspense(purpose)).toBe(0);
});

/** As after the last attempt of the event. */
async function giveUpSurplusEvent(purpose: Paid): Promise<void> {
  const { rowCount } = await stage.database.pool.query(
    "update outbox set state = 'dead' where kind = 'payment.surplus-found' and ref = $1 and state = 'ready'",
    [(await readOrder(purpose)).id],
  );
  expect(rowCount).toBe(1);
}

test('invariant 7: the sweep refunds a surplus whose event was given up, but leaves it to the event first', async () => {
  const purpose = await takenTooLate();
  await pollOrder(stage.world.deps, await getOrder(stage.database.db, (await readOrder(purpose)).id));
  await giveUpSurplusEvent(purpose);
  await live(9);
  expect([await readState(purpose), await suspense(purpose)]).toEqual(['surplus', 34_500]);
  // Ten minutes old, plus at most five until the next round.
  await live(6);
  expect([await suspense(purpose), await atWallet(purpose)]).toEqual([0, ['COMPLETED 345.00']]);
});

test('invariant 7: the sweep also leaves what a lost dispute has left to the event first', async () => {
  const buying = newPurpose(await stage.world.newAccount('advertiser'), 3, 10_000);
  const purpose = { ...buying, ...(await stage.world.pay(buying)) };
  await run(DAY);
  const { captureId } = purpose;
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId, amount: '100.00' });
  await pollDispute(stage.world.deps, json.disputeId);
  await run();
  await stage.simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'lost' });
  await pollDispute(stage.world.deps, json.disputeId);
  await giveUpSurplusEvent(purpose);
  await live(9);
  expect([await readState(purpose), await suspense(purpose)]).toEqual(['surplus', 24_500]);
  await live(6);
  expect([await suspense(purpose), await atWallet(purpose)]).toEqual([0, ['COMPLETED 245.00']]);
});
