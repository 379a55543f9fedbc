import { Text } from '@mantine/core';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { apply, listApplications } from '#applications/contract.ts';
import { OwnInvitationPanel } from '#applications/web/invitations/own-invitation.tsx';
import { OwnKit } from '#applications/web/kit/own-kit.tsx';
import { useApply } from '#applications/web/use-apply.tsx';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { useEndedMutationCount, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { useFocusAfterEachCall } from '#platform/web/ui/use-focus-after.ts';
import { listProofs } from '#proofs/contract.ts';
import { SpotCheckNotice } from '#proofs/web/spot-check/spot-check-notice.tsx';
import { RatingExchanges } from '#ratings/web/rating-exchanges.tsx';
import { ApplicationStep, ApplyNeeds, ApplyStep } from './application-steps.tsx';
import classes from './marketer.module.css';
import { WorkSteps } from './work-steps.tsx';
import { toWork } from './work.ts';

/** Users who cannot apply read why. */
export default function CampaignMarketerPart({ campaign }: { campaign: Campaign }) {
  const { user } = useCurrentUser();
  if (user === undefined) return null;
  if (user === null) return <SignedOutStep campaign={campaign} />;
  return user.userType === 'marketer' ? <MarketerSteps campaign={campaign} /> : <NonMarketerHint />;
}

function NonMarketerHint() {
  return (
    <Text c="dimmed" size="sm">
      {t('Only marketers apply.')}
    </Text>
  );
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
  // Apply Now disappears after the user applies, so the focus moves to the steps that replace it.
  const place = useFocusAfterEachCall<HTMLElement>(useEndedMutationCount(apply));

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
    <section
      className={classes.steps}
      ref={place}
      tabIndex={-1}
      aria-label={t('Your part in {title}', { title: campaign.title })}
    >
      {application ? (
        <>
          {application.status === 'approved' ? <SpotCheckNotice campaign={campaign} /> : null}
          <ApplicationStep application={application} work={toWork(campaign.id, proofs.data, [])} />
          {application.status === 'approved' ? (
            <>
              {/* Without proof there is nothing to rate. */}
              {proofs.data.length > 0 ? <RatingExchanges campaignId={campaign.id} /> : null}
              {campaign.kitWay ? <OwnKit applicationId={application.id} /> : null}
              <WorkSteps campaign={campaign} proofs={proofs.data} />
            </>
          ) : null}
        </>
      ) : (
        <OwnInvitationPanel campaign={campaign} applying={applying} hint={<ApplyNeeds />}>
          <ApplyStep campaign={campaign} userType="marketer" applying={applying} />
        </OwnInvitationPanel>
      )}
      {applying.modals}
    </section>
  );
}
