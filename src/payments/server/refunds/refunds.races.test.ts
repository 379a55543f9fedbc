import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { type Cents, calculateFeeShare } from '#kernel/money.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { serverDatabase } from '#tests/support/databases/database.ts';
import { earnings, getEscrowLeft, refundedCents } from '../ledger/balance-service.ts';
import { bindCapture, refundCampaign, retryRefund } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, type Paid, payableFacts, type PaidCampaign } from '#tests/support/payments/world.ts';

const stage = stagePayments({ database: () => serverDatabase({ poolSize: 32 }) });

function refund({ campaignId }: PaidCampaign, payCents: Cents, feeCents: Cents) {
  const { deps } = stage.world;
  return transact(stage.database.db, async (tx) => {
    await deps.ports.lockPaidCampaign(tx, campaignId);
    return refundCampaign(tx, deps, { campaignId, payCents, feeCents });
  });
}

function refundRest({ campaignId }: PaidCampaign): Promise<Cents> {
  const { deps } = stage.world;
  return transact(stage.database.db, async (tx) => {
    await deps.ports.lockPaidCampaign(tx, campaignId);
    const refunds = await refundCampaign(tx, deps, { campaignId, ...(await getEscrowLeft(tx, campaignId)) });
    return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  });
}

async function newMarketer(): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  return marketerId;
}

const getCodes = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    return [result.reason instanceof Refusal ? result.reason.code : String(result.reason)];
  });

async function atWallet(captureId: string): Promise<Cents> {
  const refunds = (await stage.simulator.books()).refunds.filter((one) => one.captureId === captureId);
  return refunds.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
}

async function workTogether(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([1, 2, 3].map(() => stage.world.worker.runDue()));
    stage.clock.advance(settleDelayMs + MINUTE);
  }
}

test('invariant 24: 20 concurrent refunds of the same rest refund it once', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => refund(campaign, 30_000, 4500)));
  expect(getCodes(results)).toEqual(Array.from({ length: 19 }, () => 'payment/escrow-short'));
  await workTogether();
  expect(await atWallet(campaign.captureId)).toBe(34_500);
});

test('invariant 24: 20 concurrent partial refunds never exceed the capture', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const parts = Array.from({ length: 20 }, () => refund(campaign, 2000, 300));
  const results = await Promise.allSettled(parts);
  expect(getCodes(results)).toEqual(Array.from({ length: 5 }, () => 'payment/escrow-short'));
  await workTogether();
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({ payCents: 0, feeCents: 0 });
  expect(await atWallet(campaign.captureId)).toBe(34_500);
});

test('invariant 12: refunds of the rest race releases of the last places, repeatedly', async () => {
  const seen = { released: 0, refunded: 0 };
  for (let round = 0; round < 20; round += 1) {
    const campaign = await stage.world.fund(3, 3333);
    const marketerId = await newMarketer();
    const costs = [1, 2, 3].map((place) => 3333 + calculateFeeShare(campaign.feeCents, place, 3));
    const work: (() => Promise<Cents>)[] = [
      ...costs.map((cents, index) => async () => {
        await stage.world.release(campaign, marketerId, index + 1);
        return cents;
      }),
      () => refundRest(campaign),
      () => refundRest(campaign),
    ];
    const turn = round % work.length;
    const order = [...work.slice(turn), ...work.slice(0, turn)];
    const results = await Promise.allSettled(order.map((one) => one()));
    for (const code of getCodes(results)) expect(code).toBe('payment/escrow-short');
    const { earnedCents } = await earnings(stage.database.db, marketerId);
    const backCents = await refundedCents(stage.database.db, campaign.campaignId);
    const movedCents = results.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
    expect(movedCents).toBe(campaign.totalPayCents + campaign.feeCents);
    expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({ payCents: 0, feeCents: 0 });
    if (earnedCents > 0) seen.released += 1;
    if (backCents > 0) seen.refunded += 1;
  }
  expect(Math.min(seen.released, seen.refunded)).toBeGreaterThan(0);
  await workTogether();
});

test('retrying a failed refund 20 times concurrently sends it once', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const [failed] = await refund(campaign, 10_000, 1500);
  stage.world.faults.push({
    matches: /POST .*\/refund$/,
    kind: 'refusal',
    issue: 'PARTIAL_REFUND_NOT_ALLOWED',
  });
  await stage.world.worker.runDue();
  const by = await stage.world.newAccount('admin');
  const retry = () =>
    transact(stage.database.db, (tx) =>
      retryRefund(tx, stage.world.deps, { refundId: failed?.id ?? '', by }),
    );
  const results = await Promise.allSettled(Array.from({ length: 20 }, retry));
  expect(getCodes(results)).toEqual(Array.from({ length: 19 }, () => 'payment/not-retryable'));
  await workTogether();
  expect(await atWallet(campaign.captureId)).toBe(11_500);
});

test('invariant 7: the refund after a week races the binding, and the money ends in one place', async () => {
  const seen = { bound: 0, surplus: 0 };
  const paid: Paid[] = [];
  for (let index = 0; index < 12; index += 1) {
    const campaign = newCampaign(await stage.world.newAccount('advertiser'), 3, 10_000);
    paid.push({ ...campaign, ...(await stage.world.pay(campaign)) });
  }
  await stage.world.worker.runDue();
  stage.clock.advance(7 * DAY);
  const bindings = paid.map(({ campaignId, payerId, orderId, captureId, totalPayCents: payCents }) =>
    transact(stage.database.db, async (tx) => {
      await stage.world.deps.ports.lockPaidCampaign(tx, campaignId);
      await bindCapture(tx, stage.world.deps, { campaignId, payerId, orderId, captureId, payCents });
    }),
  );
  const [results] = await Promise.all([Promise.allSettled(bindings), stage.world.worker.runDue()]);
  for (const code of getCodes(results)) expect(code).toBe('payment/not-captured');
  await workTogether();
  for (const { captureId } of paid) {
    const { rows } = await stage.database.pool.query(
      'select state from payment_order where provider_capture_id = $1',
      [captureId],
    );
    expect(await atWallet(captureId)).toBe(rows[0].state === 'surplus' ? 34_500 : 0);
    seen[rows[0].state as keyof typeof seen] += 1;
  }
  expect(seen.bound + seen.surplus).toBe(12);
});
