import type { Cents } from '#kernel/money.ts';
import { MINUTE } from '#kernel/time.ts';
import { refundCampaign } from '#payments/server/service.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { saveBilling } from '#profiles/server/billing-service.ts';
import type { stagePayments } from './stage.ts';
import type { Paid } from './world.ts';

type Stage = ReturnType<typeof stagePayments>;

/** Returns the steps of a campaign's payer in tests of invoices. */
export function invoiceSteps(stage: Stage) {
  const toActor = ({ payerId }: Pick<Paid, 'payerId'>): Actor => ({
    userId: payerId,
    role: 'advertiser',
    sessionId: payerId,
    signedInAt: stage.clock.now(),
    lacks: null,
  });
  return {
    toActor,
    /** The sample operator of local mode is in Ireland. */
    billing: (
      paid: Paid,
      { country = 'IE', vatId = null }: { country?: string; vatId?: string | null } = {},
    ) =>
      saveBilling(stage.world.deps, toActor(paid), {
        businessName: 'Harbor Roasters',
        businessAddress: '1 Quay Street, Cork',
        country,
        vatId,
        taxNumber: null,
      }),
    /** Refunds a part of the campaign, without running the outbox. */
    async refund({ campaignId }: Paid, payCents: Cents, feeCents: Cents): Promise<string> {
      const { deps } = stage.world;
      const [refund] = await transact(stage.database.db, async (tx) => {
        await deps.ports.lockPaidCampaign(tx, campaignId);
        return refundCampaign(tx, deps, { campaignId, payCents, feeCents });
      });
      return refund?.id ?? '';
    },
    async settle(): Promise<void> {
      await stage.world.worker.runDue();
      stage.clock.advance(settleDelayMs + MINUTE);
      await stage.world.worker.runDue();
    },
  };
}
