import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { settleDelayMs, signedInCaller } from '#tests/support/wallet/simulator.ts';
import type { Reconciliation } from '../../admin-contract.ts';
import { pollDispute } from '../chargebacks/chargebacks.ts';
import { postCapture } from '../ledger/ledger.ts';
import { pollPayout } from '../payouts/payout-outcome.ts';
import { reconcileDaily } from './reconciliation.ts';
import { refundCampaign } from '../refunds/refunds.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts, type PaidCampaign } from '#tests/support/payments/world.ts';

const stage = stagePayments();

async function compare(span: { from?: Date; to?: Date } = {}): Promise<Reconciliation> {
  const answer = await ask('POST', span);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function ask(method: 'GET' | 'POST', payload?: object, search = '') {
  adminId ??= await stage.world.newAccount('admin');
  const cookie = stage.world.cookieOf(adminId, 'admin');
  const url = `/api/admin/reconciliation${search}`;
  return stage.world.http.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
}
let adminId: string | undefined;

async function leaveBehind(): Promise<void> {
  stage.clock.advance(40 * DAY);
  await stage.world.worker.runDue();
}

async function sql(text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  return (await stage.database.pool.query(text, values)).rows;
}

async function payOut(localPart: string, cents = 10_000): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${localPart}@wallet.example` });
  await stage.world.release(await stage.world.fund(2, cents), marketerId, 1);
  await runDueWork();
  const [row] = await sql('select id from payout where marketer_id = $1', [marketerId]);
  return row?.['id'] ?? '';
}

async function runDueWork(): Promise<void> {
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
}

async function lookAgainAt(payoutId: string): Promise<string | undefined> {
  await pollPayout(stage.world.deps, payoutId);
  const [row] = await sql('select state from payout where id = $1', [payoutId]);
  return row?.['state'];
}

async function giveBack(campaign: PaidCampaign, payCents: number, feeCents: number): Promise<void> {
  const { deps } = stage.world;
  await transact(deps.db, (tx) =>
    refundCampaign(tx, deps, { campaignId: campaign.campaignId, payCents, feeCents }),
  );
  await runDueWork();
}

async function dispute(captureId: string, amount: string): Promise<string> {
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId, amount });
  await pollDispute(stage.world.deps, json.disputeId);
  return json.disputeId;
}

async function endDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
  await stage.simulator.control('POST', `/disputes/${disputeId}`, { outcome });
  await pollDispute(stage.world.deps, disputeId);
}

async function busyWeek(): Promise<void> {
  const refunded = await stage.world.fund(3, 10_000);
  await giveBack(refunded, 10_000, 1500);
  await endDispute(await dispute((await stage.world.fund(1, 20_000)).captureId, '50.00'), 'lost');
  await endDispute(await dispute((await stage.world.fund(1, 20_000)).captureId, '60.00'), 'won');
  await dispute(refunded.captureId, '20.00');
  for (const address of ['paid', 'fail', 'blocked', 'unclaimed', 'onhold']) await payOut(address);
  const takenBack = await payOut('refunded');
  stage.clock.advance(DAY + HOUR);
  expect(await lookAgainAt(takenBack)).toBe('refunded');
  await stage.world.worker.runDue();
}

const runs = async () => Number((await sql('select count(*) as n from reconciliation'))[0]?.['n']);

test('does not call the wallet before the first order', async () => {
  await stage.world.worker.runDue();
  expect([await runs(), stage.world.calls]).toEqual([0, []]);
});

test('invariant 32: equal books have no differences, and the balances agree to the cent', async () => {
  await busyWeek();
  stage.clock.advance(4 * HOUR);
  const result = await compare();
  expect(result).toMatchObject({ differences: [], problem: null, wayOut: '0.00', wayIn: '0.00' });
  expect(result.ours).toBe(result.theirs);
  expect(result.compared).toBe(9 * 2 + 1 + 3 + 1 + 2 + 4 + 1);
  const { balance } = await stage.simulator.books();
  expect(cents(result.theirs)).toBe(cents(balance ?? '') + 2000);
});

const cents = (amount: string | null) => Math.round(Number(amount) * 100);

test('invariant 32: a payout returned after weeks is no difference in any week', async () => {
  const payoutId = await payOut('unclaimed');
  const sentAt = stage.clock.now();
  stage.clock.advance(31 * DAY);
  expect(await lookAgainAt(payoutId)).toBe('returned');
  const returnedAt = stage.clock.now();
  stage.clock.advance(4 * HOUR);
  expect((await compare()).differences).toEqual([]);
  expect((await compare({ from: new Date(sentAt.getTime() - DAY), to: sentAt })).differences).toEqual([]);
  stage.clock.advance(20 * DAY);
  expect(
    (await compare({ from: new Date(returnedAt.getTime() - 30 * DAY), to: returnedAt })).differences,
  ).toEqual([]);
});

test('invariant 32: finds a capture refunded manually at the wallet, missing from the balance', async () => {
  await leaveBehind();
  const { captureId } = await stage.world.fund(1, 10_000);
  const call = await signedInCaller(stage.simulator);
  const { json } = await call('POST', `/v2/payments/captures/${captureId}/refund`, {
    amount: { currency_code: 'USD', value: '25.00' },
  });
  const byHand = { kind: 'refund', reference: json.id, ours: null, theirs: '-25.00' };
  expect((await compare()).differences).toEqual([byHand]);
  stage.clock.advance(4 * HOUR);
  const { ours, theirs, differences } = await compare();
  expect(differences).toEqual([{ kind: 'balance', reference: 'psp + psp_held', ours, theirs }, byHand]);
});

test('invariant 32: finds a payout that exists only at the wallet', async () => {
  await leaveBehind();
  const call = await signedInCaller(stage.simulator);
  await call('POST', '/v1/payments/payouts', {
    sender_batch_header: { sender_batch_id: randomUUID() },
    items: [{ receiver: 'receiver@wallet.example', amount: { currency: 'USD', value: '12.34' } }],
  });
  stage.clock.advance(settleDelayMs);
  const { payouts } = await stage.simulator.books();
  expect(payouts.at(-1)?.['amount']).toBe('12.34');
  expect((await compare()).differences.filter(({ kind }) => kind !== 'balance')).toEqual([
    { kind: 'payout', reference: expect.any(String), ours: null, theirs: '-12.34' },
  ]);
});

test('invariant 32: finds different amounts, of a payment and of a fee', async () => {
  await leaveBehind();
  const { captureId } = await stage.world.fund(1, 10_000);
  stage.clock.advance(4 * HOUR);
  expect((await compare()).differences.filter(({ kind }) => kind !== 'balance')).toEqual([]);
  stage.world.faults.push({
    matches: /GET \/v1\/reporting\/transactions/,
    kind: 'altered',
    alter: (text) => text.replace('"value":"115.00"', '"value":"151.00"').replace('"-4.50"', '"-5.40"'),
  });
  const { differences } = await compare();
  expect(differences.filter(({ kind }) => kind !== 'balance')).toEqual([
    { kind: 'capture', reference: captureId, ours: '115.00', theirs: '151.00' },
    { kind: 'fee', reference: captureId, ours: '-4.50', theirs: '-5.40' },
  ]);
});

test('invariant 32: finds what the wallet lacks once its report must include it', async () => {
  await leaveBehind();
  const at = stage.clock.now();
  const fact = { orderId: randomUUID(), captureId: 'NEVERTAKEN0000001', amountCents: 700 };
  await transact(stage.world.deps.db, (tx) => postCapture(tx, fact, { actor: 'wallet', at }));
  await stage.world.fund(1, 10_000);
  const others = ({ kind }: { kind: string }) => kind !== 'balance';
  expect((await compare()).differences.filter(others)).toEqual([]);
  stage.clock.advance(3 * HOUR);
  expect((await compare()).differences.filter(others)).toEqual([]);
  stage.clock.advance(MINUTE);
  expect((await compare()).differences.filter(others)).toEqual([
    { kind: 'other', reference: 'capture:NEVERTAKEN0000001', ours: '7.00', theirs: null },
  ]);
});

test('invariant 32: finds a payout that was returned in our ledger but not at the wallet', async () => {
  await leaveBehind();
  const payoutId = await payOut('fail');
  expect(await lookAgainAt(payoutId)).toBe('failed');
  // As if the wallet had sent the money anyway.
  const [row] = await sql(
    "update payout set provider_transaction_id = 'SENTALLTHESAME001' where id = $1 returning id",
    [payoutId],
  );
  expect(row?.['id']).toBe(payoutId);
  stage.clock.advance(4 * HOUR);
  expect((await compare()).differences.filter(({ kind }) => kind !== 'balance')).toEqual([]);
  stage.world.faults.push({
    matches: /GET \/v1\/reporting\/transactions/,
    kind: 'altered',
    alter: (text) => {
      const report = JSON.parse(text);
      const [{ transaction_info: info }] = report.transaction_details.slice(-1);
      const sent = {
        ...info,
        transaction_id: 'SENTALLTHESAME001',
        transaction_event_code: 'T0001',
        transaction_amount: { currency_code: 'USD', value: '-100.00' },
        transaction_status: 'S',
      };
      delete sent.fee_amount;
      delete sent.invoice_id;
      delete sent.custom_field;
      return JSON.stringify({
        ...report,
        transaction_details: [...report.transaction_details, { transaction_info: sent }],
      });
    },
  });
  expect((await compare()).differences.filter(({ kind }) => kind !== 'balance')).toEqual([
    { kind: 'payout', reference: 'SENTALLTHESAME001', ours: null, theirs: '-100.00' },
  ]);
});

test('invariant 32: money sent manually and recorded under the wallet’s id is no difference', async () => {
  await leaveBehind();
  const campaign = await stage.world.fund(3, 10_000);
  await giveBack(campaign, 5000, 0);
  stage.clock.advance(4 * HOUR);
  const { differences: before } = await compare();
  stage.world.faults.push({
    matches: /GET \/v1\/reporting\/transactions/,
    kind: 'altered',
    alter: (text) => text.replaceAll('"T1107"', '"T0000"'),
  });
  expect((await compare()).differences).toEqual(before);
});

test.each([
  ['the report gets lost', /GET \/v1\/reporting\/transactions/, 'lost-answer', 'connection-lost'],
  ['the balance gets lost', /GET \/v1\/reporting\/balances/, 'lost-answer', 'connection-lost'],
  ['the report is refused', /GET \/v1\/reporting\/transactions/, 'refusal', 'NOT_AUTHORIZED'],
] as const)('compares nothing if %s', async (_, matches, kind, reason) => {
  await stage.world.fund(1, 10_000);
  stage.world.faults.push({ matches, kind, status: 403, issue: 'NOT_AUTHORIZED' });
  const result = await compare();
  expect(result).toMatchObject({ ours: null, theirs: null, compared: 0, differences: [] });
  expect(result.problem).toContain(reason);
  expect(result.finishedAt).not.toBeNull();
});

test('runs daily, and an hour after a failure', async () => {
  await leaveBehind();
  const { deps } = stage.world;
  const before = await runs();
  stage.clock.advance(DAY);
  stage.world.faults.push({ matches: /v1\/reporting/, kind: 'lost-request' });
  await reconcileDaily(deps);
  await reconcileDaily(deps);
  expect(await runs()).toBe(before + 1);
  stage.clock.advance(HOUR);
  await reconcileDaily(deps);
  expect(await runs()).toBe(before + 2);
  stage.clock.advance(23 * HOUR);
  await reconcileDaily(deps);
  expect(await runs()).toBe(before + 2);
  stage.clock.advance(HOUR);
  await stage.world.worker.runDue();
  expect(await runs()).toBe(before + 3);
});

test('allows one run at a time, and an interrupted run does not block others for long', async () => {
  await leaveBehind();
  let goOn = () => undefined as void;
  const until = new Promise<void>((resolve) => (goOn = resolve));
  stage.world.faults.push({ matches: /v1\/reporting\/balances/, kind: 'late-answer', until });
  const first = compare();
  await expect.poll(() => stage.world.faults.length).toBe(0);
  const second = await ask('POST', {});
  expect([second.statusCode, second.json().code]).toEqual([409, 'payment/reconciliation-running']);
  goOn();
  expect((await first).problem).toBeNull();
  await sql('update reconciliation set finished_at = null where started_at = $1', [stage.clock.now()]);
  expect((await ask('POST', {})).statusCode).toBe(409);
  stage.clock.advance(11 * MINUTE);
  expect((await ask('POST', {})).statusCode).toBe(200);
});

test('lists the latest runs, newest first, and audits a manual run', async () => {
  stage.clock.advance(MINUTE);
  const last = await compare();
  const listed: Reconciliation[] = (await ask('GET')).json();
  expect(listed[0]).toEqual(last);
  const starts = listed.map(({ startedAt }) => startedAt);
  expect(starts).toEqual(starts.toSorted().toReversed());
  expect(listed.length).toBeGreaterThan(5);
  const sorted = async (sort: string): Promise<Reconciliation[]> =>
    (await ask('GET', undefined, `?sort=${sort}`)).json();
  const [earliest, ...later] = (await sorted('oldest')).map(({ startedAt }) => startedAt);
  expect([earliest, ...later].toSorted()).toEqual([earliest, ...later]);
  expect(starts.every((start) => start >= (earliest ?? ''))).toBe(true);
  const counts = (await sorted('differences')).map(({ differences }) => differences.length);
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  const audited = await sql("select object_id as id from audit_entry where action = 'reconciliation.run'");
  expect(audited.map(({ id }) => id)).toContain(last.id);
});

test.each([
  ['ends before it begins', { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }],
  ['is longer than 31 days', { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:01Z' }],
  ['lies ahead', { from: '2999-01-01T00:00:00Z' }],
])('rejects a period that %s', async (_, span) => {
  const answer = await ask('POST', span);
  expect([answer.statusCode, answer.json().fields?.from]).toEqual([400, expect.any(String)]);
});
