import { formatDollars } from '#kernel/money.ts';
import { refundCompleted, refundFailed } from '#payments/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { on, type Subscription } from '#platform/server/outbox/announce.ts';
import { titleOf } from './notice-words.ts';
import { tell, tellAdmins } from './service.ts';

/** What has gone back to an advertiser, and what the wallet would not give back. */
export function refundNotices(deps: Deps): Subscription[] {
  return [
    on(refundCompleted, async (tx, fact, { ref }) => {
      const title = await titleOf(tx, fact.purposeId);
      const sum = formatDollars(fact.amountCents);
      await tell(tx, deps, fact.payerId, {
        kind: 'payment.refund-completed',
        ref,
        title: `${sum} is on its way back to your wallet`,
        text: `PayPal has accepted the refund of ${sum} of your payment for ${title}. Where you paid by card or bank, it takes a few days to arrive there.`,
        href: `/campaigns/${fact.purposeId}`,
        isMailed: true,
      });
    }),
    on(refundFailed, async (tx, fact, { ref }) => {
      const title = await titleOf(tx, fact.purposeId);
      const sum = formatDollars(fact.amountCents);
      await tellAdmins(tx, deps, {
        kind: 'payment.refund-failed',
        ref,
        title: `A refund of ${sum} did not go out`,
        text: `PayPal refused to give back ${sum} of the payment for ${title} (${fact.issue}). The money is where it was. See the manual for what each reason asks for.`,
        href: '/admin?tab=money',
        isMailed: true,
      });
    }),
  ];
}
