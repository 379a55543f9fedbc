/** The wallet stands still with all its connections open, for ten minutes of the server's time, and goes on. */
import { describe, expect, it } from 'vitest';
import { closeCampaign } from '../../src/campaigns/closing-contract.ts';
import { listCampaigns } from '../../src/campaigns/contract.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '../../src/campaigns/funding-contract.ts';
import { DAY, MINUTE, SECOND } from '../../src/kernel/time.ts';
import { getWalletSetup, listPayments } from '../../src/payments/contract.ts';
import { decideProof } from '../../src/proofs/contract.ts';
import { openOrder } from '../support/funded-campaign.ts';
import { type CampaignWorld, ledgerOf, moneyOf, paymentsOf } from '../support/crash/money-view.ts';
import {
  draftWorld,
  fund,
  fundedWorld,
  payableMarketer,
  workedWorld,
  type WorkWorld,
} from '../support/crash/people.ts';
import { settled, stageCrashes } from '../support/crash/stage.ts';

const TIMEOUT_MS = 5 * SECOND;
const stage = stageCrashes({
  WALLET_CONNECT_TIMEOUT_MS: String(TIMEOUT_MS),
  WALLET_TIMEOUT_MS: String(TIMEOUT_MS),
});

/** A capture is looked at once more where its answer was lost; the rest is for a busy machine. */
const LONGEST_ANSWER_MS = 2 * TIMEOUT_MS + 20 * SECOND;

interface Timed {
  status: number;
  code: string | undefined;
  isLate: boolean;
}

async function timed(call: Promise<{ status: number; error?: { code?: string } }>): Promise<Timed> {
  const began = Date.now();
  const { status, error } = await call;
  return { status, code: error?.code, isLate: Date.now() - began > LONGEST_ANSWER_MS };
}

const inTime = (status: number, code?: string): Timed => ({ status, code, isLate: false });
const unknown = inTime(502, 'payment/provider-unknown');

describe('invariant 29: while the wallet swallows every call', () => {
  let unpaid: CampaignWorld;
  let approved: CampaignWorld & { orderId: string };
  let worked: WorkWorld;
  let closed: CampaignWorld;

  it('every request is answered in time, and none of what the wallet has not said is told', async () => {
    const startTime = new Date(stage.now().getTime() + 30 * DAY).toISOString();
    unpaid = await draftWorld(stage, { startTime });
    const draft = await draftWorld(stage, { startTime });
    const order = await openOrder(stage.advertiser, draft.campaignId);
    approved = { ...draft, orderId: order.id };
    closed = await fundedWorld(stage);
    worked = await workedWorld(stage, await payableMarketer(stage, 'maya', 'maya@wallet.test'));
    const { due } = (await stage.advertiser.call(getEscrowStatus, { params: { id: unpaid.campaignId } }))
      .body;
    await stage.wallet.holdWebhooks(true);
    await stage.wallet.decide(order.approveUrl);
    stage.wallet.freeze();

    const orderId = approved.orderId;
    const calls = {
      setUp: timed(stage.advertiser.call(getWalletSetup)),
      open: timed(
        stage.advertiser.call(createPaymentOrder, {
          body: {
            amount: due?.total ?? '',
            currency: 'USD',
            intent: 'CAPTURE',
            campaignId: unpaid.campaignId,
          },
        }),
      ),
      capture: timed(stage.advertiser.call(capturePaymentOrder, { params: { orderId } })),
      fund: timed(
        stage.advertiser.call(fundCampaign, {
          params: { id: approved.campaignId },
          body: { paypalOrderId: orderId, paypalCaptureId: 'NOT-KNOWN-YET' },
        }),
      ),
      approve: timed(
        stage.advertiser.call(decideProof, { params: { id: worked.proofId }, body: { status: 'approved' } }),
      ),
      close: timed(stage.advertiser.call(closeCampaign, { params: { id: closed.campaignId } })),
      list: timed(stage.advertiser.call(listCampaigns)),
      health: timed(stage.client().request('GET', '/readyz')),
    };
    const answers = Object.fromEntries(
      await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await call] as const)),
    );
    expect(answers).toEqual({
      setUp: unknown,
      open: unknown,
      capture: unknown,
      // Whichever of the two comes first.
      fund: expect.objectContaining({ isLate: false, code: expect.stringMatching(/^payment\//) }),
      approve: inTime(200),
      close: inTime(200),
      list: inTime(200),
      health: inTime(200),
    });
  });

  it('nothing ends, and nothing is shown as ended', async () => {
    for (let minute = 0; minute < 10; minute += 1) {
      await stage.advance(MINUTE);
      // Time for the effects and sweeps of this minute to run into the wall.
      await new Promise((next) => setTimeout(next, 300));
    }
    expect((await ledgerOf(stage, closed)).ledger).toEqual([
      'funded 200.00 30.00',
      'refunded -200.00 -30.00 (not arrived)',
    ]);
    for (const world of [unpaid, approved])
      expect(await ledgerOf(stage, world)).toEqual({ campaign: 'draft', ledger: [] });
    const { body } = await worked.marketer.call(listPayments);
    expect(body.map(({ status }) => status)).toEqual(['pending']);
  });

  it('and once it answers again, everything ends by itself, each thing once', async () => {
    stage.wallet.thaw();
    await stage.wallet.holdWebhooks(false);
    const funded = {
      campaign: 'active',
      ledger: ['funded 200.00 30.00'],
      captures: ['COMPLETED 230.00'],
      refunds: [],
    };
    await settled(stage, () => moneyOf(stage, approved), funded);
    await settled(stage, () => moneyOf(stage, closed), {
      campaign: 'completed',
      ledger: ['funded 200.00 30.00', 'refunded -200.00 -30.00'],
      captures: ['REFUNDED 230.00'],
      refunds: ['COMPLETED 230.00'],
    });
    await settled(stage, () => paymentsOf(stage, worked), {
      payments: ['completed 100.00'],
      attempts: ['arrived'],
      payouts: ['SUCCESS 100.00'],
      batches: 1,
    });
    // Who was told that it is not known tries again.
    await fund(stage, unpaid);
    await settled(stage, () => moneyOf(stage, unpaid), funded);
    await stage.auditBooks();
  });
});
