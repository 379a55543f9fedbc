import { campaignCompleted } from '#campaigns/server/events.ts';
import { formatDollars } from '#kernel/money.ts';
import type { Deps } from '#platform/server/deps.ts';
import { on, type Subscription } from '#platform/server/outbox/announce.ts';
import { titleOf } from './notice-words.ts';
import { tell } from './service.ts';

/** A campaign is over: what came back of its money. */
export function closingNotices(deps: Deps): Subscription[] {
  return [
    on(campaignCompleted, async (tx, fact, { ref }) => {
      const title = await titleOf(tx, fact.campaignId);
      const back = formatDollars(fact.refundedCents);
      await tell(tx, deps, fact.advertiserId, {
        kind: 'campaign.completed',
        ref,
        title: `${title} is completed`,
        text:
          fact.refundedCents > 0
            ? `No place of ${title} is held anymore. ${back} that was not paid out, with its share of the fee, goes back to your PayPal wallet.`
            : `Every place of ${title} was paid. Nothing was left in its escrow.`,
        href: `/campaigns/${fact.campaignId}?tab=money`,
        isMailed: true,
      });
    }),
  ];
}
