import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { getEscrowLeft, refundedCents } from '../ledger/balance-service.ts';
import { refundCampaign, retryRefund } from '../service.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';

const stage = stagePayments();

function statements(values: Record<string, string>): string {
  const manual = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const block = /## Refunds that the wallet refuses[\s\S]*?```sql\n([\s\S]*?)```/.exec(manual)?.[1];
  if (block === undefined) throw new Error('the manual has no statements for it');
  return block.replaceAll(/:'(\w+)'/g, (_, name: string) => `'${values[name]}'`);
}

test.each([
  ['what was kept for the fee too', 30_000, 4500],
  ['without a fee', 20_000, 0],
])(
  'recording a manual refund as in the manual keeps the ledger consistent: %s',
  async (_, payCents, feeCents) => {
    const campaign = await stage.world.fund(3, 10_000);
    const { campaignId, payerId } = campaign;
    stage.world.faults.push({ matches: /\/refund$/, kind: 'refusal', issue: 'REFUND_TIME_LIMIT_EXCEEDED' });
    const [failed] = await transact(stage.database.db, (tx) =>
      refundCampaign(tx, stage.world.deps, { campaignId, payCents, feeCents }),
    );
    await stage.world.worker.runDue();
    stage.clock.advance(MINUTE);
    const book = () =>
      stage.database.asOwner(statements({ failed: failed?.id ?? '', sent: randomUUID(), admin: payerId }));
    await book();
    expect(await getEscrowLeft(stage.database.db, campaignId)).toEqual({
      payCents: 30_000 - payCents,
      feeCents: 4500 - feeCents,
    });
    expect(await refundedCents(stage.database.db, campaignId)).toBe(payCents + feeCents);
    expect(await stage.world.violations()).toEqual([]);

    await expect(book()).rejects.toThrow('refund_retry_of_key');
    const refundId = failed?.id ?? '';
    const again = transact(stage.database.db, (tx) =>
      retryRefund(tx, stage.world.deps, { refundId, by: payerId }),
    );
    await expect(again).rejects.toMatchObject({ code: 'payment/not-retryable' });
  },
);
