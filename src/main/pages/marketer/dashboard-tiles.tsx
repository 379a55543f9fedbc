import type { Amount } from '#platform/web/ui/money.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import type { MarketerFigures } from './figures.ts';
import classes from './marketer.module.css';

interface DashboardTilesProps {
  totalEarnings: Amount;
  /** Null while they are not known. */
  figures: Pick<MarketerFigures, 'thisMonthCents' | 'completedGigs'> | null;
  rating: number;
}

export function DashboardTiles({ totalEarnings, figures, rating }: DashboardTilesProps) {
  return (
    <StatTiles>
      <StatTile label="Total Earnings" value={<Money amount={totalEarnings} />} />
      <StatTile label="This Month" value={figures ? <Money amount={figures.thisMonthCents} /> : '…'} />
      <StatTile label="Completed Gigs" value={figures ? figures.completedGigs : '…'} />
      <StatTile label="Rating" value={rating.toFixed(1)} />
    </StatTiles>
  );
}

export function ThisWeek({ week }: { week: MarketerFigures['week'] }) {
  return (
    <Panel title="This Week">
      <dl className={classes.week}>
        <div>
          <dt>Applications</dt>
          <dd>{week.applications}</dd>
        </div>
        <div>
          <dt>Approvals</dt>
          <dd>{week.approvals}</dd>
        </div>
        <div>
          <dt>Earned</dt>
          <dd>
            <Money amount={week.earnedCents} short />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
