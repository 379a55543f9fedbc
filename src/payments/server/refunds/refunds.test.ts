import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Cents } from '#kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import { getEscrowLeft, refundedCents } from '../ledger/balance-service.ts';
import { refundCompleted, refundFailed } from '../events.ts';
import { pollRefund } from './refund-outcome.ts';
import { refundCampaign, retryRefund } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts, type PaidCampaign, catchRefusal } from '#tests/support/payments/world.ts';

const told: { event: string; refundId: string; amountCents: Cents; issue?: string }[] = [];
const stage = stagePayments({
  subscriptions: () => [
    subscribe(refundCompleted, async (_tx, fact) => told.push({ event: 'completed', ...fact })),
    subscribe(refundFailed, async (_tx, fact) => told.push({ event: 'failed', ...fact })),
  ],
});

const funded = () => stage.world.fund(3, 10_000);

function refund({ campaignId }: PaidCampaign, payCents: Cents, feeCents: Cents, requestedBy?: string) {
  const { deps } = stage.world;
  return transact(stage.database.db, async (tx) => {
    await deps.ports.lockPaidCampaign(tx, campaignId);
    return refundCampaign(tx, deps, { campaignId, payCents, feeCents, requestedBy });
  });
}

const refundAll = async (campaign: PaidCampaign) => {
  const [row, ...others] = await refund(campaign, 30_000, 4500);
  if (!row || others.length > 0) throw new Error('not one refund');
  return row;
};

const retry = (refundId: string, by: string) =>
  transact(stage.database.db, (tx) => retryRefund(tx, stage.world.deps, { refundId, by }));

interface Row {
  id: string;
  state: string;
  last_issue: string | null;
  amount_cents: Cents;
}

async function readRows({ campaignId }: PaidCampaign): Promise<Row[]> {
  const { rows } = await stage.database.pool.query(
    'select id, state, last_issue, amount_cents from refund where campaign_id = $1 order by created_at, retry_of nulls first, id',
    [campaignId],
  );
  return rows;
}

const readStates = async (campaign: PaidCampaign) => (await readRows(campaign)).map(({ state }) => state);

async function atWallet(campaign: PaidCampaign): Promise<Record<string, string>[]> {
  const ids = new Set((await readRows(campaign)).map(({ id }) => id));
  return (await stage.simulator.books()).refunds.filter(({ customId }) => ids.has(customId ?? ''));
}

const left = ({ campaignId }: PaidCampaign) => getEscrowLeft(stage.database.db, campaignId);

async function inFlight({ campaignId }: PaidCampaign): Promise<Cents> {
  const { rows } = await stage.database.pool.query(
    `select coalesce(sum(a.balance), 0)::bigint as cents from refund r
     join ledger.account a on a.code = 'refund_in_flight:' || r.id where r.campaign_id = $1`,
    [campaignId],
  );
  return rows[0].cents;
}

async function run(afterMs = 0): Promise<void> {
  stage.clock.advance(afterMs);
  await stage.world.worker.runDue();
}

const sending = /POST .*\/refund$/;
const attempts = () => stage.world.calls.filter((call) => sending.test(call)).length;
const getTold = (refundId: string) => told.filter((fact) => fact.refundId === refundId);

test('refunds the rest in full: in flight immediately, gone once the wallet confirms', async () => {
  const campaign = await funded();
  const { id } = await refundAll(campaign);
  expect(await left(campaign)).toEqual({ payCents: 0, feeCents: 0 });
  expect(await inFlight(campaign)).toBe(34_500);
  expect(await atWallet(campaign)).toEqual([]);
  await run();
  expect(await readStates(campaign)).toEqual(['completed']);
  expect(await atWallet(campaign)).toMatchObject([{ status: 'COMPLETED', amount: '345.00', customId: id }]);
  expect(await inFlight(campaign)).toBe(0);
  expect(await refundedCents(stage.database.db, campaign.campaignId)).toBe(34_500);
  expect(getTold(id)).toEqual([
    {
      event: 'completed',
      refundId: id,
      campaignId: campaign.campaignId,
      payerId: campaign.payerId,
      amountCents: 34_500,
    },
  ]);
});

