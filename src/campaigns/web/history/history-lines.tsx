import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fillPath } from '#kernel/endpoint.ts';
import { downloadInvoice } from '#payments/invoice-contract.ts';
import { formatDayYearTime } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import type { HistoryLine, HistoryMove } from '../../payment-history-contract.ts';
import classes from './payment-history.module.css';
import type { Invoices } from './use-invoices.ts';

interface HistoryLinesProps {
  lines: readonly HistoryLine[];
  invoices: Invoices;
}

export function HistoryLines({ lines, invoices }: HistoryLinesProps) {
  return (
    <ol className={classes.lines} aria-label="Payments, newest first">
      {lines.map((line) => (
        <Line key={line.number} line={line} invoices={invoices} />
      ))}
    </ol>
  );
}

function Line({ line, invoices }: { line: HistoryLine; invoices: Invoices }) {
  const { at, campaignId, campaignTitle, amount, fee, held } = line;
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <span className={classes.what}>{formatMove(line)}</span>
        <span className={classes.detail}>
          <Link className={classes.campaign} to={`/campaigns/${campaignId}`}>
            {campaignTitle}
          </Link>
        </span>
        <time className={classes.detail} dateTime={at}>
          {formatDayYearTime(at)}
        </time>
        {line.move === 'refunded' && line.state === 'failed' ? (
          <span className={classes.detail}>
            We’ll send it again. Contact support if nothing happens within a week.
          </span>
        ) : null}
        <Documents line={line} invoices={invoices} />
      </div>
      <div className={classes.sums}>
        <span className={classes.sum} data-in={!amount.startsWith('-') || undefined}>
          <Money amount={amount} />
        </span>
        {fee === '0.00' ? null : (
          <span className={classes.detail}>
            incl. fee <Money amount={fee.replace('-', '')} />
          </span>
        )}
        <span className={classes.detail}>
          <Money amount={held} /> held
        </span>
      </div>
    </li>
  );
}

/** The invoice or credit notes, as plain links because they are downloads, or a button that issues the invoice. */
function Documents({
  line: { invoices: issued, invoiceFor, campaignTitle },
  invoices,
}: {
  line: HistoryLine;
  invoices: Invoices;
}) {
  if (issued.length > 0) return issued.map((invoice) => <Download key={invoice.id} {...invoice} />);
  if (invoiceFor === null) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.document ?? ''}
      loading={invoices.issuing === invoiceFor}
      aria-label={`Get invoice for ${campaignTitle}`}
      onClick={() => invoices.issue(invoiceFor)}
    >
      Get invoice
    </Button>
  );
}

function Download({ id, number }: HistoryLine['invoices'][number]) {
  return (
    <Button
      component="a"
      href={fillPath(downloadInvoice.path, { id })}
      download
      variant="default"
      size="compact-sm"
      className={classes.document ?? ''}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Download ${number} (PDF)`}
    >
      {number}
    </Button>
  );
}

const moves: Readonly<Record<HistoryMove, string>> = {
  paid: 'Paid in from your wallet',
  'paid-shortfall': 'Paid in for approved work',
  'paid-debt': 'Paid in for a debt',
  'paid-tip': 'Paid in for a tip',
  released: 'Released to a marketer',
  'taken-back': 'Returned after a dispute about a proof',
  tipped: 'Tip to a marketer',
  refunded: 'Refund on its way to your wallet',
  'refund-returned': 'Refund failed, returned to the campaign',
  disputed: 'On hold because of a payment dispute',
  'dispute-ended': 'Returned by a payment dispute',
  covered: 'Added by the platform for approved work',
  recovered: 'Repaid to the platform',
  'debt-repaid': 'Repaid to the platform for a debt',
  corrected: 'Correction',
};

function formatMove({ move, marketer, state }: HistoryLine): string {
  if (move === 'released' && marketer) return `Released to ${marketer}`;
  if (move === 'tipped' && marketer) return `Tip to ${marketer}`;
  if (move === 'taken-back' && marketer) return `Returned from ${marketer} after a dispute`;
  if (move === 'refunded' && state === 'completed') return 'Refunded to your wallet';
  if (move === 'refunded' && state === 'failed') return 'Refund failed';
  if (move === 'disputed' && state === 'lost') return 'Returned to you by the wallet after a dispute';
  if (move === 'disputed' && state === 'won') return 'Held for a payment dispute that has ended';
  return moves[move];
}
