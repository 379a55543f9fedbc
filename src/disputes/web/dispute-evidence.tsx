import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { listRequiredProof } from '#campaigns/web/campaign-labels.ts';
import { t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { formatDayTime, formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { getProof, type Proof } from '#proofs/contract.ts';
import { formatReviewNotes } from '#proofs/decision-contract.ts';
import { AmendmentFacts, FirstFiles } from '#proofs/web/amendment-facts.tsx';
import { ProofMediaGallery } from '#proofs/web/review/proof-review-media.tsx';
import { SpotCheckFacts } from '#proofs/web/spot-check/spot-check-facts.tsx';
import { CountedSessions } from '#tracking/web/report/counted-sessions.tsx';
import { DisputeTrack } from '#tracking/web/report/dispute-track.tsx';
import { PresenceSignals } from '#tracking/web/report/presence-signals.tsx';
import { PresenceFacts } from '#tracking/web/report/tracking-facts.tsx';
import { TrackReplay } from '#tracking/web/report/track-replay.tsx';
import type { Dispute } from '../contract.ts';
import classes from './dispute.module.css';

export function DisputeEvidence({ dispute }: { dispute: Dispute }) {
  const proof = useEndpoint(getProof, { params: { id: dispute.proofId } }, { refetchOnMount: 'always' });
  const campaign = useEndpoint(getCampaign, { params: { id: dispute.campaignId } });
  if (!proof.data || !campaign.data) {
    const error = proof.error ?? campaign.error;
    if (!error) return <LoadingState text={t('Loading the evidence...')} />;
    const retry = () => {
      void proof.refetch();
      void campaign.refetch();
    };
    return <ErrorState error={error} onRetry={retry} />;
  }
  return (
    <>
      <Terms campaign={campaign.data} proof={proof.data} />
      <ProofPanel proof={proof.data} dispute={dispute} />
    </>
  );
}

/** A funded campaign never changes its money, place or requirements. */
function Terms({ campaign, proof }: { campaign: Campaign; proof: Proof }) {
  const { startTime, timeZone, duration, location, instructions } = campaign;
  return (
    <Panel title={t('Terms')}>
      <dl className={classes.facts}>
        <dt>{t('Campaign')}</dt>
        <dd>
          <Anchor component={Link} to={`/campaigns/${campaign.id}`}>
            {campaign.title}
          </Anchor>
        </dd>
        <dt>{t('Pay')}</dt>
        <dd>{formatMoney(proof.payRate)}</dd>
        {startTime ? (
          <>
            <dt>{t('Start')}</dt>
            <dd>{formatZonedTime(startTime, timeZone)}</dd>
          </>
        ) : null}
        {duration ? (
          <>
            <dt>{t('Duration')}</dt>
            <dd>{formatDuration(duration)}</dd>
          </>
        ) : null}
        {location ? (
          <>
            <dt>{t('Place')}</dt>
            <dd>{location}</dd>
          </>
        ) : null}
        {instructions ? (
          <>
            <dt>{t('Instructions')}</dt>
            <dd>{instructions}</dd>
          </>
        ) : null}
        <dt>{t('Proof')}</dt>
        <dd>
          {listRequiredProof(campaign).map((item) => (
            <div key={item}>{item}</div>
          ))}
        </dd>
      </dl>
    </Panel>
  );
}

function ProofPanel({ proof, dispute }: { proof: Proof; dispute: Dispute }) {
  const { user } = useCurrentUser();
  const name = proof.marketerName || t('Marketer');
  return (
    <Panel title={t('Proof')}>
      <div className={classes.stack}>
        <p className={classes.text}>
          {rich(
            'Sent <time>{sentAt}</time>',
            { time: <time dateTime={proof.submittedAt} /> },
            { sentAt: formatDayTime(proof.submittedAt) },
          )}
          {proof.note ? `\n“${proof.note}”` : ''}
        </p>
        {proof.reviewNotes ? (
          <div>
            <h3 className={classes.subtitle}>{t('Review notes')}</h3>
            <p className={classes.text}>{formatReviewNotes(proof.reviewNotes)}</p>
          </div>
        ) : null}
        {proof.postUrl ? (
          <Anchor href={proof.postUrl} target="_blank" rel="noreferrer nofollow">
            {proof.postUrl}
          </Anchor>
        ) : null}
        <AmendmentFacts proof={proof} />
        <ProofMediaGallery media={proof.media} name={name} />
        <SpotCheckFacts proof={proof} name={name} />
        <FirstFiles proof={proof} name={name} />
        {proof.presence ? (
          <section className={classes.stack} aria-label={t('What was recorded')}>
            <PresenceFacts
              title={<h3 className={classes.subtitle}>{t('What was recorded')}</h3>}
              presence={proof.presence}
              duration={null}
            />
            <CountedSessions sessions={proof.sessions} />
            {user?.userType === 'marketer' ? <TrackReplay sessions={proof.sessions} /> : null}
            {user?.userType === 'admin' && proof.sessionId !== null && dispute.dueAt !== null ? (
              <DisputeTrack sessionId={proof.sessionId} disputeId={dispute.id} />
            ) : null}
            <PresenceSignals
              signals={proof.presence.signals}
              reader={user?.userType === 'marketer' ? 'marketer' : 'reviewer'}
              longestGapSeconds={proof.presence.longestGapSeconds}
            />
            {proof.signsAnswer ? (
              <div>
                <h3 className={classes.subtitle}>{t('{name}’s answer to these signs', { name })}</h3>
                <p className={classes.text}>{proof.signsAnswer}</p>
              </div>
            ) : null}
          </section>
        ) : null}
      </div>
    </Panel>
  );
}
