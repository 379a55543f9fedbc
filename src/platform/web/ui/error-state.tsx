import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { textOf } from '../call.ts';
import classes from './states.module.css';

interface ErrorStateProps {
  /** What was thrown; its text is shown where it is meant for people. */
  error?: unknown;
  title?: string;
  /** Shown where the error has no text for people. */
  text?: string;
  onRetry?: () => void;
  /** Instead of, or beside, trying again. */
  action?: ReactNode;
}

/** Something could not be loaded or done, with the way out of it. */
export function ErrorState({
  error,
  title = 'This could not be loaded',
  text = 'Something went wrong. Please try again.',
  onRetry,
  action,
}: ErrorStateProps) {
  return (
    <div className={classes.state} data-framed role="alert">
      <span className={classes.icon} data-tone="negative" aria-hidden>
        <IconAlertTriangle />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{textOf(error, text)}</p>
      {onRetry || action ? (
        <div className={classes.action}>
          {onRetry ? (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
    </div>
  );
}
