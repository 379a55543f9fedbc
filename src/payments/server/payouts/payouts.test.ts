import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { kycDecided } from '#kyc/server/events.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce, subscribe } from '#platform/server/outbox/announce.ts';
import { walletEmailSet } from '#profiles/server/events.ts';
import { settleDelayMs, signedInCaller } from '#tests/support/wallet/simulator.ts';
import { earnings, getEscrowLeft, feeRevenueCents } from '../ledger/balance-service.ts';
import { paymentCompleted, paymentFailed } from '../events.ts';
import { listPayments } from './payments.ts';
import { payUnpaid } from './payouts.ts';
import { release } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts, type PaidCampaign } from '#tests/support/payments/world.ts';
import { loadSpentCents } from '#tests/support/payments/spent-cents.ts';

const told: { event: string; paymentId: string; issue?: string | null }[] = [];
const stage = stagePayments({
  subscriptions: () => [
    subscribe(paymentCompleted, async (_tx, payload) => told.push({ event: 'completed', ...payload })),
    subscribe(paymentFailed, async (_tx, payload) => told.push({ event: 'failed', ...payload })),
  ],
});
const { clock } = stage;

async function newMarketer(walletEmail: string | null = `${randomUUID()}@wallet.example`): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail });
  return marketerId;
}

async function onePayment(marketerId: string) {
  const [payment, ...others] = await listPayments(stage.world.deps, { userId: marketerId });
  if (!payment) throw new Error('there is no payment');
  expect(others).toEqual([]);
  return payment;
}

async function attempts(
  marketerId: string,
): Promise<{ state: string; receiver_email: string; id: string }[]> {
  const { rows } = await stage.database.pool.query(
    'select id, state, receiver_email from payout where marketer_id = $1 order by created_at, id',
    [marketerId],
  );
  return rows;
}

async function atWallet(marketerId: string): Promise<Record<string, string>[]> {
  const ids = new Set((await attempts(marketerId)).map(({ id }) => id));
  return (await stage.simulator.books()).payouts.filter(({ senderItemId }) => ids.has(senderItemId ?? ''));
}

const readState = async (marketerId: string) => (await attempts(marketerId)).at(-1)?.state;

async function letItSettle(): Promise<void> {
  await stage.world.worker.runDue();
  clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
}

async function releaseOne(marketerId: string): Promise<PaidCampaign> {
  const campaign = await stage.world.fund(3, 10_000);
  await stage.world.release(campaign, marketerId, 1);
  return campaign;
}

test('approved work is paid: escrow, balance, wallet', async () => {
  const marketerId = await newMarketer();
  const campaign = await stage.world.fund(3, 10_000);
  const revenueBefore = await feeRevenueCents(stage.database.db);
  const { waitsFor } = await stage.world.release(campaign, marketerId, 1);
  expect(waitsFor).toEqual([]);
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({
    payCents: 20_000,
    feeCents: 3000,
  });
  expect(await loadSpentCents(stage.database.db, [campaign.campaignId])).toBe(11_500);
  expect(await feeRevenueCents(stage.database.db)).toBe(revenueBefore + 1500);
  expect(await earnings(stage.database.db, marketerId)).toEqual({
    earnedCents: 10_000,
    paidCents: 0,
    inFlightCents: 10_000,
    payableCents: 0,
  });
  expect(await readState(marketerId)).toBe('submitting');

  await stage.world.worker.runDue();
  expect(await readState(marketerId)).toBe('processing');
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({
    inFlightCents: 10_000,
    payableCents: 0,
  });
  expect(await onePayment(marketerId)).toMatchObject({ status: 'pending', waitsFor: [], completedAt: null });

  await letItSettle();
  const payment = await onePayment(marketerId);
  expect(payment).toMatchObject({
    amount: '100.00',
    platformFee: '15.00',
    status: 'completed',
    waitsFor: [],
  });
  expect(payment.completedAt).not.toBeNull();
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({
    paidCents: 10_000,
    inFlightCents: 0,
  });
  expect(await atWallet(marketerId)).toMatchObject([{ status: 'SUCCESS', amount: '100.00' }]);
  expect(told.filter(({ paymentId }) => paymentId === payment.id)).toMatchObject([{ event: 'completed' }]);
});

