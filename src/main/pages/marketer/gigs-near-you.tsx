import { Anchor, Button } from '@mantine/core';
import { IconMapPinQuestion, IconMapSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Application } from '#applications/contract.ts';
import { ApplyButton } from '#applications/web/apply-button.tsx';
import { formatDistance, formatNear } from '#applications/web/marketplace/marketplace-area.ts';
import { useApply } from '#applications/web/use-apply.tsx';
import { type Campaign, listCampaigns } from '#campaigns/contract.ts';
import { CampaignCard, CampaignGrid } from '#campaigns/web/campaign-card.tsx';
import { isFull } from '#campaigns/web/campaign-labels.ts';
import type { Role } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { CallError } from '#platform/web/call.ts';
import { iteratePages } from '#platform/web/paging.ts';
import { getQueryKey } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import classes from './marketer.module.css';

const MAX_GIGS = 4;
/** About 60 miles. */
const NEAR_METERS = 100_000;
const PAGE_ROWS = 24;
/** Stop after this many pages, even if fewer than `MAX_GIGS` open campaigns were found. */
const MAX_PAGES = 5;

interface GigsNearYouProps {
  place: { latitude: number; longitude: number } | null;
  /** Null if the user is not signed in. */
  userType: Role | null;
  applications: readonly Application[] | undefined;
}

/** If the profile has no location, links to the profile instead. */
export function GigsNearYou({ place, userType, applications = [] }: GigsNearYouProps) {
  const near = place ? formatNear({ lat: place.latitude, lng: place.longitude }) : null;
  return (
    <section>
      <div className={classes.sectionTop}>
        <h2>{t('Available Gigs Near You')}</h2>
        <Anchor component={Link} to="/marketplace" fw={600}>
          {t('View All')}
        </Anchor>
      </div>
      {near === null && userType === null ? (
        <p className={classes.quiet}>{t('The newest gigs. Sign in to see gigs near you.')}</p>
      ) : null}
      {near === null && userType !== null ? (
        <LocationMissing />
      ) : (
        <Gigs near={near} userType={userType} applications={applications} />
      )}
    </section>
  );
}

function LocationMissing() {
  return (
    <EmptyState
      icon={<IconMapPinQuestion />}
      title={t('Set your location to see gigs near you')}
      text={t('You can verify your location in your profile.')}
      action={
        <>
          <Button component={Link} to="/profile" variant="default">
            {t('Set your location')}
          </Button>
          <Button component={Link} to="/marketplace" variant="default">
            {t('Browse All Campaigns')}
          </Button>
        </>
      }
    />
  );
}

interface GigsProps {
  /** 'lat,lng', rounded to about a kilometre. If null, the newest campaigns are loaded. */
  near: string | null;
  userType: Role | null;
  applications: readonly Application[];
}

function Gigs({ near, userType, applications }: GigsProps) {
  const applying = useApply();
  const { data, error, refetch } = useGigs(near, applications);
  return (
    <>
      {data && data.length > 0 ? (
        <div className={classes.gigs}>
          <CampaignGrid>
            {data.map((campaign) => (
              <CampaignCard
                key={campaign.id}
                campaign={campaign}
                heading="h3"
                distance={formatDistance(campaign, near)}
                action={
                  <ApplyButton
                    campaign={campaign}
                    userType={userType}
                    application={undefined}
                    applying={applying}
                  />
                }
              />
            ))}
          </CampaignGrid>
        </div>
      ) : data ? (
        <EmptyState
          icon={<IconMapSearch />}
          title={t('No campaigns available')}
          text={near ? t('No new gigs within 60 miles of you right now.') : undefined}
          action={
            <Button component={Link} to="/marketplace">
              {t('Browse All Campaigns')}
            </Button>
          }
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState text={t('Loading campaigns...')} />
      )}
      {applying.modals}
    </>
  );
}

/** Only one application per campaign is allowed. */
function useGigs(near: string | null, applications: readonly Application[]) {
  const query = {
    open: 'true',
    limit: PAGE_ROWS,
    ...(near ? ({ sort: 'distance', near, radius: NEAR_METERS } as const) : {}),
  } as const;
  const applied = applications.map(({ campaignId }) => campaignId).toSorted();
  return useQuery<Campaign[], CallError>({
    queryKey: [...getQueryKey(listCampaigns), 'gigs', query, applied],
    queryFn: async ({ signal }) => {
      const found: Campaign[] = [];
      let pages = 0;
      for await (const rows of iteratePages(listCampaigns, { query }, signal)) {
        found.push(...rows.filter((campaign) => !isFull(campaign) && !applied.includes(campaign.id)));
        pages += 1;
        if (found.length >= MAX_GIGS || pages >= MAX_PAGES) break;
      }
      return found.slice(0, MAX_GIGS);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
