import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatMonth, getYear } from '#kernel/calendar.ts';
import { useClock } from '#platform/web/clock.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { formatTimeZone } from '#platform/web/charts/chart-content.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import {
  downloadYearCsv,
  downloadYearPdf,
  getYearSummary,
  TAX_ZONE,
  type YearSummary,
} from '../../year-contract.ts';
import classes from './year.module.css';
import { YearTable } from './year-table.tsx';

export const handle: PageHandle = { roles: ['marketer'], appearsAtOnce: true };
export const meta = pageMeta('Yearly Summary');

/** /payments/year: what the marketer was paid in a year. */
export default function YearPage() {
  const [search, setSearch] = useSearchParams();
  const clock = useClock();
  const asked = search.get('year') ?? '';
  const year = /^20\d\d$/.test(asked) ? Number(asked) : getYear(clock.now(), TAX_ZONE);
  const { data, error, refetch, isPlaceholderData } = useEndpoint(
    getYearSummary,
    { query: { year } },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  );
  const years = [...new Set([...(data?.years ?? []), year])].toSorted((one, other) => other - one);
  return (
    <>
      <PageHeader title="Yearly Summary" back={{ to: '/payments', label: 'Back to Payments' }} />
      <div className={classes.choice}>
        <Select
          label="Year"
          data={years.map(String)}
          allowDeselect={false}
          value={String(year)}
          onChange={(chosen) =>
            setSearch(chosen === null ? {} : { year: chosen }, { replace: true, preventScrollReset: true })
          }
        />
        {data && !isEmpty(data) && !isPlaceholderData ? <Downloads year={year} /> : null}
      </div>
      {data ? (
        <Year summary={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState text="Loading your year..." />
      )}
    </>
  );
}

/** Plain links, because the responses are downloads. */
function Downloads({ year }: { year: number }) {
  const files = [
    { path: downloadYearCsv.path, kind: 'CSV' },
    { path: downloadYearPdf.path, kind: 'PDF' },
  ];
  return (
    <div className={classes.downloads}>
      {files.map(({ path, kind }) => (
        <Button
          key={kind}
          component="a"
          href={`${path}?year=${year}`}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Download {kind}
        </Button>
      ))}
    </div>
  );
}

const isEmpty = ({ campaigns, earned }: YearSummary) => campaigns.length === 0 && earned === '0.00';

function Year({ summary }: { summary: YearSummary }) {
  const { year, timeZone, totals, earned, months, campaigns } = summary;
  if (isEmpty(summary)) {
    return (
      <EmptyState
        drawing="wallet"
        title={`No payments in ${year}`}
        text="What arrives at your PayPal account in a year appears here."
      />
    );
  }
  return (
    <>
      <StatTiles>
        <StatTile
          label="Paid"
          value={<Money amount={totals.total} />}
          hint={
            <>
              including <Money amount={totals.tips} /> in tips
            </>
          }
        />
        <StatTile label="Gigs Paid" value={totals.gigs} hint="You paid no platform fee" />
        <StatTile label="Approved" value={<Money amount={earned} />} hint="in the year, paid or not" />
      </StatTiles>
      <div className={classes.stack}>
        <Panel title="By month">
          <YearTable
            title="Paid by month"
            heading="Month"
            rows={months.map((sums) => ({ key: sums.month, name: formatMonth(sums.month), sums }))}
            total={totals}
          />
        </Panel>
        {campaigns.length > 0 ? (
          <Panel title="By campaign">
            <YearTable
              title="Paid by campaign"
              heading="Campaign"
              rows={campaigns.map((sums) => ({
                key: sums.campaignId,
                name: sums.campaignTitle,
                to: `/campaigns/${sums.campaignId}`,
                sums,
              }))}
              total={totals}
            />
          </Panel>
        ) : null}
        <p className={classes.note}>
          Paid means arrived at your PayPal account. It counts on the day PayPal told us so. A payment that
          PayPal took back counts against the month it did. Months are in {formatTimeZone(timeZone)}.
        </p>
      </div>
    </>
  );
}
