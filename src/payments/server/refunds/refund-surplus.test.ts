import { expect, test } from 'vitest';
import type { Cents } from '#kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import { getEscrowLeft, suspenseLeft } from '../ledger/balance-service.ts';
import { paymentCaptured, refundFailed } from '../events.ts';
import {
  bindCapture,
  listCampaignsToRefundAgain,
  mayRefund,
  refundCampaign,
  retryRefund,
} from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, type Paid, type PaidCampaign, catchRefusal } from '#tests/support/payments/world.ts';

const told: { captureId: string }[] = [];
const failed: { campaignId: string; issue: string }[] = [];
const willing = new Set<string>();
const stage = stagePayments({
  subscriptions: (deps) => [
    subscribe(paymentCaptured, async (tx, fact) => {
      told.push(fact);
      if (!willing.has(fact.campaignId)) return;
      await deps.ports.lockPaidCampaign(tx, fact.campaignId);
      await bindCapture(tx, deps, { ...fact, payCents: 30_000 });
    }),
    subscribe(refundFailed, async (_tx, fact) => failed.push(fact)),
  ],
});

async function paid(): Promise<Paid> {
  const campaign = newCampaign(await stage.world.newAccount('advertiser'), 3, 10_000);
  return { ...campaign, ...(await stage.world.pay(campaign)) };
}

function bind({ campaignId, payerId, orderId, captureId, totalPayCents: payCents }: Paid) {
  const binding = { campaignId, payerId, orderId, captureId, payCents };
  return transact(stage.database.db, (tx) => bindCapture(tx, stage.world.deps, binding));
}

const funded = () => stage.world.fund(3, 10_000);

const refundAll = ({ campaignId }: PaidCampaign) =>
  transact(stage.database.db, async (tx) => {
    await stage.world.deps.ports.lockPaidCampaign(tx, campaignId);
    return refundCampaign(tx, stage.world.deps, { campaignId, payCents: 30_000, feeCents: 4500 });
  });

async function run(afterMs = 0): Promise<void> {
  stage.clock.advance(afterMs);
  await stage.world.worker.runDue();
}

async function live(forMs: number, stepMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < forMs; passedMs += stepMs) await run(stepMs);
}

async function readOrder({ captureId, orderId }: Paid): Promise<{ id: string; state: string }> {
  const { rows } = await stage.database.pool.query(
    'select id, state from payment_order where provider_capture_id = $1 or provider_order_id = $2',
    [captureId, orderId],
  );
  return rows[0];
}

const readState = async (campaign: Paid) => (await readOrder(campaign)).state;
const suspense = async (campaign: Paid) => suspenseLeft(stage.database.db, (await readOrder(campaign)).id);

async function readRefunds({ campaignId }: PaidCampaign) {
  const { rows } = await stage.database.pool.query(
    `select id, state, origin, last_issue as issue, amount_cents as cents, pay_cents as pay
     from refund where campaign_id = $1 order by created_at, id`,
    [campaignId],
  );
  return rows;
}

const atWallet = async ({ captureId }: Paid) =>
  (await stage.simulator.books()).refunds
    .filter((refund) => refund.captureId === captureId)
    .map(({ amount }) => amount);

async function dispute({ captureId }: Paid): Promise<string> {
  return (await stage.simulator.control('POST', '/disputes', { captureId })).json.disputeId;
}

const end = (disputeId: string, outcome: 'won' | 'lost') =>
  stage.simulator.control('POST', `/disputes/${disputeId}`, { outcome });

const getSending = ({ captureId }: Paid) => new RegExp(`POST .*/captures/${captureId}/refund$`);

test('invariant 7: unbound captured money is announced again, less and less often, and found', async () => {
  const campaign = await paid();
  const tellings = () => told.filter(({ captureId }) => captureId === campaign.captureId).length;
  await run();
  expect(tellings()).toBe(1);
  await run(9 * MINUTE);
  expect(tellings()).toBe(1);
  await live(2 * HOUR, 5 * MINUTE);
  expect(tellings()).toBeGreaterThanOrEqual(4);
  expect(tellings()).toBeLessThanOrEqual(6);
  willing.add(campaign.campaignId);
  await live(5 * HOUR, HOUR);
  expect(await readState(campaign)).toBe('bound');
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({
    payCents: 30_000,
    feeCents: 4500,
  });
});

test('invariant 7: captured money that is unbound for a week is refunded in full', async () => {
  const campaign = await paid();
  await live(6 * DAY, 12 * HOUR);
  await run(23 * HOUR);
  expect([await readState(campaign), await suspense(campaign)]).toEqual(['captured', 34_500]);
  await run(HOUR);
  expect(await readState(campaign)).toBe('surplus');
  expect(await readRefunds(campaign)).toMatchObject([
    { state: 'completed', origin: 'suspense', cents: 34_500, pay: 30_000 },
  ]);
  expect([await suspense(campaign), await atWallet(campaign)]).toEqual([0, ['345.00']]);
  expect(await catchRefusal(bind(campaign))).toBe('payment/not-captured');
  await run(DAY);
  expect(await readRefunds(campaign)).toHaveLength(1);
  expect(await readState({ ...campaign, ...(await stage.world.pay(campaign)) })).toBe('captured');
});

