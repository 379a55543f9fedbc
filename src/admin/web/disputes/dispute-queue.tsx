import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Dispute, listDisputes } from '#disputes/contract.ts';
import { disputeStateLabels } from '#disputes/web/dispute-labels.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { useNow } from '#platform/web/clock.ts';
import { usePages } from '#platform/web/paging.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from '../money/money.module.css';
import { nameView, useViewSwitch } from '../view-switch.tsx';
import { DisputableApprovals } from './disputable-approvals.tsx';

const views = [
  { value: 'escalated', label: msg('To decide') },
  { value: 'open', label: msg('Between the sides') },
  { value: 'ended', label: msg('Ended', { context: 'disputes' }) },
  { value: 'approvals', label: msg('Approved work') },
] as const;
type View = Exclude<(typeof views)[number]['value'], 'approvals'>;

const emptyTitles: Readonly<Record<View, Message>> = {
  escalated: msg('No disputes to decide'),
  open: msg('No disputes between the sides'),
  ended: msg('No ended disputes'),
};

/** By deadline, the next one first. `?disputes=` selects the view. */
export function DisputeQueue() {
  const { view, viewSwitch } = useViewSwitch({ label: t('Disputes'), name: 'disputes', views });
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
    <section aria-label={nameView(views, view)}>
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText={t('Loading disputes...')}
        empty={
          <EmptyState
            icon={<IconScale />}
            title={t(emptyTitles[view])}
            text={
              view === 'escalated' ? t('A dispute comes here if its sides don’t agree in time.') : undefined
            }
          />
        }
      >
        {(disputes) => (
          <ul className={classes.items} aria-label={t('Disputes')}>
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
          {marketerName || t('Deleted user')}, {formatMoney(pay)}
        </b>
        <StatusBadge tone={isLate ? 'negative' : tone}>{isLate ? t('Overdue') : t(label)}</StatusBadge>
      </div>
      <p className={classes.nextStep}>
        {side === 'marketer' ? t('Disputed rejection') : t('Disputed approval')}, {campaignTitle}: “{reason}”
      </p>
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          <span>
            {rich(
              'On hold since <time>{at}</time>',
              { time: <time dateTime={openedAt} /> },
              { at: formatDayTime(openedAt) },
            )}
          </span>
          {dueAt ? (
            <span>
              {rich(
                'Due <time>{at}</time>',
                { time: <time dateTime={dueAt} /> },
                { at: formatDayTime(dueAt) },
              )}
            </span>
          ) : null}
        </p>
        <Button
          component={Link}
          to={`/disputes/${id}`}
          size="sm"
          variant="default"
          aria-label={t('View the dispute of {marketerName} about {campaignTitle}', {
            marketerName,
            campaignTitle,
          })}
        >
          {t('View')}
        </Button>
      </div>
    </li>
  );
}
