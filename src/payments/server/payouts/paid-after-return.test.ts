import { expect, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { DAY } from '#kernel/time.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { paymentFailed } from '../events.ts';
import { resolvePaidAfterReturn } from './paid-after-return.ts';
import { pollPayout } from './payout-outcome.ts';
import { paid, payable, payoutSteps } from '#tests/support/payments/payouts.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

const failures: { marketerId: string; issue: string | null }[] = [];
const stage = stagePayments({
  subscriptions: () => [subscribe(paymentFailed, async (_tx, fact) => failures.push(fact))],
});
const {
  readAttempts,
  newest,
  paidMarketer,
  letItSettle,
  changeEmail,
  settleAtWallet,
  settleAttemptAtWallet,
  look,
  postings,
  getSums,
  retry,
} = payoutSteps(stage);

test('invariant 17: a payout paid after its return is logged once, stays visible and is not paid again', async () => {
  const marketerId = await paidMarketer('fail@wallet.example');
  await letItSettle();
  await settleAtWallet(marketerId, 'SUCCESS');
  await look(marketerId);
  expect(stage.takeErrors()).toEqual(['the wallet reports a returned payout as paid']);
  await look(marketerId);
  const { id, ...attempt } = await newest(marketerId);
  expect(attempt).toMatchObject({ state: 'failed', issue: 'PAID_AFTER_RETURN' });
  expect(await postings(id)).toEqual(['payout_submit', 'payout_fail']);
  expect(await getSums(marketerId)).toEqual(payable);
  expect(await retry(id)).toMatch(/^payment\/not-retryable: .*attempt was paid/);
  await changeEmail(marketerId, 'another@wallet.example');
  stage.clock.advance(2 * DAY);
  await letItSettle();
  expect(await readAttempts(marketerId)).toHaveLength(1);
});

async function contradicted(marketerId: string): Promise<string> {
  await letItSettle();
  await settleAtWallet(marketerId, 'SUCCESS');
  await look(marketerId);
  expect(stage.takeErrors()).toEqual(['the wallet reports a returned payout as paid']);
  return (await newest(marketerId)).id;
}

async function resolve(id: string): Promise<string> {
  const userId = await stage.world.newAccount('admin');
  const actor = { userId, role: 'admin' as const, sessionId: userId };
  try {
    return await resolvePaidAfterReturn(stage.world.deps, actor as Actor, { id, reason: 'Checked' });
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
}

test('invariants 16 and 17: a payout paid after its return is completed once if the wallet confirms it', async () => {
  const marketerId = await paidMarketer('fail-late@wallet.example');
  const id = await contradicted(marketerId);
  stage.world.faults.push({ matches: /GET .*payouts/, kind: 'lost-request' });
  expect(await resolve(id)).toMatch(/^payment\/provider-unknown/);
  expect(await getSums(marketerId)).toEqual(payable);
  const outcomes = await Promise.all([resolve(id), resolve(id), resolve(id)]);
  expect(outcomes.toSorted()).toEqual([
    'paid',
    'payment/not-retryable: This payout is already resolved.',
    'payment/not-retryable: This payout is already resolved.',
  ]);
  expect(await getSums(marketerId)).toEqual(paid);
  expect(await newest(marketerId)).toMatchObject({ state: 'succeeded', issue: null });
  await changeEmail(marketerId, 'elsewhere@wallet.example');
  stage.clock.advance(2 * DAY);
  await letItSettle();
  expect(await readAttempts(marketerId)).toHaveLength(1);
  expect(await stage.world.violations()).toEqual([]);
});

test('a payout paid late and then reversed is back in the balance, twice over', async () => {
  const marketerId = await paidMarketer();
  await letItSettle();
  for (let round = 0; round < 2; round += 1) {
    await settleAtWallet(marketerId, 'REVERSED');
    await look(marketerId);
    expect(await getSums(marketerId)).toEqual(payable);
    if (round > 0) break;
    await settleAtWallet(marketerId, 'SUCCESS');
    await look(marketerId);
    expect(await resolve((await newest(marketerId)).id)).toBe('paid');
    expect(await getSums(marketerId)).toEqual(paid);
  }
  stage.takeErrors();
  expect(await stage.world.violations()).toEqual([]);
});

test('a payout that the wallet reports as returned again can be retried', async () => {
  const marketerId = await paidMarketer('fail-again@wallet.example');
  const id = await contradicted(marketerId);
  await settleAtWallet(marketerId, 'RETURNED');
  expect(await resolve(id)).toBe('returned');
  expect(await getSums(marketerId)).toEqual(payable);
  expect(await retry(id)).toBe('queued');
});

test('a payout paid after another attempt had paid is booked as a loss, and the payment is not paid again', async () => {
  const marketerId = await paidMarketer('fail-first@wallet.example');
  await letItSettle();
  const { id } = await newest(marketerId);
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: 'good@wallet.example' });
  expect(await retry(id)).toBe('queued');
  await stage.world.worker.runDue();
  await settleAttemptAtWallet(id, 'SUCCESS');
  await pollPayout(stage.world.deps, id);
  expect(stage.takeErrors()).toEqual(['the wallet reports a returned payout as paid']);
  expect(await resolve(id)).toMatch(/^payment\/not-retryable: A newer attempt/);
  await letItSettle();
  const before = await readLoss();
  chargeFeeOnce();
  expect(await resolve(id)).toBe('loss');
  expect(await resolve(id)).toMatch(/^payment\/not-retryable/);
  expect((await readLoss()) - before).toBe(10_000);
  expect(await postings(id)).toContain('payout_fee');
  expect(await getSums(marketerId)).toEqual(paid);
  expect(await readAttempts(marketerId)).toMatchObject([
    { state: 'failed', issue: 'PAID_TWICE' },
    { state: 'succeeded' },
  ]);
  expect(await stage.world.violations()).toEqual([]);
});

