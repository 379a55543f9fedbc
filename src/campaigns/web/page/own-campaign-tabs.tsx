import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t } from '#kernel/text.ts';
import { useActiveTabInView } from '#platform/web/ui/use-active-tab-in-view.ts';
import panel from '#platform/web/ui/layout/panel.module.css';
import row from '#platform/web/ui/layout/scrolling-row.module.css';
import type { Campaign } from '../../contract.ts';
import { CampaignClosingPanel } from './campaign-closing.tsx';
import { CampaignPausing } from './campaign-pausing.tsx';
import { CampaignLedger } from './campaign-ledger.tsx';
import { CampaignOffer, CampaignOverview } from './campaign-overview.tsx';
import { ShortfallPanel } from '../payment/shortfall-panel.tsx';
import classes from './campaign-tabs.module.css';
import { CampaignApplicants, CampaignKit, CampaignLive, CampaignProofs, CampaignReport } from '../slots.ts';

const tabs = ['overview', 'applicants', 'kit', 'live', 'proofs', 'money', 'report'] as const;

export function OwnCampaignTabs({ campaign }: { campaign: Campaign }) {
  const [search, setSearch] = useSearchParams();
  const isTracked = campaign.campaignType === 'wearable';
  const asked = tabs.find((name) => name === search.get('tab')) ?? 'overview';
  const hasKit = campaign.kitWay !== null;
  const isMissing = (asked === 'live' && !isTracked) || (asked === 'kit' && !hasKit);
  const tab = isMissing ? 'overview' : asked;
  const list = useActiveTabInView(tab);
  return (
    <Tabs
      value={tab}
      onChange={(next) => setSearch(next && next !== 'overview' ? { tab: next } : {}, { replace: true })}
      keepMounted={false}
      classNames={{ list: `${row.row} ${classes.line}`, tab: classes.tab ?? '' }}
    >
      <Tabs.List aria-label={t('Campaign')} ref={list}>
        <Tabs.Tab value="overview">{t('Overview')}</Tabs.Tab>
        <Tabs.Tab value="applicants">
          {t('Applicants ({count})', { count: campaign.applicationsCount })}
        </Tabs.Tab>
        {hasKit ? <Tabs.Tab value="kit">{t('Kit')}</Tabs.Tab> : null}
        {isTracked ? <Tabs.Tab value="live">{t('Live tracking')}</Tabs.Tab> : null}
        <Tabs.Tab value="proofs">{t('Proofs')}</Tabs.Tab>
        <Tabs.Tab value="money">{t('Money')}</Tabs.Tab>
        <Tabs.Tab value="report">{t('Report')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">
        <div className={classes.stack}>
          <ShortfallPanel campaignId={campaign.id} />
          <div className={classes.overview}>
            <div className={panel.aside}>
              <CampaignOffer campaign={campaign} />
            </div>
            <div className={classes.details}>
              <CampaignOverview campaign={campaign} />
            </div>
            <div className={`${panel.aside} ${classes.stack}`}>
              <CampaignPausing campaign={campaign} />
              <CampaignClosingPanel campaign={campaign} />
            </div>
          </div>
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="applicants">
        <CampaignApplicants campaign={campaign} />
      </Tabs.Panel>
      {hasKit ? (
        <Tabs.Panel value="kit">
          <CampaignKit campaign={campaign} />
        </Tabs.Panel>
      ) : null}
      {isTracked ? (
        <Tabs.Panel value="live">
          <CampaignLive campaign={campaign} />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="proofs">
        <CampaignProofs campaign={campaign} />
      </Tabs.Panel>
      <Tabs.Panel value="money">
        <CampaignLedger id={campaign.id} />
      </Tabs.Panel>
      <Tabs.Panel value="report">
        <CampaignReport campaign={campaign} />
      </Tabs.Panel>
    </Tabs>
  );
}
