import { expect, test } from 'vitest';
import { transact } from '#platform/server/db/transact.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, payableFacts } from '#tests/support/payments/world.ts';
import { refundCampaign } from './refunds/refunds.ts';
import { openOrder } from './service.ts';

const stage = stagePayments();

const read = async (text: string) => (await stage.database.pool.query({ text, rowMode: 'array' })).rows;
const listSending = () =>
  read(`select kind, state, attempts from outbox where kind in ('payment.send-payout', 'payment.send-refund')
    order by kind`);

test('webhooks about incoming money are worked while payouts and refunds wait for an admin', async () => {
  const { world, letterbox, simulator, clock } = stage;
  const adminId = await world.newAccount('admin');
  const listStuck = async () => {
    const headers = { cookie: world.cookieOf(adminId, 'admin') };
    return (await world.http.inject({ url: '/api/admin/payouts', headers })).json();
  };
  const campaign = await world.fund(2, 10_000);
  world.installation.restoredAt = clock.now();
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, payableFacts);
  await world.release(campaign, marketerId, 1);
  await transact(stage.database.db, async (tx) => {
    await world.deps.ports.lockPaidCampaign(tx, campaign.campaignId);
    await refundCampaign(tx, world.deps, { ...campaign, payCents: 10_000, feeCents: 1500 });
  });
  const payerId = await world.newAccount('advertiser');
  const { totalPayCents: payCents, ...wanted } = newCampaign(payerId, 1, 10_000);
  const urls = { returnUrl: 'http://promenade.test/paid', cancelUrl: 'http://promenade.test/cancelled' };
  const order = await openOrder(world.deps, { ...wanted, payCents, description: 'Launch', ...urls });
  await simulator.decide(order.approveUrl, 'approve');
  const delivery = await letterbox.deliveryOf('CHECKOUT.ORDER.APPROVED', order.orderId);
  world.calls.length = 0;
  expect(await letterbox.deliver(world, delivery)).toBe(200);
  await world.worker.runDue();

  expect(await read(`select outcome from webhook_event where handled_at is not null`)).toEqual([
    [expect.stringMatching(/^order /)],
  ]);
  expect(await read('select state from payment_order order by created_at, state')).toContainEqual([
    'captured',
  ]);
  expect(world.calls.filter((call) => /^POST .*(payouts|refund)$/.test(call))).toEqual([]);
  expect(await listSending()).toEqual([
    ['payment.send-payout', 'ready', 0],
    ['payment.send-refund', 'ready', 0],
  ]);
  expect((await listStuck())[0]).toMatchObject({
    kind: 'restore',
    since: clock.now().toISOString(),
    nextStep: expect.stringContaining('release-payments'),
    can: { retry: false, cover: false, writeOff: false },
  });

  world.installation.restoredAt = null;
  await world.worker.runDue();
  expect(world.calls.filter((call) => /^POST .*(payouts|refund)$/.test(call))).toHaveLength(2);
  expect((await listSending()).map(([, state]) => state)).toEqual(['done', 'done']);
  expect(await listStuck()).toEqual([]);
});
