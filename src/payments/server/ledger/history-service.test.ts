import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDays, listWeeks } from '#kernel/calendar.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { loadSpentCents } from '#tests/support/payments/spent-cents.ts';
import { earnings } from './balance-service.ts';
import { postTakeBack } from './dispute-postings.ts';
import { listCampaignMoneyByPeriod, listEarnedByPeriod, listHeldByPeriod } from './history-service.ts';
import { postCapture, postFund, postRefundFail, postRefundSubmit } from './ledger.ts';
import { postRelease } from '#tests/support/payments/postings.ts';
import { postTipCapture, postTipRelease } from './tip-postings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const timeZone = 'America/New_York';
const now = new Date('2026-11-26T20:00:00Z');
const post = (at: string, work: (tx: Tx, occasion: { actor: string; at: Date }) => Promise<unknown>) =>
  transact(database.db, (tx) => work(tx, { actor: 'platform', at: new Date(at) }));

async function fund(at: string, payCents: number, feeCents: number) {
  const [campaignId, orderId] = [randomUUID(), randomUUID()];
  await post(at, async (tx, occasion) => {
    await postCapture(tx, { orderId, captureId: randomUUID(), amountCents: payCents + feeCents }, occasion);
    await postFund(tx, { campaignId, orderId, payCents, feeCents }, occasion);
  });
  return { campaignId, orderId };
}

const release = (at: string, fact: { campaignId: string; marketerId: string; isTaxHeld?: boolean }) =>
  post(at, (tx, occasion) =>
    postRelease(
      tx,
      { factId: randomUUID(), amountCents: 4001, feeCents: 603, isTaxHeld: false, ...fact },
      occasion,
    ),
  );

test('earnings by week are the pay and the tips, less what a dispute took back', async () => {
  const { campaignId } = await fund('2026-05-01T12:00:00Z', 20_005, 3015);
  const marketerId = randomUUID();
  await release('2026-05-31T03:00:00Z', { campaignId, marketerId });
  await release('2026-11-22T04:59:00Z', { campaignId, marketerId });
  await release('2026-11-22T05:00:00Z', { campaignId, marketerId, isTaxHeld: true });
  await release('2026-11-23T12:00:00Z', { campaignId, marketerId: randomUUID() });
  await post('2026-11-24T12:00:00Z', (tx, occasion) =>
    postTakeBack(
      tx,
      {
        disputeId: randomUUID(),
        campaignId,
        marketerId,
        payCents: 1001,
        feeCents: 151,
        isTaxHeld: false,
      },
      occasion,
    ),
  );
  await post('2026-11-25T12:00:00Z', async (tx, occasion) => {
    const [orderId, tipId] = [randomUUID(), randomUUID()];
    await postCapture(tx, { orderId, captureId: randomUUID(), amountCents: 550 }, occasion);
    await postTipCapture(tx, { orderId, tipId, amountCents: 550 }, occasion);
    await postTipRelease(tx, { tipId, marketerId, amountCents: 550, isTaxHeld: false }, occasion);
  });

  const weeks = await listEarnedByPeriod(database.db, marketerId, listWeeks(now, { count: 26, timeZone }));
  expect([weeks.length, weeks[0]?.date]).toEqual([26, '2026-05-31']);
  expect(weeks.slice(-2)).toEqual([
    { date: '2026-11-15', payCents: 4001, tipCents: 0 },
    { date: '2026-11-22', payCents: 3000, tipCents: 550 },
  ]);
  expect(weeks.slice(0, -2).every(({ payCents, tipCents }) => payCents === 0 && tipCents === 0)).toBe(true);

  const all = await listEarnedByPeriod(database.db, marketerId, listWeeks(now, { count: 60, timeZone }));
  const sum = all.reduce((total, { payCents, tipCents }) => total + payCents + tipCents, 0);
  expect(sum).toBe((await earnings(database.db, marketerId)).earnedCents);
  expect(sum).toBe(4001 * 3 - 1001 + 550);
});

test('an advertiser sees what was spent, refunded and held, from what was held before the first day', async () => {
  const first = await fund('2026-08-01T12:00:00Z', 12_003, 1809);
  const second = await fund('2026-11-24T12:00:00Z', 4001, 603);
  await fund('2026-11-24T13:00:00Z', 999, 99);
  const ids = [first.campaignId, second.campaignId];
  await release('2026-08-02T12:00:00Z', { campaignId: first.campaignId, marketerId: randomUUID() });
  await release('2026-11-25T04:00:00Z', { campaignId: first.campaignId, marketerId: randomUUID() });
  const refund = {
    id: randomUUID(),
    orderId: second.orderId,
    campaignId: second.campaignId,
    origin: 'escrow' as const,
    payCents: 4001,
    feeCents: 603,
  };
  await post('2026-11-25T15:00:00Z', (tx, occasion) => postRefundSubmit(tx, refund, occasion));
  await post('2026-11-26T15:00:00Z', (tx, occasion) => postRefundFail(tx, refund, occasion));

  const days = await listCampaignMoneyByPeriod(database.db, ids, listDays(now, { count: 4, timeZone }));
  expect(days).toEqual([
    { date: '2026-11-23', spentCents: 0, refundedCents: 0, heldCents: 9208 },
    { date: '2026-11-24', spentCents: 4604, refundedCents: 0, heldCents: 9208 },
    { date: '2026-11-25', spentCents: 0, refundedCents: 4604, heldCents: 4604 },
    { date: '2026-11-26', spentCents: 0, refundedCents: -4604, heldCents: 9208 },
  ]);
  const all = await listCampaignMoneyByPeriod(database.db, ids, listDays(now, { count: 200, timeZone }));
  expect(all.reduce((sum, { spentCents }) => sum + spentCents, 0)).toBe(
    await loadSpentCents(database.db, ids),
  );
  const none = await listCampaignMoneyByPeriod(database.db, [], listDays(now, { count: 1, timeZone }));
  expect(none).toEqual([{ date: '2026-11-26', spentCents: 0, refundedCents: 0, heldCents: 0 }]);
});

test('what the platform holds ends with the balances of the ledger', async () => {
  const before = await listHeldByPeriod(database.db, listDays(now, { count: 1, timeZone }));
  const { campaignId } = await fund('2026-11-25T12:00:00Z', 8002, 1206);
  await release('2026-11-26T12:00:00Z', { campaignId, marketerId: randomUUID() });
  const days = await listHeldByPeriod(database.db, listDays(now, { count: 3, timeZone }));
  const [base] = before;
  expect(days.at(-1)).toEqual({
    date: '2026-11-26',
    escrowCents: (base?.escrowCents ?? 0) + 4001,
    unearnedFeeCents: (base?.unearnedFeeCents ?? 0) + 603,
  });
  expect(
    days.map(({ escrowCents }, index) => escrowCents - (days[index - 1]?.escrowCents ?? 0)).slice(1),
  ).toEqual([
    // Funded, and the first test's refund of the second campaign.
    8002 - 4001,
    // Released, and the failed refund came back.
    -4001 + 4001,
  ]);
  const { rows } = await database.pool.query(
    `select family, sum(balance)::int as cents from ledger.account where family in ('escrow', 'fee_unearned')
     group by family order by family`,
  );
  expect(rows).toEqual([
    { family: 'escrow', cents: days.at(-1)?.escrowCents },
    { family: 'fee_unearned', cents: days.at(-1)?.unearnedFeeCents },
  ]);
});