test('polls a new payout within seconds, not only in the sweep', async () => {
  const marketerId = await newMarketer();
  await releaseOne(marketerId);
  await stage.world.worker.runDue();
  const looks = () => stage.world.calls.filter((call) => call.startsWith('GET /v1/payments/payouts/')).length;
  const before = looks();
  for (let second = 0; second < 40; second += 1) {
    clock.advance(1000);
    await stage.world.worker.runDue();
  }
  expect(looks()).toBe(before + 3);
  await letItSettle();
});

test('a payment waits for KYC, then for a wallet email, and is then sent', async () => {
  const marketerId = await newMarketer(null);
  stage.world.facts.set(marketerId, { ...payableFacts, isKycApproved: false, walletEmail: null });
  await releaseOne(marketerId);
  expect((await onePayment(marketerId)).waitsFor).toEqual(['kyc', 'wallet-email']);
  await letItSettle();
  expect(await attempts(marketerId)).toEqual([]);

  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: null });
  const decision = { userId: marketerId, status: 'approved' as const, reason: null };
  await transact(stage.database.db, (tx) =>
    announce(tx, kycDecided, { ref: marketerId, payload: decision }, clock),
  );
  await letItSettle();
  expect((await onePayment(marketerId)).waitsFor).toEqual(['wallet-email']);
  expect(await attempts(marketerId)).toEqual([]);

  await setWalletEmail(marketerId, 'first@wallet.example', { isFirst: true });
  await letItSettle();
  expect(await onePayment(marketerId)).toMatchObject({ status: 'completed', waitsFor: [] });
  expect(await atWallet(marketerId)).toMatchObject([{ status: 'SUCCESS', receiver: 'first@wallet.example' }]);
});

async function setWalletEmail(marketerId: string, walletEmail: string, { isFirst }: { isFirst: boolean }) {
  stage.world.facts.set(marketerId, {
    ...payableFacts,
    walletEmail,
    walletEmailSetAt: clock.now(),
    isFirstWalletEmail: isFirst,
  });
  const payload = { userId: marketerId };
  await transact(stage.database.db, (tx) =>
    announce(tx, walletEmailSet, { ref: randomUUID(), payload }, clock),
  );
}

test('a payment waits for a day after a changed wallet email, then the sweep pays it', async () => {
  const marketerId = await newMarketer();
  await setWalletEmail(marketerId, 'second@wallet.example', { isFirst: false });
  await releaseOne(marketerId);
  expect((await onePayment(marketerId)).waitsFor).toEqual(['wallet-email-recent']);
  clock.advance(23 * HOUR);
  await letItSettle();
  expect(await attempts(marketerId)).toEqual([]);
  clock.advance(HOUR);
  await letItSettle();
  expect(await onePayment(marketerId)).toMatchObject({ status: 'completed', waitsFor: [] });
});

test('invariant 26: a payment above the yearly threshold waits for a tax ID, earlier ones do not', async () => {
  const marketerId = await newMarketer();
  stage.world.facts.set(marketerId, { ...payableFacts, hasTaxId: false });
  const campaign = await stage.world.fund(3, 30_000);
  for (const place of [1, 2, 3]) {
    await stage.world.release(campaign, marketerId, place);
    clock.advance(1);
  }
  await letItSettle();
  const payments = await listPayments(stage.world.deps, { userId: marketerId });
  expect(payments.map(({ status, waitsFor }) => [status, ...waitsFor])).toEqual([
    ['pending', 'tax-id'],
    ['completed'],
    ['completed'],
  ]);
  stage.world.facts.set(marketerId, payableFacts);
  clock.advance(15 * MINUTE);
  await letItSettle();
  const [last] = await listPayments(stage.world.deps, { userId: marketerId });
  expect(last).toMatchObject({ status: 'completed', waitsFor: [] });
});

