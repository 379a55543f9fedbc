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
  /** The average, or null without ratings. */
  rating: number | null;
}

export function DashboardTiles({ totalEarnings, figures, rating }: DashboardTilesProps) {
  return (
    <StatTiles>
      <StatTile label="Total Earnings" value={<Money amount={totalEarnings} />} />
      <StatTile label="This Month" value={figures ? <Money amount={figures.earnedThisMonth} /> : '…'} />
      <StatTile label="Completed Gigs" value={figures ? figures.completedGigs : '…'} />
      <StatTile label="Rating" value={rating === null ? 'No ratings yet' : rating.toFixed(1)} />
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
    <Panel title="This Week">
      <dl className={classes.week}>
        <div>
          <dt>Applications</dt>
          <dd>{applications}</dd>
        </div>
        <div>
          <dt>Approvals</dt>
          <dd>{approvals}</dd>
        </div>
        <div>
          <dt>Earned</dt>
          <dd>
            <Money amount={earned} short />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
