import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import {
  AdvertiserLive,
  AdvertiserTasks,
  CampaignApplicants,
  CampaignBusinessRatings,
  CampaignKit,
  CampaignLive,
  CampaignMarketerPart,
  CampaignProofs,
  CampaignReport,
} from '#campaigns/web/slots.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { LoadingPart } from '#platform/web/ui/states/settling.tsx';
import { ApplicantRatings } from '#applications/web/slots.ts';
import { DisputeMessages } from '#disputes/web/slots.ts';
import { MarketerRatings, WalletConnection } from '#profiles/web/slots.ts';
import { ProofDispute, ProofRatings } from '#proofs/web/slots.ts';
import { HeaderBell } from './frame/slots.ts';

AdvertiserTasks.fill(
  lazyPart(
    () => import('#notifications/web/tasks/tasks-panel.tsx').then((part) => ({ default: part.TasksPanel })),
    <LoadingPart />,
  ),
);
AdvertiserLive.fill(lazyPart(() => import('#tracking/web/live/all-live.tsx')));
CampaignMarketerPart.fill(lazyPart(() => import('./pages/marketer/campaign-part.tsx')));
CampaignApplicants.fill(lazyPart(() => import('#applications/web/applicants/applicants-tab.tsx')));
CampaignKit.fill(lazyPart(() => import('#applications/web/kit/campaign-kits.tsx')));
CampaignLive.fill(lazyPart(() => import('#tracking/web/live/live-campaign.tsx')));
CampaignProofs.fill(lazyPart(() => import('#proofs/web/review/proof-review-campaign.tsx')));
ProofDispute.fill(lazyPart(() => import('#disputes/web/proof-dispute.tsx'), <LoadingPart />));
DisputeMessages.fill(lazyPart(() => import('#admin/web/reports/read-thread-button.tsx'), null));
CampaignReport.fill(lazyPart(() => import('./pages/report/campaign-report.tsx')));
WalletConnection.fill(lazyPart(() => import('#payments/web/wallet-connection.tsx')));
CampaignBusinessRatings.fill(lazyPart(() => import('#ratings/web/received-ratings.tsx')));
ApplicantRatings.fill(
  lazyPart(
    () => import('#ratings/web/received-ratings.tsx').then((part) => ({ default: part.ApplicantRatings })),
    <LoadingPart />,
  ),
);
MarketerRatings.fill(
  lazyPart(
    () => import('#ratings/web/received-ratings.tsx').then((part) => ({ default: part.MarketerRatings })),
    <LoadingPart />,
  ),
);
ProofRatings.fill(lazyPart(() => import('#ratings/web/rating-invitation.tsx'), <LoadingPart />));
HeaderBell.fill(lazyPart(() => import('#notifications/web/notification-bell.tsx'), null));

/** Has its own Suspense boundary, so that the page around it stays while it loads. */
function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = <LoadingState />,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(load);
  return function LazyPart(props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