test('invariant 12: partial refunds, a paid place and the rest add up to the payment', async () => {
  const campaign = await funded();
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  await refund(campaign, 10_000, 1500);
  await stage.world.release(campaign, marketerId, 1);
  await refund(campaign, 10_000, 1499);
  await refund(campaign, 0, 1);
  await run();
  expect(await left(campaign)).toEqual({ payCents: 0, feeCents: 0 });
  expect((await atWallet(campaign)).map(({ amount }) => amount).toSorted()).toEqual([
    '0.01',
    '114.99',
    '115.00',
  ]);
});

test('does nothing for a refund of zero', async () => {
  const campaign = await funded();
  expect(await refund(campaign, 0, 0)).toEqual([]);
  expect(await readRows(campaign)).toEqual([]);
});

test('invariant 24: refuses more than is left, of the pay and of the fee', async () => {
  const campaign = await funded();
  expect(await catchRefusal(refund(campaign, 30_001, 0))).toBe('payment/escrow-short');
  expect(await catchRefusal(refund(campaign, 0, 4501))).toBe('payment/escrow-short');
  await refundAll(campaign);
  expect(await catchRefusal(refund(campaign, 1, 0))).toBe('payment/escrow-short');
  await run();
  expect(await atWallet(campaign)).toHaveLength(1);
});

test('rolls back completely with the caller’s transaction', async () => {
  const campaign = await funded();
  const { deps } = stage.world;
  const broken = transact(stage.database.db, async (tx) => {
    await refundCampaign(tx, deps, { campaignId: campaign.campaignId, payCents: 10_000, feeCents: 0 });
    throw new Error('the campaign could not be closed');
  });
  await expect(broken).rejects.toThrow('the campaign could not be closed');
  await run();
  expect(await atWallet(campaign)).toEqual([]);
  expect(await left(campaign)).toEqual({ payCents: 30_000, feeCents: 4500 });
});

test.each(['lost-request', 'lost-answer'] as const)('invariant 16: refunds once after a %s', async (kind) => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind });
  const { id } = await refundAll(campaign);
  await run();
  expect(await readStates(campaign)).toEqual(['submitting']);
  expect(await inFlight(campaign)).toBe(34_500);
  expect(getTold(id)).toEqual([]);
  await run(MINUTE);
  expect(await readStates(campaign)).toEqual(['completed']);
  expect(await atWallet(campaign)).toHaveLength(1);
});

test('invariant 16: a 500 after the wallet has done it is no failure', async () => {
  const campaign = await funded();
  const next = [{ fault: 'errorAfter', method: 'POST', pathPrefix: '/v2/payments/captures' }];
  await stage.simulator.control('PUT', '/faults', { next });
  await refundAll(campaign);
  await run();
  expect(await atWallet(campaign)).toHaveLength(1);
  expect(await readStates(campaign)).toEqual(['submitting']);
  await run(MINUTE);
  expect(await readStates(campaign)).toEqual(['completed']);
  expect(await atWallet(campaign)).toHaveLength(1);
  await stage.simulator.control('DELETE', '/faults');
});

test('invariant 16: killed after sending, before the response was saved', async () => {
  const campaign = await funded();
  const { id } = await refundAll(campaign);
  await stage.database.pool.query(
    `update outbox set state = 'sent', attempts = 1, first_sent_at = $1, next_at = now() + interval '2 minutes'
     where kind = 'payment.send-refund' and ref = $2`,
    [stage.clock.now(), id],
  );
  const names = { requestId: id, customId: id, invoiceId: id };
  await stage.world.deps.ports
    .getWallet()
    .refundCapture(campaign.captureId, { ...names, amountCents: 34_500 });
  await run();
  expect(await readStates(campaign)).toEqual(['submitting']);
  // The database's clock ends the lease.
  await stage.database.pool.query("update outbox set next_at = now() where state = 'sent'");
  await run();
  expect(await readStates(campaign)).toEqual(['completed']);
  expect(await atWallet(campaign)).toHaveLength(1);
});

test.each([
  ['lost-answer', 23 * DAY, 0],
  // The wallet has forgotten the key, so a resend would pay again.
  ['lost-answer', 50 * DAY, 0],
  ['lost-request', 23 * DAY, 1],
  ['lost-request', 50 * DAY, 1],
] as const)(
  'invariant 22: after a %s and a long silence, looks up before sending',
  async (kind, silenceMs, sent) => {
    const campaign = await funded();
    stage.world.faults.push({ matches: sending, kind });
    await refundAll(campaign);
    await run();
    stage.world.calls.length = 0;
    await run(silenceMs);
    expect(attempts()).toBe(sent);
    expect(await readStates(campaign)).toEqual(['completed']);
    expect(await atWallet(campaign)).toHaveLength(1);
  },
);

