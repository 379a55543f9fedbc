import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import { getErrorText } from '../../call.ts';
import classes from './states.module.css';

interface ErrorStateProps {
  error?: unknown;
  title?: string;
  text?: string;
  onRetry?: () => void;
  action?: ReactNode;
}

export function ErrorState({
  error,
  title = t('This could not be loaded'),
  text = t('Something went wrong. Please try again.'),
  onRetry,
  action,
}: ErrorStateProps) {
  return (
    <div className={classes.state} data-framed role="alert">
      <span className={classes.icon} data-tone="negative" aria-hidden>
        <IconAlertTriangle />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{getErrorText(error, text)}</p>
      {onRetry || action ? (
        <div className={classes.action}>
          {onRetry ? (
            <Button variant="default" onClick={onRetry}>
              {t('Try again')}
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
    </div>
  );
}
