import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { paymentsSweeps } from './sweeps.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();

test('a round ends after some minutes if every call to the wallet times out', async () => {
  const { world, clock } = stage;
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, { ...payableFacts, walletEmail: 'onhold@wallet.example' });
  const campaign = await world.fund(6, 2500);
  for (let place = 1; place <= 6; place += 1) await world.release(campaign, marketerId, place);
  await world.worker.runDue();
  clock.advance(12 * DAY);
  const alter = (text: string) => {
    clock.advance(2 * MINUTE);
    return text.slice(1);
  };
  const swallowed = { matches: /GET .*payouts/, kind: 'altered', alter } as const;
  world.faults.push(...Array.from({ length: 12 }, () => swallowed));
  const sweep = paymentsSweeps(world.deps).find(({ name }) => name === 'payments/payouts');
  const round = () => sweep?.run({ ...world.deps });
  await round();
  expect(world.faults).toHaveLength(9);
  await round();
  expect(world.faults).toHaveLength(6);
  world.faults.length = 0;
  clock.advance(DAY);
  await world.worker.runDue();
  const { rows } = await stage.database.pool.query(`select distinct state from payout`);
  expect(rows).toEqual([{ state: 'succeeded' }]);
});

test('a clock that was 73 hours ahead delays no poll of the wallet for days', async () => {
  const { world, clock } = stage;
  // Times are compared with the database's clock too.
  clock.advance(Math.max(0, Date.now() + DAY - clock.now().getTime()));
  const marketerId = await world.newAccount('marketer');
  world.facts.set(marketerId, { ...payableFacts, walletEmail: 'unclaimed@wallet.example' });
  await world.release(await world.fund(1, 2500), marketerId, 1);
  clock.advance(73 * HOUR);
  await world.worker.runDue();
  clock.advance(-73 * HOUR);
  await world.worker.runDue();
  const { rows } = await stage.database.pool.query(
    `select look_at <= $1::timestamptz + interval '6 hours' as "isSoon" from payout where marketer_id = $2`,
    [clock.now(), marketerId],
  );
  expect(rows).toEqual([{ isSoon: true }]);
});

test('a process whose clock is behind brings no poll forward', async () => {
  const { world, database } = stage;
  await database.pool.query("update payout set look_at = now() + interval '5 hours'");
  const read = async () => (await database.pool.query('select id, look_at from payout order by id')).rows;
  const before = await read();
  const clock = { now: () => new Date(Date.now() - 2 * HOUR) };
  const sweep = paymentsSweeps({ ...world.deps, clock }).find(({ name }) => name === 'payments/due times');
  await sweep?.run({ ...world.deps, clock });
  expect(await read()).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});
