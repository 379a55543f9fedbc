import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Application } from '#applications/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import type { Proof } from '#proofs/contract.ts';
import { TrackingPanel } from '#tracking/web/tracking-panel.tsx';
import classes from './marketer.module.css';

interface TrackingPanelsProps {
  applications: readonly Application[];
  proofs: readonly Proof[];
}

/** One panel for each piece of work that is approved and not proven yet; posts need no position. */
export function TrackingPanels({ applications, proofs }: TrackingPanelsProps) {
  const proven = new Set(
    proofs.filter(({ status }) => status !== 'rejected').map(({ campaignId }) => campaignId),
  );
  const open = applications.filter(
    ({ status, campaign, campaignId }) =>
      status === 'approved' &&
      campaign.campaignType === 'wearable' &&
      campaign.status === 'active' &&
      !proven.has(campaignId),
  );
  if (open.length === 0) return null;
  return (
    <div className={classes.panels} data-several={open.length > 1 || undefined}>
      {open.map(({ campaignId }) => (
        <CampaignTracking key={campaignId} campaignId={campaignId} />
      ))}
    </div>
  );
}

function CampaignTracking({ campaignId }: { campaignId: string }) {
  const { data: campaign, error, refetch } = useEndpoint(getCampaign, { params: { id: campaignId } });
  if (campaign) {
    return (
      <TrackingPanel
        campaign={campaign}
        linksToCampaign
        actions={
          <Button
            component={Link}
            to={`/campaigns/${campaignId}`}
            variant="default"
            fullWidth
            leftSection={<IconCamera size={18} aria-hidden />}
          >
            Add proof
          </Button>
        }
      />
    );
  }
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
}