test('another attempt is not sent once the wallet has paid the first', async () => {
  const marketerId = await paidMarketer('fail-early@wallet.example');
  await letItSettle();
  const { id } = await newest(marketerId);
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: 'fine@wallet.example' });
  expect(await retry(id)).toBe('queued');
  await settleAttemptAtWallet(id, 'SUCCESS');
  await pollPayout(stage.world.deps, id);
  expect(stage.takeErrors()).toEqual(['the wallet reports a returned payout as paid']);
  await letItSettle();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'failed' }, { state: 'withdrawn' }]);
  expect(await resolve(id)).toBe('paid');
  expect(await getSums(marketerId)).toEqual(paid);
  expect(await stage.world.violations()).toEqual([]);
});

async function readLoss(): Promise<number> {
  const { rows } = await stage.database.pool.query(
    `select coalesce(sum(e.amount), 0)::int as cents from ledger.entry e join ledger.account a on a.id = e.account_id
     where a.code = 'chargeback_loss'`,
  );
  return rows[0].cents;
}

function chargeFeeOnce(): void {
  const alter = (text: string) => text.replace(/("payout_item_fee":\{[^}]*"value":)"0.00"/, '$1"0.25"');
  stage.world.faults.push({ matches: /GET .*payouts/, kind: 'altered', alter });
}

test('the fee of a payout that was paid late is booked, also if it was reversed before we saw it arrive', async () => {
  const marketerId = await paidMarketer();
  await stage.world.worker.runDue();
  await settleAtWallet(marketerId, 'REVERSED');
  await look(marketerId);
  const { id } = await newest(marketerId);
  expect(await postings(id)).toEqual(['payout_submit', 'payout_fail']);
  await settleAtWallet(marketerId, 'SUCCESS');
  await look(marketerId);
  chargeFeeOnce();
  expect(await resolve(id)).toBe('paid');
  expect(await postings(id)).toContain('payout_fee');
  stage.takeErrors();
});

async function paidTwice(): Promise<{ marketerId: string; a: string; b: string }> {
  const marketerId = await paidMarketer('fail-twice@wallet.example');
  const a = await contradictedAfterRetry(marketerId);
  await letItSettle();
  await look(marketerId);
  expect(await resolve(a)).toBe('loss');
  return { marketerId, a, b: (await newest(marketerId)).id };
}

async function contradictedAfterRetry(marketerId: string): Promise<string> {
  await letItSettle();
  await look(marketerId);
  const { id } = await newest(marketerId);
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: 'good@wallet.example' });
  expect(await retry(id)).toBe('queued');
  await stage.world.worker.runDue();
  await settleAttemptAtWallet(id, 'SUCCESS');
  await pollPayout(stage.world.deps, id);
  expect(stage.takeErrors()).toEqual(['the wallet reports a returned payout as paid']);
  return id;
}

