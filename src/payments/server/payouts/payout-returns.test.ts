import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce, subscribe } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { walletEmailSet } from '#profiles/server/events.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { earnings } from '../ledger/balance-service.ts';
import { paymentFailed } from '../events.ts';
import { resolvePaidAfterReturn } from './paid-after-return.ts';
import { pollPayout } from './payout-outcome.ts';
import { payUnpaid } from './payouts.ts';
import { retryPayout } from './payout-retry.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

/** Payouts that are returned, canceled, retried, or stuck before sending. */

const failures: { marketerId: string; issue: string | null }[] = [];
const stage = stagePayments({
  subscriptions: () => [subscribe(paymentFailed, async (_tx, fact) => failures.push(fact))],
});

interface Attempt {
  id: string;
  state: string;
  receiver: string;
  item: string | null;
  issue: string | null;
}

async function readAttempts(marketerId: string): Promise<Attempt[]> {
  const { rows } = await stage.database.pool.query(
    `select id, state, receiver_email as receiver, provider_item_id as item, last_issue as issue from payout
     where marketer_id = $1 order by created_at, id`,
    [marketerId],
  );
  return rows;
}

async function newest(marketerId: string): Promise<Attempt> {
  const attempt = (await readAttempts(marketerId)).at(-1);
  if (!attempt) throw new Error('there is no attempt');
  return attempt;
}

/** Creates a marketer with approved work of 100.00 being paid to this address. */
async function paidMarketer(walletEmail = `${randomUUID()}@wallet.example`): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail });
  await stage.world.release(await stage.world.fund(1, 10_000), marketerId, 1);
  return marketerId;
}

async function letItSettle(): Promise<void> {
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
}

async function changeEmail(marketerId: string, walletEmail: string): Promise<void> {
  const changed = { walletEmail, walletEmailSetAt: stage.clock.now(), isFirstWalletEmail: false };
  stage.world.facts.set(marketerId, { ...payableFacts, ...changed });
  const payload = { userId: marketerId };
  await transact(stage.database.db, (tx) =>
    announce(tx, walletEmailSet, { ref: randomUUID(), payload }, stage.clock),
  );
}

/** Sets an item's state at the wallet, whatever the simulator had planned. */
async function settleAtWallet(marketerId: string, status: string): Promise<void> {
  await settleAttemptAtWallet((await newest(marketerId)).id, status);
}

async function settleAttemptAtWallet(id: string, status: string): Promise<void> {
  const item = (await stage.simulator.books()).payouts.find(({ senderItemId }) => senderItemId === id);
  const { status: code } = await stage.simulator.control('POST', `/payouts/${item?.['id']}`, { status });
  expect(code).toBe(200);
}

const look = async (marketerId: string) => pollPayout(stage.world.deps, (await newest(marketerId)).id);

const postings = async (payoutId: string): Promise<string[]> =>
  (
    await stage.database.pool.query(
      `select kind from ledger.txn where dedupe_key like '%:' || $1 order by id`,
      [payoutId],
    )
  ).rows.map(({ kind }) => kind);

const cancellations = () => stage.world.calls.filter((call) => call.endsWith('/cancel')).length;

const getSums = (marketerId: string) => earnings(stage.database.db, marketerId);
const inFlight = { earnedCents: 10_000, paidCents: 0, inFlightCents: 10_000, payableCents: 0 };
const payable = { earnedCents: 10_000, paidCents: 0, inFlightCents: 0, payableCents: 10_000 };
const paid = { earnedCents: 10_000, paidCents: 10_000, inFlightCents: 0, payableCents: 0 };

async function retry(payoutId: string): Promise<string> {
  const by = await stage.world.newAccount('admin');
  try {
    return await transact(stage.database.db, (tx) => retryPayout(tx, stage.world.deps, { payoutId, by }));
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
}

test.each(['RETURNED', 'FAILED', 'BLOCKED'])(
  'invariant 17: after %s, seen three times, the money is back in the balance once',
  async (status) => {
    const marketerId = await paidMarketer('onhold@wallet.example');
    await letItSettle();
    await settleAtWallet(marketerId, status);
    await Promise.all([look(marketerId), look(marketerId)]);
    await look(marketerId);
    expect(await getSums(marketerId)).toEqual(payable);
    const { id, state } = await newest(marketerId);
    expect(state).toBe(status.toLowerCase());
    expect(await postings(id)).toEqual(['payout_submit', 'payout_fail']);
  },
);

test('invariant 17: an unclaimed state reported after the return changes nothing', async () => {
  const marketerId = await paidMarketer('unclaimed@wallet.example');
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + 31 * DAY);
  await look(marketerId);
  expect(await getSums(marketerId)).toEqual(payable);
  const alter = (text: string) => text.replaceAll('"RETURNED"', '"UNCLAIMED"');
  stage.world.faults.push({ matches: /GET .*payouts/, kind: 'altered', alter });
  await look(marketerId);
  expect(stage.world.faults).toEqual([]);
  const { id, state } = await newest(marketerId);
  expect([state, await postings(id)]).toEqual(['returned', ['payout_submit', 'payout_fail']]);
});

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

