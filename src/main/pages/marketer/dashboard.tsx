import type { CurrentUser } from '#auth/contract.ts';
import { useOwnApplications } from '#applications/web/use-own-applications.ts';
import { usePayments } from '#payments/web/use-payments.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { SplitPage } from '#platform/web/ui/panel.tsx';
import { ProfileHint } from '#profiles/web/profile-hint.tsx';
import { listProofs } from '#proofs/contract.ts';
import { DashboardTiles, ThisWeek } from './dashboard-tiles.tsx';
import { figuresOf } from './figures.ts';
import { GigsNearYou } from './gigs-near-you.tsx';
import { LatestNotifications } from './latest-notifications.tsx';
import classes from './marketer.module.css';
import { ActiveCampaigns, RecentActivity } from './recent.tsx';
import { TrackingPanels } from './tracking-panels.tsx';
import { Welcome } from './welcome.tsx';

const MINUTE_MS = 60_000;

/** A marketer's own dashboard: what is to be done now, what it has brought, what could be next. */
export function MarketerDashboard({ user }: { user: CurrentUser }) {
  const now = useNow(MINUTE_MS);
  const applications = useOwnApplications();
  const proofs = useEndpoint(listProofs, undefined, { refetchOnMount: 'always' });
  const payments = usePayments();
  const lists =
    applications.data && proofs.data && payments.data
      ? { applications: applications.data, proofs: proofs.data, payments: payments.data }
      : null;
  const figures = lists && figuresOf(lists, now);
  const { latitude, longitude } = user;
  return (
    <>
      <Welcome firstName={user.firstName} rating={user.rating} isVerified={user.isVerified} />
      <ProfileHint user={user} mb="lg" />
      <DashboardTiles totalEarnings={user.totalEarnings} figures={figures} rating={user.rating} />
      {lists && figures ? (
        <>
          <TrackingPanels applications={lists.applications} proofs={lists.proofs} />
          <SplitPage
            aside={
              <div className={classes.stack}>
                <ThisWeek week={figures.week} />
                <LatestNotifications />
              </div>
            }
          >
            <div className={classes.stack}>
              <ActiveCampaigns applications={lists.applications} />
              <RecentActivity proofs={lists.proofs} />
            </div>
          </SplitPage>
        </>
      ) : (
        <ListsMissing queries={[applications, proofs, payments]} />
      )}
      <GigsNearYou
        place={latitude !== null && longitude !== null ? { latitude, longitude } : null}
        userType={user.userType}
        applications={applications.data}
      />
    </>
  );
}

interface ListQuery {
  data: unknown;
  error: unknown;
  refetch(): Promise<unknown>;
}

function ListsMissing({ queries }: { queries: readonly ListQuery[] }) {
  const failed = queries.filter(({ data, error }) => data === undefined && error !== null);
  if (failed.length === 0) return <LoadingState />;
  return (
    <ErrorState
      error={failed[0]?.error}
      onRetry={() => {
        for (const { refetch } of failed) void refetch();
      }}
    />
  );
}