test('a loss stays resolved, and becomes the payment if the other attempt is reversed', async () => {
  const before = await readLoss();
  const { marketerId, a, b } = await paidTwice();
  await pollPayout(stage.world.deps, a);
  expect((await readAttempts(marketerId))[0]).toMatchObject({ state: 'failed', issue: 'PAID_TWICE' });
  await settleAttemptAtWallet(b, 'REVERSED');
  await pollPayout(stage.world.deps, b);
  expect((await readLoss()) - before).toBe(0);
  expect(await getSums(marketerId)).toEqual(paid);
  expect(await readAttempts(marketerId)).toMatchObject([
    { state: 'succeeded', issue: null },
    { state: 'reversed' },
  ]);
  expect(await retry(b)).toMatch(/^payment\/not-retryable/);
  await settleAttemptAtWallet(a, 'REVERSED');
  await pollPayout(stage.world.deps, a);
  expect(await getSums(marketerId)).toEqual(payable);
});

test.each(['REFUNDED', 'REVERSED', 'RETURNED'])(
  'a loss that comes back as %s is undone once',
  async (status) => {
    const before = await readLoss();
    const { marketerId, a } = await paidTwice();
    await settleAttemptAtWallet(a, status);
    await Promise.all([pollPayout(stage.world.deps, a), pollPayout(stage.world.deps, a)]);
    expect((await readLoss()) - before).toBe(0);
    expect(await getSums(marketerId)).toEqual(paid);
  },
);

test('the failure of a payout that was paid late and then reversed is announced too', async () => {
  const marketerId = await paidMarketer('fail-announced@wallet.example');
  const id = await contradicted(marketerId);
  expect(await resolve(id)).toBe('paid');
  await settleAtWallet(marketerId, 'REVERSED');
  await look(marketerId);
  await stage.world.worker.runDue();
  expect(failures.filter((fact) => fact.marketerId === marketerId)).toHaveLength(2);
});

async function answeredLate<Result>(look: () => Promise<Result>, between: () => Promise<unknown>) {
  const wallet = stage.world.deps.ports.getWallet();
  const getPayout = wallet.getPayout.bind(wallet);
  wallet.getPayout = async (batchId) => {
    wallet.getPayout = getPayout;
    const seen = await getPayout(batchId);
    await between();
    return seen;
  };
  return look();
}

test('an outdated “returned” does not clear a newer “paid”, and an outdated “paid” contradicts nothing', async () => {
  const marketerId = await paidMarketer('fail-late@wallet.example');
  const id = await contradicted(marketerId);
  await settleAtWallet(marketerId, 'RETURNED');
  const outdated = await answeredLate(
    () => resolve(id),
    async () => {
      await settleAtWallet(marketerId, 'SUCCESS');
      await look(marketerId);
    },
  );
  expect(outdated).toMatch(/^payment\/provider-unknown/);
  expect(await newest(marketerId)).toMatchObject({ state: 'failed', issue: 'PAID_AFTER_RETURN' });

  const other = await paidMarketer('onhold@wallet.example');
  await letItSettle();
  await settleAtWallet(other, 'SUCCESS');
  await answeredLate(
    () => look(other),
    async () => {
      await settleAtWallet(other, 'REVERSED');
      await look(other);
    },
  );
  expect(await newest(other)).toMatchObject({ state: 'reversed', issue: null });
});

test.each(['loss', 'paid'])(
  'a payout booked as %s, reversed and paid again stays for a person',
  async (kind) => {
    let id: string;
    if (kind === 'loss') id = (await paidTwice()).a;
    else {
      id = await contradicted(await paidMarketer('fail-thrice@wallet.example'));
      expect(await resolve(id)).toBe('paid');
    }
    for (const status of ['REVERSED', 'SUCCESS']) {
      await settleAttemptAtWallet(id, status);
      await pollPayout(stage.world.deps, id);
    }
    expect(stage.takeErrors()).toEqual(['the wallet reports a returned payout as paid']);
    expect(await resolve(id)).toMatch(/^payment\/not-retryable: .*operations manual/);
    const { rows } = await stage.database.pool.query('select last_issue from payout where id = $1', [id]);
    expect(rows).toEqual([{ last_issue: 'PAID_AFTER_RETURN' }]);
  },
);
