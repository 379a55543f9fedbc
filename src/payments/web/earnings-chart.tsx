import type { ResponseOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { type ChartContent, formatTimeZone, nameDate, trimRows } from '#platform/web/charts/chart-content.ts';
import { ChartPanel } from '#platform/web/charts/chart-panel.tsx';
import { readTimeZone } from '#platform/web/time-zone.ts';
import { toCents } from '#platform/web/ui/money.tsx';
import { listWeeklyEarnings } from '../earnings-contract.ts';

export function EarningsChart() {
  const timeZone = readTimeZone();
  return (
    <ChartPanel
      title={t('Earnings by week')}
      endpoint={listWeeklyEarnings}
      args={{ query: { timeZone } }}
      toContent={toContent}
      note={() =>
        t('Approved work and tips, by week from Sunday, {timeZone}.', { timeZone: formatTimeZone(timeZone) })
      }
      empty={{
        title: t('No earnings in the last 26 weeks'),
        text: t('What you earn each week appears here once your work is approved.'),
      }}
    />
  );
}

function toContent(weeks: ResponseOf<typeof listWeeklyEarnings>): ChartContent | null {
  const rows = trimRows(
    weeks.map(({ week, pay, tips }) => ({
      ...nameDate(week),
      values: { pay: toCents(pay), tips: toCents(tips) },
    })),
  );
  if (!rows) return null;
  return {
    heading: t('Week from'),
    isStacked: true,
    series: [
      { key: 'pay', label: t('Pay'), shape: 'bar', color: 'money', unit: 'money' },
      { key: 'tips', label: t('Tips'), shape: 'bar', color: 'returned', unit: 'money' },
    ],
    rows,
  };
}
