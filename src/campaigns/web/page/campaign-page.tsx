import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { type Campaign, getCampaign } from '../../contract.ts';
import {
  formatCampaignTitle,
  formatCampaignType,
  closeReasonNames,
  isClosing,
  isFull,
  stateNames,
} from '../campaign-labels.ts';
import { CampaignLogo } from '../campaign-logo.tsx';
import { CampaignOffer, CampaignOverview } from './campaign-overview.tsx';
import classes from './campaign-page.module.css';
import { CopyButton } from './copy-button.tsx';
import { CampaignBusinessRatings, CampaignMarketerPart } from '../slots.ts';

/** Visitors and marketers need neither. */
const EditCampaign = lazy(async () => ({
  default: (await import('../form/edit-campaign.tsx')).EditCampaign,
}));
const OwnCampaignTabs = lazy(async () => ({
  default: (await import('./own-campaign-tabs.tsx')).OwnCampaignTabs,
}));

export const handle: PageHandle = { visitors: true, appearsAtOnce: true };
export const meta = pageMeta(msg('Campaign'));

export default function CampaignRoute() {
  const { id = '' } = useParams();
  // The key resets forms and tabs when the user opens another campaign.
  return <CampaignPage id={id} key={id} />;
}

export function CampaignPage({ id }: { id: string }) {
  const campaign = useEndpoint(getCampaign, { params: { id } }, { refetchOnMount: 'always' });
  const { user } = useCurrentUser();
  const back = getBackLink(user);
  const [search] = useSearchParams();
  // not for users
  useDocumentTitle(campaign.data?.title ? `${campaign.data.title} · Promenade` : '');

  if (campaign.error?.status === 404) {
    return (
      <PageHeader
        title={t('Campaign Not Found')}
        description={t('This campaign doesn’t exist or isn’t public yet.')}
        actions={
          <Button component={Link} to={back.to}>
            {back.label}
          </Button>
        }
      />
    );
  }
  if (!campaign.data) {
    return campaign.isError ? (
      <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />
    ) : (
      <LoadingState text={t('Loading campaign...')} />
    );
  }
  const { data } = campaign;
  if (data.can.edit) {
    // The form keeps its first values, which must not come from the cache of an earlier visit.
    return campaign.isFetchedAfterMount ? (
      <Suspense fallback={<LoadingState />}>
        <EditCampaign campaign={data} />
      </Suspense>
    ) : (
      <LoadingState />
    );
  }
  return (
    <>
      <PageHeader
        title={formatCampaignTitle(data)}
        eyebrow={data.company}
        picture={<CampaignLogo campaign={data} size={64} />}
        back={back}
        isCompact={data.can.review && search.has('tab')}
        description={<CampaignBadges campaign={data} />}
        actions={data.can.review ? <CopyButton campaign={data} /> : null}
      />
      {data.can.review ? (
        <Suspense fallback={<LoadingState />}>
          <OwnCampaignTabs campaign={data} />
        </Suspense>
      ) : (
        <PublicView campaign={data} />
      )}
    </>
  );
}

function CampaignBadges({ campaign }: { campaign: Campaign }) {
  const isOpen = campaign.status === 'active' && !isClosing(campaign);
  const openness = formatOpenness(campaign);
  return (
    <div className={classes.badges}>
      {isClosing(campaign) ? (
        <StatusBadge tone="waiting">{t('Closing')}</StatusBadge>
      ) : (
        <StatusBadge tone={isOpen ? 'positive' : 'neutral'}>
          {campaign.closeReason ? t(closeReasonNames[campaign.closeReason]) : t(stateNames[campaign.status])}
        </StatusBadge>
      )}
      {isOpen && openness ? <StatusBadge>{openness}</StatusBadge> : null}
      <StatusBadge>{formatCampaignType(campaign)}</StatusBadge>
    </div>
  );
}

/** Null for its own business, which sees the places taken on the same page. */
function formatOpenness(campaign: Campaign): string | null {
  if (campaign.chargebackSince !== null) return t('Payment disputed');
  if (campaign.pausedSince !== null) return t('Paused');
  if (isFull(campaign)) return t('Full');
  return campaign.can.review ? null : t('Available');
}

function PublicView({ campaign }: { campaign: Campaign }) {
  return (
    <div className={classes.public}>
      <aside className={classes.stack}>
        <CampaignOffer campaign={campaign} />
        <CampaignMarketerPart campaign={campaign} />
      </aside>
      <div className={classes.stack}>
        <CampaignOverview campaign={campaign} />
        <CampaignBusinessRatings campaign={campaign} />
      </div>
    </div>
  );
}

/** Signed-out users go home, because the marketplace requires sign-in. */
function getBackLink(user: CurrentUser | null | undefined) {
  if (user === null) return { to: '/', label: t('Go home') };
  return user?.userType === 'advertiser'
    ? { to: '/advertiser', label: t('Back to Dashboard') }
    : { to: '/marketplace', label: t('Back to marketplace') };
}
