import { Link } from 'react-router';
import { formatDayYearTime } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import type { HistoryLine, HistoryMove } from '../../payment-history-contract.ts';
import classes from './payment-history.module.css';

export function HistoryLines({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <ol className={classes.lines} aria-label="Payments, newest first">
      {lines.map((line) => (
        <Line key={line.number} line={line} />
      ))}
    </ol>
  );
}

function Line({ line }: { line: HistoryLine }) {
  const { at, campaignId, campaignTitle, amount, fee, held } = line;
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <span className={classes.what}>{formatMove(line)}</span>
        <span className={classes.detail}>
          <Link to={`/campaigns/${campaignId}`}>{campaignTitle}</Link>
        </span>
        <time className={classes.detail} dateTime={at}>
          {formatDayYearTime(at)}
        </time>
      </div>
      <div className={classes.sums}>
        <span className={classes.sum} data-in={!amount.startsWith('-') || undefined}>
          <Money amount={amount} />
        </span>
        {fee === '0.00' ? null : (
          <span className={classes.detail}>
            with fee <Money amount={fee} />
          </span>
        )}
        <span className={classes.detail}>
          <Money amount={held} /> held
        </span>
      </div>
    </li>
  );
}

const moves: Readonly<Record<HistoryMove, string>> = {
  paid: 'Paid in from your wallet',
  'paid-shortfall': 'Paid in for approved work',
  'paid-debt': 'Paid in for a debt',
  'paid-tip': 'Paid in for a tip',
  released: 'Paid to a marketer',
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

function formatMove({ move, marketer, isDone }: HistoryLine): string {
  if (move === 'released' && marketer) return `Paid to ${marketer}`;
  if (move === 'tipped' && marketer) return `Tip to ${marketer}`;
  if (move === 'taken-back' && marketer) return `Returned from ${marketer} after a dispute`;
  if (move === 'refunded' && isDone) return 'Refunded to your wallet';
  if (move === 'disputed' && isDone) return 'Held for a payment dispute that has ended';
  return moves[move];
}
