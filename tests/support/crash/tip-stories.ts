import { tipProof } from '#proofs/tip-contract.ts';
import { succeed } from '#tests/support/client.ts';
import { decideAtWallet } from '#tests/support/people/funded-campaign.ts';
import type { Stage } from './stage.ts';
import { approve, capture, untilPayment } from './stories.ts';
import { story } from './story.ts';
import { paid, worked, type WorkWorld } from './worlds.ts';

/** The payer has approved a tip at the wallet, but has not returned. */
async function approvedTip(stage: Stage): Promise<WorkWorld & { orderId: string }> {
  const world = await worked(stage);
  await approve(stage, world);
  await untilPayment(stage, world, 'completed arrived 100.00');
  const about = { params: { id: world.proofId }, body: { amount: '5.00' } };
  const order = await succeed(stage.advertiser.call(tipProof, about));
  await decideAtWallet(stage.advertiser, order.approveUrl);
  return { ...world, orderId: order.id };
}

export const tipStories = [
  story('an advertiser tips', {
    prepare: approvedTip,
    act: capture,
    repeatAfter: /^POST/,
    end: {
      ...paid,
      ledger: [...paid.ledger, 'tipped 0.00 0.00'],
      captures: [...paid.captures, 'COMPLETED 5.00'],
      payments: ['completed arrived 5.00', ...paid.payments],
      payouts: [...paid.payouts, 'SUCCESS 5.00'],
    },
    kills: {
      'event payment.repayment-captured: commit':
        'invariants 7 and 30: between the capture of a tip and its release',
    },
    worstKill: 'event payment.repayment-captured: commit',
  }),
];
