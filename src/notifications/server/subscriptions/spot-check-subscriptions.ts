import { msg, t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { spotCheckAsked } from '#tracking/server/events.ts';
import { formatTimeFor } from '../format-time-for.ts';
import { loadCampaignTitle } from '../notification-text.ts';
import { notify } from '../service.ts';

export function spotCheckSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(spotCheckAsked, async (tx, { campaignId, marketerId, answerBy }, { ref }) => {
      const deadline = new Date(answerBy);
      const time = await formatTimeFor(tx, { accountId: marketerId, campaignId }, deadline);
      await notify(tx, deps, marketerId, {
        kind: 'tracking.spot-check',
        ref,
        title: msg('Take a photo now: {campaign}', { campaign: await loadCampaignTitle(tx, campaignId) }),
        text: () =>
          t('Open the campaign and use the camera there. You can send the photo until {time}.', {
            time: time(),
          }),
        href: `/campaigns/${campaignId}`,
        isMailed: false,
        deadline,
      });
    }),
  ];
}
