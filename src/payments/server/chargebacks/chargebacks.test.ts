import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { earnings, getEscrowLeft, suspenseLeft } from '../ledger/balance-service.ts';
import { pollDispute, pollDisputesOfCapture, scheduleDisputePoll } from './chargebacks.ts';
import { chargebackClosed, chargebackOpened, paymentCaptured } from '../events.ts';
import { bindCapture } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, payableFacts, type PaidCampaign, catchRefusal } from '#tests/support/payments/world.ts';

const told: { event: string; campaignId: string; state?: string; owedCents?: number }[] = [];
const stage = stagePayments({
  subscriptions: () => [
    subscribe(chargebackOpened, async (_tx, fact) => told.push({ event: 'opened', ...fact })),
    subscribe(chargebackClosed, async (_tx, fact) => told.push({ event: 'closed', ...fact })),
    subscribe(paymentCaptured, async (_tx, fact) => told.push({ event: 'captured', ...fact })),
  ],
});

const funded = () => stage.world.fund(3, 10_000);

async function dispute(captureId: string, amount?: string): Promise<string> {
  const { status, json } = await stage.simulator.control('POST', '/disputes', { captureId, amount });
  expect(status).toBe(201);
  return json.disputeId;
}

async function end(disputeId: string, outcome: 'won' | 'lost' | 'cancelled'): Promise<void> {
  const { status } = await stage.simulator.control('POST', `/disputes/${disputeId}`, { outcome });
  expect(status).toBe(200);
}

const look = (disputeId: string) => pollDispute(stage.world.deps, disputeId);

async function readRow(disputeId: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await stage.database.pool.query(
    `select state, amount_cents as amount, held_pay_cents as held_pay, held_fee_cents as held_fee,
       held_suspense_cents as held_suspense, lost_pay_cents as lost_pay, lost_fee_cents as lost_fee,
       lost_suspense_cents as lost_suspense, owed_cents as owed
     from chargeback where provider_dispute_id = $1`,
    [disputeId],
  );
  return rows[0];
}

async function balance(code: string): Promise<number> {
  const { rows } = await stage.database.pool.query('select balance from ledger.account where code = $1', [
    code,
  ]);
  return rows[0]?.balance ?? 0;
}

async function newMarketer(): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  return marketerId;
}

const left = (campaign: PaidCampaign) => getEscrowLeft(stage.database.db, campaign.campaignId);
const getTold = ({ campaignId }: PaidCampaign) => told.filter((fact) => fact.campaignId === campaignId);

test('invariant 25: disputed money is not released, and what was approved is paid if it is won', async () => {
  const campaign = await funded();
  const marketerId = await newMarketer();
  const disputeId = await dispute(campaign.captureId);
  expect(await look(disputeId)).toBe('booked');
  expect(await readRow(disputeId)).toMatchObject({
    state: 'open',
    amount: 34_500,
    held_pay: 30_000,
    held_fee: 4500,
  });
  expect(await left(campaign)).toEqual({ payCents: 0, feeCents: 0 });
  expect((await stage.world.release(campaign, marketerId, 1)).waitsFor).toEqual(['chargeback']);
  expect((await earnings(stage.database.db, marketerId)).earnedCents).toBe(0);

  await end(disputeId, 'won');
  expect(await look(disputeId)).toBe('booked');
  expect(await readRow(disputeId)).toMatchObject({ state: 'won', owed: 0 });
  expect(await left(campaign)).toEqual({ payCents: 20_000, feeCents: 3000 });
  expect((await earnings(stage.database.db, marketerId)).earnedCents).toBe(10_000);
  await stage.world.worker.runDue();
  expect(getTold(campaign).map(({ event, state }) => [event, state])).toEqual([
    ['captured', undefined],
    ['opened', 'open'],
    ['closed', 'won'],
  ]);
});

