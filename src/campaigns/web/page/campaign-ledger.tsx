import { Anchor, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fillPath } from '#kernel/endpoint.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
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
        title={t('No transactions yet')}
        text={t('Payments in and out of escrow appear here once you fund the campaign.')}
      />
    );
  }
  return (
    <div className={classes.layout}>
      <Totals ledger={ledger.data} />
      {ledger.data.holds.length > 0 ? <Holds holds={ledger.data.holds} /> : null}
      <Panel
        title={t('Transactions')}
        aside={
          <Button
            component="a"
            href={fillPath(downloadCampaignLedger.path, { id })}
            download
            variant="default"
            size="sm"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('Download CSV')}
          </Button>
        }
      >
        <ol className={classes.lines} aria-label={t('Transactions, newest first')}>
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
    <Panel title={t('Summary')}>
      <Lines>
        <Line name={t('You paid in')}>
          <Money amount={funded} />
        </Line>
        {isZero(repaid) ? null : (
          <Line name={t('Paid in after a dispute')}>
            <Money amount={repaid} />
          </Line>
        )}
        <Line name={t('Released to marketers')}>
          <Money amount={released} />
        </Line>
        <Line name={t('Platform fee on approved work')}>
          <Money amount={feeEarned} />
        </Line>
        {isZero(refunded) ? null : (
          <Line name={t('Back to your wallet')}>
            <Money amount={refunded} />
          </Line>
        )}
        {isZero(disputed) ? null : (
          <Line name={t('Disputed at the wallet')}>
            <Money amount={disputed} />
          </Line>
        )}
        {isZero(recovered) ? null : (
          <Line name={t('Repaid to the platform')}>
            <Money amount={recovered} />
          </Line>
        )}
        <Line name={t('Left, fee included')} isTotal>
          <Money amount={left} />
        </Line>
      </Lines>
      <p className={classes.note}>
        {t(
          'When the campaign completes, we refund what is left, including the fee on places that were not paid.',
        )}
      </p>
      {isZero(tipped) ? null : (
        <p className={classes.note}>
          {rich('You also paid <money></money> in tips, on top of the campaign.', {
            money: <Money amount={tipped} />,
          })}
        </p>
      )}
    </Panel>
  );
}

function Holds({ holds }: Pick<Ledger, 'holds'>) {
  return (
    <Panel title={t('On hold')}>
      <ul className={classes.lines}>
        {holds.map(({ disputeId, pay, since, by }) => (
          <li className={classes.movement} key={disputeId}>
            <div className={classes.words}>
              <Anchor component={Link} to={`/disputes/${disputeId}`}>
                {by === 'marketer' ? t('Disputed rejection') : t('Disputed approval')}
              </Anchor>
              <span className={classes.when}>
                {rich(
                  'since <time>{day}</time>',
                  { time: <time dateTime={since} /> },
                  { day: formatDayTime(since) },
                )}
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
                {rich('and fee <money></money>,', { money: <Money amount={line.fee} /> })}
              </span>{' '}
            </>
          )}
          <span className={classes.part}>
            {rich('<money></money> left', { money: <Money amount={line.left} /> })}
          </span>
        </span>
      </div>
    </li>
  );
}

function Sums({ ledger: { sums, left } }: { ledger: Ledger }) {
  return (
    <p className={classes.total}>
      <span className={classes.words}>{t('Total')}</span>
      <span className={classes.sums}>
        <span className={classes.sum}>
          <Money amount={sums.pay} />
        </span>
        <span className={classes.when}>
          <span className={classes.part}>
            {rich('and fee <money></money>,', { money: <Money amount={sums.fee} /> })}
          </span>{' '}
          <span className={classes.part}>
            {rich('<money></money> left', { money: <Money amount={left} /> })}
          </span>
        </span>
      </span>
    </p>
  );
}

const moves: Readonly<Record<LedgerMove, Message>> = {
  funded: msg('Paid in from your wallet'),
  released: msg('Released to a marketer'),
  'taken-back': msg('Returned after a dispute about a proof'),
  refunded: msg('Refund on its way to your wallet'),
  'refund-returned': msg('Refund failed, returned to the campaign'),
  disputed: msg('On hold because of a payment dispute'),
  'dispute-ended': msg('Payment dispute ended'),
  'shortfall-paid': msg('Paid in for approved work'),
  covered: msg('Paid in by the platform for approved work'),
  'cover-returned': msg('Repaid to the platform'),
  tipped: msg('Tip to a marketer'),
};

function formatMove({ move, marketer, isArrived }: CampaignLedgerLine): string {
  if (move === 'released' && marketer) return t('Released to {marketer}', { marketer });
  if (move === 'tipped' && marketer) return t('Tip to {marketer}, on top of the campaign', { marketer });
  if (move === 'taken-back' && marketer) return t('Returned from {marketer} after a dispute', { marketer });
  if (move === 'refunded' && isArrived) return t('Refunded to your wallet');
  return t(moves[move]);
}

function isZero(amount: string): boolean {
  return amount === '0.00';
}
