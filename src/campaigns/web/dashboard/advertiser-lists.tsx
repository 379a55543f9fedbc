import { Button } from '@mantine/core';
import { IconArchive, IconFileText } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { OwnCampaign } from '../../contract.ts';
import { PlacesBar, CampaignRow, CampaignRows, ViewButton } from './campaign-rows.tsx';
import { closeReasonNames, formatCampaignTitle, isClosing } from '../campaign-labels.ts';
import { CopyButton } from '../page/copy-button.tsx';
import { DraftBadge, DraftNote } from '../form/draft-state.tsx';

interface ListProps {
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
        >
          <PlacesBar campaign={campaign} />
        </CampaignRow>
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

export function DraftCampaigns({ campaigns }: ListProps) {
  if (campaigns.length === 0) {
    return (
      <EmptyState
        icon={<IconFileText />}
        title={t('No drafts')}
        text={t('Campaigns you haven’t funded yet appear here.')}
        action={<CreateButton />}
      />
    );
  }
  return (
    <CampaignRows campaigns={campaigns}>
      {(campaign) => <DraftRow key={campaign.id} campaign={campaign} />}
    </CampaignRows>
  );
}

/** A draft offers funding if it is ready, and editing if it is incomplete or its start has passed. */
function DraftRow({ campaign }: { campaign: OwnCampaign }) {
  const { id, can } = campaign;
  const title = formatCampaignTitle(campaign);
  return (
    <CampaignRow
      campaign={campaign}
      badge={<DraftBadge campaign={campaign} />}
      actions={
        <>
          {can.fund ? (
            <Button
              component={Link}
              to={`/campaign/${id}/payment`}
              size="sm"
              aria-label={t('Fund Campaign: {title}', { title })}
            >
              {t('Fund Campaign')}
            </Button>
          ) : null}
          {can.edit ? (
            <Button
              component={Link}
              to={`/campaigns/${id}`}
              variant="default"
              size="sm"
              aria-label={t('Edit {title}', { title })}
            >
              {t('Edit')}
            </Button>
          ) : (
            <ViewButton id={id} title={title} />
          )}
          <CopyButton campaign={campaign} size="sm" />
        </>
      }
    >
      <DraftNote campaign={campaign} />
    </CampaignRow>
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

function CreateButton() {
  return (
    <Button component={Link} to="/create-campaign" variant="default">
      {t('Create New Campaign')}
    </Button>
  );
}
