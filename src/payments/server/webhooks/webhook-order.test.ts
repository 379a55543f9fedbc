import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Id } from '#kernel/id.ts';
import { transact } from '#platform/server/db/transact.ts';
import { getEscrowLeft } from '../ledger/balance-service.ts';
import { refundCampaign } from '../refunds/refunds.ts';
import { captureOrder, openOrder } from '../service.ts';
import { type Delivery, stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, payableFacts, type PaidCampaign } from '#tests/support/payments/world.ts';

const stage = stagePayments();

interface Story {
  steps: { happens: () => Promise<unknown>; tells: string[] }[];
  mention: () => string;
  balances: () => Promise<Record<string, number>>;
}

async function control(path: string, body: object, method = 'POST'): Promise<{ disputeId: string }> {
  const { status, json } = await stage.simulator.control(method, path, body);
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  return json;
}

async function readBalances(...codes: string[]): Promise<Record<string, number>> {
  const { rows } = await stage.database.pool.query(
    'select code, balance from ledger.account where code = any($1) and balance <> 0',
    [codes],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code.split(':')[0], balance]));
}

const lines = async (): Promise<number> =>
  (await stage.database.pool.query('select count(*)::int as number from ledger.txn')).rows[0].number;

async function payoutStory(...statuses: string[]): Promise<Story> {
  const marketerId = await stage.world.newAccount('marketer');
  // The simulator leaves a payout on hold alone for a day.
  stage.world.facts.set(marketerId, {
    ...payableFacts,
    walletEmail: `onhold-${randomUUID()}@wallet.example`,
  });
  await stage.world.release(await stage.world.fund(1, 10_000), marketerId, 1);
  await stage.world.worker.runDue();
  const { rows } = await stage.database.pool.query('select id from payout where marketer_id = $1', [
    marketerId,
  ]);
  const payoutId: Id = rows[0].id;
  const item = (await stage.simulator.books()).payouts.find(({ senderItemId }) => senderItemId === payoutId);
  return {
    steps: statuses.map((status) => ({
      happens: () => control(`/payouts/${item?.['id']}`, { status }),
      tells: [`PAYMENT.PAYOUTS-ITEM.${status.replace('SUCCESS', 'SUCCEEDED').replace('ONHOLD', 'HELD')}`],
    })),
    mention: () => payoutId,
    balances: () => readBalances(`payable:${marketerId}`, `payout_in_flight:${payoutId}`),
  };
}

async function orderStory(): Promise<Story> {
  const payerId = await stage.world.newAccount('advertiser');
  const { campaignId, totalPayCents: payCents, feeCents } = newCampaign(payerId, 3, 10_000);
  const urls = { returnUrl: 'http://promenade.test/paid', cancelUrl: 'http://promenade.test/cancelled' };
  const order = { campaignId, payerId, payCents, feeCents, description: 'Launch', ...urls };
  const { orderId, approveUrl } = await openOrder(stage.world.deps, order);
  const { rows } = await stage.database.pool.query('select id from payment_order where campaign_id = $1', [
    campaignId,
  ]);
  const captured = async () =>
    (await stage.simulator.books()).captures.find((one) => one.orderId === orderId);
  return {
    steps: [
      {
        happens: () => stage.simulator.decide(approveUrl, 'approve'),
        tells: ['CHECKOUT.ORDER.APPROVED'],
      },
      {
        happens: async () => {
          // The payer's browser captures it, unless a webhook has already. The bank is slow.
          await control('/outcomes', { captures: 'PENDING' }, 'PUT');
          await captureOrder(stage.world.deps, { orderId, payerId }).catch(() => undefined);
          await control('/outcomes', { captures: 'COMPLETED' }, 'PUT');
        },
        tells: [],
      },
      {
        happens: async () => {
          const capture = await captured();
          if (capture?.['status'] === 'PENDING')
            await control(`/captures/${capture['id']}`, { status: 'COMPLETED' });
        },
        tells: ['PAYMENT.CAPTURE.COMPLETED'],
      },
    ],
    mention: () => orderId,
    balances: () => readBalances(`suspense:${rows[0].id}`),
  };
}

const funded = () => stage.world.fund(3, 10_000);

const getAccounts = ({ campaignId, payerId }: PaidCampaign) =>
  readBalances(
    `escrow:${campaignId}`,
    `fee_unearned:${campaignId}`,
    `dispute_hold:${campaignId}`,
    `receivable:${payerId}`,
  );

async function refundStory(): Promise<Story> {
  const campaign = await funded();
  const { campaignId } = campaign;
  const [refund] = await transact(stage.database.db, async (tx) => {
    await stage.world.deps.ports.lockPaidCampaign(tx, campaignId);
    return refundCampaign(tx, stage.world.deps, { campaignId, payCents: 10_000, feeCents: 1500 });
  });
  const refundId = refund?.id ?? '';
  await control('/outcomes', { refunds: 'PENDING' }, 'PUT');
  await stage.world.worker.runDue();
  await control('/outcomes', { refunds: 'COMPLETED' }, 'PUT');
  const asked = (await stage.simulator.books()).refunds.find(({ customId }) => customId === refundId);
  return {
    steps: [
      {
        happens: () => control(`/refunds/${asked?.['id']}`, { status: 'COMPLETED' }),
        tells: ['PAYMENT.CAPTURE.REFUNDED'],
      },
    ],
    mention: () => campaign.captureId,
    balances: async () => ({
      ...(await getAccounts(campaign)),
      ...(await readBalances(`refund_in_flight:${refundId}`)),
    }),
  };
}

