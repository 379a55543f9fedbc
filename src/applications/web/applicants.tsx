import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/ui/status-badge.tsx';
import { type Application, type ApplicationState, listApplications } from '../contract.ts';
import { ApplicantRejection } from './applicants-rejection.tsx';
import classes from './applicants.module.css';
import { useApplicantDecision } from './use-applicant-decision.ts';

/** Who applied to a campaign, those who wait for an answer first; for the campaign's owner. */
export default function Applicants({ campaign }: { campaign: Campaign }) {
  const applications = useEndpoint(
    listApplications,
    { query: { campaignId: campaign.id } },
    { refetchOnMount: 'always' },
  );
  const { decide, pendingId } = useApplicantDecision();
  const [rejecting, setRejecting] = useState<Application | null>(null);

  if (!applications.data) {
    return applications.isError ? (
      <ErrorState
        error={applications.error}
        title="The applicants could not be loaded"
        onRetry={() => void applications.refetch()}
      />
    ) : (
      <LoadingState text="Loading applicants..." />
    );
  }
  if (applications.data.length === 0) {
    return (
      <EmptyState
        icon={<IconUsers />}
        title="No applicants yet"
        text="Marketers who apply to this campaign appear here for you to approve."
      />
    );
  }
  const { marketersHired, totalMarketersNeeded } = campaign;
  return (
    <>
      <p className={classes.count}>
        {marketersHired} of {totalMarketersNeeded} places are taken.
      </p>
      <ul className={classes.rows}>
        {waitingFirst(applications.data).map((application) => (
          <ApplicantRow
            key={application.id}
            application={application}
            isPending={pendingId !== null}
            onApprove={() => decide(application, 'approved')}
            onReject={() => setRejecting(application)}
          />
        ))}
      </ul>
      <ApplicantRejection
        // A new form for every applicant.
        key={rejecting?.id}
        application={rejecting}
        onClose={() => setRejecting(null)}
        onReject={(application, reason) => {
          setRejecting(null);
          decide(application, 'rejected', reason);
        }}
      />
    </>
  );
}

interface ApplicantRowProps {
  application: Application;
  isPending: boolean;
  onApprove: () => void;
  onReject: () => void;
}

function ApplicantRow({ application, isPending, onApprove, onReject }: ApplicantRowProps) {
  const { marketerName, marketerRating, marketerCity, appliedAt, status, reason, can } = application;
  const { label, tone } = stateWords[status];
  return (
    <li className={classes.row}>
      <Monogram name={marketerName} shape="round" size={44} />
      <div className={classes.words}>
        <div className={classes.top}>
          <span className={classes.name}>{marketerName}</span>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </div>
        <p className={classes.facts}>
          <span>Rating {marketerRating.toFixed(1)}</span>
          <span>{marketerCity ?? 'City not set'}</span>
          <span>Applied {formatDay(appliedAt)}</span>
        </p>
        {reason ? <p className={classes.facts}>Reason: {reason}</p> : null}
      </div>
      <div className={classes.actions}>
        {can.approve ? (
          <Button size="sm" disabled={isPending} onClick={onApprove} aria-label={`Approve ${marketerName}`}>
            Approve
          </Button>
        ) : null}
        {can.reject ? (
          <Button
            size="sm"
            variant="default"
            disabled={isPending}
            onClick={onReject}
            aria-label={`Reject ${marketerName}`}
          >
            Reject
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** As the advertiser sees them. */
const stateWords: Readonly<Record<ApplicationState, { label: string; tone: StatusTone }>> = {
  pending: { label: 'Waiting for you', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** Sorting is stable: within both parts the newest stay first. */
function waitingFirst(applications: readonly Application[]): Application[] {
  const rank = ({ status }: Application) => (status === 'pending' ? 0 : 1);
  return applications.toSorted((one, other) => rank(one) - rank(other));
}
