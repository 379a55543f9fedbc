import { Anchor, Button } from '@mantine/core';
import { IconMapPinQuestion, IconMapSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Application } from '#applications/contract.ts';
import { ApplyButton } from '#applications/web/apply-button.tsx';
import { distanceText, nearOf } from '#applications/web/marketplace-area.ts';
import { useApply } from '#applications/web/use-apply.tsx';
import { type Campaign, listCampaigns } from '#campaigns/contract.ts';
import { CampaignCard, CampaignGrid } from '#campaigns/web/campaign-card.tsx';
import { isFull } from '#campaigns/web/campaign-words.ts';
import type { Role } from '#kernel/endpoint.ts';
import type { CallError } from '#platform/web/call.ts';
import { walkPages } from '#platform/web/pages.ts';
import { keyOf } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import classes from './marketer.module.css';

const MOST = 4;
/** Farther away is not near: about 60 miles. */
const NEAR_METERS = 100_000;
const PAGE_ROWS = 24;
/** Looked through for those that can still be taken; who has applied to more looks in the marketplace. */
const MOST_PAGES = 5;

interface GigsNearYouProps {
  /** From the profile. */
  place: { latitude: number; longitude: number } | null;
  /** Null: nobody is signed in. They have no profile for a place to be in, and see the newest. */
  userType: Role | null;
  applications: readonly Application[] | undefined;
}

/** The first campaigns that can be taken, nearest first; without a place the way to say where one is. */
export function GigsNearYou({ place, userType, applications = [] }: GigsNearYouProps) {
  const near = place ? nearOf({ lat: place.latitude, lng: place.longitude }) : null;
  return (
    <section>
      <div className={classes.sectionTop}>
        <h2>Available Gigs Near You</h2>
        <Anchor component={Link} to="/marketplace" fw={600}>
          View All
        </Anchor>
      </div>
      {near === null && userType === null ? (
        <p className={classes.quiet}>The newest of all: with a profile you see those near you.</p>
      ) : null}
      {near === null && userType !== null ? (
        <PlaceMissing />
      ) : (
        <Gigs near={near} userType={userType} applications={applications} />
      )}
    </section>
  );
}

function PlaceMissing() {
  return (
    <EmptyState
      icon={<IconMapPinQuestion />}
      title="We do not know where you are"
      text="Your profile has no place yet. Verify your location there, and the gigs nearest to you appear here."
      action={
        <>
          <Button component={Link} to="/profile">
            Set your location
          </Button>
          <Button component={Link} to="/marketplace" variant="default">
            Browse All Campaigns
          </Button>
        </>
      }
    />
  );
}

interface GigsProps {
  /** 'lat,lng', to about a kilometre; null: the newest. */
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
                distance={distanceText(campaign, near)}
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
          title="No campaigns available"
          text={near ? 'There is nothing new within 60 miles of your place at the moment.' : undefined}
          action={
            <Button component={Link} to="/marketplace">
              Browse All Campaigns
            </Button>
          }
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState text="Loading campaigns..." />
      )}
      {applying.modals}
    </>
  );
}

/** Neither full nor applied to: one applies to a campaign once, whatever has become of it. */
function useGigs(near: string | null, applications: readonly Application[]) {
  const query = {
    status: 'active',
    limit: PAGE_ROWS,
    ...(near ? ({ sort: 'distance', near, radius: NEAR_METERS } as const) : {}),
  } as const;
  const applied = applications.map(({ campaignId }) => campaignId).toSorted();
  return useQuery<Campaign[], CallError>({
    queryKey: [...keyOf(listCampaigns), 'gigs', query, applied],
    queryFn: async ({ signal }) => {
      const found: Campaign[] = [];
      let pages = 0;
      for await (const rows of walkPages(listCampaigns, { query }, signal)) {
        found.push(...rows.filter((campaign) => !isFull(campaign) && !applied.includes(campaign.id)));
        pages += 1;
        if (found.length >= MOST || pages >= MOST_PAGES) break;
      }
      return found.slice(0, MOST);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
