import { t } from '#kernel/text.ts';
import { formatTimeZone } from '#platform/web/charts/chart-content.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { historyTotalNames, type HistoryTotals as Totals } from '../../payment-history-contract.ts';
import { Line, Lines } from '../form/cost/cost-card.tsx';
import classes from './payment-history.module.css';

const rare: readonly (keyof Totals)[] = ['adjusted', 'tipped', 'refunded', 'disputed'];

export function HistoryTotals({ totals, timeZone }: { totals: Totals; timeZone: string }) {
  const shown = historyTotalNames.filter(([key]) => !rare.includes(key) || totals[key] !== '0.00');
  return (
    <>
      <Lines>
        {shown.map(([key, name]) => (
          <Line key={key} name={t(name)} isTotal={key === 'heldAfter'}>
            <Money amount={totals[key]} />
          </Line>
        ))}
      </Lines>
      <p className={classes.note}>
        {t('Days and times in {timeZone}.', { timeZone: formatTimeZone(timeZone) })}
      </p>
    </>
  );
}
