import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { invoiceSteps } from '#tests/support/payments/invoices.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign } from '#tests/support/payments/world.ts';
import { handleUnboundOrder } from '../refunds/refund-surplus.ts';
import { listHistory, sumHistory } from './held-changes-service.ts';

const stage = stagePayments();
const { refund, settle } = invoiceSteps(stage);
const always = { from: null, until: null };

const read = async (campaignId: string) =>
  (await listHistory(stage.database.db, [campaignId], always, null)).map(
    ({ move, amountCents, feeCents, heldCents, isDone }) => [move, amountCents, feeCents, heldCents, isDone],
  );

test('a payment that funded nothing shows as paid and refunded, with its fee', async () => {
  const campaign = newCampaign(await stage.world.newAccount('advertiser'), 1, 4000);
  await stage.world.pay(campaign);
  const { rows } = await stage.database.pool.query('select id from payment_order where campaign_id = $1', [
    campaign.campaignId,
  ]);
  stage.clock.advance(8 * DAY);
  await handleUnboundOrder(stage.world.deps, rows[0].id);
  expect(await read(campaign.campaignId)).toEqual([
    ['refund_submit', -4600, -600, 0, false],
    ['capture', 4600, 600, 4600, null],
  ]);
  await settle();
  expect((await read(campaign.campaignId))[0]).toEqual(['refund_submit', -4600, -600, 0, true]);
});

test('funding moves no money, and the sums of kinds are those of the lines', async () => {
  const paid = await stage.world.fund(2, 4000);
  const marketerId = await stage.world.newAccount('marketer');
  await stage.world.release(paid, marketerId, 1);
  await refund(paid, 4000, 600);
  await settle();
  expect(await read(paid.campaignId)).toEqual([
    ['refund_submit', -4600, -600, 0, true],
    ['release', -4600, -600, 4600, null],
    ['capture', 9200, 1200, 9200, null],
  ]);
  const { kinds, heldBeforeCents } = await sumHistory(stage.database.db, [paid.campaignId], always);
  expect(heldBeforeCents).toBe(0);
  expect(Object.fromEntries([...kinds].map(([kind, { amountCents }]) => [kind, amountCents]))).toEqual({
    capture: 9200,
    release: -4600,
    refund_submit: -4600,
  });
  expect(await read(randomUUID())).toEqual([]);
});
