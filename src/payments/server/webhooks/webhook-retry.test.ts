import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { earnings } from '../ledger/balance-service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();

test('polls a reversed payout until the wallet answers', async () => {
  const { world, clock, letterbox, database, simulator } = stage;
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  await world.release(await world.fund(1, 10_000), marketerId, 1);
  await world.worker.runDue();
  clock.advance(settleDelayMs + MINUTE);
  await world.worker.runDue();
  const sums = () => earnings(database.db, marketerId);
  expect(await sums()).toMatchObject({ paidCents: 10_000, payableCents: 0 });

  clock.advance(DAY);
  await world.worker.runDue();
  const { rows } = await database.pool.query('select id from payout where marketer_id = $1', [marketerId]);
  const { payouts } = await simulator.books();
  const item = payouts.find(({ senderItemId }) => senderItemId === rows[0].id)?.['id'];
  await simulator.control('POST', `/payouts/${item}`, { status: 'REFUNDED' });
  const told = await letterbox.deliveryOf('PAYMENT.PAYOUTS-ITEM.REFUNDED', rows[0].id);
  world.faults.push({ matches: /GET .*payouts/, kind: 'lost-request' });
  expect(await letterbox.deliver(world, told)).toBe(200);
  await world.worker.runDue();
  expect(world.faults).toEqual([]);
  expect(await sums()).toMatchObject({ paidCents: 10_000, payableCents: 0 });
  clock.advance(MINUTE);
  await world.worker.runDue();
  expect(await sums()).toMatchObject({ paidCents: 0, payableCents: 10_000 });
});
