import { t } from '#kernel/text.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import { type HistoryLine, historyTotalNames, type HistoryTotals } from '../../payment-history-contract.ts';

/** Lines come newest first, then the sums of the period. Amounts are in dollars. */
export function createHistoryCsv(timeZone: string) {
  const formatLocal = createFormat(timeZone);
  const heading = [
    t('Time (UTC)'),
    t('Time ({timeZone})', { timeZone }),
    t('Campaign'),
    t('Campaign id'),
    t('What'),
    t('State'),
    t('Invoice'),
    t('Marketer'),
    t('Amount (USD)'),
    t('Fee in it (USD)'),
    t('Held after (USD)'),
  ];
  return {
    formatHeading: () => csvLine(heading),
    formatLines: (lines: readonly HistoryLine[]) =>
      lines
        .map((line) =>
          csvLine([
            line.at,
            formatLocal(line.at),
            line.campaignTitle,
            line.campaignId,
            line.move,
            line.state ?? '',
            line.invoices.map(({ number }) => number).join(' '),
            line.marketer ?? '',
            line.amount,
            line.fee,
            line.held,
          ]),
        )
        .join(''),
    formatTotals: (totals: HistoryTotals) =>
      historyTotalNames
        .map(([key, name]) => csvLine(['', '', '', '', t(name), '', '', '', totals[key], '', '']))
        .join(''),
  };
}

function createFormat(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (moment) => format.format(new Date(moment));
}
