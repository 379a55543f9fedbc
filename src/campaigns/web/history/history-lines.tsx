import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fillPath } from '#kernel/endpoint.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
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
    <ol className={classes.lines} aria-label={t('Payments, newest first')}>
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
            {t('We’ll send it again. Contact support if nothing happens within a week.')}
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
            {rich('incl. fee <money></money>', { money: <Money amount={fee.replace('-', '')} /> })}
          </span>
        )}
        <span className={classes.detail}>
          {rich('<money></money> held', { money: <Money amount={held} /> })}
        </span>
      </div>
    </li>
  );
}

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
      aria-label={t('Get invoice for {campaignTitle}', { campaignTitle })}
      onClick={() => invoices.issue(invoiceFor)}
    >
      {t('Get invoice')}
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
      aria-label={t('Download {number} (PDF)', { number })}
    >
      {number}
    </Button>
  );
}

const moves: Readonly<Record<HistoryMove, Message>> = {
  paid: msg('Paid in from your wallet'),
  'paid-shortfall': msg('Paid in for approved work'),
  'paid-debt': msg('Paid in for a debt'),
  'paid-tip': msg('Paid in for a tip'),
  released: msg('Released to a marketer'),
  'taken-back': msg('Returned after a dispute about a proof'),
  tipped: msg('Tip to a marketer'),
  refunded: msg('Refund on its way to your wallet'),
  'refund-returned': msg('Refund failed, returned to the campaign'),
  disputed: msg('On hold because of a payment dispute'),
  'dispute-ended': msg('Returned by a payment dispute'),
  covered: msg('Added by the platform for approved work'),
  recovered: msg('Repaid to the platform'),
  'debt-repaid': msg('Repaid to the platform for a debt'),
  corrected: msg('Correction'),
};

function formatMove({ move, marketer, state }: HistoryLine): string {
  if (move === 'released' && marketer) return t('Released to {marketer}', { marketer });
  if (move === 'tipped' && marketer) return t('Tip to {marketer}', { marketer });
  if (move === 'taken-back' && marketer) return t('Returned from {marketer} after a dispute', { marketer });
  if (move === 'refunded' && state === 'completed') return t('Refunded to your wallet');
  if (move === 'refunded' && state === 'failed') return t('Refund failed');
  if (move === 'disputed' && state === 'lost') return t('Returned to you by the wallet after a dispute');
  if (move === 'disputed' && state === 'won') return t('Held for a payment dispute that has ended');
  return t(moves[move]);
}
