import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { MOST_COUNTED } from '#campaigns/count-contract.ts';
import { msg, t } from '#kernel/text.ts';
import { getLocale } from '#kernel/language.ts';
import { pageMeta } from '#platform/web/page.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { MarketplaceFilterBar } from './marketplace-filter-bar.tsx';
import { MarketplaceMap } from './marketplace-map.tsx';
import { MarketplaceResults } from './marketplace-results.tsx';
import classes from './marketplace.module.css';
import { SavedSearchBar } from '../saved-searches/saved-search-bar.tsx';
import { useApply } from '../use-apply.tsx';
import { useMarketplace } from './use-marketplace.ts';

export const meta = pageMeta(msg('Campaign Marketplace'));

type View = 'list' | 'map';

export default function MarketplacePage() {
  const marketplace = useMarketplace();
  const applying = useApply();
  const { user } = useCurrentUser();
  /** The campaign under the pointer, highlighted both in the list and on the map. */
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [view, setView] = useState<View>('list');
  const { campaigns, count, hasMore } = marketplace;
  const active = campaigns?.filter(({ status }) => status === 'active').length ?? 0;
  return (
    <>
      <PageHeader
        title={t('Campaign Marketplace')}
        back={{ to: '/', label: t('Back to Dashboard') }}
        description={user?.userType && user.userType !== 'marketer' ? t('Only marketers can apply.') : null}
        actions={
          campaigns ? (
            <output className={classes.found}>
              {t('{count, plural, one {{shown} campaign found} other {{shown} campaigns found}}', {
                // '1+' is more than one.
                count: hasMore ? MOST_COUNTED : campaigns.length,
                shown: formatCount(campaigns.length, hasMore, count?.found),
              })}
              <StatusBadge tone="positive">
                {t('{count} active', { count: formatCount(active, hasMore, count?.active) })}
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
        aria-label={t('Show as')}
        fullWidth
        data={[
          { value: 'list', label: t('List') },
          { value: 'map', label: t('Map') },
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

function formatCount(shown: number, hasMore: boolean, counted = -1): string {
  if (!hasMore) return formatNumber(shown);
  if (counted < shown) return `${formatNumber(shown)}+`;
  return counted > MOST_COUNTED ? `${formatNumber(MOST_COUNTED)}+` : formatNumber(counted);
}

const formatNumber = (number: number) => number.toLocaleString(getLocale());
