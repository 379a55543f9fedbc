import { t } from '#kernel/text.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import type { YearSummary } from '../../year-contract.ts';

type Sums = YearSummary['totals'];

export function formatYearCsv({ year, timeZone, months, campaigns, totals, earned }: YearSummary): string {
  const heading = [
    t('Part'),
    t('Subject'),
    t('Campaign id'),
    t('Gigs paid'),
    t('Pay (USD)'),
    t('Tips (USD)'),
    t('Total paid (USD)'),
  ];
  const row = (part: string, subject: string, id: string, { gigs, pay, tips, total }: Sums) => [
    part,
    subject,
    id,
    String(gigs),
    pay,
    tips,
    total,
  ];
  return [
    heading,
    ...months.map((sums) => row(t('Month'), sums.month, '', sums)),
    ...campaigns.map((sums) => row(t('Campaign'), sums.campaignTitle, sums.campaignId, sums)),
    row(t('Year'), String(year), '', totals),
    [t('Approved in the year, paid or not'), String(year), '', '', '', '', earned],
    [t('Time zone'), timeZone, '', '', '', '', ''],
  ]
    .map(csvLine)
    .join('');
}
