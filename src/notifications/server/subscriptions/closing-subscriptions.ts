import { campaignCompleted } from '#campaigns/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { loadCampaignTitle, formatCampaignEnd } from '../notification-text.ts';
import { notify } from '../service.ts';

export function closingSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(campaignCompleted, async (tx, fact, { ref }) => {
      await notify(tx, deps, fact.advertiserId, {
        kind: 'campaign.completed',
        ref,
        ...formatCampaignEnd(await loadCampaignTitle(tx, fact.campaignId), fact),
        href: `/campaigns/${fact.campaignId}?tab=money`,
        isMailed: true,
      });
    }),
  ];
}
