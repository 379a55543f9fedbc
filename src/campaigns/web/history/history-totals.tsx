import { formatTimeZone } from '#platform/web/charts/chart-content.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import type { HistoryTotals as Totals } from '../../payment-history-contract.ts';
import { Line, Lines } from '../form/cost/cost-card.tsx';
import classes from './payment-history.module.css';

/** The sums of the chosen period. Rare ones are shown only if they are not zero. */
export function HistoryTotals({ totals, timeZone }: { totals: Totals; timeZone: string }) {
  return (
    <Panel title="Totals of the period">
      <Lines>
        <Line name="Held before">
          <Money amount={totals.heldBefore} />
        </Line>
        <Line name="Paid in">
          <Money amount={totals.paidIn} />
        </Line>
        <Line name="Paid to marketers">
          <Money amount={totals.released} />
        </Line>
        <Line name="Platform fee on approved work">
          <Money amount={totals.fee} />
        </Line>
        <Rare name="Tips" amount={totals.tipped} />
        <Rare name="Refunded" amount={totals.refunded} />
        <Rare name="Disputed at the wallet" amount={totals.disputed} />
        <Rare name="Added or taken by the platform" amount={totals.adjusted} />
        <Line name="Held after, fee included" isTotal>
          <Money amount={totals.heldAfter} />
        </Line>
      </Lines>
      <p className={classes.note}>Days and times in {formatTimeZone(timeZone)}.</p>
    </Panel>
  );
}

function Rare({ name, amount }: { name: string; amount: string }) {
  if (amount === '0.00') return null;
  return (
    <Line name={name}>
      <Money amount={amount} />
    </Line>
  );
}
