import { savedSearchesCollected, savedSearchMatched } from '#applications/server/events.ts';
import { namesOfAlerting } from '#applications/server/saved-search-service.ts';
import { summaries } from '#campaigns/server/service.ts';
import type { Deps } from '#platform/server/deps.ts';
import { on, type Subscription } from '#platform/server/outbox/announce.ts';
import { publicAddress } from '#platform/server/public-address.ts';
import { lineOf, wordsForFound } from './saved-search-words.ts';
import { mailAlone, tell } from './service.ts';

/**
 * Alerts for saved searches: one notification per new campaign, and at most one email a day about all of
 * them.
 */
export function savedSearchNotices(deps: Deps): Subscription[] {
  return [
    on(savedSearchMatched, async (tx, fact, { ref }) => {
      const name = (await namesOfAlerting(tx, [fact])).get(fact.searchId);
      const campaign = (await summaries(tx, [fact.campaignId])).get(fact.campaignId);
      if (name === undefined || !campaign) return;
      await tell(tx, deps, fact.marketerId, {
        kind: 'saved-search.matched',
        ref,
        title: `New for “${name}”`,
        text: `${lineOf(campaign)}. You can apply now.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: false,
      });
    }),
    on(savedSearchesCollected, async (tx, { marketerId, found, isAtLeast }, { ref }) => {
      const names = await namesOfAlerting(tx, found);
      const campaigns = await summaries(
        tx,
        found.flatMap(({ campaignIds }) => campaignIds),
      );
      const parts = found.flatMap(({ searchId, campaignIds, more }) => {
        const name = names.get(searchId);
        const named = campaignIds.flatMap((id) => campaigns.get(id) ?? []);
        return name === undefined ? [] : [{ searchId, name, campaigns: named, more }];
      });
      if (parts.length === 0) return;
      const words = wordsForFound(parts, { isAtLeast, address: publicAddress(deps) });
      await mailAlone(tx, deps, marketerId, { kind: 'saved-search.collected', ref, ...words });
    }),
  ];
}
