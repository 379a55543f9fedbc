import type { ReactNode } from 'react';
import classes from './stat-tile.module.css';

interface StatTileProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
}

/** Use it inside <StatTiles>. */
export function StatTile({ label, value, hint }: StatTileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      {hint ? <dd className={classes.hint}>{hint}</dd> : null}
    </div>
  );
}

export function StatTiles({ children }: { children: ReactNode }) {
  return <dl className={classes.tiles}>{children}</dl>;
}
