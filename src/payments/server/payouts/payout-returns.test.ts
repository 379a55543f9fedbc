import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { paymentFailed } from '../events.ts';
import { payUnpaid } from './payouts.ts';
import { inFlight, paid, payable, payoutSteps } from '#tests/support/payments/payouts.ts';
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
  look,
  postings,
  getSums,
  retry,
} = payoutSteps(stage);

const cancellations = () => stage.world.calls.filter((call) => call.endsWith('/cancel')).length;

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

test('an unclaimed payout is cancelled when the address changes, and paid to the new address a day later', async () => {
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

test('a payout in flight is cancelled once it is unclaimed if the address has changed', async () => {
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

test('a payout on hold at the wallet is cancelled once it becomes unclaimed', async () => {
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
