import type { Application } from '#applications/contract.ts';
import { type Campaign, campaignWindow, getCampaign } from '#campaigns/contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { Proof } from '#proofs/contract.ts';
import { SpotCheckNotice, SpotCheckResults } from '#proofs/web/spot-check/spot-check-notice.tsx';
import { TrackingPanel } from '#tracking/web/tracker/panel/tracking-panel.tsx';
import { GigFacts } from './gig-facts.tsx';
import classes from './marketer.module.css';
import { toWork } from './work.ts';

const REFRESH_MS = 15_000;

/** Returns approved wearable work that still accepts a proof, earliest start first. Posts are not tracked. */
export function listTrackableWork(
  applications: readonly Application[],
  proofs: readonly Proof[],
): readonly Application[] {
  return applications
    .filter(
      ({ status, campaign, campaignId }) =>
        status === 'approved' &&
        campaign.campaignType === 'wearable' &&
        campaign.status === 'active' &&
        toWork(campaignId, proofs, []).maySendProof,
    )
    .sort((one, other) => getStartTime(one) - getStartTime(other));
}

export function isTrackable(
  { campaign: { campaignType, startTime, duration } }: Application,
  now: Date,
): boolean {
  if (startTime === null) return false;
  const start = new Date(startTime);
  const { opensAt, closesAt } = campaignWindow({ campaignType, startTime: start, durationMinutes: duration });
  return opensAt <= now && now < closesAt;
}

function getStartTime({ campaign: { startTime } }: Application): number {
  return startTime === null ? Number.POSITIVE_INFINITY : Date.parse(startTime);
}

export function TrackingPanels({ works }: { works: readonly Application[] }) {
  if (works.length === 0) return null;
  return (
    <div className={classes.panels} data-several={works.length > 1 || undefined}>
      {works.map(({ campaignId, id }) => (
        <CampaignTracking key={campaignId} campaignId={campaignId} applicationId={id} />
      ))}
    </div>
  );
}

interface CampaignTrackingProps {
  campaignId: string;
  applicationId: string;
}

function CampaignTracking({ campaignId, applicationId }: CampaignTrackingProps) {
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

/** Returns true between the start and the proof deadline, when the server accepts proof. */
function isProofTime({ startTime, proofDueAt }: Campaign, now: Date): boolean {
  return (
    startTime !== null && new Date(startTime) <= now && (proofDueAt === null || now <= new Date(proofDueAt))
  );
}
