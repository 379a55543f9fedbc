import { DAY, HOUR } from '#kernel/time.ts';
import { listOwed, payShortfall } from '#payments/shortfall-contract.ts';
import { succeed } from '#tests/support/client.ts';
import { decideAtWallet } from '#tests/support/people/funded-campaign.ts';
import type { Stage } from './stage.ts';
import { approve, capture, complain, decide, untilPayment } from './stories.ts';
import { story } from './story.ts';
import { funded, loadMoney, paid, worked, type WorkWorld } from './worlds.ts';

/**
 * The payer won back the whole payment, so the approved work has no money. Each run has its own advertiser,
 * because one that owes pay can fund nothing.
 */
async function short(stage: Stage): Promise<WorkWorld> {
  stage.advertiser = await stage.signIn('advertiser');
  // The wallet keeps its fees, so the repaid pay alone would be too little for the payout.
  await funded(stage);
  const world = await worked(stage);
  await complain(stage, world);
  await stage.waitFor(async () => (await loadMoney(stage, world)).isDisputed, true, HOUR);
  await decide(stage, world, 'disputes', { outcome: 'lost' });
  await stage.waitFor(async () => (await loadMoney(stage, world)).isDisputed, false, HOUR);
  await approve(stage, world);
  await untilPayment(stage, world, 'pending null 100.00 chargeback');
  return { ...world, advertiser: stage.advertiser };
}

/** The payer has approved an order for the approved work, but has not returned from the wallet. */
async function approvedRepayment(stage: Stage): Promise<WorkWorld & { orderId: string }> {
  const world = await short(stage);
  const [owed] = await succeed(stage.advertiser.call(listOwed));
  const params = { id: owed?.id ?? '' };
  const order = await succeed(stage.advertiser.call(payShortfall, { params }));
  await decideAtWallet(stage.advertiser, order.approveUrl);
  return { ...world, orderId: order.id };
}

const lostAll = {
  ...paid,
  ledger: ['funded 200.00 30.00', 'disputed -200.00 -30.00'],
  captures: ['REFUNDED 230.00'],
};

export const shortfallStories = [
  story('an advertiser pays for approved work after a lost dispute', {
    prepare: approvedRepayment,
    act: capture,
    repeatAfter: /^POST/,
    end: {
      ...lostAll,
      ledger: [...lostAll.ledger, 'shortfall-paid 100.00 15.00', 'released -100.00 -15.00'],
    },
    kills: { 'event payment.repayment-captured: commit': 'invariants 7 and 30: between capture and escrow' },
    worstKill: 'event payment.repayment-captured: commit',
  }),
];

/** Their leaps of the clock also complete the campaigns of other stories, so run them last. */
export const givenUpStories = [
  story('approved work is given up after 60 days', {
    prepare: short,
    act: async (stage) => {
      const leapMs = 60 * DAY + 2 * HOUR;
      // Otherwise the next run's webhooks would be too old, and its disputes too old for the sweep.
      stage.wallet.clock.advance(leapMs);
      await stage.advance(leapMs);
    },
    repeatAfter: /./,
    end: { ...lostAll, payments: ['failed null 100.00 given-up'], payouts: [] },
    kills: { 'sweep payments/shortfalls: commit': '' },
  }),
];
