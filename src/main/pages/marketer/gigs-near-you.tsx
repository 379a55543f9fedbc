import { Anchor, Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Application } from '#applications/contract.ts';
import { ApplyButton } from '#applications/web/apply-button.tsx';
import { applicationTo } from '#applications/web/application-words.ts';
import { useApply } from '#applications/web/use-apply.ts';
import { type Campaign, listCampaigns } from '#campaigns/contract.ts';
import { CampaignCard, CampaignGrid } from '#campaigns/web/campaign-card.tsx';
import { isFull } from '#campaigns/web/campaign-words.ts';
import type { Role } from '#kernel/endpoint.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import classes from './marketer.module.css';

const MOST = 4;
/** Asked for, so that there are enough left where the first ones are full. */
const LOOKED_AT = 24;

interface GigsNearYouProps {
  /** From the profile; without it the newest are shown. */
  place: { latitude: number; longitude: number } | null;
  userType: Role | null;
  applications: readonly Application[] | undefined;
}

/** The first campaigns that can be taken, nearest first where we know where that is. */
export function GigsNearYou({ place, userType, applications }: GigsNearYouProps) {
  const applying = useApply();
  // A place to about a kilometre is enough to sort by.
  const near = place
    ? ({ sort: 'distance', near: `${place.latitude.toFixed(2)},${place.longitude.toFixed(2)}` } as const)
    : {};
  const { data, error, refetch } = useEndpoint(
    listCampaigns,
    { query: { status: 'active', limit: LOOKED_AT, ...near } },
    { refetchOnMount: 'always' },
  );
  return (
    <section>
      <div className={classes.sectionTop}>
        <h2>Available Gigs Near You</h2>
        <Anchor component={Link} to="/marketplace" fw={600}>
          View All
        </Anchor>
      </div>
      {data && data.length > 0 ? (
        <div className={classes.gigs}>
          <CampaignGrid>
            {openFirst(data).map((campaign) => (
              <CampaignCard
                key={campaign.id}
                campaign={campaign}
                heading="h3"
                action={
                  <ApplyButton
                    campaign={campaign}
                    userType={userType}
                    application={applicationTo(applications, campaign.id)}
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
    </section>
  );
}

/** Full ones only where there is nothing else to show. */
function openFirst(campaigns: readonly Campaign[]): Campaign[] {
  const open = campaigns.filter((campaign) => !isFull(campaign));
  return [...open, ...campaigns.filter(isFull)].slice(0, MOST);
}
