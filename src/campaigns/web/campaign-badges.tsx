import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Campaign } from '../contract.ts';
import classes from './campaign-page.module.css';
import { closeReasonNames, isFull, kindName, stateNames } from './campaign-words.ts';

/** State, free places and kind of a campaign, in a line. */
export function CampaignBadges({ campaign }: { campaign: Campaign }) {
  const isActive = campaign.status === 'active';
  return (
    <div className={classes.badges}>
      <StatusBadge tone={isActive ? 'positive' : 'neutral'}>
        {campaign.closeReason ? closeReasonNames[campaign.closeReason] : stateNames[campaign.status]}
      </StatusBadge>
      {isActive ? <StatusBadge>{isFull(campaign) ? 'Full' : 'Available'}</StatusBadge> : null}
      <StatusBadge>{kindName(campaign)}</StatusBadge>
    </div>
  );
}