test('invariant 16: sends nothing if the order cannot be looked up either', async () => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'lost-answer' });
  await refundAll(campaign);
  await run();
  stage.world.calls.length = 0;
  stage.world.faults.push({ matches: /GET .*orders/, kind: 'lost-request' });
  await run(23 * DAY);
  expect([attempts(), await readStates(campaign)]).toEqual([0, ['submitting']]);
  await run(HOUR);
  expect([attempts(), await readStates(campaign)]).toEqual([0, ['completed']]);
});

test('a webhook finds a refund with a lost response before it is resent', async () => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'lost-answer' });
  const { id } = await refundAll(campaign);
  await run();
  const delivery = await stage.letterbox.deliveryOf('PAYMENT.CAPTURE.REFUNDED', id);
  stage.world.calls.length = 0;
  expect(await stage.letterbox.deliver(stage.world, delivery)).toBe(200);
  await run();
  expect([attempts(), await readStates(campaign)]).toEqual([0, ['completed']]);
  await run(HOUR);
  expect([attempts(), getTold(id).length]).toEqual([0, 1]);
});

test.each(['REFUND_FAILED_INSUFFICIENT_FUNDS', 'PENDING_CAPTURE', 'PAYEE_ACCOUNT_RESTRICTED'])(
  '%s: the money stays in flight and the same attempt is sent again',
  async (issue) => {
    const campaign = await funded();
    stage.world.faults.push({ matches: sending, kind: 'refusal', issue });
    await refundAll(campaign);
    await run();
    expect(await readRows(campaign)).toMatchObject([{ state: 'submitting', last_issue: issue }]);
    expect(await inFlight(campaign)).toBe(34_500);
    await run(MINUTE);
    expect(await readRows(campaign)).toMatchObject([{ state: 'completed', last_issue: null }]);
  },
);

test.each([
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'PARTIAL_REFUND_NOT_ALLOWED',
  'REFUND_NOT_ALLOWED',
  'INVALID_RESOURCE_ID',
])('%s: fails, returns the money to its accounts, and announces it', async (issue) => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'refusal', issue });
  const { id } = await refundAll(campaign);
  await run();
  expect(await readRows(campaign)).toMatchObject([{ state: 'failed', last_issue: issue }]);
  expect(await left(campaign)).toEqual({ payCents: 30_000, feeCents: 4500 });
  expect(await inFlight(campaign)).toBe(0);
  expect(await refundedCents(stage.database.db, campaign.campaignId)).toBe(0);
  expect(getTold(id)).toMatchObject([{ event: 'failed', issue, payerId: campaign.payerId }]);
  await run(DAY);
  expect(await readStates(campaign)).toEqual(['failed']);
});

test('invariant 16: after a refused resend, the order shows that the first refund succeeded', async () => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'lost-answer' });
  await refundAll(campaign);
  await run();
  stage.world.faults.push({ matches: sending, kind: 'refusal', issue: 'CAPTURE_FULLY_REFUNDED' });
  await run(MINUTE);
  expect(await readStates(campaign)).toEqual(['completed']);
  expect(await atWallet(campaign)).toHaveLength(1);
});

test('invariant 16: a refused resend counts once no earlier attempt can arrive', async () => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'lost-request' });
  await refundAll(campaign);
  await run();
  const no = { matches: sending, kind: 'refusal', issue: 'REFUND_AMOUNT_EXCEEDED' } as const;
  stage.world.faults.push(no);
  await run(MINUTE);
  expect(await readRows(campaign)).toMatchObject([{ state: 'submitting', last_issue: no.issue }]);
  stage.world.faults.push(no);
  await run(15 * MINUTE);
  expect(await readRows(campaign)).toMatchObject([{ state: 'failed', last_issue: no.issue }]);
  expect(await left(campaign)).toEqual({ payCents: 30_000, feeCents: 4500 });
});

