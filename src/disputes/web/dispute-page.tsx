import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
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
import { disputeStateLabels, formatDeadline } from './dispute-labels.ts';
import { DisputeTimeline } from './dispute-timeline.tsx';
import { OutcomeTable } from './outcome-table.tsx';
import classes from './dispute.module.css';
import { DisputeMessages } from './slots.ts';

export const handle: PageHandle = { roles: ['marketer', 'advertiser', 'admin'] };
export const meta = pageMeta('Dispute');

export default function DisputeRoute() {
  const { id = '' } = useParams();
  return <DisputePage id={id} key={id} />;
}

/** The /disputes/{id} page, for both sides and admins. */
export function DisputePage({ id }: { id: string }) {
  const dispute = useEndpoint(getDispute, { params: { id } }, { refetchOnMount: 'always' });
  if (dispute.data) return <LoadedDispute dispute={dispute.data} />;
  if (dispute.error?.status === 404) {
    return <PageHeader title="Dispute not found" description="It doesn’t exist, or you aren’t part of it." />;
  }
  if (dispute.error) return <ErrorState error={dispute.error} onRetry={() => void dispute.refetch()} />;
  return <LoadingState text="Loading the dispute..." />;
}

function LoadedDispute({ dispute }: { dispute: Dispute }) {
  const { user } = useCurrentUser();
  const { label, tone } = disputeStateLabels[dispute.status];
  const back = {
    marketer: { to: `/campaigns/${dispute.campaignId}`, label: 'Back to the campaign' },
    advertiser: { to: `/campaigns/${dispute.campaignId}?tab=proofs`, label: 'Back to the campaign' },
    admin: { to: '/admin?tab=disputes', label: 'Back to disputes' },
  }[user?.userType ?? 'marketer'];
  return (
    <>
      <PageHeader
        title={dispute.side === 'marketer' ? 'Disputed rejection' : 'Disputed approval'}
        eyebrow={dispute.campaignTitle}
        description={
          <>
            <StatusBadge tone={tone}>{label}</StatusBadge> <HelpLink to="disputes" />
          </>
        }
        actions={<Messages dispute={dispute} />}
        back={back}
      />
      <SplitPage
        aside={
          <Panel title="Money">
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

/** The way to the conversation of both sides. Admins may read it while the dispute is open, and say why. */
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
      Message
    </Button>
  );
}

/** Says why the money is held, and since when. */
function Held({ dispute: { pay, openedAt, outcome } }: { dispute: Dispute }) {
  if (outcome) {
    return <p className={classes.text}>The marketer gets {formatMoney(outcome.award)}.</p>;
  }
  return (
    <p className={classes.text}>
      {formatMoney(pay)} has been on hold since <time dateTime={openedAt}>{formatDayTime(openedAt)}</time>,
      and stays on hold until the dispute ends.
    </p>
  );
}

function Deadline({ dispute, dueAt }: { dispute: Dispute; dueAt: string }) {
  const seconds = useSecondsLeft(new Date(dueAt));
  return (
    <p className={classes.deadline}>
      {seconds > 0 ? (
        <>
          <b>
            <time dateTime={dueAt}>{formatCountdown(seconds)}</time>
          </b>{' '}
          left {formatDeadline(dispute)}
        </>
      ) : (
        'Time is up. An administrator decides.'
      )}
    </p>
  );
}
