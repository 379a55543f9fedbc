import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import type { CallError } from '#platform/web/call.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndedMutationCount } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { useFocusAfterEachCall } from '#platform/web/ui/use-focus-after.ts';
import { type Application, decideApplication } from '../../contract.ts';
import { ApplicationActions } from '../application-actions.tsx';
import { ApplicationNextStep } from './application-next-step.tsx';
import { ApplicationViews } from '../application-views.tsx';
import { formatOwnStatus } from '../application-labels.ts';
import classes from '../application.module.css';
import { OwnStrikes } from './strikes-panel.tsx';
import { useOwnApplications } from './use-own-applications.ts';
import { formatWorkAction, isDone, type Work } from './work-labels.ts';

const ALL = 'all';
const PAGE_ROWS = 20;

/** Passed in, because its data belongs to domains above this one. */
interface WorkQuery {
  data: ((campaignId: string) => Work) | undefined;
  error: CallError | null;
  refetch(): unknown;
}

interface ApplicationsProps {
  applications: readonly Application[];
  workOf: (campaignId: string) => Work;
}

interface OwnApplicationsPageProps {
  work: WorkQuery;
  /** Above the applications: what a later domain asks for. */
  invitation?: ReactNode;
}

export function OwnApplicationsPage({ work, invitation }: OwnApplicationsPageProps) {
  const applications = useOwnApplications();
  const error = (applications.data ? null : applications.error) ?? (work.data ? null : work.error);
  return (
    <>
      <PageHeader
        title={t('My applications')}
        back={{ to: '/marketer', label: t('Back to Dashboard') }}
        actions={
          <Button component={Link} to="/marketplace" variant="default">
            {t('Find Gigs')}
          </Button>
        }
      />
      {invitation}
      {applications.data && work.data ? (
        <Applications applications={applications.data} workOf={work.data} />
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void applications.refetch();
            void work.refetch();
          }}
        />
      ) : (
        <LoadingState text={t('Loading applications...')} />
      )}
      <div className={classes.section}>
        <OwnStrikes isInPlace={applications.data !== undefined && work.data !== undefined} />
      </div>
    </>
  );
}

function Applications({ applications, workOf }: ApplicationsProps) {
  const [search, setSearch] = useSearchParams();
  const views = listViews(useNow(MINUTE), workOf);
  const view = views.find(({ name }) => name === search.get('show')) ?? views[0];
  const { askedId, closings, onAsking } = useOpenDialog();
  // An application may leave the current view at once, or when its dialog closes. Focus moves to the section.
  const place = useFocusAfterEachCall<HTMLElement>(useEndedMutationCount(decideApplication) + closings);
  const show = (name: string) => setSearch(name === ALL ? {} : { show: name }, { preventScrollReset: true });
  if (applications.length === 0) {
    return (
      <EmptyState
        drawing="sent"
        title={t('No applications yet')}
        text={t('Your applications appear here.')}
        action={
          <Button component={Link} to="/marketplace">
            {t('Find a campaign')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ApplicationViews
        label={t('Filter applications')}
        views={views}
        applications={applications}
        chosen={view.name}
        onChoose={show}
      />
      <section ref={place} tabIndex={-1} aria-label={view.label}>
        {/* The key resets paging when the view changes. */}
        <ApplicationPages
          applications={sortByConfirmation(applications.filter((one) => view.has(one) || one.id === askedId))}
          workOf={workOf}
          onAsking={onAsking}
          onShowAll={() => show(ALL)}
          key={view.name}
        />
      </section>
    </>
  );
}

interface ApplicationPagesProps extends ApplicationsProps {
  onAsking: OnAsking;
  onShowAll: () => void;
}

function ApplicationPages({ applications, workOf, onAsking, onShowAll }: ApplicationPagesProps) {
  const [shown, setShown] = useState(PAGE_ROWS);
  if (applications.length === 0) {
    return (
      <EmptyState
        icon={<IconListSearch />}
        title={t('No applications here')}
        action={
          <Button variant="default" onClick={onShowAll}>
            {t('Show all')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={classes.rows} aria-label={t('Applications')}>
        {applications.slice(0, shown).map((application) => (
          <ApplicationRow
            application={application}
            work={workOf(application.campaignId)}
            onAsking={onAsking}
            key={application.id}
          />
        ))}
      </ul>
      {applications.length > shown ? (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setShown(shown + PAGE_ROWS)}>
            {t('Show more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface ApplicationRowProps {
  application: Application;
  work: Work;
  onAsking: OnAsking;
}

function ApplicationRow({ application, work, onAsking }: ApplicationRowProps) {
  const { campaign, campaignId } = application;
  const now = useNow(MINUTE);
  const { label, tone } = formatOwnStatus(application, work, now);
  return (
    <li className={classes.row}>
      <div>
        <div className={classes.top}>
          <h2 className={classes.title}>
            <Link to={`/campaigns/${campaignId}`}>{campaign.title}</Link>
          </h2>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </div>
        <p className={classes.facts}>
          <span>{campaign.company}</span>
          {campaign.location ? <span>{campaign.location}</span> : null}
          {campaign.startTime ? (
            <time dateTime={campaign.startTime}>
              {formatZonedTime(campaign.startTime, campaign.timeZone)}
            </time>
          ) : null}
          <span className={classes.pay}>
            <Money amount={campaign.payRate} short />
          </span>
        </p>
      </div>
      <div className={classes.next}>
        <div>
          <ApplicationNextStep application={application} work={work} />
        </div>
        <ApplicationActions
          application={application}
          work={work}
          workAction={formatWorkAction(application, work, now)}
          onAsking={(isAsking) => onAsking(application.id, isAsking)}
        />
      </div>
    </li>
  );
}

type OnAsking = (applicationId: string, isAsking: boolean) => void;

function useOpenDialog() {
  const [askedId, setAskedId] = useState<string | null>(null);
  const [closings, setClosings] = useState(0);
  const onAsking: OnAsking = (applicationId, isAsking) => {
    setAskedId(isAsking ? applicationId : null);
    if (!isAsking) setClosings(closings + 1);
  };
  return { askedId, closings, onAsking };
}

function listViews(now: Date, workOf: ApplicationsProps['workOf']) {
  const isOver = (application: Application) => isDone(application, workOf(application.campaignId), now);
  return [
    { name: ALL, label: t('All'), has: () => true },
    { name: 'waiting', label: t('Waiting'), has: ({ status }: Application) => status === 'pending' },
    {
      name: 'approved',
      label: t('Approved', { context: 'applications' }),
      has: (application: Application) => application.status === 'approved' && !isOver(application),
    },
    {
      name: 'done',
      label: t('Done', { context: 'applications' }),
      has: (application: Application) => application.status === 'approved' && isOver(application),
    },
    {
      name: 'ended',
      label: t('Not chosen or withdrawn'),
      has: ({ status }: Application) => status === 'rejected' || status === 'withdrawn',
    },
  ] as const;
}

/** The sort is stable, so the newest stay first in both groups. */
function sortByConfirmation(applications: readonly Application[]): Application[] {
  return applications.toSorted((one, other) => Number(other.can.confirm) - Number(one.can.confirm));
}
