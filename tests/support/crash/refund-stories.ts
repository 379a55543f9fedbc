import { closeCampaign } from '#campaigns/closing-contract.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { retryRefund } from '#payments/admin-contract.ts';
import { openOrder } from '../funded-campaign.ts';
import { type CampaignWorld, moneyOf } from './money-view.ts';
import { draftWorld, fund, fundedWorld } from './people.ts';
import { settled, type Stage } from './stage.ts';
import { story } from './stories.ts';

type FundedWorld = CampaignWorld & { captureId: string };

async function funded(stage: Stage): Promise<FundedWorld> {
  await stage.wallet.holdWebhooks(false);
  return fundedWorld(stage);
}

function close(stage: Stage, { campaignId }: CampaignWorld) {
  return stage.advertiser.call(closeCampaign, { params: { id: campaignId } });
}

const still = {
  campaign: 'active',
  ledger: ['funded 200.00 30.00'],
  captures: ['COMPLETED 230.00'],
  refunds: [],
};
const refunded = {
  campaign: 'completed',
  ledger: ['funded 200.00 30.00', 'refunded -200.00 -30.00'],
  captures: ['REFUNDED 230.00'],
  refunds: ['COMPLETED 230.00'],
};

/**
 * The campaign is closed, its refund waits for the wallet's word, and the wallet tells nothing by itself: nothing of the payment
 * either, since a notice that is looked into late leads to the refund too.
 */
async function underReview(stage: Stage): Promise<FundedWorld & { refundId: string; ownId: string }> {
  await stage.wallet.holdWebhooks(true);
  const world = await fundedWorld(stage);
  await stage.wallet.control('PUT', '/outcomes', { refunds: 'PENDING' });
  stage.server.passed.length = 0;
  await close(stage, world);
  await settled(stage, async () => stage.server.passed.includes(`${sending}: commit`), true);
  await stage.wallet.control('PUT', '/outcomes', { refunds: 'COMPLETED' });
  const { refunds } = await stage.wallet.books();
  const refund = refunds.find(({ captureId }) => captureId === world.captureId);
  return { ...world, refundId: refund?.['id'] ?? '', ownId: refund?.['customId'] ?? '' };
}

const decide = (stage: Stage, { refundId }: { refundId: string }, status: string) =>
  stage.wallet.control('POST', `/refunds/${refundId}`, { status });

/** The wallet has said no, and the money is in escrow again. */
async function failed(stage: Stage) {
  const world = await underReview(stage);
  await decide(stage, world, 'FAILED');
  await stage.wallet.holdWebhooks(false);
  await settled(stage, async () => (await moneyOf(stage, world)).ledger, [
    ...refunded.ledger.slice(0, 1),
    'refunded -200.00 -30.00 (not arrived)',
    'refund-returned 200.00 30.00 (not arrived)',
  ]);
  return world;
}

async function sendAgain(stage: Stage, { ownId }: { ownId: string }) {
  const reason = 'The wallet works again';
  return (await stage.asAdmin()).call(retryRefund, { params: { id: ownId }, body: { reason } });
}

const closing = 'POST /api/campaigns/{id}/close';
const sending = 'effect payment.send-refund';
const webhook = 'effect payment.look-into-webhook';
const retrying = 'POST /api/admin/refunds/{id}/retry';

export const refundStories = [
  story({
    name: 'an advertiser closes a campaign, and what nobody was paid goes back',
    prepare: funded,
    act: close,
    repeat: async (stage, world, label) => (label.startsWith(closing) ? close(stage, world) : undefined),
    look: moneyOf,
    end: refunded,
    kills: {
      [`${closing}: commit`]: '',
      [`${closing}: answer`]: 'between the refund’s booking and its sending',
      [`${sending}: call refundCapture`]: 'said to be sent, and not sent',
      [`${sending}: commit`]: 'given back, and that not written down',
    },
    worstKill: `${sending}: commit`,
  }),
  story({
    name: 'the wallet tells that a refund has arrived',
    prepare: underReview,
    act: async (stage, world) => {
      await decide(stage, world, 'COMPLETED');
      await stage.wallet.holdWebhooks(false);
    },
    look: moneyOf,
    end: refunded,
    kills: { [`${webhook}: commit`]: '' },
  }),
  story({
    name: 'the sweep finds that a refund has arrived',
    prepare: underReview,
    act: (stage, world) => decide(stage, world, 'COMPLETED'),
    look: moneyOf,
    end: refunded,
    isBegunByClock: true,
    kills: { 'sweep payments/refunds: commit': '' },
  }),
  story({
    name: 'an administrator sends a refund again that the wallet refused',
    prepare: failed,
    act: sendAgain,
    repeat: async (stage, world, label) =>
      label === `${retrying}: commit` ? sendAgain(stage, world) : undefined,
    look: moneyOf,
    end: {
      ...refunded,
      ledger: [
        'funded 200.00 30.00',
        'refunded -200.00 -30.00 (not arrived)',
        'refund-returned 200.00 30.00 (not arrived)',
        'refunded -200.00 -30.00',
      ],
      refunds: ['FAILED 230.00', 'COMPLETED 230.00'],
    },
    kills: { [`${retrying}: commit`]: '', [`${retrying}: answer`]: '' },
  }),
  story({
    name: 'a second payment for one campaign goes back',
    prepare: async (stage) => {
      await stage.wallet.holdWebhooks(true);
      const world = await draftWorld(stage);
      const late = await openOrder(stage.advertiser, world.campaignId);
      await stage.wallet.decide(late.approveUrl);
      await fund(stage, world);
      return { ...world, lateOrderId: late.id };
    },
    // An attempt of ours that arrived too late.
    act: (stage, { lateOrderId }) => stage.wallet.capture(lateOrderId),
    look: moneyOf,
    end: { ...still, captures: ['COMPLETED 230.00', 'REFUNDED 230.00'], refunds: ['COMPLETED 230.00'] },
    isBegunByClock: true,
    kills: {
      'sweep payments/orders: commit': '',
      'event payment.surplus-found: commit': '',
    },
  }),
  story({
    name: 'a campaign whose time has passed is closed',
    prepare: async (stage) => {
      await stage.wallet.holdWebhooks(false);
      const wearable = { campaignType: 'wearable', duration: 60, payRate: 100 } as const;
      return fundedWorld(stage, wearable);
    },
    act: (stage) => stage.advance(4 * DAY + 2 * HOUR),
    look: moneyOf,
    end: refunded,
    isBegunByClock: true,
    kills: { 'sweep campaigns/settle: commit': '' },
  }),
];
