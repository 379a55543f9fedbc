import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { capturedOrder, orderBody, settleDelayMs, signedInCaller } from '#tests/support/wallet/simulator.ts';
import { earnings } from '../ledger/balance-service.ts';
import { openOrder } from '../service.ts';
import { type Delivery, stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign, payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();
const { clock } = stage;

const getDelivery = (eventType: string, mention: string) => stage.letterbox.deliveryOf(eventType, mention);
const deliver = (delivery: Pick<Delivery, 'headers' | 'body'>) =>
  stage.letterbox.deliver(stage.world, delivery);

async function kept(eventId: string): Promise<{ outcome: string | null; raw: Buffer }[]> {
  const { rows } = await stage.database.pool.query('select outcome, raw from webhook_event where id = $1', [
    eventId,
  ]);
  return rows;
}

const lookIntos = async () =>
  (await stage.database.pool.query("select id from outbox where kind = 'payment.look-into-webhook'")).rows
    .length;

async function approvedOrder() {
  const payerId = await stage.world.newAccount('advertiser');
  const { campaignId, totalPayCents, feeCents } = newCampaign(payerId, 3, 10_000);
  const urls = { returnUrl: 'http://promenade.test/paid', cancelUrl: 'http://promenade.test/cancelled' };
  const order = await openOrder(stage.world.deps, {
    campaignId,
    payerId,
    payCents: totalPayCents,
    feeCents,
    description: 'Launch',
    ...urls,
  });
  await stage.simulator.decide(order.approveUrl, 'approve');
  const delivery = await getDelivery('CHECKOUT.ORDER.APPROVED', order.orderId);
  return { orderId: order.orderId, delivery };
}

async function orderState(orderId: string): Promise<string> {
  const { rows } = await stage.database.pool.query(
    'select state from payment_order where provider_order_id = $1',
    [orderId],
  );
  return rows[0].state;
}

async function sentPayout(walletEmail: string) {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail });
  await stage.world.release(await stage.world.fund(1, 10_000), marketerId, 1);
  await stage.world.worker.runDue();
  const { rows } = await stage.database.pool.query('select id from payout where marketer_id = $1', [
    marketerId,
  ]);
  const payoutId: string = rows[0].id;
  return { marketerId, payoutId };
}

async function payoutState(payoutId: string): Promise<string> {
  const { rows } = await stage.database.pool.query('select state from payout where id = $1', [payoutId]);
  return rows[0].state;
}

test('an approval reported by webhook is captured without the browser, and stored byte for byte', async () => {
  const { orderId, delivery } = await approvedOrder();
  expect(await deliver(delivery)).toBe(200);
  expect(await orderState(orderId)).toBe('open');
  await stage.world.worker.runDue();
  expect(await orderState(orderId)).toBe('captured');
  const [row, ...others] = await kept(delivery.event.id);
  expect(others).toEqual([]);
  expect(row?.raw.equals(delivery.body)).toBe(true);
  expect(row?.outcome).toMatch(/^order /);
});

