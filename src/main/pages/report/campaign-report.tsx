import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { listApplications } from '#applications/contract.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { useClock } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDay, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { useAllPages } from '#platform/web/paging.ts';
import { listProofs } from '#proofs/contract.ts';
import { RatingExchanges } from '#ratings/web/rating-exchanges.tsx';
import { PresenceHeat } from '#tracking/web/report/presence-heat.tsx';
import classes from './campaign-report.module.css';
import { ReportCharts } from './report-charts.tsx';
import { computeReportFigures } from './report-figures.ts';
import { ReportMoney, ReportPlaces, ReportTerms, ReportWork } from './report-parts.tsx';
import { ReportProofs } from './report-proofs.tsx';

/** The last tab of a campaign: a printable report of the terms, the work and the money. */
export default function CampaignReport({ campaign }: { campaign: Campaign }) {
  const now = useClock().now();
  const query = { query: { campaignId: campaign.id } };
  const applications = useAllPages(listApplications, query, { refetchOnMount: 'always' });
  const proofs = useAllPages(listProofs, query, { refetchOnMount: 'always' });
  const ledger = useEndpoint(
    getCampaignLedger,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );

  if (!applications.data || !proofs.data || !ledger.data) {
    const error = applications.error ?? proofs.error ?? ledger.error;
    if (!error) return <LoadingState text="Loading the report..." />;
    return (
      <ErrorState
        error={error}
        title="The report could not be loaded"
        onRetry={() => void Promise.all([applications, proofs, ledger].map((read) => read.refetch()))}
      />
    );
  }
  const figures = computeReportFigures({ applications: applications.data, proofs: proofs.data });
  return (
    <article className={classes.report} data-report aria-label={`Report on ${campaign.title}`}>
      <div className={classes.top}>
        <p className={classes.asOf}>
          {campaign.status === 'completed'
            ? 'This campaign is completed. '
            : 'This campaign isn’t over yet, so figures may change. '}
          As of {formatDay(now)}, {formatTimeOfDay(now)}.
        </p>
        <Button
          className={classes.print ?? ''}
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          Print report
        </Button>
      </div>
      <ReportTerms campaign={campaign} />
      <div className={classes.columns}>
        <ReportPlaces campaign={campaign} figures={figures} />
        <ReportWork campaign={campaign} figures={figures} />
        <ReportMoney ledger={ledger.data} />
      </div>
      <ReportCharts campaign={campaign} />
      {campaign.campaignType === 'wearable' ? <PresenceHeat campaign={campaign} /> : null}
      <RatingExchanges campaignId={campaign.id} title="Ratings" />
      <ReportProofs campaign={campaign} proofs={proofs.data} />
      {campaign.campaignType === 'wearable' ? (
        <p className={classes.note}>
          Times and distances come from the marketers’ phones. Exact positions stay private, but time inside
          the area is computed from them.
        </p>
      ) : null}
    </article>
  );
}
