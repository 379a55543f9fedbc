import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import type { StuckMoney } from '../../admin-contract.ts';
import { pollDispute } from '../chargebacks/chargebacks.ts';
import { pollPayout } from '../payouts/payout-outcome.ts';
import { refundCampaign } from '../refunds/refunds.ts';
import { captureOrder, openOrder } from '../service.ts';
import { payShortfall } from '../shortfalls/shortfall-orders.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, payableFacts, type PaidCampaign } from '#tests/support/payments/world.ts';
import { nextIn } from '#tests/support/journeys/pages.ts';

const stage = stagePayments();

let adminId: string | undefined;

async function ask(method: 'GET' | 'POST', url: string, payload?: object) {
  adminId ??= await stage.world.newAccount('admin');
  const headers = { cookie: stage.world.cookieOf(adminId, 'admin') };
  return stage.world.http.inject({ method, url, headers, ...(payload && { payload }) });
}

async function pages(query = ''): Promise<StuckMoney[][]> {
  const read: StuckMoney[][] = [];
  let next: string | undefined = `/api/admin/payouts${query}`;
  while (next !== undefined) {
    const answer = await ask('GET', next);
    expect(answer.statusCode).toBe(200);
    read.push(answer.json());
    next = nextIn(answer.headers);
  }
  return read;
}

const whole = async () => (await pages('?limit=100')).flat();

const find = async (id: string) => (await whole()).find((item) => item.id === id);

const retry = (what: 'payouts' | 'refunds', id: string, reason = 'The marketer has written') =>
  ask('POST', `/api/admin/${what}/${id}/retry`, { reason });

async function sql(text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  return (await stage.database.pool.query(text, values)).rows;
}

const readId = async (text: string, value: unknown) => (await sql(text, [value]))[0]?.['id'] ?? '';

