import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { getEscrowStatus } from '../funding-contract.ts';
import classes from './campaign-page.module.css';
import { Line, Lines } from './cost-card.tsx';

/** Where the campaign's money is: what was put into escrow, the fee, and what the ledger says is left. */
export function CampaignMoney({ id }: { id: string }) {
  const escrow = useEndpoint(getEscrowStatus, { params: { id } }, { refetchOnMount: 'always' });
  if (escrow.isError && !escrow.data) {
    return <ErrorState error={escrow.error} onRetry={() => void escrow.refetch()} />;
  }
  if (!escrow.data) return <LoadingState />;
  const { escrowStatus, escrowAmount, platformFee, escrowLeft } = escrow.data;
  return (
    <Panel
      title="Escrow"
      className={classes.narrow}
      aside={
        <StatusBadge tone={escrowStatus === 'funded' ? 'positive' : 'waiting'}>
          {escrowStatus === 'funded' ? 'Funded' : 'Payment Required'}
        </StatusBadge>
      }
    >
      <Lines>
        <Line name="Escrow amount">
          <Money amount={escrowAmount ?? 0} />
        </Line>
        <Line name="Platform fee">
          <Money amount={platformFee ?? 0} />
        </Line>
        <Line name="Left in escrow" isTotal>
          <Money amount={escrowLeft ?? 0} />
        </Line>
      </Lines>
      <p className={classes.note}>
        Approving a proof pays the marketer out of the escrow. What is left when the campaign completes goes
        back to you, with the fee of the places that were not paid.
      </p>
    </Panel>
  );
}
