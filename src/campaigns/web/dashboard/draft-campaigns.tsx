import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import type { OwnCampaign } from '../../contract.ts';
import { formatCampaignTitle } from '../campaign-labels.ts';
import { DraftBadge, DraftNote } from '../form/draft-state.tsx';
import { CopyButton } from '../page/copy-button.tsx';
import { CreateButton, type ListProps } from './advertiser-lists.tsx';
import { CampaignRow, CampaignRows, ViewButton } from './campaign-rows.tsx';

export default function DraftCampaigns({ campaigns }: ListProps) {
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
