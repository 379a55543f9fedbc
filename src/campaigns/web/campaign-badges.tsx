import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Campaign } from '../contract.ts';
import classes from './page/campaign-page.module.css';
import { closeReasonNames, isClosing, isFull, campaignTypeLabel, stateNames } from './campaign-labels.ts';

export function CampaignBadges({ campaign }: { campaign: Campaign }) {
  const isOpen = campaign.status === 'active' && !isClosing(campaign);
  return (
    <div className={classes.badges}>
      {isClosing(campaign) ? (
        <StatusBadge tone="waiting">Closing</StatusBadge>
      ) : (
        <StatusBadge tone={isOpen ? 'positive' : 'neutral'}>
          {campaign.closeReason ? closeReasonNames[campaign.closeReason] : stateNames[campaign.status]}
        </StatusBadge>
      )}
      {isOpen ? <StatusBadge>{openLabel(campaign)}</StatusBadge> : null}
      <StatusBadge>{campaignTypeLabel(campaign)}</StatusBadge>
    </div>
  );
}

function openLabel(campaign: Campaign): string {
  if (campaign.disputedSince !== null) return 'Payment disputed';
  return isFull(campaign) ? 'Full' : 'Available';
}
