import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { listApplications } from '#applications/contract.ts';
import { useApply } from '#applications/web/use-apply.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { listProofs } from '#proofs/contract.ts';
import { ApplicationStep, ApplyStep } from './application-steps.tsx';
import classes from './marketer.module.css';
import { WorkSteps } from './work-steps.tsx';

/** On a campaign's page: where a marketer stands with it and what they can do next. Nothing for other roles. */
export default function CampaignMarketerPart({ campaign }: { campaign: Campaign }) {
  const { user } = useCurrentUser();
  if (user === undefined) return null;
  if (user === null) return <SignedOutStep campaign={campaign} />;
  return user.userType === 'marketer' ? <MarketerSteps campaign={campaign} /> : null;
}

function SignedOutStep({ campaign }: { campaign: Campaign }) {
  const applying = useApply();
  return <ApplyStep campaign={campaign} userType={null} applying={applying} />;
}

function MarketerSteps({ campaign }: { campaign: Campaign }) {
  const query = { query: { campaignId: campaign.id } };
  const applications = useEndpoint(listApplications, query, { refetchOnMount: 'always' });
  const proofs = useEndpoint(listProofs, query, { refetchOnMount: 'always' });
  const applying = useApply();

  if (!applications.data || !proofs.data) {
    const error = applications.error ?? proofs.error;
    if (!error) return <LoadingState />;
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void applications.refetch();
          void proofs.refetch();
        }}
      />
    );
  }
  const [application] = applications.data;
  return (
    <div className={classes.steps}>
      {application ? (
        <>
          <ApplicationStep application={application} hasProof={proofs.data.length > 0} />
          {application.status === 'approved' ? <WorkSteps campaign={campaign} proofs={proofs.data} /> : null}
        </>
      ) : (
        <ApplyStep campaign={campaign} userType="marketer" applying={applying} />
      )}
      {applying.modals}
    </div>
  );
}
