import { lazy, Suspense } from 'react';
import type { Application } from '#applications/contract.ts';
import { campaignWindow, getCampaign } from '#campaigns/contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { Proof } from '#proofs/contract.ts';
import classes from './marketer.module.css';
import { toWork } from './work.ts';

/** Lazy: only a marketer with approved work needs the map and the camera. */
const CampaignTracking = lazy(() => import('./campaign-tracking.tsx'));

/** Approved wearable work that still accepts a proof, earliest start first. */
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
      {works.map((work) => (
        <TrackedWork work={work} key={work.campaignId} />
      ))}
    </div>
  );
}

function TrackedWork({ work: { campaignId, id } }: { work: Application }) {
  // The panel reads it. Asked here, it loads at the same time as the panel's code.
  useEndpoint(getCampaign, { params: { id: campaignId } });
  return (
    <Suspense fallback={<LoadingState />}>
      <CampaignTracking campaignId={campaignId} applicationId={id} />
    </Suspense>
  );
}
