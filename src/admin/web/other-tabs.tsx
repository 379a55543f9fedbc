import type { ComponentType } from 'react';
import { KycReviewQueue } from '#kyc/web/kyc-review-queue.tsx';
import type { AdminTab } from './admin-tabs.ts';
import { AuditPanel } from './audit/audit-panel.tsx';
import { DisputeQueue } from './disputes/dispute-queue.tsx';
import { MoneyPanel } from './money/money-panel.tsx';
import { WeakProofs } from './proofs/weak-proofs.tsx';
import { RatingModeration } from './ratings/rating-moderation.tsx';
import { MessageReports } from './reports/message-reports.tsx';
import { StrikeAppeals } from './strikes/strike-appeals.tsx';
import { TrendsPanel } from './trends/trends-panel.tsx';
import { SocialPanel } from './users/social-panel.tsx';

export type OtherTab = Exclude<AdminTab, 'users'>;

const panels: Readonly<Record<OtherTab, ComponentType>> = {
  trends: TrendsPanel,
  kyc: KycReviewQueue,
  social: SocialPanel,
  money: MoneyPanel,
  proofs: WeakProofs,
  disputes: DisputeQueue,
  strikes: StrikeAppeals,
  ratings: RatingModeration,
  reports: MessageReports,
  audit: AuditPanel,
};

export default function OtherTabPanel({ tab }: { tab: OtherTab }) {
  const Panel = panels[tab];
  return <Panel />;
}