test('invariant 18: the same delivery 25 times counts once', async () => {
  const { orderId, delivery } = await approvedOrder();
  const before = await lookIntos();
  const answers = await Promise.all(Array.from({ length: 25 }, () => deliver(delivery)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await lookIntos()).toBe(before + 1);
  await stage.world.worker.runDue();
  await deliver(delivery);
  await stage.world.worker.runDue();
  expect(await lookIntos()).toBe(before + 1);
  expect(
    (await stage.simulator.books()).captures.filter((capture) => capture.orderId === orderId),
  ).toHaveLength(1);
});

test('a payout that arrives completes its payment', async () => {
  const { marketerId, payoutId } = await sentPayout('paid@wallet.example');
  clock.advance(settleDelayMs);
  const delivery = await getDelivery('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', payoutId);
  expect(await deliver(delivery)).toBe(200);
  await stage.world.worker.runDue();
  expect(await payoutState(payoutId)).toBe('succeeded');
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({ paidCents: 10_000 });
});

test('invariant 19: a payment that the wallet reverses returns to the marketer’s balance, in any order of webhooks', async () => {
  const { marketerId, payoutId } = await sentPayout('refunded@wallet.example');
  clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
  expect(await payoutState(payoutId)).toBe('succeeded');
  clock.advance(DAY);
  const succeeded = await getDelivery('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', payoutId);
  const refunded = await getDelivery('PAYMENT.PAYOUTS-ITEM.REFUNDED', payoutId);
  for (const delivery of [refunded, succeeded, refunded]) {
    expect(await deliver(delivery)).toBe(200);
    await stage.world.worker.runDue();
  }
  expect(await payoutState(payoutId)).toBe('refunded');
  expect(await earnings(stage.database.db, marketerId)).toMatchObject({ paidCents: 0, payableCents: 10_000 });
});

test('invariant 21: a delivery about no object of ours is stored and changes nothing', async () => {
  const call = await signedInCaller(stage.simulator);
  const { json } = await call('POST', '/v2/checkout/orders', orderBody('10.00'));
  await stage.simulator.decide(`${stage.simulator.url}/approve/${json.id}`, 'approve');
  const delivery = await getDelivery('CHECKOUT.ORDER.APPROVED', json.id);
  expect(await deliver(delivery)).toBe(200);
  await stage.world.worker.runDue();
  expect(await kept(delivery.event.id)).toMatchObject([{ outcome: 'not ours' }]);
  expect((await stage.simulator.books()).captures.filter((capture) => capture.orderId === json.id)).toEqual(
    [],
  );
});

test('invariant 21: payments, payouts and disputes of others at the same wallet are stored and change nothing', async () => {
  const call = await signedInCaller(stage.simulator);
  const captureId = await capturedOrder(stage.simulator, call, '20.00', { custom_id: randomUUID() });
  const theirs = await call('POST', '/v1/payments/payouts', {
    sender_batch_header: { sender_batch_id: randomUUID() },
    items: [
      { recipient_type: 'EMAIL', amount: { currency: 'USD', value: '1.00' }, receiver: 'x@bank.example' },
    ],
  });
  const batchId: string = theirs.json.batch_header.payout_batch_id;
  await call('POST', `/v2/payments/captures/${captureId}/refund`, {
    amount: { currency_code: 'USD', value: '5.00' },
  });
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId });
  await stage.simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'lost' });
  clock.advance(settleDelayMs);
  const deliveries = [
    await getDelivery('PAYMENT.CAPTURE.COMPLETED', captureId),
    await getDelivery('PAYMENT.CAPTURE.REFUNDED', captureId),
    await getDelivery('CUSTOMER.DISPUTE.CREATED', captureId),
    await getDelivery('CUSTOMER.DISPUTE.RESOLVED', captureId),
    await getDelivery('PAYMENT.CAPTURE.REVERSED', captureId),
    await getDelivery('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', batchId),
    await getDelivery('PAYMENT.PAYOUTSBATCH.SUCCESS', batchId),
  ];
  await stage.world.worker.runDue();
  const lines = async () => (await stage.database.pool.query('select count(*) from ledger.txn')).rows;
  const before = await lines();
  for (const delivery of deliveries) {
    expect(await deliver(delivery)).toBe(200);
    await stage.world.worker.runDue();
    expect([delivery.event.event_type, await kept(delivery.event.id)]).toMatchObject([
      delivery.event.event_type,
      [{ outcome: 'not ours' }],
    ]);
  }
  expect(await lines()).toEqual(before);
  expect((await stage.database.pool.query('select id from chargeback')).rows).toEqual([]);
});

test.each<[string, (delivery: Delivery) => Pick<Delivery, 'headers' | 'body'>, number]>([
  ['one changed byte', ({ headers, body }) => ({ headers, body: flipped(body) }), 400],
  [
    'serialized again',
    ({ headers, body }) => ({ headers, body: Buffer.from(body.toString().replace('{', '{ ')) }),
    400,
  ],
  [
    'an invalid signature',
    ({ headers, body }) => ({ headers: { ...headers, 'paypal-transmission-sig': 'AAAA' }, body }),
    400,
  ],
  [
    'another transmission',
    ({ headers, body }) => ({ headers: { ...headers, 'paypal-transmission-id': randomUUID() }, body }),
    400,
  ],
  ['no headers', ({ body }) => ({ headers: { 'content-type': 'application/json' }, body }), 400],
  ['no body', ({ headers }) => ({ headers, body: Buffer.alloc(0) }), 400],
  ['not JSON', ({ headers }) => ({ headers, body: Buffer.from('{') }), 400],
  ['too much', ({ headers }) => ({ headers, body: Buffer.alloc(300_000, ' ') }), 413],
])('rejects and stores nothing: %s', async (_, forge, status) => {
  const { orderId, delivery } = await approvedOrder();
  expect(await deliver(forge(delivery))).toBe(status);
  expect(await kept(delivery.event.id)).toEqual([]);
  await stage.world.worker.runDue();
  expect(await orderState(orderId)).toBe('open');
});

function flipped(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  const at = changed.indexOf('345.00');
  changed.write('3', at + 1);
  return changed;
}

test('rejects a delivery older than the wallet’s last attempt', async () => {
  const { delivery } = await approvedOrder();
  clock.advance(5 * DAY);
  expect(await deliver(delivery)).toBe(400);
  expect(await kept(delivery.event.id)).toEqual([]);
});

test('asks the wallet to redeliver if the signature cannot be checked now', async () => {
  // The certificate is cached for hours, then fetched again. If that fails, the wallet is asked.
  clock.advance(DAY);
  const { orderId, delivery } = await approvedOrder();
  stage.world.faults.push(
    { matches: /notifications\/certs/, kind: 'lost-answer' },
    { matches: /verify-webhook-signature/, kind: 'lost-answer' },
  );
  expect(await deliver(delivery)).toBe(502);
  expect(stage.world.faults).toEqual([]);
  expect(await kept(delivery.event.id)).toEqual([]);
  expect(await deliver(delivery)).toBe(200);
  await stage.world.worker.runDue();
  expect(await orderState(orderId)).toBe('captured');
});
