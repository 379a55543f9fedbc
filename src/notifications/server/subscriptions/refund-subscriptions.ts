import { formatDollars } from '#kernel/money.ts';
import { msg } from '#kernel/text.ts';
import { refundCompleted, refundFailed } from '#payments/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { loadCampaignTitle } from '../notification-text.ts';
import { notify, notifyAdmins } from '../service.ts';

export function refundSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(refundCompleted, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const sum = formatDollars(fact.amountCents);
      await notify(tx, deps, fact.payerId, {
        kind: 'payment.refund-completed',
        ref,
        title: msg('{amount} is on its way back to your wallet', { amount: sum }),
        text: msg(
          'PayPal accepted a refund of {amount} of your payment for {campaign}. Refunds to a card or bank account take a few days to arrive.',
          { amount: sum, campaign: title },
        ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    subscribe(refundFailed, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const sum = formatDollars(fact.amountCents);
      await notifyAdmins(tx, deps, {
        kind: 'payment.refund-failed',
        ref,
        title: msg('A refund of {amount} failed', { amount: sum }),
        text: msg(
          'PayPal refused to refund {amount} of the payment for {campaign} ({issue}). The money has not moved. The list of stuck money says what to do.',
          { amount: sum, campaign: title, issue: fact.issue },
        ),
        href: '/admin?tab=money',
        isMailed: true,
      });
    }),
  ];
}
