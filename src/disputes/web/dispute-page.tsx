import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { useSecondsLeft } from '#platform/web/clock.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { HelpLink } from '#platform/web/ui/help-link.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel, SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { formatCountdown } from '#proofs/web/proof-labels.ts';
import { type Dispute, getDispute } from '../contract.ts';
import { AdminDecision } from './admin-decision.tsx';
import { DisputeActions } from './dispute-actions.tsx';
import { DisputeEvidence } from './dispute-evidence.tsx';
import { disputeStateLabels } from './dispute-labels.ts';
import { DisputeTimeline } from './dispute-timeline.tsx';
import { OutcomeTable } from './outcome-table.tsx';
import classes from './dispute.module.css';
import { DisputeMessages } from './slots.ts';

export const handle: PageHandle = { roles: ['marketer', 'advertiser', 'admin'] };
export const meta = pageMeta(msg('Dispute'));

export default function DisputeRoute() {
  const { id = '' } = useParams();
  return <DisputePage id={id} key={id} />;
}

export function DisputePage({ id }: { id: string }) {
  const dispute = useEndpoint(getDispute, { params: { id } }, { refetchOnMount: 'always' });
  if (dispute.data) return <LoadedDispute dispute={dispute.data} />;
  if (dispute.error?.status === 404) {
    return (
      <PageHeader
        title={t('Dispute not found')}
        description={t('It doesn’t exist, or you aren’t part of it.')}
      />
    );
  }
  if (dispute.error) return <ErrorState error={dispute.error} onRetry={() => void dispute.refetch()} />;
  return <LoadingState text={t('Loading the dispute...')} />;
}

function LoadedDispute({ dispute }: { dispute: Dispute }) {
  const { user } = useCurrentUser();
  const { label, tone } = disputeStateLabels[dispute.status];
  const back = {
    marketer: { to: `/campaigns/${dispute.campaignId}`, label: t('Back to the campaign') },
    advertiser: { to: `/campaigns/${dispute.campaignId}?tab=proofs`, label: t('Back to the campaign') },
    admin: { to: '/admin?tab=disputes', label: t('Back to disputes') },
  }[user?.userType ?? 'marketer'];
  return (
    <>
      <PageHeader
        title={dispute.side === 'marketer' ? t('Disputed rejection') : t('Disputed approval')}
        eyebrow={dispute.campaignTitle}
        description={
          <>
            <StatusBadge tone={tone}>{t(label)}</StatusBadge> <HelpLink to="disputes" />
          </>
        }
        actions={<Messages dispute={dispute} />}
        back={back}
      />
      <SplitPage
        aside={
          <Panel title={t('Money')}>
            <div className={classes.stack}>
              <Held dispute={dispute} />
              <OutcomeTable dispute={dispute} />
            </div>
          </Panel>
        }
      >
        <div className={classes.stack}>
          {dispute.dueAt === null ? null : <Deadline dispute={dispute} dueAt={dispute.dueAt} />}
          <DisputeActions dispute={dispute} />
          {dispute.can.decide ? <AdminDecision dispute={dispute} /> : null}
          <DisputeTimeline dispute={dispute} />
          <DisputeEvidence dispute={dispute} />
        </div>
      </SplitPage>
    </>
  );
}

/** Admins may read it while the dispute is open, and say why. */
function Messages({ dispute: { applicationId, dueAt } }: { dispute: Dispute }) {
  const { user } = useCurrentUser();
  if (user?.userType === 'admin')
    return dueAt === null ? null : <DisputeMessages applicationId={applicationId} />;
  return (
    <Button
      component={Link}
      to={`/messages/${applicationId}`}
      variant="default"
      leftSection={<IconMessage size={18} aria-hidden />}
    >
      {t('Message')}
    </Button>
  );
}

function Held({ dispute: { pay, openedAt, outcome } }: { dispute: Dispute }) {
  if (outcome) {
    return (
      <p className={classes.text}>{t('The marketer gets {award}.', { award: formatMoney(outcome.award) })}</p>
    );
  }
  return (
    <p className={classes.text}>
      {rich(
        '{pay} has been on hold since <time>{openedAt}</time>, and stays on hold until the dispute ends.',
        { time: <time dateTime={openedAt} /> },
        { pay: formatMoney(pay), openedAt: formatDayTime(openedAt) },
      )}
    </p>
  );
}

function Deadline({ dispute, dueAt }: { dispute: Dispute; dueAt: string }) {
  const isAgreeing = dispute.status === 'answered' || dispute.status === 'proposed';
  const seconds = useSecondsLeft(new Date(dueAt));
  return (
    <p className={classes.deadline}>
      {seconds > 0
        ? rich(
            '<b><time>{left}</time></b> left {status, select, open {to answer. Then an administrator decides with what is there.} agreeing {to agree. Then an administrator decides.} other {for an administrator to decide.}}',
            {
              b: <b />,
              time: <time dateTime={dueAt} />,
            },
            { left: formatCountdown(seconds), status: isAgreeing ? 'agreeing' : dispute.status },
          )
        : t('Time is up. An administrator decides.')}
    </p>
  );
}
