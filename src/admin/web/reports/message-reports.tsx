import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import {
  listMessageReports,
  type MessageReport,
  reportReasonNames,
  type ReportState,
  takeMessageReport,
} from '#messages/report-contract.ts';
import { usePages } from '#platform/web/paging.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import classes from '../money/money.module.css';
import { useViewSwitch, type Views } from '../view-switch.tsx';
import { ReadThreadModal } from './read-thread-modal.tsx';
import { type ChosenReport, ReportDecisionModal } from './report-decision-modal.tsx';
import own from './message-reports.module.css';

const views = [
  { value: 'open', label: msg('Open', { context: 'reports' }) },
  { value: 'resolved', label: msg('Resolved') },
  { value: 'dismissed', label: msg('Dismissed') },
] as const satisfies Views<ReportState>;

export function MessageReports() {
  const { view, viewSwitch } = useViewSwitch({
    label: t('Reports', { context: 'of conversations' }),
    name: 'reports',
    views,
  });
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
    <section
      ref={place}
      tabIndex={-1}
      aria-label={t(
        '{view, select, open {open reports} resolved {resolved reports} other {dismissed reports}}',
        { view },
      )}
    >
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText={t('Loading reports...')}
        empty={
          <EmptyState
            icon={<IconFlag />}
            title={t(
              '{view, select, open {No open reports} resolved {No resolved reports} other {No dismissed reports}}',
              { view },
            )}
            text={view === 'open' ? t('Users can report a conversation to you.') : undefined}
          />
        }
      >
        {(reports) => (
          <ul className={classes.items} aria-label={t('Reports', { context: 'of conversations' })}>
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
        <b>{t('{reporter} reported {reported}', { reporter: reporter.name, reported: reported.name })}</b>
        <StatusBadge tone="waiting">{t(reportReasonNames[reason])}</StatusBadge>
      </div>
      <p className={classes.nextStep}>
        {campaignTitle}, <time dateTime={createdAt}>{formatDayTime(createdAt)}</time>
      </p>
      {text ? <p className={own.text}>“{text}”</p> : null}
      {note ? <p className={classes.nextStep}>{t('Decision: “{reason}”', { reason: note })}</p> : null}
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          <span>{owner ? t('Handled by {name}', { name: owner.name }) : t('Not assigned')}</span>
          {decidedAt ? (
            <span>
              {rich(
                'closed <time>{at}</time>',
                { time: <time dateTime={decidedAt} /> },
                { at: formatDayTime(decidedAt) },
              )}
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
    onError: (error) => showErrorToast(error),
  });
  const { name } = reporter;
  return (
    <div className={own.acts}>
      {can.take ? (
        <Button
          size="sm"
          loading={take.isPending}
          aria-label={t('Take over {name}’s report', { name })}
          onClick={() => take.mutate({ params: { id } })}
        >
          {t('Take over')}
        </Button>
      ) : null}
      {can.decide ? (
        <>
          <Button
            size="sm"
            variant="default"
            aria-label={t('Read messages: {name}’s report', { name })}
            onClick={onRead}
          >
            {t('Read messages')}
          </Button>
          <Button
            component={Link}
            to={`/admin?user=${reported.id}`}
            size="sm"
            variant="default"
            aria-label={t('Open {name} to suspend them', { name: reported.name })}
          >
            {t('Open user')}
          </Button>
          <Button
            size="sm"
            variant="default"
            aria-label={t('Dismiss {name}’s report', { name })}
            onClick={() => onDecide('dismissed')}
          >
            {t('Dismiss')}
          </Button>
          <Button
            size="sm"
            aria-label={t('Resolve {name}’s report', { name })}
            onClick={() => onDecide('resolved')}
          >
            {t('Resolve')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
