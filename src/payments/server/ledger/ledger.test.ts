import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calculateFee, calculateFeeShare } from '#kernel/money.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { isCheckViolation, databaseErrorCode } from '#platform/server/db/constraint-errors.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { buildPaymentUpdate } from '../payouts/payment-store.ts';
import {
  postCapture,
  postFund,
  postPayoutFail,
  postPayoutReverse,
  postPayoutSettle,
  postPspFee,
  sendWithPostings,
  toReleasePosting,
} from './ledger.ts';
import { postPayoutSubmit, postRelease } from '#tests/support/payments/postings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const occasion = { actor: 'platform', at: new Date('2026-11-02T15:00:00Z') };
const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => transact(database.db, work);

async function balance(code: string): Promise<number> {
  const { rows } = await database.pool.query('select balance from ledger.account where code = $1', [code]);
  return rows[0]?.balance ?? 0;
}

async function readSum(code: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select coalesce(sum(amount), 0)::bigint as cents from ledger.entry e join ledger.account a on a.id = e.account_id
     where a.code = $1`,
    [code],
  );
  return rows[0].cents;
}

async function ledgerViolations(): Promise<unknown[]> {
  const { rows } = await database.pool.query(`
    select rule, reference from ledger.violation where rule in ('transaction-unbalanced', 'entry-without-account',
      'balance-differs-from-entries', 'version-differs-from-entries', 'balance-negative', 'released-differs-from-entries',
      'subtotals-differ-from-entries')`);
  return rows;
}

async function readCode(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return databaseErrorCode(error);
  }
}

async function fund(payCents: number, feeCents: number) {
  const campaignId = randomUUID();
  const orderId = randomUUID();
  const captureId = randomUUID();
  await inTransaction(async (tx) => {
    await postCapture(tx, { orderId, captureId, amountCents: payCents + feeCents }, occasion);
    await postFund(tx, { campaignId, orderId, payCents, feeCents }, occasion);
  });
  return { campaignId, orderId, captureId };
}

describe('postings', () => {
  test('move the money from the payer to the marketer', async () => {
    const { campaignId, orderId } = await fund(30_000, 4500);
    expect(await balance(`suspense:${orderId}`)).toBe(0);
    expect(await balance(`escrow:${campaignId}`)).toBe(30_000);
    expect(await balance(`fee_unearned:${campaignId}`)).toBe(4500);
    const [marketerId, payoutId] = [randomUUID(), randomUUID()];
    const release = {
      factId: randomUUID(),
      campaignId,
      marketerId,
      amountCents: 4500,
      feeCents: 675,
      isTaxHeld: false,
    };
    expect(await inTransaction((tx) => postRelease(tx, release, occasion))).toBe(true);
    expect(await balance(`payable:${marketerId}`)).toBe(4500);
    const payout = { payoutId, marketerId, amountCents: 4500, owedCents: 4500 };
    const pspBefore = await readSum('psp');
    await inTransaction((tx) => postPayoutSubmit(tx, payout, occasion));
    expect(await balance(`payable:${marketerId}`)).toBe(0);
    expect(await balance(`payout_in_flight:${payoutId}`)).toBe(4500);
    await inTransaction((tx) => postPayoutSettle(tx, payout, occasion));
    expect(await balance(`payout_in_flight:${payoutId}`)).toBe(0);
    expect(await readSum('psp')).toBe(pspBefore - 4500);
    await inTransaction((tx) => postPayoutReverse(tx, payout, occasion));
    expect(await balance(`payable:${marketerId}`)).toBe(4500);
    expect(await ledgerViolations()).toEqual([]);
  });

  test('post the same fact once, and throw if its amounts differ', async () => {
    const fact = { orderId: randomUUID(), captureId: randomUUID(), amountCents: 1000 };
    expect(await inTransaction((tx) => postCapture(tx, fact, occasion))).toBe(true);
    expect(await inTransaction((tx) => postCapture(tx, fact, occasion))).toBe(false);
    expect(await balance(`suspense:${fact.orderId}`)).toBe(1000);
    const other = inTransaction((tx) => postCapture(tx, { ...fact, amountCents: 999 }, occasion));
    expect(await readCode(other)).toBe('LG006');
  });

  test('cannot release more than is in escrow', async () => {
    const { campaignId } = await fund(1000, 150);
    const release = {
      factId: randomUUID(),
      campaignId,
      marketerId: randomUUID(),
      amountCents: 1001,
      feeCents: 0,
      isTaxHeld: false,
    };
    const overdrawn = inTransaction((tx) => postRelease(tx, release, occasion)).catch(
      (error: unknown) => error,
    );
    expect(isCheckViolation(await overdrawn, 'account_not_negative')).toBe(true);
    expect(await balance(`escrow:${campaignId}`)).toBe(1000);
  });

  test('are not saved if the row that they come with does not exist', async () => {
    const { campaignId } = await fund(1000, 150);
    const [factId, marketerId] = [randomUUID(), randomUUID()];
    const release = { factId, campaignId, marketerId, amountCents: 1000, feeCents: 150, isTaxHeld: false };
    const sent = inTransaction(async (tx) => {
      const posting = toReleasePosting(release, occasion);
      sendWithPostings(tx, [buildPaymentUpdate(tx, randomUUID(), { isShort: false })], [posting]);
    });
    await expect(sent).rejects.toMatchObject({
      cause: { message: expect.stringContaining('found 0 times') },
    });
    expect(await balance(`escrow:${campaignId}`)).toBe(1000);
  });

  test('write no entry for a fee of zero', async () => {
    const captureId = randomUUID();
    expect(await inTransaction((tx) => postPspFee(tx, { captureId, feeCents: 0 }, occasion))).toBe(false);
  });

  test('reject an account of an unknown kind', async () => {
    for (const account of [
      'petty_cash',
      `petty_cash:${randomUUID()}`,
      'escrow:everything',
      'escrow',
      `psp:${randomUUID()}`,
    ]) {
      const legs = [
        { account, amount: 1 },
        { account: 'psp', amount: -1 },
      ];
      expect(await readCode(postByHand(legs)), account).toBe('LG005');
    }
  });
});

function postByHand(legs: object[]) {
  return database.pool.query('select ledger.post($1, $2, $3, $4, $5)', [
    'correction',
    `correction:${randomUUID()}`,
    'test',
    occasion.at,
    JSON.stringify(legs),
  ]);
}

describe('the database rejects', () => {
  beforeEach(() => fund(1000, 150));

  test.each([
    ['update ledger.entry set amount = amount + 1', 'LG001'],
    ['delete from ledger.entry', 'LG001'],
    ['truncate ledger.entry', 'LG001'],
    ["update ledger.txn set actor = 'intruder'", 'LG001'],
    ['delete from ledger.txn', 'LG001'],
    ['truncate ledger.txn cascade', 'LG001'],
    ['delete from ledger.account', 'LG001'],
    ['truncate ledger.account', 'LG001'],
    ["update ledger.account set code = code || 'x'", 'LG001'],
    ['update ledger.account set balance = balance + 1 where has_balance', 'LG002'],
    [
      "insert into ledger.account (code, family, kind, has_balance, balance) values ('gift', 'gift', 'asset', true, 5)",
      'LG002',
    ],
    [
      "insert into ledger.entry (txn_id, account_id, amount) select id, (select id from ledger.account where code = 'psp'), 5 from ledger.txn limit 1",
      '23505',
    ],
    [
      "insert into ledger.entry (txn_id, account_id, amount) select id, (select id from ledger.account where code = 'chargeback_loss'), 5 from ledger.txn limit 1",
      'LG003',
    ],
    [
      "insert into ledger.txn (kind, dedupe_key, actor, occurred_at) values ('capture', 'capture:empty', 'test', '2026-11-02')",
      'LG003',
    ],
  ])('even from the owner: %s', async (statement, code) => {
    expect(await readCode(database.asOwner(statement))).toBe(code);
  });

  test.each([
    "insert into ledger.txn (kind, dedupe_key, actor, occurred_at) values ('capture', 'capture:forged', 'test', '2026-11-02')",
    'insert into ledger.entry (txn_id, account_id, amount) select id, 1, 5 from ledger.txn limit 1',
    "insert into ledger.account (code, family, kind, has_balance) values ('gift', 'gift', 'asset', true)",
    'update ledger.account set balance = balance + 1',
    'update ledger.subtotal set amount = amount + 1',
    'delete from ledger.entry',
    'truncate ledger.entry',
    'delete from payment',
    'delete from payment_order',
    'delete from payout',
    'delete from webhook_event',
    'alter table ledger.entry disable trigger all',
    "select ledger.expect_same('capture', 'capture:x', '[]')",
  ])('from the application’s role: %s', async (statement) => {
    expect(await readCode(database.pool.query(statement))).toBe('42501');
  });

  test('an unbalanced posting, at commit', async () => {
    const escrow = `escrow:${randomUUID()}`;
    expect(
      await readCode(
        postByHand([
          { account: 'psp', amount: 10 },
          { account: escrow, amount: -9 },
        ]),
      ),
    ).toBe('LG003');
    expect(await readCode(postByHand([{ account: 'psp', amount: 10 }]))).toBe('LG003');
    expect(await balance(escrow)).toBe(0);
  });
});

describe('properties', () => {
  test('the shares of a fee add up to the fee, and none is negative', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1000, max: 1500 }),
        (payCents, places, basisPoints) => {
          const fee = calculateFee(payCents * places, basisPoints);
          const shares = Array.from({ length: places }, (_, index) =>
            calculateFeeShare(fee, index + 1, places),
          );
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(fee);
        },
      ),
    );
  });

  test('any sequence of events keeps the sum at zero and balances nonnegative, and repeats have no effect', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const world = await newWorld();
        for (const action of steps) await take(world, action);
        await expectModel(world);
      }),
      { numRuns: 40, examples: [[everyKind]] },
    );
    expect(await ledgerViolations()).toEqual([]);
  });
});

interface World {
  campaignId: string;
  marketerIds: string[];
  payouts: Map<number, { payoutId: string; marketer: number; amountCents: number; state: string }>;
  escrow: number;
  feeLeft: number;
  payable: number[];
  released: Set<number>;
}

const PLACE_CENTS = 3333;
const PLACES = 3;
const FEE_CENTS = calculateFee(PLACE_CENTS * PLACES, 1500);
const sources = new Map<string, string>();

type Step =
  | { kind: 'release'; source: number; marketer: number }
  | { kind: 'submit' | 'settle' | 'fail' | 'reverse'; payout: number; marketer: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('release' as const), source: fc.nat(4), marketer: fc.nat(1) }),
  fc.record({
    kind: fc.constantFrom('submit' as const, 'settle' as const, 'fail' as const, 'reverse' as const),
    payout: fc.nat(3),
    marketer: fc.nat(1),
  }),
);

const everyKind: Step[] = [
  { kind: 'release', source: 0, marketer: 0 },
  { kind: 'submit', payout: 0, marketer: 0 },
  { kind: 'settle', payout: 0, marketer: 0 },
  { kind: 'reverse', payout: 0, marketer: 0 },
  { kind: 'submit', payout: 1, marketer: 0 },
  { kind: 'fail', payout: 1, marketer: 0 },
];

async function newWorld(): Promise<World> {
  const { campaignId } = await fund(PLACE_CENTS * PLACES, FEE_CENTS);
  return {
    campaignId,
    marketerIds: [randomUUID(), randomUUID()],
    payouts: new Map(),
    escrow: PLACE_CENTS * PLACES,
    feeLeft: FEE_CENTS,
    payable: [0, 0],
    released: new Set(),
  };
}

function getSource(world: World, number: number): string {
  const key = `${world.campaignId}/${number}`;
  const known = sources.get(key) ?? randomUUID();
  sources.set(key, known);
  return known;
}

async function take(world: World, action: Step): Promise<void> {
  if (action.kind === 'release') return takeRelease(world, action);
  const marketerId = world.marketerIds[action.marketer];
  const known = world.payouts.get(action.payout);
  if (marketerId === undefined) throw new Error('no such marketer');
  if (action.kind === 'submit') {
    const fact = known ?? {
      payoutId: randomUUID(),
      marketer: action.marketer,
      amountCents: PLACE_CENTS,
      state: 'new',
    };
    const payable = world.payable[fact.marketer] ?? 0;
    const posting = postOnce((tx) => postPayoutSubmit(tx, getFact(world, fact), occasion));
    if (known) expect(await posting).toBe(false);
    else if (payable < PLACE_CENTS) expect(await posting).toBe('overdrawn');
    else {
      expect(await posting).toBe(true);
      world.payable[fact.marketer] = payable - PLACE_CENTS;
      world.payouts.set(action.payout, { ...fact, state: 'in flight' });
    }
    return;
  }
  if (!known) return;
  const fact = getFact(world, known);
  const payable = world.payable[known.marketer] ?? 0;
  if (action.kind === 'settle' && known.state === 'in flight') {
    expect(await postOnce((tx) => postPayoutSettle(tx, fact, occasion))).toBe(true);
    known.state = 'settled';
  } else if (action.kind === 'settle' && known.state === 'failed') {
    expect(await postOnce((tx) => postPayoutSettle(tx, fact, occasion))).toBe('overdrawn');
  } else if (action.kind === 'settle') {
    expect(await postOnce((tx) => postPayoutSettle(tx, fact, occasion))).toBe(false);
  } else if (action.kind === 'fail' && known.state === 'in flight') {
    expect(await postOnce((tx) => postPayoutFail(tx, fact, occasion))).toBe(true);
    known.state = 'failed';
    world.payable[known.marketer] = payable + PLACE_CENTS;
  } else if (action.kind === 'fail') {
    const expected = known.state === 'failed' ? false : 'overdrawn';
    expect(await postOnce((tx) => postPayoutFail(tx, fact, occasion))).toBe(expected);
  } else if (action.kind === 'reverse' && known.state === 'settled') {
    const reverse = () =>
      postOnce((tx) => postPayoutReverse(tx, { ...fact, owedCents: PLACE_CENTS }, occasion));
    expect(await reverse()).toBe(false);
    await expect(reverse()).rejects.toThrow('has been reversed before');
    known.state = 'reversed';
    world.payable[known.marketer] = payable + PLACE_CENTS;
  }
}

async function takeRelease(
  world: World,
  { source, marketer }: Extract<Step, { kind: 'release' }>,
): Promise<void> {
  const place = world.released.size + 1;
  const feeCents = place <= PLACES ? calculateFeeShare(FEE_CENTS, place, PLACES) : 0;
  const marketerId = world.marketerIds[marketer] ?? '';
  const fact = {
    factId: getSource(world, source),
    campaignId: world.campaignId,
    marketerId,
    amountCents: PLACE_CENTS,
    feeCents,
    isTaxHeld: false,
  };
  if (world.released.has(source)) return;
  const posted = await postOnce((tx) => postRelease(tx, fact, occasion));
  if (place > PLACES) {
    expect(posted).toBe('overdrawn');
    return;
  }
  expect(posted).toBe(true);
  expect(await postOnce((tx) => postRelease(tx, fact, occasion))).toBe(false);
  world.released.add(source);
  world.escrow -= PLACE_CENTS;
  world.feeLeft -= feeCents;
  world.payable[marketer] = (world.payable[marketer] ?? 0) + PLACE_CENTS;
}

const getFact = (
  world: World,
  { payoutId, marketer, amountCents }: { payoutId: string; marketer: number; amountCents: number },
) => ({
  payoutId,
  marketerId: world.marketerIds[marketer] ?? '',
  amountCents,
});

async function postOnce(work: (tx: Tx) => Promise<boolean>): Promise<boolean | 'overdrawn'> {
  try {
    return await inTransaction(work);
  } catch (error) {
    if (isCheckViolation(error, 'account_not_negative')) return 'overdrawn';
    throw error;
  }
}

async function expectModel(world: World): Promise<void> {
  expect(await balance(`escrow:${world.campaignId}`)).toBe(world.escrow);
  expect(await balance(`fee_unearned:${world.campaignId}`)).toBe(world.feeLeft);
  for (const [index, marketerId] of world.marketerIds.entries()) {
    expect(await balance(`payable:${marketerId}`)).toBe(world.payable[index]);
  }
  for (const { payoutId, amountCents, state } of world.payouts.values()) {
    expect(await balance(`payout_in_flight:${payoutId}`)).toBe(state === 'in flight' ? amountCents : 0);
  }
}
