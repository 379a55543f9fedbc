import { Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { CampaignCard, CampaignGrid } from '#campaigns/web/campaign-card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { ApplyButton } from './apply-button.tsx';
import { applicationTo } from './application-words.ts';
import { MarketplaceFilterBar } from './marketplace-filter-bar.tsx';
import { hasFilters, PAGE_ROWS } from './marketplace-filters.ts';
import classes from './marketplace.module.css';
import { type Applying, useApply } from './use-apply.ts';
import { type Marketplace, useMarketplace } from './use-marketplace.ts';
import { useOwnApplications } from './use-own-applications.ts';

/** Every campaign that is or was public, to be found and applied to. */
export function MarketplacePage() {
  const marketplace = useMarketplace();
  const applying = useApply();
  const { campaigns } = marketplace;
  return (
    <>
      <PageHeader
        title="Campaign Marketplace"
        back={{ to: '/', label: 'Back to Dashboard' }}
        actions={
          campaigns ? (
            <output className={classes.found}>
              {campaigns.length} campaigns found
              <StatusBadge tone="positive">
                {campaigns.filter(({ status }) => status === 'active').length} active
              </StatusBadge>
            </output>
          ) : null
        }
      />
      <MarketplaceFilterBar marketplace={marketplace} />
      <Results marketplace={marketplace} applying={applying} />
      {applying.modals}
    </>
  );
}

function Results({ marketplace, applying }: { marketplace: Marketplace; applying: Applying }) {
  const { user } = useCurrentUser();
  const role = user?.userType ?? null;
  const applications = useOwnApplications({ enabled: role === 'marketer' });
  const { campaigns, error, filters } = marketplace;

  if (!campaigns && error) return <ErrorState error={error} onRetry={() => void marketplace.refetch()} />;
  // A button that offers what was done already would be wrong for a moment.
  if (!campaigns || applications.isLoading) return <LoadingState text="Loading campaigns..." />;
  if (campaigns.length === 0) {
    return (
      <EmptyState
        icon={<IconMapSearch />}
        title={hasFilters(filters) ? 'Nothing matches these filters' : 'There are no campaigns yet'}
        text={
          hasFilters(filters)
            ? 'With fewer of them there may be more.'
            : 'New campaigns appear here as soon as they are funded.'
        }
        action={hasFilters(filters) ? <Button onClick={marketplace.clear}>Clear Filters</Button> : null}
      />
    );
  }
  return (
    <div className={classes.results} data-stale={marketplace.isStale || undefined}>
      <CampaignGrid>
        {campaigns.map((campaign) => (
          <CampaignCard
            key={campaign.id}
            campaign={campaign}
            action={
              <ApplyButton
                campaign={campaign}
                userType={role}
                application={applicationTo(applications.data, campaign.id)}
                applying={applying}
              />
            }
          />
        ))}
      </CampaignGrid>
      {campaigns.length === PAGE_ROWS ? (
        <p className={classes.more}>These are the first {PAGE_ROWS}. Narrow the filters to see others.</p>
      ) : null}
    </div>
  );
}
