import type { ResponseOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { type ChartContent, formatTimeZone, nameDate, trimRows } from '#platform/web/charts/chart-content.ts';
import { ChartPanel } from '#platform/web/charts/chart-panel.tsx';
import { readTimeZone } from '#platform/web/time-zone.ts';
import { toCents } from '#platform/web/ui/money.tsx';
import { listSpendingDays } from '../../spending-contract.ts';

export function SpendingChart() {
  const timeZone = readTimeZone();
  return (
    <ChartPanel
      title={t('Money by day')}
      endpoint={listSpendingDays}
      args={{ query: { timeZone } }}
      toContent={toContent}
      note={() =>
        t('All campaigns, fees included, without tips. Days in {timeZone}.', {
          timeZone: formatTimeZone(timeZone),
        })
      }
      empty={{
        title: t('No money moved in the last 90 days'),
        text: t('What you hold in escrow, spend and get back appears here once you fund a campaign.'),
      }}
    />
  );
}

function toContent(days: ResponseOf<typeof listSpendingDays>): ChartContent | null {
  const rows = trimRows(
    days.map(({ day, spent, refunded, held }) => ({
      ...nameDate(day),
      values: { spent: toCents(spent), refunded: toCents(refunded), held: toCents(held) },
    })),
  );
  if (!rows) return null;
  return {
    heading: t('Day'),
    isStacked: true,
    series: [
      { key: 'held', label: t('In escrow'), shape: 'area', color: 'held', unit: 'money' },
      { key: 'spent', label: t('Spent'), shape: 'bar', color: 'money', unit: 'money' },
      { key: 'refunded', label: t('Refunded'), shape: 'bar', color: 'returned', unit: 'money' },
    ],
    rows,
  };
}
