import type { ReactNode } from 'react';
import classes from './map-view.module.css';

/** Says that no map can be drawn and why, and shows the same facts as a list. */
export function MapUnavailable({ reason, children }: { reason: string; children?: ReactNode }) {
  return (
    <div className={classes.unavailable}>
      <p className={classes.unavailableTitle}>Map Unavailable</p>
      <p className={classes.reason}>Failed to load the map: {reason}</p>
      {children}
    </div>
  );
}
