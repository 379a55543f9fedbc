import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { type Paid, payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();

interface Posting {
  kind: string;
  legs: string;
}

async function postings(keys: string): Promise<Posting[]> {
  const { rows } = await stage.database.pool.query(
    `select t.kind, string_agg(a.family || ' ' || e.amount, ', ' order by a.family, e.amount) as legs
     from ledger.txn t join ledger.entry e on e.txn_id = t.id join ledger.account a on a.id = e.account_id
     where t.dedupe_key ~ $1 group by t.id order by t.id`,
    [keys],
  );
  return rows;
}

async function readBooked({ captureId }: Paid): Promise<Posting[]> {
  const { rows } = await stage.database.pool.query(
    `select c.id from chargeback c join payment_order o on o.id = c.order_id where o.provider_capture_id = $1`,
    [captureId],
  );
  return rows.length === 0 ? [] : postings(`:${rows[0].id}$`);
}

const transactions = async () =>
  (await stage.database.pool.query('select count(*)::int as n from ledger.txn')).rows[0].n;

async function dispute({ captureId }: Paid): Promise<string> {
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId, amount: '60.00' });
  return json.disputeId;
}

const end = (disputeId: string, outcome: string) =>
  stage.simulator.control('POST', `/disputes/${disputeId}`, { outcome });

async function anHour(): Promise<void> {
  stage.clock.advance(HOUR + MINUTE);
  await stage.world.worker.runDue();
}

async function notice(eventType: string, mention: string): Promise<void> {
  const delivery = await stage.letterbox.deliveryOf(eventType, mention);
  expect(await stage.letterbox.deliver(stage.world, delivery)).toBe(200);
  await stage.world.worker.runDue();
}

async function arrivedPayout(): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  await stage.world.release(await stage.world.fund(1, 10_000), marketerId, 1);
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
  const { rows } = await stage.database.pool.query('select id, state from payout where marketer_id = $1', [
    marketerId,
  ]);
  expect(rows).toMatchObject([{ state: 'succeeded' }]);
  return rows[0].id;
}

async function takeBack(payoutId: string, status: string): Promise<string> {
  const { payouts } = await stage.simulator.books();
  const item = payouts.find(({ senderItemId }) => senderItemId === payoutId)?.['id'] ?? '';
  expect((await stage.simulator.control('POST', `/payouts/${item}`, { status })).status).toBe(200);
  return item;
}

test('does not read the lists before the first order', async () => {
  await anHour();
  expect(stage.world.calls).toEqual([]);
});

test('a dispute without a webhook is recorded like one with it, and a late webhook changes nothing', async () => {
  const [noticed, unnoticed] = [await stage.world.fund(3, 10_000), await stage.world.fund(3, 10_000)];
  const [told, untold] = [await dispute(noticed), await dispute(unnoticed)];
  await notice('CUSTOMER.DISPUTE.CREATED', told);
  expect(await readBooked(unnoticed)).toEqual([]);
  await anHour();
  expect(await readBooked(unnoticed)).toEqual(await readBooked(noticed));
  expect((await readBooked(noticed)).map(({ kind }) => kind)).toEqual(['dispute_hold']);

  const before = await transactions();
  await notice('CUSTOMER.DISPUTE.CREATED', untold);
  await anHour();
  expect(await transactions()).toBe(before);
});

test('a dispute lost before we saw it is recorded completely, once', async () => {
  const [noticed, unnoticed] = [await stage.world.fund(3, 10_000), await stage.world.fund(3, 10_000)];
  const [told, untold] = [await dispute(noticed), await dispute(unnoticed)];
  await end(told, 'lost');
  await end(untold, 'lost');
  await notice('CUSTOMER.DISPUTE.RESOLVED', told);
  await anHour();
  expect(await readBooked(unnoticed)).toEqual(await readBooked(noticed));
  expect((await readBooked(noticed)).map(({ kind }) => kind)).toEqual(['dispute_hold', 'dispute_lost']);

  const before = await transactions();
  for (const type of ['CUSTOMER.DISPUTE.RESOLVED', 'CUSTOMER.DISPUTE.CREATED']) await notice(type, untold);
  await notice('PAYMENT.CAPTURE.REVERSED', unnoticed.captureId);
  await anHour();
  expect(await transactions()).toBe(before);
});

test('a dispute won before we saw it moves nothing, however often it is read', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  await end(await dispute(campaign), 'won');
  const before = await transactions();
  await anHour();
  await anHour();
  expect([await readBooked(campaign), await transactions()]).toEqual([[], before]);
});

async function readState(payoutId: string): Promise<string> {
  const { rows } = await stage.database.pool.query('select state from payout where id = $1', [payoutId]);
  return rows[0].state;
}

test('a payout refunded after it had arrived is recorded without a webhook as with it', async () => {
  const [noticed, unnoticed] = [await arrivedPayout(), await arrivedPayout()];
  const [told, untold] = [await takeBack(noticed, 'REFUNDED'), await takeBack(unnoticed, 'REFUNDED')];
  await notice('PAYMENT.PAYOUTS-ITEM.REFUNDED', told);
  expect(await readState(unnoticed)).toBe('succeeded');
  await anHour();
  expect([await readState(noticed), await readState(unnoticed)]).toEqual(['refunded', 'refunded']);
  expect(await postings(`:${unnoticed}$`)).toEqual(await postings(`:${noticed}$`));

  const before = await transactions();
  await notice('PAYMENT.PAYOUTS-ITEM.REFUNDED', untold);
  await anHour();
  expect(await transactions()).toBe(before);
});

test('a reversed payout without a webhook is found once', async () => {
  const payoutId = await arrivedPayout();
  await takeBack(payoutId, 'REVERSED');
  await anHour();
  await anHour();
  const kinds = (await postings(`:${payoutId}$`)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'payout_reverse')).toHaveLength(1);
  expect(await readState(payoutId)).toBe('reversed');
});

test('reads one list if the other fails, and the failed one an hour later', async () => {
  const [campaign, payoutId] = [await stage.world.fund(3, 10_000), await arrivedPayout()];
  await dispute(campaign);
  await takeBack(payoutId, 'REVERSED');
  stage.world.faults.push({ matches: /GET .*disputes\?update_time_after/, kind: 'lost-answer' });
  await anHour();
  expect(await readBooked(campaign)).toEqual([]);
  expect((await postings(`:${payoutId}$`)).at(-1)?.kind).toBe('payout_reverse');
  await anHour();
  expect(await readBooked(campaign)).toHaveLength(1);
});

test('does not read a dispute older than 30 days', async () => {
  const campaign = await stage.world.fund(3, 10_000);
  await dispute(campaign);
  stage.clock.advance(31 * DAY);
  await anHour();
  expect(await readBooked(campaign)).toEqual([]);
});

test('reaches an older dispute behind any number that move nothing', async () => {
  const [campaign, other] = [await stage.world.fund(3, 10_000), await stage.world.fund(3, 10_000)];
  await dispute(campaign);
  for (let count = 0; count < 101; count += 1) await end(await dispute(other), 'won');
  for (let hour = 0; hour < 3; hour += 1) await anHour();
  expect((await readBooked(campaign)).map(({ kind }) => kind)).toEqual(['dispute_hold']);
});
