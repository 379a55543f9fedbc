import { campaignCompleted } from '#campaigns/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { on, type Subscription } from '#platform/server/outbox/announce.ts';
import { titleOf, wordsForEnd } from './notice-words.ts';
import { tell } from './service.ts';

/** Notifies the advertiser when a campaign completes, with the amount refunded. */
export function closingNotices(deps: Deps): Subscription[] {
  return [
    on(campaignCompleted, async (tx, fact, { ref }) => {
      await tell(tx, deps, fact.advertiserId, {
        kind: 'campaign.completed',
        ref,
        ...wordsForEnd(await titleOf(tx, fact.campaignId), fact),
        href: `/campaigns/${fact.campaignId}?tab=money`,
        isMailed: true,
      });
    }),
  ];
}
