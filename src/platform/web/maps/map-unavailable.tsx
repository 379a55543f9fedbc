import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import classes from './map-view.module.css';

interface MapUnavailableProps {
  reason: string;
  /** Absent if a retry cannot help. */
  onRetry?: (() => void) | undefined;
  underlay?: ReactNode;
  children?: ReactNode;
}

export function MapUnavailable({ reason, onRetry, underlay, children }: MapUnavailableProps) {
  return (
    <div className={classes.unavailable}>
      {underlay ? <div className={classes.drawing}>{underlay}</div> : null}
      <p className={classes.unavailableTitle}>{t('Map Unavailable')}</p>
      <p className={classes.reason}>{t('Failed to load the map: {reason}', { reason })}</p>
      {onRetry ? (
        <Button variant="default" size="xs" className={classes.again} onClick={onRetry}>
          {t('Try again')}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
