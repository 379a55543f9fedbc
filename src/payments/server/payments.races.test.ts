import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { isCheckViolation } from '#platform/server/db/constraint-errors.ts';
import {
  drivenClock,
  type RunningSimulator,
  settleDelayMs,
  startSimulator,
} from '#tests/support/wallet/simulator.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { earnings, feeRevenueCents, getEscrowLeft } from './ledger/balance-service.ts';
import { pollDispute } from './chargebacks/chargebacks.ts';
import { postCapture, postFund, postPayoutSettle } from './ledger/ledger.ts';
import { postPayoutSubmit, postRelease } from '#tests/support/payments/postings.ts';
import { payUnpaid } from './payouts/payouts.ts';
import { bindCapture, captureOrder, openOrder } from './service.ts';
import {
  newCampaign,
  payableFacts,
  type PaymentsWorld,
  paymentsWorld,
} from '#tests/support/payments/world.ts';

const CONNECTIONS = 32;
const clock = drivenClock();
let database: TestDatabase;
let simulator: RunningSimulator;
let world: PaymentsWorld;

beforeAll(async () => {
  database = await serverDatabase({ poolSize: CONNECTIONS });
  simulator = await startSimulator({ clock });
  world = await paymentsWorld({
    database,
    clock,
    wallet: simulator,
  });
});
afterAll(async () => {
  await world.close();
  await simulator.close();
  await database.close();
});

async function deadlocks(): Promise<number> {
  // Each connection keeps its statistics for about a second unless told to flush them.
  const connections = Array.from({ length: CONNECTIONS }, () => database.pool.connect());
  for (const connection of await Promise.all(connections)) {
    await connection.query('select pg_stat_force_next_flush()');
    connection.release();
  }
  const { rows } = await database.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0].deadlocks;
}

async function atOnce(work: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled(shuffled(work).map((one) => one()));
}

