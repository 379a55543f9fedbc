import { closeCampaign, getCampaignClosing } from '#campaigns/closing-contract.ts';
import { HOUR } from '#kernel/time.ts';
import { type CampaignWorld, moneyOf } from './money-view.ts';
import { fundedWorld } from './people.ts';
import { settled, type Stage } from './stage.ts';
import { story } from './stories.ts';

type FundedWorld = CampaignWorld & { captureId: string };

async function funded(stage: Stage): Promise<FundedWorld> {
  await stage.wallet.holdWebhooks(false);
  return fundedWorld(stage);
}

async function dispute(stage: Stage, { captureId }: FundedWorld): Promise<string> {
  return (await stage.wallet.control('POST', '/disputes', { captureId }))['disputeId'] ?? '';
}

/** With it: does the campaign wait for the wallet's decision? */
async function look(stage: Stage, world: CampaignWorld) {
  const params = { id: world.campaignId };
  const { body } = await stage.advertiser.call(getCampaignClosing, { params });
  return { ...(await moneyOf(stage, world)), blockedBy: body.blockedBy };
}

const held = {
  campaign: 'active',
  blockedBy: 'chargeback' as 'chargeback' | null,
  ledger: ['funded 200.00 30.00', 'disputed -200.00 -30.00'],
  captures: ['COMPLETED 230.00'],
  refunds: [],
};

/** The wallet tells nothing of it by itself, and has told nothing that is still to be looked into. */
async function fundedUntold(stage: Stage): Promise<FundedWorld> {
  await stage.wallet.holdWebhooks(true);
  return fundedWorld(stage);
}

/** The wallet holds the sum, and so do we: a sweep has found it. */
async function disputed(stage: Stage): Promise<FundedWorld & { disputeId: string }> {
  const world = await fundedUntold(stage);
  const disputeId = await dispute(stage, world);
  await settled(stage, () => look(stage, world), held, { stepMs: HOUR });
  return { ...world, disputeId };
}

const end = (stage: Stage, { disputeId }: { disputeId: string }, outcome: 'won' | 'lost') =>
  stage.wallet.control('POST', `/disputes/${disputeId}`, { outcome });

const looking = 'effect payment.look-for-disputes';

export const chargebackStories = [
  story({
    name: 'a payer disputes a payment',
    prepare: funded,
    act: dispute,
    look,
    end: held,
    kills: { 'effect payment.look-into-webhook: commit': '' },
  }),
  story({
    name: 'a payer disputes a payment, and every notice of it is lost',
    prepare: fundedUntold,
    act: dispute,
    look,
    end: held,
    stepMs: HOUR,
    isBegunByClock: true,
    kills: { 'sweep payments/unheard: commit': '' },
  }),
  story({
    name: 'a dispute is won',
    prepare: disputed,
    act: async (stage, world) => {
      await end(stage, world, 'won');
      await stage.wallet.holdWebhooks(false);
    },
    look,
    end: { ...held, blockedBy: null, ledger: [...held.ledger, 'dispute-ended 200.00 30.00'] },
    kills: { 'effect payment.look-into-webhook: commit': '' },
    worstKill: 'effect payment.look-into-webhook: commit',
  }),
  story({
    name: 'a dispute is lost, and only the sweep finds it',
    prepare: disputed,
    act: (stage, world) => end(stage, world, 'lost'),
    look,
    end: { ...held, blockedBy: null, captures: ['REFUNDED 230.00'] },
    stepMs: HOUR,
    isBegunByClock: true,
    kills: { 'sweep payments/chargebacks: commit': '' },
  }),
  story({
    name: 'the wallet refuses a refund because of a dispute that we have not heard of',
    prepare: async (stage) => {
      const world = await fundedUntold(stage);
      await dispute(stage, world);
      return world;
    },
    act: (stage, { campaignId }) => stage.advertiser.call(closeCampaign, { params: { id: campaignId } }),
    look,
    end: {
      ...held,
      campaign: 'completed',
      ledger: [
        'funded 200.00 30.00',
        'refunded -200.00 -30.00 (not arrived)',
        'refund-returned 200.00 30.00 (not arrived)',
        'disputed -200.00 -30.00',
      ],
    },
    kills: {
      [`${looking}: commit`]: '',
      [`${looking}: commit 2`]: '',
    },
  }),
];
