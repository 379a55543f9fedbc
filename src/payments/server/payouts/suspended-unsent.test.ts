import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountReactivated } from '#auth/server/events.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { earnings } from '../ledger/balance-service.ts';
import { listPayments } from './payments.ts';
import { retryPayout } from './payout-retry.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts, catchRefusal } from '#tests/support/payments/world.ts';
import type { Fault } from '#tests/support/payments/wallet-faults.ts';

const stage = stagePayments();
const { clock } = stage;

async function sentInto(fault: Pick<Fault, 'kind' | 'issue'>) {
  const marketerId = await stage.world.newAccount('marketer');
  const facts = { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` };
  stage.world.facts.set(marketerId, facts);
  stage.world.faults.push({ matches: /^POST \/v1\/payments\/payouts$/, ...fault });
  await stage.world.release(await stage.world.fund(3, 10_000), marketerId, 1);
  await stage.world.worker.runDue();
  expect(await readStates(marketerId)).toEqual(['submitting']);
  stage.world.facts.set(marketerId, { ...facts, isSuspended: true });
  return { marketerId, facts };
}

const readStates = async (marketerId: string) => {
  const { rows } = await stage.database.pool.query(
    'select state from payout where marketer_id = $1 order by created_at, id',
    [marketerId],
  );
  return rows.map(({ state }) => state);
};

async function atWallet(email: string): Promise<number> {
  return (await stage.simulator.books()).payouts.filter(({ receiver }) => receiver === email).length;
}

async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await stage.world.worker.runDue();
}

test('a payout that the wallet cannot have accepted returns to the balance, and is sent once later', async () => {
  const { marketerId, facts } = await sentInto({ kind: 'refusal', issue: 'INSUFFICIENT_FUNDS' });
  const userId = marketerId;
  await pass(HOUR);
  expect(await readStates(marketerId)).toEqual(['withdrawn']);
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({
    inFlightCents: 0,
    payableCents: 10_000,
  });
  const held = { status: 'pending', waitsFor: ['suspended'], attempt: null, issue: null };
  expect(await listPayments(stage.world.deps, { userId })).toMatchObject([held]);
  await pass(HOUR);
  expect([await readStates(marketerId), await atWallet(facts.walletEmail)]).toEqual([['withdrawn'], 0]);

  stage.world.facts.set(marketerId, facts);
  const fact = { ref: randomUUID(), payload: { userId } };
  await transact(stage.database.db, (tx) => announce(tx, accountReactivated, fact, clock));
  await stage.world.worker.runDue();
  await pass(settleDelayMs + MINUTE);
  expect(await readStates(marketerId)).toEqual(['withdrawn', 'succeeded']);
  expect(await atWallet(facts.walletEmail)).toBe(1);
  expect(await stage.world.violations()).toEqual([]);
});

test('a payout that the wallet may have accepted is followed to its end', async () => {
  const { marketerId, facts } = await sentInto({ kind: 'lost-answer' });
  await pass(HOUR);
  await pass(settleDelayMs + MINUTE);
  expect([await readStates(marketerId), await atWallet(facts.walletEmail)]).toEqual([['succeeded'], 1]);
});

test('an admin cannot retry a payout to a suspended user', async () => {
  const marketerId = await stage.world.newAccount('marketer');
  const facts = { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` };
  stage.world.facts.set(marketerId, facts);
  stage.world.faults.push({
    matches: /^POST \/v1\/payments\/payouts$/,
    kind: 'refusal',
    issue: 'VALIDATION_ERROR',
  });
  await stage.world.release(await stage.world.fund(3, 10_000), marketerId, 1);
  await stage.world.worker.runDue();
  const { rows } = await stage.database.pool.query('select id, state from payout where marketer_id = $1', [
    marketerId,
  ]);
  expect(rows).toMatchObject([{ state: 'failed' }]);
  stage.world.facts.set(marketerId, { ...facts, isSuspended: true });
  const retry = () =>
    transact(stage.database.db, (tx) =>
      retryPayout(tx, stage.world.deps, { payoutId: rows[0].id, by: marketerId }),
    );
  await expect(retry()).rejects.toThrow('The marketer is suspended. Reactivate the account first.');
  stage.world.facts.set(marketerId, facts);
  expect(await catchRefusal(retry())).toBe('none');
});
