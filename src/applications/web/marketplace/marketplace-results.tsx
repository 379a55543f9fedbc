import { Button } from '@mantine/core';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { CampaignCard, CampaignGrid } from '#campaigns/web/campaign-card.tsx';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { findApplicationTo } from '../application-labels.ts';
import { ApplyButton } from '../apply-button.tsx';
import { formatDistance } from './marketplace-area.ts';
import { hasFilters } from './marketplace-filters.ts';
import classes from './marketplace.module.css';
import type { Applying } from '../use-apply.tsx';
import type { Marketplace } from './use-marketplace.ts';
import { useOwnApplications } from '../own/use-own-applications.ts';

interface MarketplaceResultsProps {
  marketplace: Marketplace;
  applying: Applying;
  hoveredId: string | null;
  onHover: (id: string | null) => void;
}

export function MarketplaceResults({ marketplace, applying, hoveredId, onHover }: MarketplaceResultsProps) {
  const { user } = useCurrentUser();
  const role = user?.userType ?? null;
  const applications = useOwnApplications({ enabled: role === 'marketer' });
  const { campaigns, error, filters } = marketplace;

  if (!campaigns && error) return <ErrorState error={error} onRetry={() => void marketplace.refetch()} />;
  // Wait for the applications: otherwise Apply Now would show briefly for campaigns already applied to.
  if (!campaigns || applications.isLoading) return <LoadingState text={t('Loading campaigns...')} />;
  if (campaigns.length === 0) return <NothingFound marketplace={marketplace} />;
  return (
    <div className={classes.results} data-stale={marketplace.isStale || undefined}>
      <CampaignGrid>
        {campaigns.map((campaign) => (
          <div
            key={campaign.id}
            role="presentation"
            className={classes.card}
            onPointerEnter={() => onHover(campaign.id)}
            onPointerLeave={() => onHover(null)}
            onFocus={() => onHover(campaign.id)}
            onBlur={() => onHover(null)}
          >
            <CampaignCard
              campaign={campaign}
              distance={formatDistance(campaign, filters.near)}
              isPointedAt={campaign.id === hoveredId}
              action={
                <ApplyButton
                  campaign={campaign}
                  userType={role}
                  application={findApplicationTo(applications.data, campaign.id)}
                  applying={applying}
                />
              }
            />
          </div>
        ))}
      </CampaignGrid>
      {marketplace.hasMore ? (
        <div className={classes.more}>
          {marketplace.hasFailedToLoadMore ? (
            <p role="alert">{t('More campaigns could not be loaded.')}</p>
          ) : null}
          <Button variant="default" loading={marketplace.isLoadingMore} onClick={marketplace.loadMore}>
            {marketplace.hasFailedToLoadMore ? t('Try again') : t('Show more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NothingFound({ marketplace }: { marketplace: Marketplace }) {
  const isNarrowed = hasFilters(marketplace.filters);
  return (
    <EmptyState
      drawing="map"
      title={isNarrowed ? t('No campaigns match these filters') : t('No campaigns yet')}
      text={isNarrowed ? t('Try removing a filter.') : t('New campaigns appear here once they are funded.')}
      action={isNarrowed ? <Button onClick={marketplace.clear}>{t('Clear Filters')}</Button> : null}
    />
  );
}
