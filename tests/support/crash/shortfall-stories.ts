import { DAY, HOUR } from '#kernel/time.ts';
import { listShortfalls, payShortfall } from '#payments/shortfall-contract.ts';
import { succeed } from '#tests/support/client.ts';
import { decideAtWallet } from '#tests/support/people/funded-campaign.ts';
import { signInByMail } from './remote-client.ts';
import type { Stage } from './stage.ts';
import { approve, capture, complain, decide, untilPayment } from './stories.ts';
import { story } from './story.ts';
import { loadMoney, paid, worked, type WorkWorld } from './worlds.ts';

/** All stories share an advertiser, who can fund nothing while an earlier run has left a debt. */
async function repayAll(stage: Stage): Promise<void> {
  for (const { id, can } of await succeed(stage.advertiser.call(listShortfalls))) {
    if (!can.pay) continue;
    const order = await succeed(stage.advertiser.call(payShortfall, { params: { id } }));
    await decideAtWallet(stage.advertiser, order.approveUrl);
    await capture(stage, { orderId: order.id });
    const isOwed = async () =>
      (await succeed(stage.advertiser.call(listShortfalls))).some((one) => one.can.pay);
    await stage.waitFor(isOwed, false);
  }
}

/** The payer won back the whole payment, so the approved work has no money. */
async function short(stage: Stage): Promise<WorkWorld> {
  await repayAll(stage);
  const world = await worked(stage);
  await complain(stage, world);
  await stage.waitFor(async () => (await loadMoney(stage, world)).isDisputed, true, HOUR);
  await decide(stage, world, 'disputes', { outcome: 'lost' });
  await stage.waitFor(async () => (await loadMoney(stage, world)).isDisputed, false, HOUR);
  await approve(stage, world);
  await untilPayment(stage, world, 'pending null 100.00 chargeback');
  return world;
}

/** The payer has approved an order for the approved work, but has not returned from the wallet. */
async function approvedRepayment(stage: Stage): Promise<WorkWorld & { orderId: string }> {
  const world = await short(stage);
  const [owed] = await succeed(stage.advertiser.call(listShortfalls));
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
      ledger: [...lostAll.ledger, 'shortfall-paid 100.00 0.00', 'released -100.00 0.00'],
    },
    kills: { 'event payment.shortfall-captured: commit': 'invariants 7 and 30: between capture and escrow' },
    worstKill: 'event payment.shortfall-captured: commit',
  }),
  story('approved work is given up after 60 days', {
    prepare: short,
    // Sign-in sessions end long before.
    act: async (stage, { marketer }) => {
      await stage.advance(60 * DAY + 2 * HOUR);
      await signInByMail(stage.advertiser, 'advertiser');
      await signInByMail(marketer, 'marketer');
    },
    repeatAfter: /./,
    end: { ...lostAll, payments: ['failed null 100.00 given-up'], payouts: [] },
    kills: { 'sweep payments/shortfalls: commit': '' },
  }),
];
