/**
 * The wallet keeps connections open but answers nothing for ten minutes of the server's time, then recovers.
 */
import { describe, expect, it } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { listCampaigns } from '#campaigns/contract.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '#campaigns/funding-contract.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { getWalletSetup } from '#payments/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type FrozenWallet, stageCrashes } from '#tests/support/crash/stage.ts';
import {
  draft,
  funded,
  inEscrow,
  loadMoney,
  paid,
  refunded,
  worked,
  type WorkWorld,
  type World,
} from '#tests/support/crash/worlds.ts';
import { decideAtWallet, fundDraft, openOrder } from '#tests/support/people/funded-campaign.ts';

const TIMEOUT_MS = 5 * SECOND;
const stage = stageCrashes({
  WALLET_CONNECT_TIMEOUT_MS: String(TIMEOUT_MS),
  WALLET_TIMEOUT_MS: String(TIMEOUT_MS),
});

/** A capture is polled once more if its response was lost. The rest is slack for a busy machine. */
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
  let unpaid: World;
  let approved: World & { orderId: string };
  let proven: WorkWorld;
  let closed: World;
  let frozen: FrozenWallet;

  it('every request is answered in time, without facts that the wallet has not confirmed', async () => {
    unpaid = await draft(stage);
    const ordered = await draft(stage);
    const order = await openOrder(stage.advertiser, ordered.campaignId);
    approved = { ...ordered, orderId: order.id };
    closed = await funded(stage);
    proven = await worked(stage);
    const { due } = (await stage.advertiser.call(getEscrowStatus, { params: { id: unpaid.campaignId } }))
      .body;
    await stage.holdWebhooks(true);
    await decideAtWallet(stage.advertiser, order.approveUrl);
    frozen = stage.freezeWallet();

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
        stage.advertiser.call(decideProof, { params: { id: proven.proofId }, body: { status: 'approved' } }),
      ),
      close: timed(stage.advertiser.call(closeCampaign, { params: { id: closed.campaignId } })),
      list: timed(stage.advertiser.call(listCampaigns)),
      health: timed(stage.visitor().request('GET', '/readyz')),
    };
    const answers = Object.fromEntries(
      await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await call] as const)),
    );
    expect(answers).toEqual({
      setUp: unknown,
      open: unknown,
      capture: unknown,
      // Whichever comes first.
      fund: expect.objectContaining({ isLate: false, code: expect.stringMatching(/^payment\//) }),
      approve: inTime(200),
      close: inTime(200),
      list: inTime(200),
      health: inTime(200),
    });
  });

  it('nothing completes, and nothing is shown as complete', async () => {
    const calls = frozen.countCalls(/./);
    await stage.advance(10 * MINUTE);
    // The circuit is open, so one call at a time probes the wallet. Which one depends on who is first.
    await stage.waitFor(async () => frozen.countCalls(/./) > calls + 2, true, MINUTE);
    expect(await loadMoney(stage, closed)).toEqual({
      ...refunded,
      ledger: ['funded 200.00 30.00', 'refunded -200.00 -30.00 (not arrived)'],
      captures: ['COMPLETED 230.00'],
      refunds: [],
    });
    for (const world of [unpaid, approved]) {
      expect(await loadMoney(stage, world)).toEqual({
        ...inEscrow,
        campaign: 'draft',
        ledger: [],
        captures: [],
      });
    }
    const { payments, payouts } = await loadMoney(stage, proven);
    expect({ payments, payouts }).toEqual({ payments: ['pending sent 100.00'], payouts: [] });
  });

  it('everything completes once, automatically, when the wallet recovers', async () => {
    await frozen.thaw();
    await stage.holdWebhooks(false);
    await stage.waitFor(() => loadMoney(stage, approved), inEscrow);
    await stage.waitFor(() => loadMoney(stage, closed), refunded);
    await stage.waitFor(() => loadMoney(stage, proven), paid);
    // The payer retries the payment with the unknown outcome.
    await fundDraft(stage.advertiser, unpaid.campaignId);
    await stage.waitFor(() => loadMoney(stage, unpaid), inEscrow);
    await stage.auditBooks();
  });
});
