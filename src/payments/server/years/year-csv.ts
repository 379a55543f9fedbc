import { csvLine } from '#platform/server/security/csv.ts';
import type { YearSummary } from '../../year-contract.ts';

type Sums = YearSummary['totals'];

/** Returns the months, the campaigns, and the year, with one sum per line. Amounts are in dollars. */
export function formatYearCsv({ year, timeZone, months, campaigns, totals, earned }: YearSummary): string {
  const heading = [
    'Part',
    'Subject',
    'Campaign id',
    'Gigs paid',
    'Pay (USD)',
    'Tips (USD)',
    'Total paid (USD)',
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
    ...months.map((sums) => row('Month', sums.month, '', sums)),
    ...campaigns.map((sums) => row('Campaign', sums.campaignTitle, sums.campaignId, sums)),
    row('Year', String(year), '', totals),
    ['Approved in the year, paid or not', String(year), '', '', '', '', earned],
    ['Time zone', timeZone, '', '', '', '', ''],
  ]
    .map(csvLine)
    .join('');
}