test('a lost dispute takes what is left, and the payer owes the rest: approved pay is never touched', async () => {
  const campaign = await funded();
  const [paid, waiting] = [await newMarketer(), await newMarketer()];
  await stage.world.release(campaign, paid, 1);
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
  stage.world.facts.set(waiting, { ...payableFacts, isKycApproved: false });
  await stage.world.release(campaign, waiting, 2);
  const before = [await earnings(stage.database.db, paid), await earnings(stage.database.db, waiting)];
  expect(before).toMatchObject([{ paidCents: 10_000 }, { payableCents: 10_000 }]);

  const disputeId = await dispute(campaign.captureId);
  await look(disputeId);
  expect(await readRow(disputeId)).toMatchObject({ held_pay: 10_000, held_fee: 1500 });
  await end(disputeId, 'lost');
  await look(disputeId);
  expect(await readRow(disputeId)).toMatchObject({
    state: 'lost',
    lost_pay: 10_000,
    lost_fee: 1500,
    owed: 23_000,
  });
  expect(await balance(`receivable:${campaign.payerId}`)).toBe(23_000);
  expect([await earnings(stage.database.db, paid), await earnings(stage.database.db, waiting)]).toEqual(
    before,
  );
  const late = await newMarketer();
  expect((await stage.world.release(campaign, late, 3)).waitsFor).toEqual(['chargeback']);
  expect((await earnings(stage.database.db, late)).earnedCents).toBe(0);
  expect(getTold(campaign)).toEqual([expect.objectContaining({ event: 'captured' })]);
  await stage.world.worker.runDue();
  expect(getTold(campaign).at(-1)).toMatchObject({ event: 'closed', state: 'lost', owedCents: 23_000 });

  // Approved before the dispute and paid after it: the platform carries the loss.
  stage.world.facts.set(waiting, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  stage.clock.advance(15 * MINUTE);
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
  expect(await earnings(stage.database.db, waiting)).toMatchObject({ paidCents: 10_000, payableCents: 0 });
});

test('a partial dispute holds and loses only the disputed amount', async () => {
  const campaign = await funded();
  const disputeId = await dispute(campaign.captureId, '120.00');
  await look(disputeId);
  expect(await readRow(disputeId)).toMatchObject({ held_pay: 12_000, held_fee: 0 });
  expect(await left(campaign)).toEqual({ payCents: 18_000, feeCents: 4500 });
  await end(disputeId, 'lost');
  await look(disputeId);
  expect(await readRow(disputeId)).toMatchObject({ state: 'lost', lost_pay: 12_000, owed: 0 });
  expect(await left(campaign)).toEqual({ payCents: 18_000, feeCents: 4500 });
  expect(await catchRefusal(stage.world.release(campaign, await newMarketer(), 1))).toBe('none');
});

test.each([
  ['25.00', { lost_pay: 2500, lost_fee: 0, owed: 0 }, { payCents: 27_500, feeCents: 4500 }],
  ['310.00', { lost_pay: 30_000, lost_fee: 1000, owed: 0 }, { payCents: 0, feeCents: 3500 }],
])('returns the rest if the wallet refunds only %s to the payer', async (refunded, lost, remains) => {
  const campaign = await funded();
  const disputeId = await dispute(campaign.captureId);
  await look(disputeId);
  await end(disputeId, 'lost');
  const alter = (text: string) => {
    const answer = JSON.parse(text);
    answer.dispute_outcome.amount_refunded.value = refunded;
    return JSON.stringify(answer);
  };
  stage.world.faults.push({ matches: /GET .*disputes/, kind: 'altered', alter });
  await look(disputeId);
  expect(await readRow(disputeId)).toMatchObject({ state: 'lost', ...lost });
  expect(await left(campaign)).toEqual(remains);
});

test('a dispute closed before we saw it moves money only if it was lost', async () => {
  for (const outcome of ['won', 'cancelled'] as const) {
    const campaign = await funded();
    const disputeId = await dispute(campaign.captureId);
    await end(disputeId, outcome);
    expect(await look(disputeId)).toBe('booked');
    expect(await readRow(disputeId)).toBeUndefined();
    expect(await left(campaign)).toEqual({ payCents: 30_000, feeCents: 4500 });
  }
  const campaign = await funded();
  const disputeId = await dispute(campaign.captureId);
  await end(disputeId, 'lost');
  expect(await look(disputeId)).toBe('booked');
  expect(await readRow(disputeId)).toMatchObject({
    state: 'lost',
    lost_pay: 30_000,
    lost_fee: 4500,
    owed: 0,
  });
  expect(await left(campaign)).toEqual({ payCents: 0, feeCents: 0 });
  await stage.world.worker.runDue();
  expect(getTold(campaign).map(({ event }) => event)).toEqual(['captured', 'closed']);
});

test('polling again changes nothing, concurrently or later', async () => {
  const campaign = await funded();
  const disputeId = await dispute(campaign.captureId);
  const entries = async () =>
    (await stage.database.pool.query('select count(*)::int as number from ledger.entry')).rows[0].number;
  await Promise.all([look(disputeId), look(disputeId), look(disputeId)]);
  const held = await entries();
  await look(disputeId);
  expect(await entries()).toBe(held);
  await end(disputeId, 'lost');
  await Promise.all([look(disputeId), look(disputeId)]);
  const lost = await entries();
  await look(disputeId);
  expect(await entries()).toBe(lost);
});

test('unbound money is held too, and can be bound only if the dispute is won', async () => {
  for (const outcome of ['won', 'lost'] as const) {
    const campaign = newCampaign(await stage.world.newAccount('advertiser'), 3, 10_000);
    const paid = await stage.world.pay(campaign);
    await stage.world.worker.runDue();
    const { rows } = await stage.database.pool.query('select id from payment_order where campaign_id = $1', [
      campaign.campaignId,
    ]);
    const disputeId = await dispute(paid.captureId);
    await look(disputeId);
    expect(await readRow(disputeId)).toMatchObject({ held_suspense: 34_500, held_pay: 0 });
    const { campaignId, payerId, totalPayCents: payCents } = campaign;
    const bind = () =>
      transact(stage.database.db, (tx) =>
        bindCapture(tx, stage.world.deps, { ...paid, campaignId, payerId, payCents }),
      );
    expect(await catchRefusal(bind())).toBe('payment/disputed');
    await end(disputeId, outcome);
    await look(disputeId);
    await stage.world.worker.runDue();
    expect(await suspenseLeft(stage.database.db, rows[0].id)).toBe(outcome === 'won' ? 34_500 : 0);
    expect(getTold(campaign).map(({ event }) => event)).toEqual(
      outcome === 'won' ? ['captured', 'opened', 'captured', 'closed'] : ['captured', 'opened', 'closed'],
    );
    expect(await catchRefusal(bind())).toBe(outcome === 'won' ? 'none' : 'payment/not-captured');
  }
});

test('the sweep polls open disputes less and less often, and failed calls change nothing', async () => {
  const campaign = await funded();
  const disputeId = await dispute(campaign.captureId);
  await look(disputeId);
  const looks = () => stage.world.calls.filter((call) => call.endsWith(`disputes/${disputeId}`)).length;
  const before = looks();
  for (let minute = 0; minute < 60; minute += 1) {
    stage.clock.advance(MINUTE);
    await stage.world.worker.runDue();
  }
  expect(looks() - before).toBeGreaterThanOrEqual(3);
  expect(looks() - before).toBeLessThanOrEqual(6);
  stage.world.faults.push({ matches: /GET .*disputes/, kind: 'lost-answer' });
  stage.clock.advance(DAY);
  await stage.world.worker.runDue();
  expect(stage.world.faults).toEqual([]);
  expect(await readRow(disputeId)).toMatchObject({ state: 'open' });
  await end(disputeId, 'won');
  stage.clock.advance(6 * HOUR);
  await stage.world.worker.runDue();
  expect(await readRow(disputeId)).toMatchObject({ state: 'won' });
});

test('finds disputes by capture id, even if the wallet’s list lags', async () => {
  const campaign = await funded();
  expect(await pollDisputesOfCapture(stage.world.deps, campaign.captureId)).toBe('not ours');
  const hint = { captureId: campaign.captureId, ref: randomUUID() };
  await transact(stage.database.db, (tx) => scheduleDisputePoll(tx, stage.world.deps, hint));
  await stage.world.worker.runDue();
  const disputeId = await dispute(campaign.captureId);
  stage.clock.advance(MINUTE);
  await stage.world.worker.runDue();
  expect(await readRow(disputeId)).toMatchObject({ state: 'open' });
  expect(await pollDisputesOfCapture(stage.world.deps, campaign.captureId)).toBe('booked');
});

test('ignores disputes that do not exist or concern other payments', async () => {
  expect(await look('PP-R-AAA-1')).toBe('not ours');
  stage.world.faults.push({
    matches: /GET .*disputes/,
    kind: 'refusal',
    status: 403,
    issue: 'PERMISSION_DENIED',
  });
  expect(await look('PP-R-AAA-2')).toBe('unknown');
  expect(stage.takeErrors()).toEqual(['the wallet does not show a dispute']);
});

test('logs an error and moves nothing if the wallet changes a closed dispute', async () => {
  const campaign = await funded();
  const disputeId = await dispute(campaign.captureId);
  await look(disputeId);
  await end(disputeId, 'lost');
  await look(disputeId);
  const alter = (text: string) =>
    text
      .replace('RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR')
      .replace(/"amount_refunded":\{[^}]*\}/, '"a":1');
  stage.world.faults.push({ matches: /GET .*disputes/, kind: 'altered', alter });
  await look(disputeId);
  expect(stage.takeErrors()).toEqual(['the wallet has changed its mind about a dispute that was decided']);
  expect(await readRow(disputeId)).toMatchObject({ state: 'lost' });
});

