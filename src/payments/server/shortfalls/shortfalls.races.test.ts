import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { transact } from '#platform/server/db/transact.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { serverDatabase } from '#tests/support/databases/database.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { type Paid, payableFacts } from '#tests/support/payments/world.ts';
import { pollDispute } from '../chargebacks/chargebacks.ts';
import { earnings } from '../ledger/balance-service.ts';
import { pollRefund } from '../refunds/refund-outcome.ts';
import { refundCampaign } from '../service.ts';

const stage = stagePayments({ database: () => serverDatabase({ poolSize: 8 }) });

async function control(method: 'POST' | 'PUT', path: string, body: object) {
  const { status, json } = await stage.simulator.control(method, path, body);
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  return json;
}

async function newMarketer(): Promise<string> {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail: `${randomUUID()}@wallet.example` });
  await stage.world.release(await stage.world.fund(1, 10_000), marketerId, 1);
  return marketerId;
}

async function dispute({ captureId }: Paid, amount?: string): Promise<string> {
  const { disputeId } = await control('POST', '/disputes', { captureId, amount });
  await pollDispute(stage.world.deps, disputeId);
  return disputeId;
}

async function pendingRefund({ campaignId }: Paid) {
  const { deps, worker } = stage.world;
  await control('PUT', '/outcomes', { refunds: 'PENDING' });
  const [refund] = await transact(deps.db, (tx) =>
    refundCampaign(tx, deps, { campaignId, payCents: 20_000, feeCents: 3000 }),
  );
  await worker.runDue();
  const id = refund?.id ?? '';
  const { rows } = await stage.database.pool.query('select provider_refund_id from refund where id = $1', [
    id,
  ]);
  return { id, providerId: rows[0].provider_refund_id };
}

/** Holds both marketers' ledger accounts until the work waits for them, then lets it go on. */
async function withAccountsHeld(marketerIds: string[], work: () => Promise<unknown>): Promise<void> {
  const client = await stage.database.pool.connect();
  try {
    await client.query('begin');
    for (const marketerId of marketerIds)
      await client.query(`select ledger.post('correction', $1, 'platform', now(), $2)`, [
        `correction:${randomUUID()}`,
        JSON.stringify([
          { account: `payable:${marketerId}`, amount: -1 },
          { account: 'platform_loss', amount: 1 },
        ]),
      ]);
    const working = work();
    await expect.poll(() => lockWaits(stage.database)).toBe(2);
    await client.query('rollback');
    await working;
  } finally {
    client.release();
  }
}

test('a failed refund and a dispute that ends pay the same marketers without a deadlock', async () => {
  const { deps } = stage.world;
  const [one, other] = [await newMarketer(), await newMarketer()];
  const [first, second] = [await stage.world.fund(3, 10_000), await stage.world.fund(2, 10_000)];
  const refund = await pendingRefund(first);
  await dispute(first, '1.00');
  const disputeId = await dispute(second);
  for (const [campaign, marketers] of [
    [first, [one, other]],
    [second, [other, one]],
  ] as const)
    for (const [index, marketerId] of marketers.entries())
      expect((await stage.world.release(campaign, marketerId, index + 1)).waitsFor).toEqual(['chargeback']);
  await control('POST', `/refunds/${refund.providerId}`, { status: 'FAILED' });
  await control('POST', `/disputes/${disputeId}`, { outcome: 'won' });

  const { lockPaidCampaign } = deps.ports;
  const locked: string[] = [];
  deps.ports.lockPaidCampaign = (tx, campaignId) => {
    locked.push(campaignId);
    return lockPaidCampaign(tx, campaignId);
  };
  await withAccountsHeld([one, other], () =>
    Promise.all([pollRefund(deps, refund.id), pollDispute(deps, disputeId)]),
  );
  deps.ports.lockPaidCampaign = lockPaidCampaign;
  expect(locked.toSorted()).toEqual([first.campaignId, second.campaignId].toSorted());
  for (const marketerId of [one, other])
    expect(await earnings(stage.database.db, marketerId)).toMatchObject({ earnedCents: 30_000 });
});
