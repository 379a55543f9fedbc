import { expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { serverDatabase } from '#tests/support/databases/database.ts';
import { invoiceSteps } from '#tests/support/payments/invoices.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import type { Paid } from '#tests/support/payments/world.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { issueCreditNotes, issueInvoice } from './invoice-service.ts';

const stage = stagePayments({ database: () => serverDatabase({ poolSize: 16 }) });
const { billing, refund, toActor } = invoiceSteps(stage);

const issue = (paid: Paid) => issueInvoice(stage.world.deps, toActor(paid), paid.orderId);

async function fundMany(count: number): Promise<Paid[]> {
  const all: Paid[] = [];
  for (let index = 0; index < count; index += 1) {
    const paid = await stage.world.fund(1, 4000);
    await stage.world.worker.runDue();
    await billing(paid);
    all.push(paid);
  }
  return all;
}

async function listNumbers(kind: string): Promise<number[]> {
  const { rows } = await stage.database.pool.query(
    'select number from invoice where kind = $1 order by number',
    [kind],
  );
  return rows.map(({ number }) => number);
}

const countTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('concurrent requests for one payment return one invoice with one number', async () => {
  const before = (await listNumbers('invoice')).length;
  const [paid] = (await fundMany(1)) as [Paid];
  const issued = await Promise.all(countTo(8).map(() => issue(paid)));
  expect(new Set(issued.map(({ number }) => number)).size).toBe(1);
  expect(await listNumbers('invoice')).toEqual(countTo(before + 1));
});

test('concurrent invoices of many payments, some of which are rolled back, have numbers without gaps', async () => {
  const before = (await listNumbers('invoice')).length;
  const all = await fundMany(10);
  const { deps } = stage.world;
  const broken = {
    ...deps,
    random: {
      ...deps.random,
      uuid: () => 'no-uuid',
    },
  };
  const results = await Promise.allSettled(
    all.map((paid, index) =>
      index % 3 === 0 ? issueInvoice(broken, toActor(paid), paid.orderId) : issue(paid),
    ),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await listNumbers('invoice')).toEqual(countTo(before + 6));
  for (const paid of all) await issue(paid);
  expect(await listNumbers('invoice')).toEqual(countTo(before + 10));
});

test('a refund that arrives while its invoice is issued makes one credit note', async () => {
  const all = await fundMany(6);
  for (const paid of all) await refund(paid, 4000, 600);
  const before = (await listNumbers('credit-note')).length;
  await stage.world.worker.runDue();
  expect(await listNumbers('credit-note')).toHaveLength(before);
  stage.clock.advance(settleDelayMs + MINUTE);
  const credit = ({ campaignId }: Paid) =>
    transact(stage.database.db, (tx) => issueCreditNotes(tx, stage.world.deps, campaignId));
  await Promise.all([stage.world.worker.runDue(), ...all.flatMap((paid) => [issue(paid), credit(paid)])]);
  await stage.world.worker.runDue();
  expect(await listNumbers('credit-note')).toEqual(countTo(before + 6));
});
