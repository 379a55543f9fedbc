import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { spotCheckAsked } from '#tracking/server/events.ts';
import { loadCampaignTitle } from '../notification-text.ts';
import { notify } from '../service.ts';

export function spotCheckSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(spotCheckAsked, async (tx, { campaignId, marketerId, answerBy }, { ref }) => {
      await notify(tx, deps, marketerId, {
        kind: 'tracking.spot-check',
        ref,
        title: `Take a photo now: ${await loadCampaignTitle(tx, campaignId)}`,
        text: 'You have 10 minutes. Open the campaign and use the camera there.',
        href: `/campaigns/${campaignId}`,
        isMailed: false,
        deadline: new Date(answerBy),
      });
    }),
  ];
}
