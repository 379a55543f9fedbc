import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { OwnCampaign } from '../../contract.ts';
import { PlacesBar, CampaignRow, CampaignRows, ViewButton } from './campaign-rows.tsx';
import { closeReasonNames, isClosing } from '../campaign-labels.ts';
import { CopyButton } from '../page/copy-button.tsx';

export interface ListProps {
  campaigns: readonly OwnCampaign[];
}

export function ActiveCampaigns({ campaigns }: ListProps) {
  if (campaigns.length === 0) {
    return (
      <EmptyState
        drawing="shirt"
        title={t('No active campaigns')}
        text={t('Marketers can apply as soon as you fund a campaign.')}
        action={<CreateButton />}
      />
    );
  }
  return (
    <CampaignRows campaigns={campaigns}>
      {(campaign) => (
        <CampaignRow
          key={campaign.id}
          campaign={campaign}
          badge={<ActiveBadge campaign={campaign} />}
          actions={<ViewAndCopy campaign={campaign} />}
          places={<PlacesBar campaign={campaign} />}
        />
      )}
    </CampaignRows>
  );
}

function ActiveBadge({ campaign }: { campaign: OwnCampaign }) {
  if (isClosing(campaign)) return <StatusBadge tone="waiting">{t('Closing')}</StatusBadge>;
  if (campaign.pausedSince !== null) return <StatusBadge tone="waiting">{t('Paused')}</StatusBadge>;
  return <StatusBadge tone="positive">{t('Active', { context: 'campaign' })}</StatusBadge>;
}

export function CompletedCampaigns({ campaigns }: ListProps) {
  if (campaigns.length === 0) {
    return (
      <EmptyState
        icon={<IconArchive />}
        title={t('No completed campaigns yet')}
        text={t('Campaigns move here once they end and every proof is decided.')}
      />
    );
  }
  return (
    <CampaignRows campaigns={campaigns}>
      {(campaign) => (
        <CampaignRow
          key={campaign.id}
          campaign={campaign}
          badge={
            <StatusBadge>
              {campaign.closeReason
                ? t(closeReasonNames[campaign.closeReason])
                : t('Completed', { context: 'campaign' })}
            </StatusBadge>
          }
          actions={<ViewAndCopy campaign={campaign} />}
        />
      )}
    </CampaignRows>
  );
}

function ViewAndCopy({ campaign }: { campaign: OwnCampaign }) {
  return (
    <>
      <ViewButton id={campaign.id} title={campaign.title} />
      <CopyButton campaign={campaign} size="sm" />
    </>
  );
}

export function CreateButton() {
  return (
    <Button component={Link} to="/create-campaign" variant="default">
      {t('Create New Campaign')}
    </Button>
  );
}