test('a payment’s next dispute waits until the wallet says how the one before ended', async () => {
  const campaign = await funded();
  const first = await dispute(campaign.captureId, '250.00');
  await look(first);
  await end(first, 'won');
  const second = await dispute(campaign.captureId, '80.00');
  stage.world.faults.push({ matches: new RegExp(`GET .*${first}`), kind: 'lost-answer' });
  expect(await look(second)).toBe('unknown');
  expect(await readRow(second)).toBeUndefined();
  expect(await look(second)).toBe('booked');
  expect(await readRow(first)).toMatchObject({ state: 'won' });
  expect(await readRow(second)).toMatchObject({ held_pay: 8000, held_fee: 0 });
});

test('a payment’s next dispute takes the same, whenever the end of the one before is heard', async () => {
  const play = async (isHeardInOrder: boolean) => {
    const campaign = await funded();
    const first = await dispute(campaign.captureId, '250.00');
    await look(first);
    await end(first, 'won');
    if (isHeardInOrder) await look(first);
    const second = await dispute(campaign.captureId, '80.00');
    await look(second);
    await end(second, 'lost');
    await look(second);
    await look(first);
    return [await left(campaign), await readRow(first), await readRow(second)];
  };
  const inOrder = await play(true);
  expect(inOrder[0]).toEqual({ payCents: 22_000, feeCents: 4500 });
  expect(await play(false)).toEqual(inOrder);
});
