import { t } from '#kernel/text.ts';
import type { Amount } from '#platform/web/ui/money.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import type { MarketerStats } from '#proofs/stats-contract.ts';
import classes from './marketer.module.css';

interface DashboardTilesProps {
  totalEarnings: Amount;
  /** Null while they load. */
  figures: Pick<MarketerStats, 'completedGigs' | 'earnedThisMonth'> | null;
  rating: number | null;
}

export function DashboardTiles({ totalEarnings, figures, rating }: DashboardTilesProps) {
  return (
    <StatTiles>
      <StatTile label={t('Total Earnings')} value={<Money amount={totalEarnings} />} />
      <StatTile label={t('This Month')} value={figures ? <Money amount={figures.earnedThisMonth} /> : '…'} />
      <StatTile label={t('Completed Gigs')} value={figures ? figures.completedGigs : '…'} />
      <StatTile
        label={t('Rating')}
        value={rating === null ? '–' : rating.toFixed(1)}
        hint={rating === null ? t('No ratings yet') : null}
      />
    </StatTiles>
  );
}

interface ThisWeekProps {
  applications: number;
  approvals: number;
  earned: Amount;
}

export function ThisWeek({ applications, approvals, earned }: ThisWeekProps) {
  return (
    <Panel title={t('This Week')}>
      <dl className={classes.week}>
        <div>
          <dt>{t('Applications')}</dt>
          <dd>{applications}</dd>
        </div>
        <div>
          <dt>{t('Approvals')}</dt>
          <dd>{approvals}</dd>
        </div>
        <div>
          <dt>{t('Earned')}</dt>
          <dd>
            <Money amount={earned} short />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