/** A payout that the wallet returned and then reported as paid. Returns its id. */
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

async function readLoss(): Promise<number> {
  const { rows } = await stage.database.pool.query(
    `select coalesce(sum(e.amount), 0)::int as cents from ledger.entry e join ledger.account a on a.id = e.account_id
     where a.code = 'chargeback_loss'`,
  );
  return rows[0].cents;
}

test('an unclaimed payout is canceled when the address changes, and paid to the new address a day later', async () => {
  const marketerId = await paidMarketer('unclaimed-old@wallet.example');
  await letItSettle();
  expect((await newest(marketerId)).state).toBe('unclaimed');
  await changeEmail(marketerId, 'new@wallet.example');
  await stage.world.worker.runDue();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'returned', issue: 'TAKEN_BACK' }]);
  expect(failures.filter((fact) => fact.marketerId === marketerId)).toMatchObject([{ issue: 'TAKEN_BACK' }]);
  expect(await getSums(marketerId)).toEqual(payable);
  stage.clock.advance(23 * HOUR);
  await letItSettle();
  expect(await readAttempts(marketerId)).toHaveLength(1);
  stage.clock.advance(HOUR);
  await letItSettle();
  await letItSettle();
  expect(await readAttempts(marketerId)).toMatchObject([
    { state: 'returned', receiver: 'unclaimed-old@wallet.example' },
    { state: 'succeeded', receiver: 'new@wallet.example' },
  ]);
  expect(await getSums(marketerId)).toEqual(paid);
});

test('a payout in flight is canceled once it is unclaimed if the address has changed', async () => {
  const marketerId = await paidMarketer('unclaimed-slow@wallet.example');
  await stage.world.worker.runDue();
  await changeEmail(marketerId, 'quick@wallet.example');
  await stage.world.worker.runDue();
  expect((await newest(marketerId)).state).toBe('processing');
  await letItSettle();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'returned', issue: 'TAKEN_BACK' }]);
});

test('a new attempt starts only after the wallet confirms that the old one was returned', async () => {
  const marketerId = await paidMarketer('unclaimed-lost@wallet.example');
  await letItSettle();
  await changeEmail(marketerId, 'next@wallet.example');
  stage.world.faults.push(
    { matches: /cancel$/, kind: 'lost-request' },
    { matches: /cancel$/, kind: 'lost-answer' },
    // Canceled, but the wallet does not show it yet.
    {
      matches: /GET .*payouts/,
      kind: 'altered',
      alter: (text) => text.replaceAll('"RETURNED"', '"UNCLAIMED"'),
    },
  );
  await stage.world.worker.runDue();
  stage.clock.advance(DAY);
  expect(await transact(stage.database.db, (tx) => payUnpaid(tx, stage.world.deps, marketerId))).toBe(0);
  expect(await getSums(marketerId)).toEqual(inFlight);
  for (let round = 0; round < 6; round += 1) await letItSettle();
  expect(stage.world.faults).toEqual([]);
  stage.clock.advance(15 * MINUTE);
  await letItSettle();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'returned' }, { state: 'succeeded' }]);
});

test('a payout claimed just before its cancellation counts as paid', async () => {
  const marketerId = await paidMarketer('unclaimed-claimed@wallet.example');
  await letItSettle();
  await settleAtWallet(marketerId, 'SUCCESS');
  await changeEmail(marketerId, 'too-late@wallet.example');
  await stage.world.worker.runDue();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'succeeded' }]);
  expect(await getSums(marketerId)).toEqual(paid);
});

test('setting the same address again cancels nothing', async () => {
  const marketerId = await paidMarketer('unclaimed-same@wallet.example');
  await letItSettle();
  const before = cancellations();
  await changeEmail(marketerId, 'unclaimed-same@wallet.example');
  await letItSettle();
  expect([(await newest(marketerId)).state, cancellations()]).toEqual(['unclaimed', before]);
});

