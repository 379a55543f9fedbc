import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { invoiceSteps } from '#tests/support/payments/invoices.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign } from '#tests/support/payments/world.ts';
import { handleUnboundOrder } from '../refunds/refund-surplus.ts';
import { postDisputeEnd, postDisputeHold } from './dispute-postings.ts';
import { type HistoryEntry, listHistory, streamHistory, sumHistory } from './held-changes-service.ts';

const stage = stagePayments();
const { refund, settle } = invoiceSteps(stage);
const always = { from: null, until: null };

const read = async (campaignId: string, reader: Reader = stage.database.db) =>
  (await listHistory(reader, [campaignId], always, { limit: 50, after: null })).map(
    ({ move, amountCents, feeCents, heldCents, state }) => [move, amountCents, feeCents, heldCents, state],
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
    ['refund_submit', -4600, -600, 0, 'pending'],
    ['capture', 4600, 600, 4600, null],
  ]);
  await settle();
  expect((await read(campaign.campaignId))[0]).toEqual(['refund_submit', -4600, -600, 0, 'completed']);
});

test('funding moves no money, and the sums of kinds are those of the lines', async () => {
  const paid = await stage.world.fund(2, 4000);
  const marketerId = await stage.world.newAccount('marketer');
  await stage.world.release(paid, marketerId, 1);
  await refund(paid, 4000, 600);
  await settle();
  expect(await read(paid.campaignId)).toEqual([
    ['refund_submit', -4600, -600, 0, 'completed'],
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

test('a payment that funds nothing keeps its fee through a wallet dispute, so that fees add up to zero', async () => {
  const campaign = newCampaign(await stage.world.newAccount('advertiser'), 1, 4000);
  const { orderId: walletOrderId } = await stage.world.pay(campaign);
  const { rows } = await stage.database.pool.query(
    'select id from payment_order where provider_order_id = $1',
    [walletOrderId],
  );
  const { id: orderId } = rows[0];
  const [disputeId, payerId] = [randomUUID(), campaign.payerId];
  const fact = {
    id: disputeId,
    orderId,
    campaignId: campaign.campaignId,
    payerId,
    amountCents: 4600,
    heldPayCents: 0,
    heldFeeCents: 0,
    heldSuspenseCents: 4600,
    lostPayCents: 0,
    lostFeeCents: 0,
    lostSuspenseCents: 4100,
    owedCents: 0,
  };
  const occasion = { actor: 'wallet', at: stage.clock.now() };
  let lines: unknown[][] = [];
  const undo = new Error('the dispute itself is missing');
  const posted = transact(stage.database.db, async (tx) => {
    await postDisputeHold(tx, fact, occasion);
    await postDisputeEnd(tx, fact, occasion);
    lines = await read(campaign.campaignId, tx);
    throw undo;
  });
  await expect(posted).rejects.toBe(undo);
  expect(lines).toEqual([
    ['dispute_lost', 500, 0, 500, null],
    ['dispute_hold', -4600, -600, 0, null],
    ['capture', 4600, 600, 4600, null],
  ]);
});

test('pages and the file have the same lines, however few entries of an account a page reads', async () => {
  const marketerId = await stage.world.newAccount('marketer');
  const paid = await stage.world.fund(12, 1000);
  for (let place = 1; place <= 10; place += 1) {
    await stage.world.release(paid, marketerId, 1);
    stage.clock.advance(place % 3 === 0 ? 2 * DAY : 1);
  }
  const ids = [paid.campaignId];
  const { db } = stage.database;
  const parts: HistoryEntry[][] = [];
  await transact(
    db,
    async (tx) => {
      for await (const part of streamHistory(tx, ids, always)) parts.push(part);
    },
    { readOnlySnapshot: true },
  );
  const whole = parts.flat();
  expect(whole).toHaveLength(11);
  const paged: HistoryEntry[] = [];
  for (let after: HistoryEntry | null = null; ; after = paged.at(-1) ?? null) {
    const page = await listHistory(db, ids, always, { limit: 1, after });
    if (page.length === 0) break;
    paged.push(...page);
  }
  expect(paged).toEqual(whole);
  const from = whole[4]?.at ?? null;
  const until = whole[1]?.at ?? null;
  expect(await listHistory(db, ids, { from, until }, { limit: 50, after: null })).toEqual(
    whole.filter(({ at }) => from && until && at >= from && at < until),
  );
});
