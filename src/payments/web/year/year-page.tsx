import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatMonth, getYear } from '#kernel/calendar.ts';
import { msg, t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { formatTimeZone } from '#platform/web/charts/chart-content.ts';
import { rich } from '#platform/web/rich.ts';
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
export const meta = pageMeta(msg('Yearly summary'));

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
      <PageHeader title={t('Yearly summary')} back={{ to: '/payments', label: t('Back to payments') }} />
      <div className={classes.choice}>
        <Select
          label={t('Year')}
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
        <LoadingState text={t('Loading your year...')} />
      )}
    </>
  );
}

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
          {t('Download {format}', { format: kind })}
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
        title={t('No payments in {year}', { year })}
        text={t('What arrives at your PayPal account in a year appears here.')}
      />
    );
  }
  return (
    <>
      <StatTiles>
        <StatTile
          label={t('Paid')}
          value={<Money amount={totals.total} />}
          {...(totals.tips === '0.00'
            ? {}
            : {
                hint: rich('including <amount></amount> in tips', { amount: <Money amount={totals.tips} /> }),
              })}
        />
        <StatTile label={t('Gigs Paid')} value={totals.gigs} hint={t('You paid no platform fee')} />
        <StatTile
          label={t('Approved')}
          value={<Money amount={earned} />}
          hint={t('in the year, paid or not')}
        />
      </StatTiles>
      <div className={classes.stack}>
        <Panel title={t('By month')}>
          <YearTable
            title={t('Paid by month')}
            heading={t('Month')}
            rows={months.map((sums) => ({ key: sums.month, name: formatMonth(sums.month), sums }))}
            total={totals}
          />
        </Panel>
        {campaigns.length > 0 ? (
          <Panel title={t('By campaign')}>
            <YearTable
              title={t('Paid by campaign')}
              heading={t('Campaign')}
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
          {t(
            'Paid means arrived at your PayPal account. It counts on the day PayPal told us so. A payment that PayPal took back counts against the month it did. Months are in {timeZone}.',
            { timeZone: formatTimeZone(timeZone) },
          )}
        </p>
      </div>
    </>
  );
}
