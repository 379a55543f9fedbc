import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  listMessageReports,
  type MessageReport,
  reportReasonNames,
  type ReportState,
  takeMessageReport,
} from '#messages/report-contract.ts';
import { getErrorText } from '#platform/web/call.ts';
import { usePages } from '#platform/web/paging.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import classes from '../money/money.module.css';
import { useViewSwitch, type Views } from '../view-switch.tsx';
import { ReadThreadModal } from './read-thread-modal.tsx';
import { type ChosenReport, ReportDecisionModal } from './report-decision-modal.tsx';
import own from './message-reports.module.css';

const views = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'dismissed', label: 'Dismissed' },
] as const satisfies Views<ReportState>;

/** Reports of conversations by state, newest first. `?reports=` selects the state. */
export function MessageReports() {
  const { view, viewSwitch } = useViewSwitch({ label: 'Reports', name: 'reports', views });
  return (
    <div className={classes.stack}>
      {viewSwitch}
      <Reports view={view} key={view} />
    </div>
  );
}

function Reports({ view }: { view: ReportState }) {
  const pages = usePages(listMessageReports, { query: { status: view, limit: 20 } });
  const [chosen, setChosen] = useState<ChosenReport | null>(null);
  const [read, setRead] = useState<MessageReport | null>(null);
  const place = useRef<HTMLElement>(null);
  return (
    <section ref={place} tabIndex={-1} aria-label={`${view} reports`}>
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText="Loading reports..."
        empty={
          <EmptyState
            icon={<IconFlag />}
            title={`No ${view} reports`}
            text={view === 'open' ? 'Users can report a conversation to you.' : undefined}
          />
        }
      >
        {(reports) => (
          <ul className={classes.items} aria-label="Reports">
            {reports.map((report) => (
              <ReportItem
                report={report}
                onRead={() => setRead(report)}
                onDecide={(status) => setChosen({ report, status })}
                key={report.id}
              />
            ))}
          </ul>
        )}
      </PagedRows>
      <ReadThreadModal applicationId={read?.applicationId ?? null} onClose={() => setRead(null)} />
      <ReportDecisionModal
        chosen={chosen}
        onClose={() => setChosen(null)}
        // The button that opened the dialog disappears with the closed report.
        onClosed={() => restoreLostFocus(place.current)}
      />
    </section>
  );
}

interface ReportItemProps {
  report: MessageReport;
  onRead: () => void;
  onDecide: (status: ChosenReport['status']) => void;
}

function ReportItem({ report, onRead, onDecide }: ReportItemProps) {
  const { reporter, reported, reason, text, campaignTitle, createdAt, owner, note, decidedAt } = report;
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <b>
          {reporter.name} reported {reported.name}
        </b>
        <StatusBadge tone="waiting">{reportReasonNames[reason]}</StatusBadge>
      </div>
      <p className={classes.nextStep}>
        {campaignTitle}, <time dateTime={createdAt}>{formatDayTime(createdAt)}</time>
      </p>
      {text ? <p className={own.text}>“{text}”</p> : null}
      {note ? <p className={classes.nextStep}>Decision: “{note}”</p> : null}
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          <span>{owner ? `Handled by ${owner.name}` : 'Not assigned'}</span>
          {decidedAt ? (
            <span>
              closed <time dateTime={decidedAt}>{formatDayTime(decidedAt)}</time>
            </span>
          ) : null}
        </p>
        <ReportActions report={report} onRead={onRead} onDecide={onDecide} />
      </div>
    </li>
  );
}

function ReportActions({ report, onRead, onDecide }: ReportItemProps) {
  const { id, reporter, reported, can } = report;
  const take = useCallMutation(takeMessageReport, {
    invalidates: [listMessageReports],
    onError: (error) =>
      showToast({
        title: 'Error',
        message: getErrorText(error, 'Something went wrong. Please try again.'),
        tone: 'error',
      }),
  });
  const about = `${reporter.name}’s report`;
  return (
    <div className={own.acts}>
      {can.take ? (
        <Button
          size="sm"
          loading={take.isPending}
          aria-label={`Take over ${about}`}
          onClick={() => take.mutate({ params: { id } })}
        >
          Take over
        </Button>
      ) : null}
      {can.decide ? (
        <>
          <Button size="sm" variant="default" aria-label={`Read messages: ${about}`} onClick={onRead}>
            Read messages
          </Button>
          <Button
            component={Link}
            to={`/admin?user=${reported.id}`}
            size="sm"
            variant="default"
            aria-label={`Open ${reported.name} to suspend them`}
          >
            Open user
          </Button>
          <Button
            size="sm"
            variant="default"
            aria-label={`Dismiss ${about}`}
            onClick={() => onDecide('dismissed')}
          >
            Dismiss
          </Button>
          <Button size="sm" aria-label={`Resolve ${about}`} onClick={() => onDecide('resolved')}>
            Resolve
          </Button>
        </>
      ) : null}
    </div>
  );
}
