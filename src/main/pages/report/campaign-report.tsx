import { Button } from '@mantine/core';
import { IconDownload, IconPrinter, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { fillPath } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { formatDay, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { listProofs } from '#proofs/contract.ts';
import { RatingExchanges } from '#ratings/web/rating-exchanges.tsx';
import {
  type CampaignReport as Report,
  downloadReportCsv,
  downloadReportPdf,
  getCampaignReport,
} from '#reports/contract.ts';
import { EstimatePanel } from '#reports/web/estimate-panel.tsx';
import classes from '#reports/web/report.module.css';
import { KeyFigures, ReportMoney, ReportPlaces, ReportTerms } from '#reports/web/report-parts.tsx';
import { ShareModal } from '#reports/web/share-modal.tsx';
import { PresenceHeat } from '#tracking/web/report/presence-heat.tsx';
import { ReportCharts } from './report-charts.tsx';
import { ReportGallery } from './report-gallery.tsx';
import { ReportProofs } from './report-proofs.tsx';

export default function CampaignReport({ campaign }: { campaign: Campaign }) {
  const proofs = useAllPages(
    listProofs,
    { query: { campaignId: campaign.id } },
    { refetchOnMount: 'always' },
  );
  const report = useEndpoint(
    getCampaignReport,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );

  if (!proofs.data || !report.data) {
    const error = proofs.error ?? report.error;
    if (!error) return <LoadingState text={t('Loading the report...')} />;
    return (
      <ErrorState
        error={error}
        title={t('The report could not be loaded')}
        onRetry={() => void Promise.all([proofs, report].map((read) => read.refetch()))}
      />
    );
  }
  const isTracked = campaign.campaignType === 'wearable';
  return (
    <article
      className={classes.report}
      data-report
      aria-label={t('Report on {title}', { title: campaign.title })}
    >
      <Top campaign={campaign} report={report.data} />
      <KeyFigures report={report.data} />
      {isTracked ? <PresenceHeat campaign={campaign} cells={report.data.heat?.cells} /> : null}
      <EstimatePanel report={report.data} canEdit={campaign.can.review} />
      <ReportTerms report={report.data} />
      <div className={classes.columns}>
        <ReportPlaces report={report.data} />
        <ReportMoney report={report.data} />
      </div>
      <ReportCharts campaign={campaign} report={report.data} />
      <ReportGallery campaign={campaign} proofs={proofs.data} />
      <RatingExchanges campaignId={campaign.id} title={t('Ratings')} />
      <ReportProofs campaign={campaign} proofs={proofs.data} work={report.data.work} />
      {isTracked ? (
        <p className={classes.note}>
          {t(
            'Times and distances come from the marketers’ phones. Exact positions stay private, but time inside the area is computed from them.',
          )}
        </p>
      ) : null}
    </article>
  );
}

function Top({ campaign, report: { asOf } }: { campaign: Campaign; report: Report }) {
  const [isSharing, setIsSharing] = useState(false);
  const { id } = campaign;
  return (
    <div className={classes.top}>
      <p className={classes.asOf}>
        {t(
          campaign.status === 'completed'
            ? 'This campaign is completed. As of {day}, {time}.'
            : 'This campaign isn’t over yet, so figures may change. As of {day}, {time}.',
          { day: formatDay(asOf), time: formatTimeOfDay(asOf) },
        )}
      </p>
      <div className={classes.actions}>
        {campaign.can.review ? (
          <Button
            variant="default"
            leftSection={<IconShare size={18} aria-hidden />}
            onClick={() => setIsSharing(true)}
          >
            {t('Share')}
          </Button>
        ) : null}
        <DownloadLink href={fillPath(downloadReportPdf.path, { id })}>{t('Download PDF')}</DownloadLink>
        <DownloadLink href={fillPath(downloadReportCsv.path, { id })}>{t('Download CSV')}</DownloadLink>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('Print report')}
        </Button>
      </div>
      <ShareModal campaignId={isSharing ? id : null} onClose={() => setIsSharing(false)} />
    </div>
  );
}

function DownloadLink({ href, children }: { href: string; children: string }) {
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {children}
    </Button>
  );
}