async function disputeStory(outcome: 'won' | 'lost' | 'cancelled'): Promise<Story> {
  const campaign = await funded();
  let disputeId = '';
  return {
    steps: [
      {
        happens: async () => {
          const { disputeId: opened } = await control('/disputes', { captureId: campaign.captureId });
          disputeId = opened;
        },
        tells: ['CUSTOMER.DISPUTE.CREATED'],
      },
      {
        happens: () => control(`/disputes/${disputeId}`, { status: 'UNDER_REVIEW' }),
        tells: ['CUSTOMER.DISPUTE.UPDATED'],
      },
      {
        happens: () => control(`/disputes/${disputeId}`, { outcome }),
        tells: ['CUSTOMER.DISPUTE.RESOLVED', ...(outcome === 'lost' ? ['PAYMENT.CAPTURE.REVERSED'] : [])],
      },
    ],
    mention: () => campaign.captureId,
    balances: () => getAccounts(campaign),
  };
}

async function readHeard({ mention, steps }: Story, step: number): Promise<Delivery[]> {
  for (const type of steps[step]?.tells ?? []) await stage.letterbox.deliveryOf(type, mention());
  return stage.letterbox.deliveries.filter(({ body }) => body.toString().includes(mention()));
}

async function handOver(deliveries: Delivery[], picks: number[]): Promise<void> {
  for (const pick of picks) {
    const picked = deliveries[pick % deliveries.length];
    if (!picked) continue;
    expect(await stage.letterbox.deliver(stage.world, picked)).toBe(200);
    if (pick % 3 > 0) await stage.world.worker.runDue();
  }
}

const picks = fc.array(fc.nat(1000), { maxLength: 4 });
const chaos = fc.record({ between: fc.array(picks, { minLength: 3, maxLength: 3 }), last: fc.nat(1000) });

async function tell(story: Story, { between, last }: { between: number[][]; last: number }): Promise<void> {
  for (const [index, step] of story.steps.entries()) {
    await step.happens();
    await handOver(await readHeard(story, index), between[index] ?? []);
  }
  const all = await readHeard(story, story.steps.length - 1);
  const from = last % Math.max(1, all.length);
  const turned = [...all.slice(from), ...all.slice(0, from)];
  const order = last % 2 === 0 ? turned : turned.toReversed();
  await handOver(order, [...order.keys()]);
  await stage.world.worker.runDue();
  const final = await lines();
  await handOver(all, [...all.keys()]);
  await stage.world.worker.runDue();
  expect(await lines()).toBe(final);
}

const stories: [string, () => Promise<Story>, Record<string, number>][] = [
  [
    'a payout that is held, unclaimed and returned',
    () => payoutStory('ONHOLD', 'UNCLAIMED', 'RETURNED'),
    { payable: 10_000 },
  ],
  [
    'a payout that is claimed and given back',
    () => payoutStory('UNCLAIMED', 'SUCCESS', 'REFUNDED'),
    { payable: 10_000 },
  ],
  ['a payout that is held and arrives', () => payoutStory('ONHOLD', 'SUCCESS'), {}],
  ['a payment that a bank takes its time for', orderStory, { suspense: 34_500 }],
  ['a refund that completes', refundStory, { escrow: 20_000, fee_unearned: 3000 }],
  ['a dispute that is won', () => disputeStory('won'), { escrow: 30_000, fee_unearned: 4500 }],
  ['a dispute that is withdrawn', () => disputeStory('cancelled'), { escrow: 30_000, fee_unearned: 4500 }],
  ['a dispute that is lost', () => disputeStory('lost'), {}],
];

describe('invariant 19: in any order and number of deliveries, the ledger ends the same:', () => {
  test.each(stories)('%s', async (_, begin, balances) => {
    await fc.assert(
      fc.asyncProperty(chaos, async (how) => {
        const story = await begin();
        await tell(story, how);
        expect(await story.balances()).toEqual(balances);
        expect(await stage.world.violations()).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});

test('invariant 18: 25 different events about one dispute count as one', async () => {
  const campaign = await funded();
  const { disputeId } = await control('/disputes', { captureId: campaign.captureId });
  for (let count = 0; count < 25; count += 1) {
    await control(`/disputes/${disputeId}`, { status: count % 2 === 0 ? 'UNDER_REVIEW' : 'OPEN' });
  }
  const about = () => stage.letterbox.deliveries.filter(({ body }) => body.toString().includes(disputeId));
  await stage.letterbox.receiveAll();
  expect(about()).toHaveLength(26);
  const before = await lines();
  const answers = await Promise.all(about().map((one) => stage.letterbox.deliver(stage.world, one)));
  expect(new Set(answers)).toEqual(new Set([200]));
  await stage.world.worker.runDue();
  expect(await lines()).toBe(before + 1);
  expect(await getEscrowLeft(stage.database.db, campaign.campaignId)).toEqual({ payCents: 0, feeCents: 0 });
});