test('a surplus refund that the wallet refuses waits for an admin, who retries it', async () => {
  const campaign = await paid();
  stage.world.faults.push({
    matches: getSending(campaign),
    kind: 'refusal',
    issue: 'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  });
  await run(7 * DAY);
  expect(await readRefunds(campaign)).toMatchObject([
    { state: 'failed', issue: 'PAYER_ACCOUNT_LOCKED_OR_CLOSED' },
  ]);
  expect(await suspense(campaign)).toBe(34_500);
  await run(DAY);
  const [first, ...others] = await readRefunds(campaign);
  expect(others).toEqual([]);
  const by = await stage.world.newAccount('admin');
  await transact(stage.database.db, (tx) => retryRefund(tx, stage.world.deps, { refundId: first.id, by }));
  await run();
  expect((await readRefunds(campaign)).map(({ state }) => state)).toEqual(['failed', 'completed']);
  expect([await suspense(campaign), await atWallet(campaign)]).toEqual([0, ['345.00']]);
});

test('invariant 25: disputed unbound money waits, and is refunded once the dispute is won', async () => {
  const campaign = await paid();
  const disputeId = await dispute(campaign);
  const delivery = await stage.letterbox.deliveryOf('CUSTOMER.DISPUTE.CREATED', disputeId);
  expect(await stage.letterbox.deliver(stage.world, delivery)).toBe(200);
  await run();
  await run(8 * DAY);
  expect([await readState(campaign), await readRefunds(campaign)]).toEqual(['captured', []]);
  await end(disputeId, 'won');
  await run(6 * HOUR);
  await run(HOUR);
  expect(await readState(campaign)).toBe('surplus');
  expect(await atWallet(campaign)).toEqual(['345.00']);
});

test.each([
  ['won', ['345.00']],
  ['lost', []],
] as const)('a surplus with a dispute that is %s', async (outcome, back) => {
  const campaign = await paid();
  const disputeId = await dispute(campaign);
  await stage.database.pool.query(
    'update payment_order set captured_at = $1, look_at = $1 where provider_order_id = $2',
    [new Date(stage.clock.now().getTime() - 8 * DAY), campaign.orderId],
  );
  await run(5 * MINUTE);
  expect(await readRefunds(campaign)).toMatchObject([
    { state: 'failed', issue: 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' },
  ]);
  await run(DAY);
  expect(await readRefunds(campaign)).toHaveLength(1);
  await end(disputeId, outcome);
  await run(6 * HOUR);
  await run(5 * MINUTE);
  expect((await atWallet(campaign)).filter((amount) => amount === '345.00')).toEqual(back);
  expect(await suspense(campaign)).toBe(0);
});

test('invariant 25: a refund that meets a dispute fails, finds it, and may be retried once it is closed', async () => {
  const campaign = await funded();
  const { db } = stage.database;
  const may = () => mayRefund(db, campaign.campaignId, stage.clock.now());
  const again = async () =>
    (await listCampaignsToRefundAgain(db, stage.clock.now())).includes(campaign.campaignId);
  expect(await may()).toBe(true);
  const disputeId = await dispute(campaign);
  await refundAll(campaign);
  await run();
  expect(await readRefunds(campaign)).toMatchObject([
    { state: 'failed', issue: 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' },
  ]);
  expect(failed.filter(({ campaignId }) => campaignId === campaign.campaignId)).toHaveLength(1);
  expect(await catchRefusal(refundAll(campaign))).toBe('payment/disputed');
  expect([await may(), await again()]).toEqual([false, false]);
  const [row] = await readRefunds(campaign);
  const retry = () =>
    transact(db, (tx) => retryRefund(tx, stage.world.deps, { refundId: row.id, by: campaign.payerId }));
  expect(await catchRefusal(retry())).toBe('payment/disputed');
  await end(disputeId, 'won');
  await run(6 * HOUR);
  expect([await may(), await again()]).toEqual([true, true]);
  await refundAll(campaign);
  await run();
  expect([await may(), await again()]).toEqual([true, false]);
  expect(await atWallet(campaign)).toEqual(['345.00']);
});

test.each<[string, boolean, Cents]>([
  ['REFUND_TIME_LIMIT_EXCEEDED', false, 30_000],
  ['REFUND_FAILED_INSUFFICIENT_FUNDS', true, 0],
])('after %s more may be refunded: %s', async (issue, may, payCents) => {
  const campaign = await funded();
  stage.world.faults.push({ matches: getSending(campaign), kind: 'refusal', issue });
  await refundAll(campaign);
  await run();
  await run(2 * DAY);
  const { db } = stage.database;
  expect(await mayRefund(db, campaign.campaignId, stage.clock.now())).toBe(may);
  expect(await listCampaignsToRefundAgain(db, stage.clock.now())).not.toContain(campaign.campaignId);
  expect(await getEscrowLeft(db, campaign.campaignId)).toMatchObject({ payCents });
});
