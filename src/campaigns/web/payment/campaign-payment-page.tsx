import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { Leave } from '#auth/web/browser-navigation.ts';
import { msg, t } from '#kernel/text.ts';
import type { CallError } from '#platform/web/call.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatZonedDateTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel, SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { type Campaign, getCampaign } from '../../contract.ts';
import { getEscrowStatus } from '../../funding-contract.ts';
import { Fact, Facts } from '../page/campaign-facts.tsx';
import {
  formatCampaignDuration,
  formatCampaignTitle,
  formatPayUnit,
  stateNames,
} from '../campaign-labels.ts';
import { FailedPayment, PaymentPanel, ToDashboard } from './payment-panels.tsx';
import { useWalletReturn } from './use-wallet-return.ts';

export const handle: PageHandle = { roles: ['advertiser'] };
export const meta = pageMeta(msg('Fund your campaign'));

export default function CampaignPaymentRoute() {
  const { id = '' } = useParams();
  // The key resets the payment's state when the user opens another campaign.
  return <CampaignPaymentPage id={id} key={id} />;
}

interface CampaignPaymentPageProps {
  id: string;
  leave?: Leave;
}

/** Always refetch: after a reload during the payment the user must not be asked to pay again. */
const alwaysPresent = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;

export function CampaignPaymentPage({ id, leave }: CampaignPaymentPageProps) {
  const campaign = useEndpoint(getCampaign, { params: { id } }, alwaysPresent);
  const escrow = useEndpoint(getEscrowStatus, { params: { id } }, alwaysPresent);
  const wallet = useWalletReturn(id, 'funding');

  const failed = campaign.error ?? escrow.error;
  if (failed && isNotTheirs(failed)) return <NotFound />;
  if (failed) {
    const retry = () => void Promise.all([campaign.refetch(), escrow.refetch()]);
    return <ErrorState error={failed} onRetry={retry} action={<ToDashboard />} />;
  }
  if (wallet.state.step === 'processing') return <LoadingState text={t('Processing your payment...')} />;
  if (!campaign.data || !escrow.data) return <LoadingState />;
  const { data } = campaign;
  return (
    <>
      <PageHeader
        title={t('Fund your campaign')}
        eyebrow={formatCampaignTitle(data)}
        back={{ to: '/advertiser', label: t('Back to Dashboard') }}
      />
      <SplitPage
        aside={
          wallet.state.step === 'failed' ? (
            <FailedPayment failure={wallet.state.failure} onAgain={wallet.again} onRestart={wallet.restart} />
          ) : (
            <PaymentPanel
              campaign={data}
              escrow={escrow.data}
              isJustFunded={wallet.state.step === 'paid'}
              onApproved={wallet.approved}
              onCancelled={wallet.cancelled}
              {...(leave ? { leave } : {})}
            />
          )
        }
      >
        <CampaignSummary campaign={data} />
      </SplitPage>
    </>
  );
}

function CampaignSummary({ campaign }: { campaign: Campaign }) {
  return (
    <Panel
      title={t('Campaign summary')}
      aside={
        <StatusBadge tone={campaign.status === 'active' ? 'positive' : 'neutral'}>
          {t(stateNames[campaign.status])}
        </StatusBadge>
      }
    >
      <Facts>
        <Fact name={t('Title')}>{campaign.title || t('Not set')}</Fact>
        <Fact name={t('Company')}>{campaign.company || t('Not set')}</Fact>
        <Fact name={t('Location')}>{campaign.location || t('Not set')}</Fact>
        <Fact name={t('Start time')}>
          {campaign.startTime ? (
            <time dateTime={campaign.startTime}>
              {formatZonedDateTime(campaign.startTime, campaign.timeZone)}
            </time>
          ) : (
            t('Not set')
          )}
        </Fact>
        <Fact name={t('Duration')}>{durationFact(campaign)}</Fact>
        <Fact name={t('Pay rate per {payUnit}', { payUnit: formatPayUnit(campaign.campaignType) })}>
          <Money amount={campaign.payRate} />
        </Fact>
        <Fact name={t('Marketers needed')}>{campaign.totalMarketersNeeded}</Fact>
      </Facts>
    </Panel>
  );
}

function NotFound() {
  return (
    <PageHeader
      title={t('Campaign Not Found')}
      description={t('This campaign doesn’t exist or isn’t yours.')}
      actions={
        <Button component={Link} to="/advertiser">
          {t('Return to dashboard')}
        </Button>
      }
    />
  );
}

/** 404 is another user's campaign, 403 another role. The user sees the same page for both. */
function isNotTheirs(error: CallError): boolean {
  return error.status === 404 || error.status === 403;
}

function durationFact(campaign: Campaign): string {
  if (campaign.duration) return t('{minutes} minutes', { minutes: campaign.duration });
  return campaign.campaignType === 'social' ? formatCampaignDuration(campaign) : t('Not set');
}
