import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import type { Campaign } from '../../contract.ts';
import { formatCampaignTitle } from '../campaign-labels.ts';

interface CopyButtonProps {
  campaign: Pick<Campaign, 'id' | 'title'>;
  size?: 'sm';
}

export function CopyButton({ campaign, size }: CopyButtonProps) {
  return (
    <Button
      component={Link}
      to={`/create-campaign?copy=${campaign.id}`}
      variant="default"
      leftSection={<IconCopy size={18} aria-hidden />}
      aria-label={t('Copy {campaignTitle}', { campaignTitle: formatCampaignTitle(campaign) })}
      {...(size ? { size } : {})}
    >
      {t('Copy')}
    </Button>
  );
}
