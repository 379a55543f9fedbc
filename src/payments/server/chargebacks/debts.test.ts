import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, payableFacts, type Paid } from '#tests/support/payments/world.ts';
import { handleUnboundOrder } from '../refunds/refund-surplus.ts';
import { captureOrder } from '../service.ts';
import { bindRepayment } from '../shortfalls/bind-repayment.ts';
import { pollDispute } from './chargebacks.ts';
import { payDebt } from './debts.ts';

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

/** Loses a dispute over all of this payment. Returns the id of the debt. */
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

test('a dispute over the repayment of a debt says nothing about the campaign’s money', async () => {
  const { deps } = stage.world;
  const payerId = await stage.world.newAccount('advertiser');
  const campaign = newCampaign(payerId, 3, 10_000);
  const surplus = await stage.world.pay(campaign);
  stage.clock.advance(8 * DAY);
  // Its refund is on its way when the dispute is lost, so nothing of it is left.
  await handleUnboundOrder(deps, await findOrder(surplus.orderId));
  const debtId = await loseDispute(surplus);
  const { id: orderId, approveUrl } = await payDebt(deps, { userId: payerId }, debtId);
  await stage.simulator.decide(approveUrl, 'approve');
  const { captureId } = await captureOrder(deps, { orderId, payerId });
  const repayment = await findOrder(orderId);
  await transact(deps.db, (tx) => bindRepayment(tx, deps, repayment));

  const told: boolean[] = [];
  deps.ports.setDisputed = async (_tx, _campaignId, isDisputed) => void told.push(isDisputed);
  await openDispute(captureId);
  expect(told).toEqual([false]);
});
