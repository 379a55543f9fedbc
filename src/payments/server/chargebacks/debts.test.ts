import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { catchRefusal, newCampaign, payableFacts, type Paid } from '#tests/support/payments/world.ts';
import { suspenseLeft } from '../ledger/balance-service.ts';
import { handleUnboundOrder } from '../refunds/refund-surplus.ts';
import { captureOrder } from '../service.ts';
import { bindRepayment } from '../shortfalls/bind-repayment.ts';
import { listOwed } from '../shortfalls/shortfall-orders.ts';
import { pollDispute } from './chargebacks.ts';
import { payDebt, writeOffDebt } from './debts.ts';

const stage = stagePayments();

async function readId(text: string, value: string): Promise<string> {
  return (await stage.database.pool.query(text, [value])).rows[0].id;
}

const findOrder = (providerOrderId: string) =>
  readId('select id from payment_order where provider_order_id = $1', providerOrderId);

async function openDispute(captureId: string): Promise<string> {
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId });
  await pollDispute(stage.world.deps, json.disputeId);
  return json.disputeId;
}

async function loseDispute({ captureId }: Pick<Paid, 'captureId'>): Promise<string> {
  const disputeId = await openDispute(captureId);
  await stage.simulator.control('POST', `/disputes/${disputeId}`, { outcome: 'lost' });
  await pollDispute(stage.world.deps, disputeId);
  return readId('select id from chargeback where provider_dispute_id = $1', disputeId);
}

async function owing(): Promise<{ debtId: string; paid: Paid }> {
  const paid = await stage.world.fund(3, 10_000);
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  await stage.world.release(paid, marketerId, 1);
  return { debtId: await loseDispute(paid), paid };
}

test('the ledger’s audit compares each debt with its own orders', async () => {
  const { debtId } = await owing();
  const change = (cents: number) =>
    stage.database.asOwner(
      'update chargeback set repaid_cents = repaid_cents + $2, owed_cents = owed_cents + $2 where id = $1',
      [debtId, cents],
    );
  await change(100);
  expect(await stage.world.violations()).toEqual([
    { rule: 'debt-differs-from-its-orders', reference: debtId },
  ]);
  await change(-100);
});

test('the database refuses an order for a debt of another payer or campaign', async () => {
  const [{ debtId }, other] = [await owing(), await owing()];
  const bind = stage.database.asOwner('update payment_order set chargeback_id = $1 where id = $2', [
    debtId,
    await findOrder(other.paid.orderId),
  ]);
  await expect(bind).rejects.toThrow('payment_order_repays_debt');
});

/** The payer won a dispute over a payment that funds nothing, whose refund the wallet then refuses. */
async function loseWhileRefunding() {
  const payerId = await stage.world.newAccount('advertiser');
  const surplus = await stage.world.pay(newCampaign(payerId, 3, 10_000));
  const orderId = await findOrder(surplus.orderId);
  stage.clock.advance(8 * DAY);
  await handleUnboundOrder(stage.world.deps, orderId);
  return { orderId, payerId, debtId: await loseDispute(surplus) };
}

const readDebt = async (id: string) =>
  (
    await stage.database.pool.query(
      'select owed_cents, written_off_cents, lost_suspense_cents from chargeback where id = $1',
      [id],
    )
  ).rows[0];

test('a refund of unused money that fails after a lost dispute repays the debt, which cannot be paid before', async () => {
  const { orderId, debtId, payerId } = await loseWhileRefunding();
  expect(await readDebt(debtId)).toMatchObject({ owed_cents: 34_500 });
  const pay = payDebt(stage.world.deps, { userId: payerId }, debtId);
  expect(await catchRefusal(pay)).toBe('payment/debt-refunding');
  expect(await listOwed(stage.world.deps, { userId: payerId })).toMatchObject([{ can: { pay: false } }]);
  await stage.world.worker.runDue();
  expect(await suspenseLeft(stage.database.db, orderId)).toBe(0);
  expect(await readDebt(debtId)).toEqual({
    owed_cents: 0,
    written_off_cents: 0,
    lost_suspense_cents: 34_500,
  });
  expect(await listOwed(stage.world.deps, { userId: payerId })).toEqual([]);
  expect(await stage.world.violations()).toEqual([]);
});

test('a refund of unused money that fails after its debt was written off makes the loss smaller', async () => {
  const { orderId, debtId } = await loseWhileRefunding();
  const { deps, worker } = stage.world;
  const admin = { userId: await stage.world.newAccount('admin'), role: 'admin' } as Actor;
  await writeOffDebt(deps, admin, { id: debtId, amount: '345.00', reason: 'The business is bankrupt' });
  await worker.runDue();
  expect(await suspenseLeft(stage.database.db, orderId)).toBe(0);
  expect(await readDebt(debtId)).toEqual({
    owed_cents: 0,
    written_off_cents: 0,
    lost_suspense_cents: 34_500,
  });
  expect(await stage.world.violations()).toEqual([]);
});

test('a dispute over the repayment of a debt says nothing about the campaign’s money', async () => {
  const { deps } = stage.world;
  const { debtId, payerId, orderId: unused } = await loseWhileRefunding();
  const setOrigin = (origin: string) =>
    stage.database.asOwner('update refund set origin = $1 where order_id = $2', [origin, unused]);
  // A debt that was paid when debts did not wait for refunds.
  await setOrigin('escrow');
  const { id: orderId, approveUrl } = await payDebt(deps, { userId: payerId }, debtId);
  await stage.simulator.decide(approveUrl, 'approve');
  const { captureId } = await captureOrder(deps, { orderId, payerId });
  await setOrigin('suspense');
  const repayment = await findOrder(orderId);
  await transact(deps.db, (tx) => bindRepayment(tx, deps, repayment));

  const told: boolean[] = [];
  deps.ports.setChargeback = async (_tx, _campaignId, hasChargeback) => void told.push(hasChargeback);
  await openDispute(captureId);
  expect(told).toEqual([false]);
});
