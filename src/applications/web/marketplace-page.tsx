import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { MarketplaceFilterBar } from './marketplace-filter-bar.tsx';
import { MarketplaceMap } from './marketplace-map.tsx';
import { MarketplaceResults } from './marketplace-results.tsx';
import classes from './marketplace.module.css';
import { SavedSearchBar } from './saved-search-bar.tsx';
import { useApply } from './use-apply.tsx';
import { useMarketplace } from './use-marketplace.ts';

type View = 'list' | 'map';

/** Campaigns to be found, seen on a map and applied to; with what was looked for before. */
export function MarketplacePage() {
  const marketplace = useMarketplace();
  const applying = useApply();
  const { user } = useCurrentUser();
  /** The campaign that is pointed at, on the map or in the list: both show which it is. */
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  // On a telephone only one of the two fits; beside each other both are shown.
  const [view, setView] = useState<View>('list');
  const { campaigns, hasMore } = marketplace;
  return (
    <>
      <PageHeader
        title="Campaign Marketplace"
        back={{ to: '/', label: 'Back to Dashboard' }}
        description={user?.userType && user.userType !== 'marketer' ? 'Only marketers apply.' : null}
        actions={
          campaigns ? (
            <output className={classes.found}>
              {countText(campaigns.length, hasMore)} campaigns found
              <StatusBadge tone="positive">
                {countText(campaigns.filter(({ status }) => status === 'active').length, hasMore)} active
              </StatusBadge>
            </output>
          ) : null
        }
      />
      <MarketplaceFilterBar
        marketplace={marketplace}
        below={user?.userType === 'marketer' ? <SavedSearchBar marketplace={marketplace} /> : null}
      />
      <SegmentedControl<View>
        className={classes.views}
        aria-label="Show as"
        fullWidth
        data={[
          { value: 'list', label: 'List' },
          { value: 'map', label: 'Map' },
        ]}
        value={view}
        onChange={setView}
      />
      <div className={classes.beside} data-view={view}>
        <div className={classes.list}>
          <MarketplaceResults
            marketplace={marketplace}
            applying={applying}
            hoveredId={hoveredId}
            onHover={setHoveredId}
          />
        </div>
        <div className={classes.map}>
          <MarketplaceMap marketplace={marketplace} hoveredId={hoveredId} onHover={setHoveredId} />
        </div>
      </div>
      {applying.modals}
    </>
  );
}

/** What is shown so far; there are more behind it. */
function countText(shown: number, hasMore: boolean): string {
  return `${shown.toLocaleString('en-US')}${hasMore ? '+' : ''}`;
}