function shuffled<Value>(values: Value[]): Value[] {
  return values
    .map((value) => ({ value, at: world.deps.random.below(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

const failures = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

test('20 concurrent bindings of one captured payment: exactly one succeeds', async () => {
  const campaign = newCampaign(await world.newAccount('advertiser'), 2, 10_000);
  const paid = await world.pay(campaign);
  const { campaignId, payerId, totalPayCents: payCents, feeCents } = campaign;
  const bind = () =>
    transact(database.db, (tx) => bindCapture(tx, world.deps, { ...paid, campaignId, payerId, payCents }));
  const refused = failures(await atOnce(Array.from({ length: 20 }, () => bind)));
  expect(refused).toHaveLength(19);
  for (const reason of refused) expect(reason instanceof Refusal && reason.code).toBe('payment/used');
  expect(await getEscrowLeft(database.db, campaignId)).toEqual({ payCents, feeCents });
  expect(await world.violations()).toEqual([]);
});

test('20 concurrent calls open one order at the wallet, and a second process finds it', async () => {
  const campaign = newCampaign(await world.newAccount('advertiser'), 2, 10_000);
  const { campaignId, payerId, totalPayCents, feeCents } = campaign;
  const open = (deps = world.deps) =>
    openOrder(deps, {
      campaignId,
      payerId,
      payCents: totalPayCents,
      feeCents,
      description: 'Clicked twice',
      returnUrl: 'http://promenade.test/paid',
      cancelUrl: 'http://promenade.test/cancelled',
    });
  const other = world.otherProcess();
  const before = (await simulator.books()).orders.length;
  const clicks = Array.from({ length: 20 }, () => () => open());
  const elsewhere = Array.from({ length: 5 }, () => () => open(other));
  const results = await atOnce([...clicks, ...elsewhere]);
  // The wallet refuses a second request of the same id while the first is in progress.
  for (const reason of failures(results))
    expect(reason instanceof Refusal && reason.code).toBe('payment/provider-unknown');
  const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(opened.length).toBeGreaterThanOrEqual(5);
  expect(
    new Set([...opened, await open(), await open(other)].map((order) => JSON.stringify(order))).size,
  ).toBe(1);
  expect((await simulator.books()).orders).toHaveLength(before + 1);
});

test('two approved orders of one campaign, each captured 10 times concurrently: one charge, one posting', async () => {
  const campaign = newCampaign(await world.newAccount('advertiser'), 2, 10_000);
  const { campaignId, payerId, totalPayCents, feeCents } = campaign;
  const open = () =>
    openOrder(world.deps, {
      campaignId,
      payerId,
      payCents: totalPayCents,
      feeCents,
      description: 'Raced',
      returnUrl: 'http://promenade.test/paid',
      cancelUrl: 'http://promenade.test/cancelled',
    });
  const orders = [await open()];
  clock.advance(HOUR);
  orders.push(await open());
  for (const { approveUrl } of orders) await simulator.decide(approveUrl, 'approve');
  clock.advance(3 * MINUTE);
  const clicks = orders.flatMap(({ orderId }) =>
    Array.from({ length: 10 }, () => () => captureOrder(world.deps, { orderId, payerId })),
  );
  const results = await atOnce([...clicks, () => world.worker.runDue(), () => world.worker.runDue()]);
  const codes = failures(results).map((reason) => (reason instanceof Refusal ? reason.code : String(reason)));
  for (const code of codes)
    expect(['payment/used', 'payment/provider-unknown', 'payment/provider-refused']).toContain(code);
  const ours = new Set(orders.map(({ orderId }) => orderId));
  expect((await simulator.books()).captures.filter(({ orderId = '' }) => ours.has(orderId))).toHaveLength(1);
  const { rows } = await database.pool.query(
    `select o.state, coalesce(a.balance, 0) as suspense from payment_order o
     left join ledger.account a on a.code = 'suspense:' || o.id where o.campaign_id = $1 and o.state = 'captured'`,
    [campaignId],
  );
  expect(rows).toEqual([{ state: 'captured', suspense: totalPayCents + feeCents }]);
  expect(await world.violations()).toEqual([]);
});

test('many concurrent releases of the same proofs over several campaigns pay each proof once', async () => {
  const places = 8;
  const marketers = await Promise.all(Array.from({ length: 5 }, () => world.newAccount('marketer')));
  for (const marketerId of marketers) world.facts.set(marketerId, payableFacts);
  const campaigns = [];
  for (let index = 0; index < 4; index += 1) campaigns.push(await world.fund(places, 2500));
  const work = campaigns.flatMap((campaign) =>
    Array.from({ length: places }, (_, index) => {
      const sourceId = randomUUID();
      const marketerId = marketers[index % marketers.length] ?? '';
      return Array.from({ length: 3 }, () => () => world.release(campaign, marketerId, index + 1, sourceId));
    }).flat(),
  );
  const waiting = marketers.map(
    (marketerId) => () => transact(database.db, (tx) => payUnpaid(tx, world.deps, marketerId)),
  );
  expect(failures(await atOnce([...work, ...waiting, ...waiting]))).toEqual([]);
  for (const campaign of campaigns) {
    expect(await getEscrowLeft(database.db, campaign.campaignId)).toEqual({ payCents: 0, feeCents: 0 });
  }
  const earned = await Promise.all(marketers.map((marketerId) => earnings(database.db, marketerId)));
  expect(earned.reduce((sum, { earnedCents }) => sum + earnedCents, 0)).toBe(4 * places * 2500);
  expect(await world.violations()).toEqual([]);

  for (let round = 0; round < 3; round += 1) {
    await Promise.all([world.worker.runDue(), world.worker.runDue(), world.worker.runDue()]);
    clock.advance(settleDelayMs + HOUR);
  }
  await world.worker.runDue();
  const paid = await Promise.all(marketers.map((marketerId) => earnings(database.db, marketerId)));
  expect(paid.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(4 * places * 2500);
  expect((await simulator.books()).payouts).toHaveLength(4 * places);
  expect(await world.violations()).toEqual([]);
  expect(world.errors).toEqual([]);
  expect(await deadlocks()).toBe(0);
});

test('invariant 26: concurrent approvals at the tax threshold pay no more than it, and held pay moves once', async () => {
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, { ...payableFacts, walletEmail: 'taxed@wallet.example', hasTaxId: false });
  const campaigns = [];
  for (let index = 0; index < 8; index += 1) campaigns.push(await world.fund(1, 25_000));
  const releases = campaigns.map((campaign) => () => world.release(campaign, marketerId, 1));
  const results = await atOnce(releases);
  expect(failures(results)).toEqual([]);
  const held = results.filter(
    (result) =>
      result.status === 'fulfilled' && (result.value as { waitsFor: string[] }).waitsFor.includes('tax-id'),
  );
  expect(held).toHaveLength(6);
  const balances = async () => {
    const { rows } = await database.pool.query(
      `select family, sum(balance)::int as balance from ledger.account
        where code in ('payable:' || $1, 'tax_hold:' || $1)
          or code in (select 'payout_in_flight:' || id from payout where marketer_id = $1::uuid)
        group by family order by family`,
      [marketerId],
    );
    return rows;
  };
  expect(await balances()).toEqual([
    { family: 'payable', balance: 0 },
    { family: 'payout_in_flight', balance: 50_000 },
    { family: 'tax_hold', balance: 150_000 },
  ]);
  expect(await world.violations()).toEqual([]);

  world.facts.set(marketerId, { ...payableFacts, walletEmail: 'taxed@wallet.example' });
  const verified = Array.from(
    { length: 12 },
    () => () => transact(database.db, (tx) => payUnpaid(tx, world.deps, marketerId)),
  );
  expect(failures(await atOnce(verified))).toEqual([]);
  expect(await balances()).toEqual([
    { family: 'payable', balance: 0 },
    { family: 'payout_in_flight', balance: 200_000 },
    { family: 'tax_hold', balance: 0 },
  ]);
  const { rows } = await database.pool.query(
    `select count(*)::int as moved from ledger.txn t join ledger.entry e on e.txn_id = t.id
     join ledger.account a on a.id = e.account_id where t.kind = 'tax_release' and a.code = $1`,
    [`tax_hold:${marketerId}`],
  );
  expect(rows).toEqual([{ moved: 6 }]);
  expect(await world.violations()).toEqual([]);
  for (let round = 0; round < 3; round += 1) {
    await world.worker.runDue();
    clock.advance(settleDelayMs + HOUR);
  }
  expect(await earnings(database.db, marketerId)).toMatchObject({ paidCents: 200_000, payableCents: 0 });
  expect(await world.violations()).toEqual([]);
});

test('invariant 25: a dispute during approvals holds exactly what they have left', async () => {
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, payableFacts);
  for (let round = 0; round < 6; round += 1) {
    const campaign = await world.fund(10, 3000);
    const { campaignId, captureId } = campaign;
    const { json } = await simulator.control('POST', '/disputes', { captureId });
    const releases = Array.from(
      { length: 10 },
      (_, index) => () => world.release(campaign, marketerId, index + 1),
    );
    const looks = Array.from({ length: 5 }, () => () => pollDispute(world.deps, json.disputeId));
    expect(failures(await atOnce([...releases, ...looks]))).toEqual([]);
    const countShort = async () =>
      (await database.pool.query('select 1 from payment where campaign_id = $1 and is_short', [campaignId]))
        .rows.length;
    const short = await countShort();
    const held = await database.pool.query(
      'select held_pay_cents as pay, held_fee_cents as fee, state from chargeback where campaign_id = $1',
      [campaignId],
    );
    expect(held.rows).toEqual([{ pay: short * 3000, fee: short * 450, state: 'open' }]);
    expect(await getEscrowLeft(database.db, campaignId)).toEqual({ payCents: 0, feeCents: 0 });
    await simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'lost' });
    await atOnce(looks);
    expect(await countShort()).toBe(short);
    const owed = await database.pool.query(
      'select owed_cents as cents from chargeback where campaign_id = $1',
      [campaignId],
    );
    expect(owed.rows).toEqual([{ cents: 34_500 - short * 3450 }]);
  }
  expect(await world.violations()).toEqual([]);
  expect(await deadlocks()).toBe(0);
});

test('invariant 25: twenty approvals while a dispute ends are paid if it is won, and short if it is lost', async () => {
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, payableFacts);
  for (const outcome of ['won', 'lost', 'won', 'lost']) {
    const campaign = await world.fund(20, 3000);
    const { json } = await simulator.control('POST', '/disputes', { captureId: campaign.captureId });
    const look = () => pollDispute(world.deps, json.disputeId);
    await look();
    await simulator.control('POST', `/disputes/${json.disputeId}`, { outcome });
    const release = (_: unknown, index: number) => () => world.release(campaign, marketerId, index + 1);
    const releases = Array.from({ length: 20 }, release);
    expect(failures(await atOnce([...releases, look, look, look]))).toEqual([]);
    const { rows } = await database.pool.query(
      'select is_short, count(*)::int as payments from payment where campaign_id = $1 group by is_short',
      [campaign.campaignId],
    );
    expect(rows).toEqual([{ is_short: outcome === 'lost', payments: 20 }]);
    expect(await getEscrowLeft(database.db, campaign.campaignId)).toEqual({ payCents: 0, feeCents: 0 });
  }
  expect(await world.violations()).toEqual([]);
  expect(await deadlocks()).toBe(0);
});

test('rejects releases that exceed the escrow', async () => {
  const marketerId = await world.newAccount('marketer');
  const campaign = await world.fund(10, 3000);
  const releases = Array.from(
    { length: 40 },
    (_, index) => () => world.release(campaign, marketerId, (index % 10) + 1),
  );
  const refused = failures(await atOnce(releases));
  expect(refused).toHaveLength(30);
  for (const reason of refused) expect(reason instanceof Refusal && reason.code).toBe('payment/escrow-short');
  expect(await getEscrowLeft(database.db, campaign.campaignId)).toEqual({ payCents: 0, feeCents: 0 });
  expect((await earnings(database.db, marketerId)).earnedCents).toBe(30_000);
  expect(await world.violations()).toEqual([]);
});

test('a posting to the platform’s accounts does not wait for another, and both count', async () => {
  const before = await feeRevenueCents(database.db);
  const legs = [
    { account: 'psp_fees', amount: 450 },
    { account: 'fee_revenue', amount: -450 },
  ];
  const post = (on: TestDatabase['pool'] | PoolClient) => {
    const key = `correction:${randomUUID()}`;
    return on.query("select ledger.post('correction', $1, 'test', now(), $2)", [key, JSON.stringify(legs)]);
  };
  const slow = await database.pool.connect();
  await slow.query('begin');
  await post(slow);
  await post(database.pool);
  await post(slow);
  expect(await feeRevenueCents(database.db)).toBe(before + 450);
  await slow.query('commit');
  slow.release();
  expect(await feeRevenueCents(database.db)).toBe(before + 3 * 450);
  expect(await world.violations()).toEqual([]);
});

test('invariant 3: without a check in code, the database itself rejects paying what is not there', async () => {
  const marketerId = await world.newAccount('marketer');
  const { campaignId } = await world.fund(10, 3000);
  const occasion = { actor: 'test', at: clock.now() };
  const postings = Array.from({ length: 40 }, () => () => {
    const fact = { campaignId, marketerId, amountCents: 3000, feeCents: 450, isTaxHeld: false };
    return transact(database.db, (tx) => postRelease(tx, { ...fact, factId: randomUUID() }, occasion));
  });
  const refused = failures(await atOnce(postings));
  expect(refused).toHaveLength(30);
  for (const reason of refused) expect(isCheckViolation(reason, 'account_not_negative')).toBe(true);
  expect(await getEscrowLeft(database.db, campaignId)).toEqual({ payCents: 0, feeCents: 0 });
  const others = [
    'payment-differs-from-release',
    'payable-differs-from-payments',
    'pay-differs',
    'fee-differs',
  ];
  const broken = (await world.violations()).filter(
    ({ rule }) => !others.some((name) => rule.startsWith(name)),
  );
  expect(broken).toEqual([]);
});

test('postings that share accounts in any order neither deadlock nor lose a cent', async () => {
  const occasion = { actor: 'test', at: clock.now() };
  const campaigns = Array.from({ length: 6 }, () => randomUUID());
  const marketers = Array.from({ length: 6 }, () => randomUUID());
  for (const campaignId of campaigns) {
    const orderId = randomUUID();
    await transact(database.db, async (tx) => {
      await postCapture(tx, { orderId, captureId: orderId, amountCents: 1_150_000 }, occasion);
      await postFund(tx, { campaignId, orderId, payCents: 1_000_000, feeCents: 150_000 }, occasion);
    });
  }
  const pick = (ids: string[]) => ids[world.deps.random.below(ids.length)] ?? '';
  const posts = Array.from({ length: 600 }, () => () => {
    const [payoutId, marketerId, campaignId] = [randomUUID(), pick(marketers), pick(campaigns)];
    const amountCents = 1 + world.deps.random.below(500);
    return transact(database.db, async (tx) => {
      await postRelease(
        tx,
        { factId: randomUUID(), campaignId, marketerId, amountCents, feeCents: 15, isTaxHeld: false },
        occasion,
      );
      await postPayoutSubmit(tx, { payoutId, marketerId, amountCents }, occasion);
      if (amountCents % 2 === 0) await postPayoutSettle(tx, { payoutId, marketerId, amountCents }, occasion);
    });
  });
  expect(failures(await atOnce(posts))).toEqual([]);
  const broken = (await world.violations()).filter(
    ({ rule }) => !/^(payment|payable|pay|fee|bound)-differs/.test(rule),
  );
  expect(broken).toEqual([]);
  expect(await deadlocks()).toBe(0);
});
