/** Steps of one marketer's payouts, for the tests of what the wallet returns, reverses or pays late. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { earnings } from '#payments/server/ledger/balance-service.ts';
import { pollPayout } from '#payments/server/payouts/payout-outcome.ts';
import { retryPayout } from '#payments/server/payouts/payout-retry.ts';
import { walletEmailSet } from '#profiles/server/events.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import type { stagePayments } from './stage.ts';
import { payableFacts } from './world.ts';

export interface Attempt {
  id: string;
  state: string;
  receiver: string;
  item: string | null;
  issue: string | null;
}

/** A payout of 100.00 that is in flight, in the marketer's balance, or arrived. */
export const inFlight = { earnedCents: 10_000, paidCents: 0, inFlightCents: 10_000, payableCents: 0 };
export const payable = { earnedCents: 10_000, paidCents: 0, inFlightCents: 0, payableCents: 10_000 };
export const paid = { earnedCents: 10_000, paidCents: 10_000, inFlightCents: 0, payableCents: 0 };

export function payoutSteps(stage: ReturnType<typeof stagePayments>) {
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
    // The other place's money lets the wallet pay a second attempt.
    await stage.world.release(await stage.world.fund(2, 10_000), marketerId, 1);
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

  const getSums = (marketerId: string) => earnings(stage.database.db, marketerId);

  async function retry(payoutId: string): Promise<string> {
    const by = await stage.world.newAccount('admin');
    try {
      return await transact(stage.database.db, (tx) => retryPayout(tx, stage.world.deps, { payoutId, by }));
    } catch (error) {
      if (error instanceof Refusal) return `${error.code}: ${error.message}`;
      throw error;
    }
  }

  return {
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
  };
}
