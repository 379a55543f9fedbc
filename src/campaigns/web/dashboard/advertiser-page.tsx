import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingPart } from '#platform/web/ui/states/settling.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { SplitPage } from '#platform/web/ui/layout/panel.tsx';
import type { OwnCampaign } from '../../contract.ts';
import { AdvertiserChecklist } from './advertiser-checklist.tsx';
import { AdvertiserFigures, useAdvertiserStats } from './advertiser-figures.tsx';
import { ActiveCampaigns, CompletedCampaigns } from './advertiser-lists.tsx';
import { AdvertiserProfile, QuickActions } from './advertiser-panels.tsx';
import tabClasses from '../page/campaign-tabs.module.css';
import { hasUnsavedForm } from '../form/unsaved/unsaved-form-key.ts';
import { AdvertiserLive, AdvertiserTasks } from '../slots.ts';
import { LiveCampaigns } from './live-campaigns.tsx';
import { useOwnCampaigns } from '../use-own-campaigns.ts';
import { SpendingChart } from './spending-chart.tsx';

export const handle: PageHandle = { roles: ['advertiser'], appearsAtOnce: true };
export const meta = pageMeta(msg('Advertiser dashboard'));

/** Lazy, because they need the whole campaign form to know what is missing. */
const DraftCampaigns = lazy(() => import('./draft-campaigns.tsx'));
const UnsavedCampaignNotice = lazy(() => import('../form/unsaved/unsaved-campaign-notice.tsx'));

const tabs = ['active', 'live', 'completed', 'drafts'] as const;

export default function AdvertiserPage() {
  const { user } = useCurrentUser();
  const stats = useAdvertiserStats();
  const campaigns = useOwnCampaigns({ refetchOnMount: 'always' });
  const wearable = (campaigns.data ?? []).filter(
    ({ campaignType, status }) => campaignType === 'wearable' && status === 'active',
  );
  return (
    <>
      <PageHeader
        title={t('Advertiser dashboard')}
        actions={
          <Button component={Link} to="/create-campaign" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('Create New Campaign')}
          </Button>
        }
      />
      {user && hasUnsavedForm('new') ? (
        <Suspense fallback={<LoadingPart />}>
          <UnsavedCampaignNotice account={user.id} />
        </Suspense>
      ) : null}
      <AdvertiserTasks />
      {user && campaigns.data && stats.data ? (
        <AdvertiserChecklist user={user} campaigns={campaigns.data} teamMembers={stats.data.teamMembers} />
      ) : null}
      {campaigns.data && wearable.length > 0 ? (
        <div className={tabClasses.live}>
          <AdvertiserLive campaigns={wearable} />
        </div>
      ) : null}
      <AdvertiserFigures />
      <SplitPage
        aside={
          <div className={tabClasses.stack}>
            {user ? <AdvertiserProfile user={user} teamMembers={stats.data?.teamMembers ?? 1} /> : null}
            <QuickActions />
          </div>
        }
      >
        {campaigns.data ? (
          <div className={tabClasses.stack}>
            <CampaignTabs campaigns={campaigns.data} />
            <SpendingChart />
          </div>
        ) : campaigns.isError ? (
          <ErrorState
            error={campaigns.error}
            title={t('Your campaigns could not be loaded')}
            onRetry={() => void campaigns.refetch()}
          />
        ) : (
          <LoadingState text={t('Loading your campaigns...')} />
        )}
      </SplitPage>
    </>
  );
}

function CampaignTabs({ campaigns }: { campaigns: readonly OwnCampaign[] }) {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'active';
  const active = campaigns.filter(({ status }) => status === 'active');
  const completed = campaigns.filter(({ status }) => status === 'completed');
  const drafts = campaigns.filter(({ status }) => status === 'draft');
  const live = active.reduce((sum, { liveMarketers }) => sum + liveMarketers, 0);
  return (
    <Tabs
      value={tab}
      onChange={(next) => setSearch(next && next !== 'active' ? { tab: next } : {}, { replace: true })}
      keepMounted={false}
      classNames={{ list: `${tabClasses.list} ${tabClasses.pairs}`, tab: tabClasses.tab ?? '' }}
    >
      <Tabs.List aria-label={t('Campaigns')}>
        <Tabs.Tab value="active">{t('Active ({count})', { count: active.length })}</Tabs.Tab>
        <Tabs.Tab value="live">
          {live > 0 ? t('Live Tracking ({count})', { count: live }) : t('Live Tracking')}
        </Tabs.Tab>
        <Tabs.Tab value="completed">{t('Completed ({count})', { count: completed.length })}</Tabs.Tab>
        <Tabs.Tab value="drafts">{t('Drafts ({count})', { count: drafts.length })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="active">
        <ActiveCampaigns campaigns={active} />
      </Tabs.Panel>
      <Tabs.Panel value="live">
        <LiveCampaigns campaigns={active} />
      </Tabs.Panel>
      <Tabs.Panel value="completed">
        <CompletedCampaigns campaigns={completed} />
      </Tabs.Panel>
      <Tabs.Panel value="drafts">
        <Suspense fallback={<LoadingState />}>
          <DraftCampaigns campaigns={drafts} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
