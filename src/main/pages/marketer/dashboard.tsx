import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { StrikesNotice } from '#applications/web/own/strikes-panel.tsx';
import { useOwnApplications } from '#applications/web/own/use-own-applications.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { useAllPages } from '#platform/web/paging.ts';
import { SocialAccounts } from '#profiles/web/social/social-accounts.tsx';
import { TasksPanel } from '#notifications/web/tasks/tasks-panel.tsx';
import { listProofs } from '#proofs/contract.ts';
import { getMarketerStats } from '#proofs/stats-contract.ts';
import { DashboardTiles, ThisWeek } from './dashboard-tiles.tsx';
import { countApplicationsSince, getPeriods } from './dashboard-stats.ts';
import { GigsNearYou } from './gigs-near-you.tsx';
import { LatestNotifications } from './latest-notifications.tsx';
import classes from './marketer.module.css';
import { MarketerChecklist } from './marketer-checklist.tsx';
import { ActiveCampaigns, RecentActivity } from './recent-activity.tsx';
import { ToConfirm } from './to-confirm.tsx';
import { isTrackable, TrackingPanels, listTrackableWork } from './tracking-panels.tsx';
import { Welcome } from './welcome.tsx';
import { useWork } from './work.ts';

const MINUTE_MS = 60_000;

interface MarketerDashboardProps {
  user: CurrentUser;
  badge?: ReactNode;
  social?: ReactNode;
  gigs?: ReactNode;
}

export function MarketerDashboard({ user, badge, social, gigs }: MarketerDashboardProps) {
  const now = useNow(MINUTE_MS);
  const [enteredAt] = useState(now);
  const applications = useOwnApplications();
  const proofs = useAllPages(listProofs, undefined, { refetchOnMount: 'always' });
  const work = useWork();
  const periods = getPeriods(now);
  const stats = useEndpoint(getMarketerStats, { query: periods }, { refetchOnMount: 'always' });
  const figures = stats.data ?? null;
  const lists =
    applications.data && proofs.data && work.data
      ? { applications: applications.data, proofs: proofs.data, workOf: work.data }
      : null;
  const { latitude, longitude } = user;
  const works = lists ? listTrackableWork(lists.applications, lists.proofs) : [];
  const hasCompletedGigs = Number(user.totalEarnings) > 0 || (figures?.completedGigs ?? 0) > 0;
  return (
    <>
      <Welcome
        firstName={user.firstName}
        rating={user.ratingCount > 0 ? user.rating : null}
        isVerified={user.isVerified}
        isBack={hasCompletedGigs}
        isAtWork={works.some((work) => isTrackable(work, enteredAt))}
        badge={badge}
      />
      <StrikesNotice />
      {applications.data ? <ToConfirm applications={applications.data} /> : null}
      {/* A marketer at work needs the map and the button first. `enteredAt` keeps a panel in place during use. */}
      <TrackingPanels works={works.filter((work) => isTrackable(work, enteredAt))} />
      <div className={classes.pair}>
        <TasksPanel />
        <MarketerChecklist user={user} />
      </div>
      <TrackingPanels works={works.filter((work) => !isTrackable(work, enteredAt))} />
      <DashboardTiles
        totalEarnings={user.totalEarnings}
        figures={figures}
        rating={user.ratingCount > 0 ? user.rating : null}
      />
      {/* What loads on its own does not wait for the lists. */}
      <SplitPage
        aside={
          <div className={classes.stack}>
            {lists && figures ? (
              <ThisWeek
                {...countApplicationsSince(lists.applications, periods.weekStart)}
                earned={figures.earnedThisWeek}
              />
            ) : null}
            <LatestNotifications />
          </div>
        }
      >
        <div className={classes.stack}>
          {lists && figures ? (
            <>
              <ActiveCampaigns applications={lists.applications} workOf={lists.workOf} />
              <RecentActivity proofs={lists.proofs} />
            </>
          ) : (
            <ListsMissing queries={[applications, work, stats]} />
          )}
          {social ?? <SocialAccounts />}
        </div>
      </SplitPage>
      {gigs ?? (
        <GigsNearYou
          place={latitude !== null && longitude !== null ? { latitude, longitude } : null}
          userType={user.userType}
          applications={applications.data}
        />
      )}
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