test('invariant 26: a tax year ends at midnight in New York', async () => {
  const marketerId = await newMarketer();
  stage.world.facts.set(marketerId, { ...payableFacts, hasTaxId: false });
  const campaign = await stage.world.fund(3, 50_000);
  for (const [index, moment] of [
    '2027-01-01T04:00:00Z',
    '2027-01-01T04:59:59Z',
    '2027-01-01T05:00:00Z',
  ].entries()) {
    clock.advance(Date.parse(moment) - clock.now().getTime());
    await stage.world.release(campaign, marketerId, index + 1);
  }
  const payments = await listPayments(stage.world.deps, { userId: marketerId });
  expect(payments.map(({ waitsFor }) => waitsFor)).toEqual([[], ['tax-id'], []]);
  stage.world.facts.set(marketerId, payableFacts);
  clock.advance(15 * MINUTE);
  await letItSettle();
});

test('a payout waits, and does not fail, if our own wallet balance is too low', async () => {
  const marketerId = await newMarketer();
  const campaign = await stage.world.fund(1, 10_000);
  const { available } = await stage.simulator.books();
  const call = await signedInCaller(stage.simulator);
  const withdrawal = await call(
    'POST',
    '/v1/payments/payouts',
    payoutBody(available ?? '', 'onhold@bank.example'),
  );
  expect(withdrawal.status).toBe(201);
  await stage.world.release(campaign, marketerId, 1);
  await letItSettle();
  expect(await readState(marketerId)).toBe('submitting');
  expect(await onePayment(marketerId)).toMatchObject({ status: 'pending' });
  expect(await atWallet(marketerId)).toEqual([]);
  // Other payers add money.
  await stage.world.fund(1, 50_000);
  clock.advance(15 * MINUTE);
  await letItSettle();
  expect(await onePayment(marketerId)).toMatchObject({ status: 'completed' });
});

function payoutBody(value: string, receiver: string): object {
  return {
    sender_batch_header: { sender_batch_id: randomUUID(), recipient_type: 'EMAIL' },
    items: [{ recipient_type: 'EMAIL', amount: { currency: 'USD', value }, receiver }],
  };
}

test.each(['lost-answer', 'lost-request'] as const)(
  'after a %s the payout stays in flight and is resent under the same id',
  async (kind) => {
    const marketerId = await newMarketer();
    await releaseOne(marketerId);
    stage.world.faults.push({ matches: /POST \/v1\/payments\/payouts/, kind });
    await stage.world.worker.runDue();
    expect(await readState(marketerId)).toBe('submitting');
    expect(await earnings(stage.database.db, marketerId)).toMatchObject({
      inFlightCents: 10_000,
      payableCents: 0,
    });
    expect(await onePayment(marketerId)).toMatchObject({ status: 'pending', waitsFor: [] });
    await letItSettle();
    await letItSettle();
    expect(await onePayment(marketerId)).toMatchObject({ status: 'completed' });
    expect(await atWallet(marketerId)).toHaveLength(1);
  },
);

test('a refused resend does not tell the result of the first attempt: it stays in flight', async () => {
  const marketerId = await newMarketer();
  await releaseOne(marketerId);
  const again = { matches: /POST \/v1\/payments\/payouts/, kind: 'refusal', status: 422 } as const;
  stage.world.faults.push(
    { matches: /POST \/v1\/payments\/payouts/, kind: 'lost-answer' },
    { ...again, issue: 'USER_BUSINESS_ERROR' },
  );
  await stage.world.worker.runDue();
  clock.advance(MINUTE);
  await stage.world.worker.runDue();
  expect(stage.world.faults).toEqual([]);
  expect(await readState(marketerId)).toBe('submitting');
  await letItSettle();
  await letItSettle();
  expect(await onePayment(marketerId)).toMatchObject({ status: 'completed' });
  expect(await atWallet(marketerId)).toHaveLength(1);
});

test('a payout that the wallet cannot have accepted fails, even if its first response was lost', async () => {
  const marketerId = await newMarketer();
  await releaseOne(marketerId);
  const again = { matches: /POST \/v1\/payments\/payouts/, kind: 'refusal', status: 400 } as const;
  stage.world.faults.push(
    { matches: /POST \/v1\/payments\/payouts/, kind: 'lost-request' },
    { ...again, issue: 'VALIDATION_ERROR' },
  );
  await stage.world.worker.runDue();
  clock.advance(MINUTE);
  await stage.world.worker.runDue();
  expect(await onePayment(marketerId)).toMatchObject({ status: 'failed' });
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({
    inFlightCents: 0,
    payableCents: 10_000,
  });
});

