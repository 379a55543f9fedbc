import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './map-view.module.css';

interface MapUnavailableProps {
  reason: string;
  /** Absent if a retry cannot help. */
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}

/** Shown in place of a map: the reason, and the same facts as a list. */
export function MapUnavailable({ reason, onRetry, children }: MapUnavailableProps) {
  return (
    <div className={classes.unavailable}>
      <p className={classes.unavailableTitle}>Map Unavailable</p>
      <p className={classes.reason}>Failed to load the map: {reason}</p>
      {onRetry ? (
        <Button variant="default" size="xs" className={classes.again} onClick={onRetry}>
          Try again
        </Button>
      ) : null}
      {children}
    </div>
  );
}
