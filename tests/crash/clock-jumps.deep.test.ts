/**
 * The server's clock jumps by days in both directions while money moves. The wallet's clock stays. Once the clock is
 * right again, everything has happened once.
 */
import { expect, it } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { capturePaymentOrder, fundCampaign } from '#campaigns/funding-contract.ts';
import { HOUR } from '#kernel/time.ts';
import { decideProof } from '#proofs/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { stageCrashes } from '#tests/support/crash/stage.ts';
import { draft, funded, inEscrow, loadMoney, paid, refunded, worked } from '#tests/support/crash/worlds.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { decideAtWallet, openOrder } from '#tests/support/people/funded-campaign.ts';

const ROUNDS = 3;
/** Shorter than the three days after which an order that its payer has not approved is closed. */
const jumps = [-60 * HOUR, -26 * HOUR, -HOUR, HOUR, 26 * HOUR, 60 * HOUR];
const random = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
const stage = stageCrashes();

it(
  'invariant 28: a clock that jumps by days changes nothing in the books',
  { timeout: 4 * STORY_LIMIT_MS },
  async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const unpaid = await draft(stage);
      const order = await openOrder(stage.advertiser, unpaid.campaignId);
      const proven = await worked(stage);
      const closed = await funded(stage);
      await decideAtWallet(stage.advertiser, order.approveUrl);
      const { advertiser } = stage;
      const steps = [
        async () => {
          const { id } = await succeed(
            advertiser.call(capturePaymentOrder, { params: { orderId: order.id } }),
          );
          const body = { paypalOrderId: order.id, paypalCaptureId: id };
          await succeed(advertiser.call(fundCampaign, { params: { id: unpaid.campaignId }, body }));
        },
        () =>
          succeed(
            advertiser.call(decideProof, { params: { id: proven.proofId }, body: { status: 'approved' } }),
          ),
        () => succeed(advertiser.call(closeCampaign, { params: { id: closed.campaignId } })),
      ];
      let ahead = 0;
      for (const step of steps) {
        const jump = random.pick(jumps);
        await stage.advance(jump - ahead);
        ahead = jump;
        await step();
      }
      await stage.advance(-ahead);
      await stage.waitFor(() => loadMoney(stage, unpaid), inEscrow);
      await stage.waitFor(() => loadMoney(stage, proven), paid);
      await stage.waitFor(() => loadMoney(stage, closed), refunded);
    }
    expect(stage.server.isRunning()).toBe(true);
    await stage.auditBooks();
  },
);
