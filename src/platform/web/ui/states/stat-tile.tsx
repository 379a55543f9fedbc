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

interface StatTilesProps {
  children: ReactNode;
  /** One low row, for figures that are not the point of the screen. */
  isCompact?: boolean;
}

export function StatTiles({ children, isCompact = false }: StatTilesProps) {
  return (
    <dl className={classes.tiles} data-compact={isCompact || undefined}>
      {children}
    </dl>
  );
}
