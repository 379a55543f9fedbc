import { csvLine } from '#platform/server/security/csv.ts';
import type { HistoryLine, HistoryTotals } from '../../payment-history-contract.ts';

/** Returns the lines, newest first, and then the sums of the period. Amounts are in dollars. */
export function formatHistoryCsv(
  { lines, totals }: { lines: readonly HistoryLine[]; totals: HistoryTotals },
  timeZone: string,
): string {
  const formatLocal = createFormat(timeZone);
  const heading = [
    'Time (UTC)',
    `Time (${timeZone})`,
    'Campaign',
    'Campaign id',
    'What',
    'Invoice',
    'Marketer',
    'Amount (USD)',
    'Fee in it (USD)',
    'Held after (USD)',
  ];
  const rows = lines.map(({ at, campaignTitle, campaignId, move, invoices, marketer, amount, fee, held }) => [
    at,
    formatLocal(at),
    campaignTitle,
    campaignId,
    move,
    invoices.map(({ number }) => number).join(' '),
    marketer ?? '',
    amount,
    fee,
    held,
  ]);
  const sums: [name: string, amount: string][] = [
    ['Held before the period', totals.heldBefore],
    ['Paid in', totals.paidIn],
    ['Added and taken by the platform', totals.adjusted],
    ['Released to marketers', totals.released],
    ['Platform fee', totals.fee],
    ['Tips', totals.tipped],
    ['Refunded', totals.refunded],
    ['Disputed at the wallet', totals.disputed],
    ['Held after the period', totals.heldAfter],
  ];
  const feet = sums.map(([name, amount]) => ['', '', '', '', name, '', '', amount, '', '']);
  return [heading, ...rows, ...feet].map(csvLine).join('');
}

/** Returns a function that formats a moment as '2026-11-26 15:04:05' in the time zone. */
function createFormat(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (moment) => format.format(new Date(moment));
}
