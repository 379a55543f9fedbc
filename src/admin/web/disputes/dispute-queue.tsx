import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Dispute, listDisputes } from '#disputes/contract.ts';
import { disputeStateLabels } from '#disputes/web/dispute-labels.ts';
import { useNow } from '#platform/web/clock.ts';
import { usePages } from '#platform/web/paging.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from '../money/money.module.css';
import { useViewSwitch } from '../view-switch.tsx';
import { DisputableApprovals } from './disputable-approvals.tsx';

const views = [
  { value: 'escalated', label: 'To decide' },
  { value: 'open', label: 'Between the sides' },
  { value: 'ended', label: 'Ended' },
  { value: 'approvals', label: 'Approved work' },
] as const;
type View = Exclude<(typeof views)[number]['value'], 'approvals'>;

const emptyTitles: Readonly<Record<View, string>> = {
  escalated: 'No disputes to decide',
  open: 'No disputes between the sides',
  ended: 'No ended disputes',
};

/** Disputes by deadline, the next one first, and approvals to dispute. `?disputes=` selects the view. */
export function DisputeQueue() {
  const { view, viewSwitch } = useViewSwitch({ label: 'Disputes', name: 'disputes', views });
  return (
    <div className={classes.stack}>
      {viewSwitch}
      {view === 'approvals' ? <DisputableApprovals /> : <Disputes view={view} key={view} />}
    </div>
  );
}

function Disputes({ view }: { view: View }) {
  const pages = usePages(listDisputes, { query: { view, limit: 20 } });
  return (
    <section aria-label={views.find(({ value }) => value === view)?.label}>
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText="Loading disputes..."
        empty={
          <EmptyState
            icon={<IconScale />}
            title={emptyTitles[view]}
            text={view === 'escalated' ? 'A dispute comes here if its sides don’t agree in time.' : undefined}
          />
        }
      >
        {(disputes) => (
          <ul className={classes.items} aria-label="Disputes">
            {disputes.map((dispute) => (
              <DisputeItem dispute={dispute} key={dispute.id} />
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  );
}

function DisputeItem({ dispute }: { dispute: Dispute }) {
  const { id, side, status, marketerName, campaignTitle, pay, openedAt, dueAt, reason } = dispute;
  const now = useNow(60_000);
  const { label, tone } = disputeStateLabels[status];
  const isLate = dueAt !== null && new Date(dueAt) <= now;
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <b>
          {marketerName || 'Deleted user'}, {formatMoney(pay)}
        </b>
        <StatusBadge tone={isLate ? 'negative' : tone}>{isLate ? 'Overdue' : label}</StatusBadge>
      </div>
      <p className={classes.nextStep}>
        {side === 'marketer' ? 'Disputed rejection' : 'Disputed approval'}, {campaignTitle}: “{reason}”
      </p>
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          <span>
            on hold since <time dateTime={openedAt}>{formatDayTime(openedAt)}</time>
          </span>
          {dueAt ? (
            <span>
              due <time dateTime={dueAt}>{formatDayTime(dueAt)}</time>
            </span>
          ) : null}
        </p>
        <Button
          component={Link}
          to={`/disputes/${id}`}
          size="sm"
          variant="default"
          aria-label={`View the dispute of ${marketerName} about ${campaignTitle}`}
        >
          View
        </Button>
      </div>
    </li>
  );
}
