import { Anchor, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fillPath } from '#kernel/endpoint.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import {
  type CampaignLedger as Ledger,
  type CampaignLedgerLine,
  downloadCampaignLedger,
  getCampaignLedger,
  type LedgerMove,
} from '../../ledger-contract.ts';
import classes from './campaign-ledger.module.css';
import { Line, Lines } from '../form/cost/cost-card.tsx';

export function CampaignLedger({ id }: { id: string }) {
  const ledger = useEndpoint(getCampaignLedger, { params: { id } }, { refetchOnMount: 'always' });
  if (ledger.isError && !ledger.data) {
    return <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />;
  }
  if (!ledger.data) return <LoadingState />;
  if (ledger.data.lines.length === 0) {
    return (
      <EmptyState
        title="No transactions yet"
        text="Payments in and out of escrow appear here once you fund the campaign."
      />
    );
  }
  return (
    <div className={classes.layout}>
      <Totals ledger={ledger.data} />
      {ledger.data.holds.length > 0 ? <Holds holds={ledger.data.holds} /> : null}
      <Panel
        title="Transactions"
        aside={
          <Button
            component="a"
            href={fillPath(downloadCampaignLedger.path, { id })}
            download
            variant="default"
            size="sm"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            Download CSV
          </Button>
        }
      >
        <ol className={classes.lines} aria-label="Transactions, newest first">
          {ledger.data.lines.toReversed().map((line, index) => (
            // Entries are append-only, so an index counted from the oldest is a stable key.
            <Movement key={ledger.data.lines.length - index} line={line} />
          ))}
        </ol>
        <Sums ledger={ledger.data} />
      </Panel>
    </div>
  );
}

function Totals({ ledger }: { ledger: Ledger }) {
  const { funded, repaid, released, feeEarned, refunded, disputed, recovered, tipped, left } = ledger;
  return (
    <Panel title="Summary">
      <Lines>
        <Line name="You paid in">
          <Money amount={funded} />
        </Line>
        {isZero(repaid) ? null : (
          <Line name="Paid in after a dispute">
            <Money amount={repaid} />
          </Line>
        )}
        <Line name="Released to marketers">
          <Money amount={released} />
        </Line>
        <Line name="Platform fee on approved work">
          <Money amount={feeEarned} />
        </Line>
        {isZero(refunded) ? null : (
          <Line name="Back to your wallet">
            <Money amount={refunded} />
          </Line>
        )}
        {isZero(disputed) ? null : (
          <Line name="Disputed at the wallet">
            <Money amount={disputed} />
          </Line>
        )}
        {isZero(recovered) ? null : (
          <Line name="Repaid to the platform">
            <Money amount={recovered} />
          </Line>
        )}
        <Line name="Left, fee included" isTotal>
          <Money amount={left} />
        </Line>
      </Lines>
      <p className={classes.note}>
        When the campaign completes, we refund what is left, including the fee on places that were not paid.
      </p>
      {isZero(tipped) ? null : (
        <p className={classes.note}>
          You also paid <Money amount={tipped} /> in tips, on top of the campaign.
        </p>
      )}
    </Panel>
  );
}

/** Money that disputes about proofs hold, with the reason and since when. */
function Holds({ holds }: Pick<Ledger, 'holds'>) {
  return (
    <Panel title="On hold">
      <ul className={classes.lines}>
        {holds.map(({ disputeId, pay, since, by }) => (
          <li className={classes.movement} key={disputeId}>
            <div className={classes.words}>
              <Anchor component={Link} to={`/disputes/${disputeId}`}>
                {by === 'marketer' ? 'Disputed rejection' : 'Disputed approval'}
              </Anchor>
              <span className={classes.when}>
                since <time dateTime={since}>{formatDayTime(since)}</time>
              </span>
            </div>
            <div className={classes.sums}>
              <span className={classes.sum}>
                <Money amount={pay} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Movement({ line }: { line: CampaignLedgerLine }) {
  return (
    <li className={classes.movement}>
      <div className={classes.words}>
        <span className={classes.what}>{formatMove(line)}</span>
        <time className={classes.when} dateTime={line.at}>
          {formatDayTime(line.at)}
        </time>
      </div>
      <div className={classes.sums}>
        <span
          className={classes.sum}
          data-in={(line.move !== 'tipped' && !line.pay.startsWith('-')) || undefined}
        >
          <Money amount={line.move === 'tipped' ? line.tip : line.pay} />
        </span>
        <span className={classes.when}>
          {isZero(line.fee) ? null : (
            <>
              <span className={classes.part}>
                and fee <Money amount={line.fee} />,
              </span>{' '}
            </>
          )}
          <span className={classes.part}>
            <Money amount={line.left} /> left
          </span>
        </span>
      </div>
    </li>
  );
}

function Sums({ ledger: { sums, left } }: { ledger: Ledger }) {
  return (
    <p className={classes.total}>
      <span className={classes.words}>Total</span>
      <span className={classes.sums}>
        <span className={classes.sum}>
          <Money amount={sums.pay} />
        </span>
        <span className={classes.when}>
          <span className={classes.part}>
            and fee <Money amount={sums.fee} />,
          </span>{' '}
          <span className={classes.part}>
            <Money amount={left} /> left
          </span>
        </span>
      </span>
    </p>
  );
}

const moves: Readonly<Record<LedgerMove, string>> = {
  funded: 'Paid in from your wallet',
  released: 'Released to a marketer',
  'taken-back': 'Returned after a dispute about a proof',
  refunded: 'Refund on its way to your wallet',
  'refund-returned': 'Refund failed, returned to the campaign',
  disputed: 'On hold because of a payment dispute',
  'dispute-ended': 'Payment dispute ended',
  'shortfall-paid': 'Paid in for approved work',
  covered: 'Paid in by the platform for approved work',
  'cover-returned': 'Repaid to the platform',
  tipped: 'Tip to a marketer',
};

function formatMove({ move, marketer, isArrived }: CampaignLedgerLine): string {
  if (move === 'released' && marketer) return `Released to ${marketer}`;
  if (move === 'tipped' && marketer) return `Tip to ${marketer}, on top of the campaign`;
  if (move === 'taken-back' && marketer) return `Returned from ${marketer} after a dispute`;
  if (move === 'refunded' && isArrived) return 'Refunded to your wallet';
  return moves[move];
}

function isZero(amount: string): boolean {
  return amount === '0.00';
}