test('invariant 16: a refund of the same amount without ids may be ours, so nothing is decided', async () => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'lost-request' });
  const { id } = await refundAll(campaign);
  await run();
  const byHand = { requestId: 'by hand', amountCents: 34_500 };
  await stage.world.deps.ports.getWallet().refundCapture(campaign.captureId, byHand);
  await run(HOUR);
  expect(await readRows(campaign)).toMatchObject([{ state: 'submitting' }]);
  await pollRefund(stage.world.deps, id);
  expect(await inFlight(campaign)).toBe(34_500);
});

test('invariant 24: refused after the wallet’s time limit, and refused again on an admin’s retry', async () => {
  const campaign = await funded();
  await run(181 * DAY);
  const { id } = await refundAll(campaign);
  await run();
  expect(await readRows(campaign)).toMatchObject([
    { state: 'failed', last_issue: 'REFUND_TIME_LIMIT_EXCEEDED' },
  ]);
  await retry(id, campaign.payerId);
  await run();
  expect(await readStates(campaign)).toEqual(['failed', 'failed']);
  expect(await left(campaign)).toEqual({ payCents: 30_000, feeCents: 4500 });
  expect(await atWallet(campaign)).toEqual([]);
});

test.each([
  ['COMPLETED', 'completed', 0],
  ['FAILED', 'failed', 30_000],
  ['CANCELLED', 'cancelled', 30_000],
] as const)('pending at the wallet, then %s', async (status, state, payCents) => {
  await stage.simulator.control('PUT', '/outcomes', { refunds: 'PENDING' });
  const campaign = await funded();
  const { id } = await refundAll(campaign);
  await run();
  await stage.simulator.control('PUT', '/outcomes', {});
  expect(await readStates(campaign)).toEqual(['pending']);
  await run(DAY);
  expect([await readStates(campaign), await inFlight(campaign)]).toEqual([['pending'], 34_500]);
  expect(getTold(id)).toEqual([]);

  const [seen] = await atWallet(campaign);
  expect((await stage.simulator.control('POST', `/refunds/${seen?.id}`, { status })).status).toBe(200);
  await run(DAY);
  expect(await readStates(campaign)).toEqual([state]);
  expect(await left(campaign)).toMatchObject({ payCents });
  expect(await inFlight(campaign)).toBe(0);
  expect(getTold(id)).toHaveLength(1);
});

test('a failed refund is retried once, as a new attempt', async () => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'refusal', issue: 'PARTIAL_REFUND_NOT_ALLOWED' });
  const [failed] = await refund(campaign, 10_000, 1500);
  await run();
  const id = failed?.id ?? '';
  const adminId = await stage.world.newAccount('admin');
  const again = await retry(id, adminId);
  expect(again).toMatchObject({ payCents: 10_000, feeCents: 1500, requestedBy: adminId, retryOf: id });
  expect(again.id).not.toBe(id);
  expect(await catchRefusal(retry(id, adminId))).toBe('payment/not-retryable');
  expect(await catchRefusal(retry(again.id, adminId))).toBe('payment/not-retryable');
  await run();
  expect(await readStates(campaign)).toEqual(['failed', 'completed']);
  expect(await left(campaign)).toEqual({ payCents: 20_000, feeCents: 3000 });
  expect(await catchRefusal(retry(again.id, adminId))).toBe('payment/not-retryable');
  expect(await catchRefusal(retry(randomUUID(), adminId))).toBe('payment/not-retryable');
});

test.each<[string, Cents, Cents, string[]]>([
  ['not sent again', 30_000, 4500, ['345.00']],
  ['sent again as far as it has not', 10_000, 0, ['100.00', '245.00']],
])('a failed refund whose money has left otherwise is %s', async (_, payCents, feeCents, amounts) => {
  const campaign = await funded();
  stage.world.faults.push({ matches: sending, kind: 'refusal', issue: 'PARTIAL_REFUND_NOT_ALLOWED' });
  const failed = await refundAll(campaign);
  await run();
  await refund(campaign, payCents, feeCents);
  await run();
  const refusal = await catchRefusal(retry(failed.id, campaign.payerId));
  expect(refusal).toBe(amounts.length === 1 ? 'payment/not-retryable' : 'none');
  await run();
  expect((await atWallet(campaign)).map(({ amount }) => amount)).toEqual(amounts);
  expect(await left(campaign)).toEqual({ payCents: 0, feeCents: 0 });
});
