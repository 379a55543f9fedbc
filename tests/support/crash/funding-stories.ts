import { capturePaymentOrder, fundCampaign } from '#campaigns/funding-contract.ts';
import { DAY } from '#kernel/time.ts';
import { draftCampaign, openOrder } from '../funded-campaign.ts';
import { type CampaignWorld, moneyOf } from './money-view.ts';
import type { Stage } from './stage.ts';
import { story } from './stories.ts';

interface PaidWorld extends CampaignWorld {
  orderId: string;
}

let count = 0;

async function draft(stage: Stage): Promise<CampaignWorld> {
  count += 1;
  const title = `Crash of funding ${count}`;
  const { id: campaignId } = await draftCampaign({ clock: stage }, stage.advertiser, {
    title,
    startTime: new Date(stage.now().getTime() + 30 * DAY).toISOString(),
  });
  return { campaignId, title };
}

/** An order that the payer has approved at the wallet, where nobody has told us. */
async function approved(stage: Stage): Promise<PaidWorld> {
  await stage.wallet.holdWebhooks(true);
  const world = await draft(stage);
  const order = await openOrder(stage.advertiser, world.campaignId);
  await stage.wallet.decide(order.approveUrl);
  return { ...world, orderId: order.id };
}

async function capture(stage: Stage, { orderId }: { orderId: string }) {
  return stage.advertiser.call(capturePaymentOrder, { params: { orderId } });
}

/** As the payment screen does it, from the button to the escrow. */
async function payInFull(stage: Stage, { campaignId }: CampaignWorld): Promise<void> {
  const order = await openOrder(stage.advertiser, campaignId);
  await stage.wallet.decide(order.approveUrl);
  const captured = await capture(stage, { orderId: order.id });
  await stage.advertiser.call(fundCampaign, {
    params: { id: campaignId },
    body: { paypalOrderId: order.id, paypalCaptureId: captured.body.id },
  });
}

const funded = {
  campaign: 'active',
  ledger: ['funded 120.00 18.00'],
  captures: ['COMPLETED 138.00'],
  refunds: [],
};

const opening = 'POST /paypal/order';
const capturing = 'POST /paypal/order/{orderId}/capture';
const funding = 'POST /api/campaign/{id}/fund';
const looking = 'effect payment.look-into-webhook';
const sweeping = 'sweep payments/orders';

export const fundingStories = [
  story({
    name: 'a payer pays',
    prepare: draft,
    act: payInFull,
    // The screen has shown an error, or a spinner: they try again.
    repeat: payInFull,
    look: moneyOf,
    end: funded,
    kills: {
      [`${opening}: commit`]: '',
      [`${opening}: call createOrder`]: '',
      [`${opening}: commit 2`]: 'and an order at the wallet is nobody’s',
      [`${opening}: answer`]: '',
    },
  }),
  story({
    name: 'a payer’s browser closes while the payment is collected',
    prepare: approved,
    act: capture,
    look: moneyOf,
    end: funded,
    kills: {
      [`${capturing}: commit`]: 'the sweep collects what was approved',
      [`${capturing}: call captureOrder`]: 'the attempt is known and was never made',
      [`${capturing}: commit 2`]:
        'invariants 7 and 30: the money is taken and not written down, and the sweep alone finds it',
      [`${capturing}: answer`]: '',
      'event payment.captured: commit': 'invariants 7 and 30: between capture and fund',
    },
    worstKill: `${capturing}: commit 2`,
  }),
  story({
    name: 'the same, and the wallet tells of it before the sweep looks',
    prepare: approved,
    act: capture,
    repeat: (stage) => stage.wallet.holdWebhooks(false),
    look: moneyOf,
    end: funded,
    // The clock stands still, so no sweep is due.
    stepMs: 0,
    kills: {
      [`${capturing}: commit 2`]: 'invariants 7 and 30: the wallet’s notice alone finds what was taken',
    },
  }),
  story({
    name: 'a payer’s browser closes before the escrow is filled',
    prepare: approved,
    act: async (stage, world) => {
      const captured = await capture(stage, world);
      return stage.advertiser.call(fundCampaign, {
        params: { id: world.campaignId },
        body: { paypalOrderId: world.orderId, paypalCaptureId: captured.body.id },
      });
    },
    look: moneyOf,
    end: funded,
    kills: {
      [`${funding}: commit`]: 'invariants 7 and 30: between capture and fund',
      [`${funding}: answer`]: '',
    },
  }),
  story({
    name: 'the sweep collects what a payer has approved',
    prepare: approved,
    act: async () => {},
    look: moneyOf,
    end: funded,
    isBegunByClock: true,
    kills: {
      [`${sweeping}: commit`]: '',
      [`${sweeping}: call captureOrder`]: '',
      [`${sweeping}: commit 2`]: 'invariants 7 and 30: the next sweep finds the capture',
    },
  }),
  story({
    name: 'the wallet tells what a payer has approved',
    prepare: approved,
    act: (stage) => stage.wallet.holdWebhooks(false),
    look: moneyOf,
    end: funded,
    kills: {
      'POST /paypal/webhook: commit': 'the wallet delivers it again',
      'POST /paypal/webhook: answer': '',
      [`${looking}: commit`]: '',
      [`${looking}: call captureOrder`]: '',
      [`${looking}: commit 2`]: 'invariants 7 and 30: taken, and not written down',
      [`${looking}: commit 3`]: 'the notice is looked into once more',
    },
  }),
];