test('a failed payment returns to the marketer’s balance and is paid to another address', async () => {
  const marketerId = await newMarketer('fail-this@wallet.example');
  await releaseOne(marketerId);
  await letItSettle();
  const payment = await onePayment(marketerId);
  expect(payment).toMatchObject({ status: 'failed', completedAt: null });
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({ payableCents: 10_000, paidCents: 0 });
  expect(told.filter(({ paymentId }) => paymentId === payment.id)).toMatchObject([
    { event: 'failed', issue: 'RECEIVER_ACCOUNT_LOCKED' },
  ]);

  await setWalletEmail(marketerId, 'fail-this@wallet.example', { isFirst: true });
  clock.advance(15 * MINUTE);
  await letItSettle();
  expect(await attempts(marketerId)).toHaveLength(1);

  await setWalletEmail(marketerId, 'works@wallet.example', { isFirst: true });
  await letItSettle();
  expect(await onePayment(marketerId)).toMatchObject({ status: 'completed' });
  expect(await attempts(marketerId)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }]);
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({ paidCents: 10_000, payableCents: 0 });
});

test.each([
  ['blocked-one', 'blocked', 0],
  ['unclaimed-one', 'returned', 31 * DAY],
] as const)('%s ends as %s and the money is returned', async (name, state, laterMs) => {
  const marketerId = await newMarketer(`${name}@wallet.example`);
  await releaseOne(marketerId);
  await letItSettle();
  if (laterMs > 0) {
    expect(await readState(marketerId)).toBe('unclaimed');
    expect(await earnings(stage.database.db, marketerId)).toMatchObject({
      inFlightCents: 10_000,
      payableCents: 0,
    });
    clock.advance(laterMs);
    await letItSettle();
  }
  expect(await readState(marketerId)).toBe(state);
  expect(await onePayment(marketerId)).toMatchObject({ status: 'failed' });
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({
    inFlightCents: 0,
    payableCents: 10_000,
  });
});

test('a payout on hold arrives once the wallet releases it', async () => {
  const marketerId = await newMarketer('onhold@wallet.example');
  await releaseOne(marketerId);
  await letItSettle();
  expect(await readState(marketerId)).toBe('held');
  expect(await onePayment(marketerId)).toMatchObject({ status: 'pending' });
  clock.advance(DAY);
  await letItSettle();
  expect(await onePayment(marketerId)).toMatchObject({ status: 'completed' });
});

test('releasing a source again changes nothing', async () => {
  const marketerId = await newMarketer();
  const campaign = await stage.world.fund(3, 10_000);
  const sourceId = randomUUID();
  const first = await stage.world.release(campaign, marketerId, 1, sourceId);
  expect(await stage.world.release(campaign, marketerId, 2, sourceId)).toEqual(first);
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({
    payCents: 20_000,
    feeCents: 3000,
  });
  await letItSettle();
  expect(await atWallet(marketerId)).toHaveLength(1);
});

test('rolls back completely with the caller’s transaction', async () => {
  const marketerId = await newMarketer();
  const campaign = await stage.world.fund(1, 10_000);
  const broken = transact(stage.database.db, async (tx) => {
    const { campaignId, payCents: amountCents, feeCents } = campaign;
    const place = { placeNumber: 1, places: 1, sourceId: randomUUID(), campaignTitle: 'Lost' };
    await release(tx, stage.world.deps, { campaignId, marketerId, amountCents, feeCents, ...place });
    throw new Error('the proof could not be written');
  });
  await expect(broken).rejects.toThrow('the proof could not be written');
  expect(await listPayments(stage.world.deps, { userId: marketerId })).toEqual([]);
  await letItSettle();
  expect(await attempts(marketerId)).toEqual([]);
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({
    payCents: 10_000,
    feeCents: 1500,
  });
});

test('starting waiting payments twice starts each once', async () => {
  const marketerId = await newMarketer(null);
  await releaseOne(marketerId);
  stage.world.facts.set(marketerId, payableFacts);
  const starts = [1, 2].map(() =>
    transact(stage.database.db, (tx) => payUnpaid(tx, stage.world.deps, marketerId)),
  );
  expect((await Promise.all(starts)).toSorted()).toEqual([0, 1]);
  await letItSettle();
  expect(await atWallet(marketerId)).toHaveLength(1);
});