test('an admin retries a failed payout, even to the same address', async () => {
  const marketerId = await paidMarketer('fail-once@wallet.example');
  await letItSettle();
  const { id } = await newest(marketerId);
  expect(await retry(id)).toBe('queued');
  expect(await retry(id)).toMatch(/^payment\/not-retryable: A newer attempt/);
  await stage.world.worker.runDue();
  await settleAtWallet(marketerId, 'SUCCESS');
  await letItSettle();
  expect(await readAttempts(marketerId)).toMatchObject([
    { state: 'failed', receiver: 'fail-once@wallet.example' },
    { state: 'succeeded', receiver: 'fail-once@wallet.example' },
  ]);
  expect(await getSums(marketerId)).toEqual(paid);
  const { rows } = await stage.database.pool.query(
    `select actor from ledger.txn where kind = 'payout_submit' and dedupe_key = 'payout_submit:' || $1`,
    [(await newest(marketerId)).id],
  );
  expect(rows[0].actor).toMatch(/^user:/);
});

test.each(['REFUNDED', 'REVERSED'])(
  'a payout that was %s after it had arrived can be retried',
  async (status) => {
    const marketerId = await paidMarketer();
    await letItSettle();
    await settleAtWallet(marketerId, status);
    await look(marketerId);
    expect(await getSums(marketerId)).toEqual(payable);
    expect(await retry((await newest(marketerId)).id)).toBe('queued');
    await letItSettle();
    expect(await getSums(marketerId)).toEqual(paid);
  },
);

test('an admin cancels an unclaimed payout, then sends it again', async () => {
  const marketerId = await paidMarketer('unclaimed-admin@wallet.example');
  await letItSettle();
  const { id } = await newest(marketerId);
  expect(await retry(id)).toBe('cancel-asked');
  await stage.world.worker.runDue();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'returned' }]);
  expect(await retry(id)).toBe('queued');
  await letItSettle();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'returned' }, { state: 'unclaimed' }]);
});

test('a payout on hold at the wallet is canceled once it becomes unclaimed', async () => {
  const marketerId = await paidMarketer('onhold-admin@wallet.example');
  await letItSettle();
  const { id } = await newest(marketerId);
  const before = cancellations();
  expect(await retry(id)).toBe('cancel-asked');
  await stage.world.worker.runDue();
  expect([(await newest(marketerId)).state, cancellations()]).toEqual(['held', before]);
  await settleAtWallet(marketerId, 'UNCLAIMED');
  await letItSettle();
  expect(await readAttempts(marketerId)).toMatchObject([{ state: 'returned', issue: 'TAKEN_BACK' }]);
});

test('rejects a retry in flight, after arrival, on hold, or for an unknown payout', async () => {
  const marketerId = await paidMarketer('fail-waiting@wallet.example');
  await stage.world.worker.runDue();
  const { id } = await newest(marketerId);
  expect(await retry(id)).toMatch(/^payment\/not-retryable: .*can be retried/);
  await letItSettle();
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: null });
  expect(await retry(id)).toMatch(/^payment\/not-retryable: .*wallet-email/);
  expect(await retry(randomUUID())).toMatch(/^payment\/not-retryable/);
  const arrived = await paidMarketer();
  await letItSettle();
  expect(await retry((await newest(arrived)).id)).toMatch(/^payment\/not-retryable/);
});

test('stores no receiver address in the outbox', async () => {
  const marketerId = await paidMarketer('private@wallet.example');
  await letItSettle();
  const { rows } = await stage.database.pool.query(
    `select payload from outbox where kind = 'payment.send-payout' and ref = $1`,
    [(await newest(marketerId)).id],
  );
  expect(rows).toEqual([{ payload: { payoutId: (await newest(marketerId)).id } }]);
  const { rows: kept } = await stage.database.pool.query(
    `select kind from outbox where payload::text like '%private@wallet.example%'`,
  );
  expect(kept).toEqual([]);
});

/** The simulator charges no fee for payouts, so its next answer is altered. */
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

/** Attempt A was returned, B paid, A was paid too and is booked as a loss. */
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

test.each(['REFUNDED', 'REVERSED'])('a loss that comes back as %s is undone once', async (status) => {
  const before = await readLoss();
  const { marketerId, a } = await paidTwice();
  await settleAttemptAtWallet(a, status);
  await Promise.all([pollPayout(stage.world.deps, a), pollPayout(stage.world.deps, a)]);
  expect((await readLoss()) - before).toBe(0);
  expect(await getSums(marketerId)).toEqual(paid);
});

test('the failure of a payout that was paid late and then reversed is announced too', async () => {
  const marketerId = await paidMarketer('fail-announced@wallet.example');
  const id = await contradicted(marketerId);
  expect(await resolve(id)).toBe('paid');
  await settleAtWallet(marketerId, 'REVERSED');
  await look(marketerId);
  await stage.world.worker.runDue();
  expect(failures.filter((fact) => fact.marketerId === marketerId)).toHaveLength(2);
});
