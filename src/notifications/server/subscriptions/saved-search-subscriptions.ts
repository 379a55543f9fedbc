import { savedSearchesCollected, savedSearchMatched } from '#applications/server/events.ts';
import { loadAlertingNames } from '#applications/server/saved-searches/saved-search-service.ts';
import { loadSummaries } from '#campaigns/server/service.ts';
import { msg, t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { formatCampaignLine, formatSavedSearchEmail } from '../saved-search-email.ts';
import { deliverEmail } from '../delivery/delivery-service.ts';
import { notify } from '../service.ts';
import { writeFor } from '../recipient-text.ts';

/** One notification per new campaign, and at most one email a day about all of them. */
export function savedSearchSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(savedSearchMatched, async (tx, fact, { ref }) => {
      const name = (await loadAlertingNames(tx, [fact])).get(fact.searchId);
      const campaign = (await loadSummaries(tx, [fact.campaignId])).get(fact.campaignId);
      if (name === undefined || !campaign) return;
      await notify(tx, deps, fact.marketerId, {
        kind: 'saved-search.matched',
        ref,
        title: msg('New for “{search}”', { search: name }),
        text: () => t('{campaign}. You can apply now.', { campaign: formatCampaignLine(campaign) }),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: false,
      });
    }),
    subscribe(savedSearchesCollected, async (tx, { marketerId, found, isAtLeast }, { ref }) => {
      const names = await loadAlertingNames(tx, found);
      const campaigns = await loadSummaries(
        tx,
        found.flatMap(({ campaignIds }) => campaignIds),
      );
      const parts = found.flatMap(({ searchId, campaignIds, more }) => {
        const name = names.get(searchId);
        const named = campaignIds.flatMap((id) => campaigns.get(id) ?? []);
        return name === undefined ? [] : [{ searchId, name, campaigns: named, more }];
      });
      if (parts.length === 0) return;
      const words = await writeFor(tx, marketerId, () =>
        formatSavedSearchEmail(parts, { isAtLeast, address: getPublicUrl(deps) }),
      );
      // The app has already shown each match.
      await deliverEmail(tx, deps, marketerId, { kind: 'saved-search.collected', ref, ...words });
    }),
  ];
}
