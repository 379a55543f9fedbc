import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { SpotCheckNotice, SpotCheckResults } from '#proofs/web/spot-check/spot-check-notice.tsx';
import { TrackingPanel } from '#tracking/web/tracker/panel/tracking-panel.tsx';
import { GigFacts } from './gig-facts.tsx';
import classes from './marketer.module.css';

const REFRESH_MS = 15_000;

interface CampaignTrackingProps {
  campaignId: string;
  applicationId: string;
}

export default function CampaignTracking({ campaignId, applicationId }: CampaignTrackingProps) {
  const { data: campaign, error, refetch } = useEndpoint(getCampaign, { params: { id: campaignId } });
  const now = useNow(REFRESH_MS);
  if (campaign) {
    return (
      <div className={classes.work}>
        <SpotCheckNotice campaign={campaign} />
        <SpotCheckResults campaign={campaign} />
        <TrackingPanel
          campaign={campaign}
          summary={<GigFacts campaign={campaign} applicationId={applicationId} />}
          proofAddress={isProofTime(campaign, now) ? `/campaigns/${campaignId}` : undefined}
        />
      </div>
    );
  }
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
}

/** Between the start and the proof deadline, the server accepts proof. */
function isProofTime({ startTime, proofDueAt }: Campaign, now: Date): boolean {
  return (
    startTime !== null && new Date(startTime) <= now && (proofDueAt === null || now <= new Date(proofDueAt))
  );
}