async function payOut(localPart: string): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${localPart}@wallet.example` });
  await stage.world.release(await stage.world.fund(1, 10_000), marketerId, 1);
  await stage.world.worker.runDue();
  return readId('select id from payout where marketer_id = $1', marketerId);
}

async function runDueWork(): Promise<void> {
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
}

async function refusedRefund(campaign: PaidCampaign, issue: string): Promise<string> {
  stage.world.faults.push({ matches: /POST .*\/refund$/, kind: 'refusal', issue });
  const { deps } = stage.world;
  const what = { campaignId: campaign.campaignId, payCents: 5000, feeCents: 0 };
  const [refund] = await transact(deps.db, (tx) => refundCampaign(tx, deps, what));
  await stage.world.worker.runDue();
  return refund?.id ?? '';
}

test('nothing is stuck at first', async () => {
  expect(await pages()).toEqual([[]]);
});

test('a payout without an answer is stuck after an hour', async () => {
  stage.world.faults.push({ matches: /POST .*payouts$/, kind: 'refusal', issue: 'INSUFFICIENT_FUNDS' });
  const id = await payOut('poor');
  stage.clock.advance(HOUR - MINUTE);
  expect(await find(id)).toBeUndefined();
  stage.clock.advance(2 * MINUTE);
  expect(await find(id)).toMatchObject({
    kind: 'payout',
    state: 'submitting',
    amount: '100.00',
    who: expect.stringContaining('@promenade.test'),
    about: 'Spring launch',
    issue: 'INSUFFICIENT_FUNDS',
    problem: expect.stringContaining('doesn’t cover'),
    nextStep: expect.stringContaining('Add money'),
    can: { retry: false },
  });
  expect((await retry('payouts', id)).json().code).toBe('payment/not-retryable');
  await runDueWork();
  await runDueWork();
  expect(await find(id)).toBeUndefined();
});

test('a retry pays a returned payout again and is audited with its reason', async () => {
  const id = await payOut('fail');
  await runDueWork();
  expect(await find(id)).toMatchObject({
    state: 'failed',
    issue: 'RECEIVER_ACCOUNT_LOCKED',
    problem: 'This payout failed: the receiver’s wallet account is locked.',
    can: { retry: true },
  });
  await stage.database.asOwner(
    "insert into profile (account_id, first_name, last_name, updated_at) select marketer_id, 'Maya', 'Field', now() from payout where id = $1",
    [id],
  );
  expect((await find(id))?.who).toBe('Maya Field');
  const answer = await retry('payouts', id, '  Their account is open again  ');
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'The payment is being sent again.' }]);
  expect(await find(id)).toBeUndefined();
  const entries = await sql(
    "select reason, details, actor_id from audit_entry where action = 'payout.retried'",
  );
  expect(entries).toEqual([
    { reason: 'Their account is open again', details: { outcome: 'queued' }, actor_id: adminId },
  ]);
  expect((await retry('payouts', id)).json().code).toBe('payment/not-retryable');
  expect(await sql("select id from audit_entry where action = 'payout.retried'")).toHaveLength(1);
  await runDueWork();
  await runDueWork();
  const [attempt] = await whole();
  expect(attempt).toMatchObject({ state: 'failed', can: { retry: true } });
  expect(attempt?.id).not.toBe(id);
});

test('a retry cancels an unclaimed payout', async () => {
  const id = await payOut('unclaimed');
  await runDueWork();
  expect(await find(id)).toMatchObject({ state: 'unclaimed', can: { retry: true } });
  const answer = await retry('payouts', id);
  expect(answer.json().message).toContain('Cancellation requested');
  const asked = await find(id);
  expect(asked).toMatchObject({
    can: { retry: false },
    nextStep: 'You can send it again once it’s returned.',
  });
  await runDueWork();
  expect(await find(id)).toMatchObject({ state: 'returned', can: { retry: true } });
});

test('a retry requests a refused cancellation again', async () => {
  const id = await payOut('unclaimed');
  await runDueWork();
  expect((await retry('payouts', id)).statusCode).toBe(200);
  const refusal = { matches: /POST .*\/cancel$/, kind: 'refusal', issue: 'ITEM_INCORRECT_STATUS' } as const;
  stage.world.faults.push(...Array.from({ length: 10 }, () => refusal));
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(await find(id)).toMatchObject({ can: { retry: false } });
    stage.clock.advance(HOUR);
    await stage.world.worker.runDue();
  }
  expect(stage.takeErrors()).toEqual(['an effect was given up']);
  const items = (await whole()).filter(({ kind, id: of }) => kind === 'effect' || of === id);
  expect(items).toMatchObject([
    {
      kind: 'payout',
      state: 'unclaimed',
      issue: 'ITEM_INCORRECT_STATUS',
      problem: expect.stringContaining('refused to cancel it'),
      can: { retry: true },
    },
  ]);
  expect((await retry('payouts', id)).json().message).toContain('Cancellation requested');
  expect(await find(id)).toMatchObject({ issue: 'RECEIVER_UNREGISTERED', can: { retry: false } });
  await runDueWork();
  expect(await find(id)).toMatchObject({ state: 'returned', can: { retry: true } });
});

test('a payout paid after its return is completed once the wallet confirms it', async () => {
  const id = await payOut('onhold');
  await runDueWork();
  const { payouts } = await stage.simulator.books();
  const item = payouts.find(({ senderItemId }) => senderItemId === id)?.['id'];
  for (const status of ['RETURNED', 'SUCCESS']) {
    await stage.simulator.control('POST', `/payouts/${item}`, { status });
    await pollPayout(stage.world.deps, id);
  }
  expect(stage.takeErrors()).toEqual(['the wallet reports a returned payout as paid']);
  const items = await whole();
  expect(items.filter((one) => one.id === id)).toMatchObject([
    { state: 'returned', issue: 'PAID_AFTER_RETURN', can: { retry: true } },
  ]);
  expect((await retry('payouts', id)).json().message).toContain('The payment is completed');
  expect(await find(id)).toBeUndefined();
  expect((await retry('payouts', id)).json().code).toBe('payment/not-retryable');
  expect(
    await sql("select reason, details from audit_entry where object_id = $1 and action = 'payout.retried'", [
      id,
    ]),
  ).toEqual([{ reason: 'The marketer has written', details: { outcome: 'paid' } }]);
});

test('a retry sends a failed refund again', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const id = await refusedRefund(campaign, 'REFUND_NOT_ALLOWED');
  expect(await find(id)).toMatchObject({
    kind: 'refund',
    state: 'failed',
    amount: '50.00',
    about: 'A campaign',
    problem: expect.stringContaining('REFUND_NOT_ALLOWED'),
    can: { retry: true },
  });
  const answer = await retry('refunds', id);
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'The refund is being sent again.']);
  expect(await find(id)).toBeUndefined();
  expect((await sql("select reason from audit_entry where action = 'refund.retried'"))[0]?.['reason']).toBe(
    'The marketer has written',
  );
  expect((await retry('refunds', id)).json().code).toBe('payment/not-retryable');
  await stage.world.worker.runDue();
  expect((await sql('select state from refund where retry_of = $1', [id]))[0]?.['state']).toBe('completed');
});

test('a refund refused because of a dispute is no longer stuck once another follows automatically', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const id = await refusedRefund(campaign, 'TRANSACTION_DISPUTED');
  expect(await find(id)).toMatchObject({ can: { retry: true } });
  stage.clock.advance(DAY);
  await transact(stage.database.db, (tx) =>
    refundCampaign(tx, stage.world.deps, { campaignId: campaign.campaignId, payCents: 5000, feeCents: 0 }),
  );
  expect(await find(id)).toBeUndefined();
  await stage.world.worker.runDue();
  expect(await find(id)).toBeUndefined();
});

test('nor is a refund whose retry failed too, even if both have the same time', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const first = await refusedRefund(campaign, 'TRANSACTION_DISPUTED');
  stage.world.faults.push({ matches: /POST .*\/refund$/, kind: 'refusal', issue: 'TRANSACTION_DISPUTED' });
  await retry('refunds', first);
  await stage.world.worker.runDue();
  const id = await readId('select id from refund where retry_of = $1', first);
  expect([await find(first), await find(id)]).toMatchObject([undefined, { can: { retry: true } }]);
  const [again] = await transact(stage.database.db, (tx) =>
    refundCampaign(tx, stage.world.deps, { campaignId: campaign.campaignId, payCents: 5000, feeCents: 0 }),
  );
  const moments = await sql('select created_at = ended_at as same from refund where id = $1', [id]);
  expect([moments, again?.createdAt]).toEqual([[{ same: true }], stage.clock.now()]);
  await stage.world.worker.runDue();
  expect([await find(first), await find(id)]).toEqual([undefined, undefined]);
});

test('a refund cannot be retried while the payment is disputed', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const id = await refusedRefund(campaign, 'TRANSACTION_DISPUTED');
  const { json } = await stage.simulator.control('POST', '/disputes', {
    captureId: campaign.captureId,
    amount: '60.00',
  });
  await pollDispute(stage.world.deps, json.disputeId);
  expect(await find(id)).toMatchObject({ can: { retry: false } });
  expect((await retry('refunds', id)).json().code).toBe('payment/disputed');
  await stage.simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'won' });
  await pollDispute(stage.world.deps, json.disputeId);
  expect(await find(id)).toMatchObject({ can: { retry: true } });
});

test('a refund without an answer, and one that is too old', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  const tooOld = await refusedRefund(campaign, 'REFUND_TIME_LIMIT_EXCEEDED');
  expect(await find(tooOld)).toMatchObject({
    can: { retry: false },
    nextStep: expect.stringContaining('another way and record it'),
  });
  stage.world.faults.push({ matches: /POST .*\/refund$/, kind: 'refusal', issue: 'NOT_AUTHORIZED' });
  const id = await refusedRefund(campaign, 'NOT_AUTHORIZED');
  expect(await find(id)).toBeUndefined();
  stage.clock.advance(HOUR + MINUTE);
  expect(await find(id)).toMatchObject({
    state: 'submitting',
    problem: expect.stringContaining('doesn’t authorize the platform'),
    can: { retry: false },
  });
  await stage.world.worker.runDue();
});

test('a payment that funds nothing, and one under review', async () => {
  const campaign = newCampaign(await stage.world.newAccount('advertiser'), 1, 10_000);
  const paid = await stage.world.pay(campaign);
  const id = await readId('select id from payment_order where provider_order_id = $1', paid.orderId);
  stage.world.faults.push({ matches: /POST .*\/capture$/, kind: 'review' });
  const other = newCampaign(await stage.world.newAccount('advertiser'), 1, 10_000);
  const order = await openOrder(stage.world.deps, {
    campaignId: other.campaignId,
    payerId: other.payerId,
    payCents: other.totalPayCents,
    feeCents: other.feeCents,
    description: 'Summer stroll',
    returnUrl: 'http://promenade.test/paid',
    cancelUrl: 'http://promenade.test/cancelled',
  });
  await stage.simulator.decide(order.approveUrl, 'approve');
  stage.clock.advance(3 * MINUTE);
  await stage.world.worker.runDue();
  const reviewed = await readId('select id from payment_order where campaign_id = $1', other.campaignId);
  expect([await find(id), await find(reviewed)]).toEqual([undefined, undefined]);
  stage.clock.advance(HOUR + MINUTE);
  expect(await find(id)).toMatchObject({ kind: 'order', state: 'captured', amount: '115.00' });
  expect(await find(reviewed)).toMatchObject({ state: 'pending', about: 'Summer stroll' });
  await stage.world.worker.runDue();
  expect(await find(reviewed)).toBeUndefined();
});

test('an open dispute is stuck from the start until it is closed', async () => {
  const { captureId } = await stage.world.fund(1, 10_000);
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId, amount: '60.00' });
  await pollDispute(stage.world.deps, json.disputeId);
  const id = await readId('select id from chargeback where provider_dispute_id = $1', json.disputeId);
  expect(await find(id)).toMatchObject({
    kind: 'chargeback',
    state: 'open',
    amount: '60.00',
    can: { retry: false },
  });
  await stage.simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'won' });
  await pollDispute(stage.world.deps, json.disputeId);
  expect(await find(id)).toBeUndefined();
});

test('a disputed payment that funds nothing says so', async () => {
  const { captureId } = await stage.world.pay(
    newCampaign(await stage.world.newAccount('advertiser'), 1, 10_000),
  );
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId });
  await pollDispute(stage.world.deps, json.disputeId);
  const id = await readId('select id from chargeback where provider_dispute_id = $1', json.disputeId);
  expect(await find(id)).toMatchObject({ problem: expect.stringContaining('has not funded anything') });
});

test('a payment for approved work that was captured does not speak of funding', async () => {
  const { deps } = stage.world;
  const campaign = await stage.world.fund(1, 10_000);
  const { captureId, payerId } = campaign;
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId });
  await stage.simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'lost' });
  await pollDispute(deps, json.disputeId);
  const { paymentId } = await stage.world.release(campaign, await stage.world.newAccount('marketer'), 1);
  const { id: orderId, approveUrl } = await payShortfall(deps, { userId: payerId }, paymentId);
  await stage.simulator.decide(approveUrl, 'approve');
  await captureOrder(deps, { orderId, payerId });
  const id = await readId('select id from payment_order where provider_order_id = $1', orderId);
  stage.clock.advance(2 * HOUR);
  expect(await find(id)).toMatchObject({
    kind: 'order',
    state: 'captured',
    problem: 'This payment was captured but hasn’t repaid what its payer owes.',
  });
});

test('an effect that was given up, or has had no result for an hour', async () => {
  const now = stage.clock.now();
  const add = (kind: string, state: string) =>
    readId(
      `insert into outbox (kind, form, ref, payload, request_id, state, first_sent_at, next_at, last_error, created_at)
       values ($1, 'effect', gen_random_uuid(), '{}', gen_random_uuid(), '${state}', '${now.toISOString()}',
         '${new Date(now.getTime() + 400 * DAY).toISOString()}', 'the reason', '${now.toISOString()}') returning id::text`,
      kind,
    );
  const dead = await add('payment.look-for-disputes', 'dead');
  const unknown = await add('payment.cancel-payout', 'unknown');
  const others = [await add('mail.send', 'dead'), await add('payment.send-payout', 'unknown')];
  expect(await find(dead)).toMatchObject({
    kind: 'effect',
    amount: null,
    who: null,
    issue: 'the reason',
    problem: 'Checking a payment for disputes failed for good (the reason).',
  });
  expect(await find(unknown)).toBeUndefined();
  stage.clock.advance(HOUR + MINUTE);
  expect(await find(unknown)).toMatchObject({ problem: expect.stringContaining('Cancelling a payout') });
  for (const id of others) expect(await find(id)).toBeUndefined();
});

test('pages add up to the whole list, oldest first, even with equal times', async () => {
  for (const address of ['unclaimed', 'fail', 'blocked', 'unclaimed']) await payOut(address);
  await runDueWork();
  stage.clock.advance(2 * HOUR);
  await sql('update sweep set finished_at = $1', [stage.clock.now()]);
  const [all = [], ...others] = await pages('?limit=100');
  expect(others).toEqual([]);
  expect(all.length).toBeGreaterThan(8);
  const sinces = all.map(({ since }) => since);
  expect(sinces).toEqual(sinces.toSorted());
  expect(new Set(sinces).size).toBeLessThan(sinces.length);
  for (const limit of [1, 2, 3]) {
    const read = await pages(`?limit=${limit}`);
    expect(read).toHaveLength(Math.ceil(all.length / limit));
    expect(read.flat()).toEqual(all);
  }
});

test('the first page starts with the late sweeps, and why they are late', async () => {
  await stage.world.worker.runDue();
  stage.clock.advance(20 * MINUTE);
  const isLate = ({ kind }: StuckMoney) => kind === 'sweep';
  await sql("update sweep set last_error = 'half done' where name = 'payments/payouts'");
  const [first = [], second = []] = await pages('?limit=1');
  expect(first.filter(isLate).map(({ id }) => id)).toEqual([
    'payments/chargebacks',
    'payments/orders',
    'payments/payouts',
    'payments/refunds',
  ]);
  expect(first[2]).toMatchObject({ state: 'failed', issue: 'half done', can: { retry: false } });
  expect(second.filter(isLate)).toEqual([]);
  await stage.world.worker.runDue();
  expect((await whole()).filter(isLate)).toEqual([]);
});

test.each(['nonsense', '2026-03-02T09%3A00%3A00Z%2099~x', '2026-03-02T09%3A00%3A00.000Z%200~x', 'x%200~x'])(
  'rejects the cursor %s',
  async (cursor) => {
    const answer = await ask('GET', `/api/admin/payouts?cursor=${encodeURIComponent(cursor)}`);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { cursor: expect.any(String) }]);
  },
);

test('a retry needs a reason and a payout', async () => {
  const answer = await retry('payouts', randomUUID(), '  ');
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { reason: 'Please say why' }]);
  for (const what of ['payouts', 'refunds'] as const) {
    expect((await retry(what, randomUUID())).json().code).toBe('payment/not-retryable');
    expect((await ask('POST', `/api/admin/${what}/x/retry`, { reason: 'None' })).statusCode).toBe(404);
  }
});
